/**
 * Every move on the page explains itself in words, on hover, focus or tap: whatever has `data-move`. Moves in a row of a sentence
 * have the focus together, and `data-run`.
 */

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
    const move = moveAt(event.target, '[data-move], [data-run]');
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
export function withMoves(text, size, isBare) {
  /** @type {(string | HTMLElement)[]} */
  const pieces = [];
  let run = /** @type {HTMLElement | null} */ (null);
  for (const piece of movesIn(text, isBare)) {
    const made = typeof piece === 'string' ? piece : spanOf(piece.move, size);
    const isMove = made instanceof HTMLElement;
    if (isMove && !run) pieces.push((run = make('span', { className: 'text-run', tabIndex: 0 })));
    if (!isMove && made !== ' ') run = null;
    if (run) run.append(made);
    else pieces.push(made);
  }
  for (const one of pieces) if (one instanceof HTMLElement) nameRun(one);
  return pieces;
}

/** The same moves as what is no sentence and has the focus itself, such as a button. @param {HTMLElement} box @param {(string | HTMLElement)[]} pieces */
export function putMoves(box, pieces) {
  for (const piece of pieces) box.append(...(piece instanceof HTMLElement ? piece.childNodes : [piece]));
  nameRun(box);
}

/** Let what holds moves explain all of them. @param {HTMLElement} box */
function nameRun(box) {
  const moves = /** @type {HTMLElement[]} */ ([...box.querySelectorAll('[data-move]')]);
  box.dataset.run = moves.map((move) => move.dataset.move).join(' ');
  box.dataset.size = moves[0]?.dataset.size;
}

/** @param {string} move @param {number} size */
function spanOf(move, size) {
  const of = [size, 3].find((one) => wordsOf(move, one));
  return of ? make('span', { className: 'text-move', data: { move, size: of } }, move) : move;
}

/** @param {EventTarget | null} target @param {string} [kinds] */
const moveAt = (target, kinds = '[data-move]') => (target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(kinds)) : null);

function hide() {
  window.clearTimeout(timer);
  owner?.removeAttribute('aria-describedby');
  owner = null;
  tip.hidden = true;
}

/** @param {HTMLElement | null} move one, or some in a row */
function show(move) {
  const text = move?.dataset.run ?? move?.dataset.move ?? '';
  if (move && move === owner && !tip.hidden && text === tip.dataset.move) {
    window.clearTimeout(timer);
    return;
  }
  hide();
  const size = Number(move?.dataset.size ?? session.track.size);
  const said = text.split(' ').map((one) => [one, wordsOf(one, size)]).filter(([, words]) => words);
  if (!move || !said.length) return;
  owner = move;
  tip.dataset.move = text;
  tip.replaceChildren(...said.flatMap(([one, words], i) => [...(i ? [make('br')] : []), make('b', {}, one), ` ${words}`]));
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
