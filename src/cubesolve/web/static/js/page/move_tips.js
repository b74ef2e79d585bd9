/** Every move on the page explains itself in words, on hover, focus or tap: whatever has `data-move`. */

import { make } from './dom.js';
import { session } from './session.js';
import { movesIn } from '../model/move_text.js';
import { NotationError } from '../model/notation.js';
import { labelWords } from '../model/turn_words.js';

const TAP_TIME = 2600; // ms that a tapped tip stays
const GAP = 8; // pixels between a move and its tip

/** @type {HTMLElement} */
let tip;
/** @type {HTMLElement | null} */
let owner = null;
let timer = 0;

/** Listen for moves under the pointer, the focus or the finger. */
export function setUpMoveTips() {
  tip = make('div', { className: 'move-tip', role: 'tooltip', id: 'move-tip', hidden: true });
  document.body.append(tip);
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse') show(moveAt(event.target));
  });
  document.addEventListener('focusin', (event) => {
    const move = moveAt(event.target);
    if (move?.matches(':focus-visible')) show(move);
    else if (owner !== move) hide();
  });
  document.addEventListener('click', (event) => {
    const move = moveAt(event.target);
    show(move);
    if (move) timer = window.setTimeout(hide, TAP_TIME);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
  document.addEventListener('scroll', hide, { capture: true, passive: true });
}

/**
 * A sentence whose moves explain themselves, on a 3x3 where a cube of this size has none of that name.
 * @param {string} text @param {number} size @param {boolean} [isBare] whether a letter alone is a move
 */
export const withMoves = (text, size, isBare) => movesIn(text, isBare).map((piece) => {
  if (typeof piece === 'string') return piece;
  const { move } = piece;
  const of = [size, 3].find((one) => wordsOf(move, one));
  return of ? make('span', { className: 'text-move', data: { move, size: of } }, move) : move;
});

/** @param {EventTarget | null} target */
const moveAt = (target) => (target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('[data-move]')) : null);

function hide() {
  window.clearTimeout(timer);
  owner?.removeAttribute('aria-describedby');
  owner = null;
  tip.hidden = true;
}

/** @param {HTMLElement | null} move */
function show(move) {
  if (move && move === owner && !tip.hidden && move.dataset.move === tip.dataset.move) {
    window.clearTimeout(timer);
    return;
  }
  hide();
  const words = move ? wordsOf(move.dataset.move ?? '', Number(move.dataset.size ?? session.track.size)) : '';
  if (!move || !words) return;
  owner = move;
  tip.dataset.move = move.dataset.move;
  tip.replaceChildren(make('b', {}, move.dataset.move ?? ''), ` ${words}`);
  (move.closest('dialog') ?? document.body).append(tip); // nothing outside of an open dialog is seen over it
  tip.hidden = false;
  const [box, own] = [move.getBoundingClientRect(), tip.getBoundingClientRect()];
  const left = Math.max(GAP, Math.min(innerWidth - own.width - GAP, box.left + (box.width - own.width) / 2));
  const above = box.top - own.height - GAP;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > GAP ? above : box.bottom + GAP}px`;
  move.setAttribute('aria-describedby', tip.id);
}

/** A move in words; none for one that this size has not. @param {string} move @param {number} size */
function wordsOf(move, size) {
  try {
    return labelWords(move, size);
  } catch (error) {
    if (error instanceof NotationError) return '';
    throw error;
  }
}
