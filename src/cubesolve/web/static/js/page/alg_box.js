/** The box for algorithms: what is written is what was turned, and the caret is the place in it. */

import { ApiError, fetchAlg } from './api.js';
import { byId, copy, debounce, make, plural, toast } from './dom.js';
import { NotationError, parse } from '../model/notation.js';
import { session } from './session.js';
import { on, settings, tell } from './settings.js';
import { movesText } from '../model/share.js';
import { turnWords } from '../model/turn_words.js';

const COUNT_DELAY = 300;

/** @type {import('../model/notation.js').Step[]} */
let written = []; // the moves of the text, with their columns
/** @type {NotationError | null} */
let fault = null;
let caret = 0; // where it was when the cube last followed it

/** Set up the box. @param {import('./player.js').Player} player */
export function setUpAlg(player) {
  const box = byId('alg', 'textarea');
  box.addEventListener('input', () => read(player));
  box.addEventListener('scroll', renderScroll);
  document.addEventListener('selectionchange', () => {
    if (document.activeElement === box) followCaret(player);
  });
  byId('alg-play').onclick = () => {
    player.seek(0, true);
    player.play(ownEnd());
  };
  byId('alg-copy').onclick = () => copy(box.value, 'Algorithm');
  byId('alg-clear').onclick = () => write(player, '');
  byId('alg-invert').onclick = () => rewrite(player, 'inverse');
  byId('alg-simplify').onclick = () => rewrite(player, 'simplified');
  on('track', refresh);
  on('cursor', () => renderPlace(player));
  on('track settings', countLater);
  refresh();
}

/** Where the moves end that are not a solution's. */
const ownEnd = () => session.track.solution?.from ?? session.track.moves.length;

/** Read what the user wrote. @param {import('./player.js').Player} player */
function read(player) {
  const text = byId('alg', 'textarea').value;
  try {
    written = parse(text, session.track.size).filter((step) => step.turns.length);
    fault = null;
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    fault = error;
    renderMarks();
    return;
  }
  player.pause();
  session.track.replace(written.map(({ turns, label }) => ({ turns, label })), text);
  tell('track');
  goTo(player, placeOfCaret());
  renderMarks();
}

/** Put a text into the box as if it were typed. @param {import('./player.js').Player} player @param {string} text */
function write(player, text) {
  const box = byId('alg', 'textarea');
  box.value = text;
  box.setSelectionRange(text.length, text.length);
  read(player);
}

/** @param {import('./player.js').Player} player @param {'inverse' | 'simplified'} which */
async function rewrite(player, which) {
  const alg = byId('alg', 'textarea').value;
  if (fault || !alg.trim()) return;
  try {
    const { [which]: text } = await fetchAlg({ alg, size: session.track.size });
    if (byId('alg', 'textarea').value === alg) write(player, text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.message);
  }
}

/** How many moves end at or before the caret. */
function placeOfCaret() {
  caret = byId('alg', 'textarea').selectionStart;
  let count = 0;
  while (count < written.length && written[count].to <= caret) count++;
  return count;
}

/** Go where the caret went; news of it may come late, when the cube is elsewhere already. @param {import('./player.js').Player} player */
function followCaret(player) {
  const { selectionStart, selectionEnd } = byId('alg', 'textarea');
  if (fault || player.isPlaying || selectionStart !== selectionEnd || selectionStart === caret) return;
  goTo(player, placeOfCaret());
}

/** @param {import('./player.js').Player} player @param {number} place */
function goTo(player, place) {
  const { cursor } = session.track;
  if (place === cursor + 1) player.step(1);
  else if (place === cursor - 1) player.step(-1);
  else if (place !== cursor) player.seek(place);
}

/** Take the text from the track, unless it is the user's own that is there already. */
function refresh() {
  const { track } = session;
  const box = byId('alg', 'textarea');
  const text = track.text ?? movesText(track, ownEnd());
  if (box.value !== text) box.value = text;
  try {
    written = parse(text, track.size).filter((step) => step.turns.length);
    fault = null;
  } catch (error) {
    if (!(error instanceof NotationError)) throw error;
    fault = error;
  }
  renderMarks();
}

/** @param {import('./player.js').Player} player */
function renderPlace(player) {
  renderMarks();
  const now = written[session.track.cursor - 1];
  const box = byId('alg', 'textarea');
  if (player.isPlaying && document.activeElement === box && now) box.setSelectionRange(now.to, now.to);
}

/** The same text behind the box, with the current move and the fault marked. */
function renderMarks() {
  if (session.mode !== 'play') return;
  const text = byId('alg', 'textarea').value;
  const marks = byId('alg-marks');
  const now = fault ? null : written[session.track.cursor - 1];
  const [from, to] = fault ? faultRange(text) : now ? [now.from, now.to] : [0, 0];
  marks.replaceChildren(text.slice(0, from), make('span', { className: fault ? 'wrong' : 'played' }, text.slice(from, to) || (fault ? ' ' : '')), `${text.slice(to)}\n`);
  renderScroll();
  byId('alg-box').classList.toggle('invalid', fault !== null);
  byId('alg').setAttribute('aria-invalid', String(fault !== null));
  byId('alg-words').textContent = now ? `${now.label}: ${turnWords(now.turns, session.track.size)}` : '';
  byId('alg-error').textContent = fault ? `Column ${fault.position + 1}: ${fault.message}${fault.hint ? ` (${fault.hint})` : ''}` : '';
}

/** @param {string} text */
function faultRange(text) {
  const from = Math.min(fault?.position ?? 0, text.length);
  const word = /^\S+/.exec(text.slice(from));
  return [from, from + (word ? word[0].length : 1)];
}

function renderScroll() {
  byId('alg-marks').scrollTop = byId('alg').scrollTop;
}

let asked = new AbortController();

const countLater = debounce(async () => {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  const text = byId('alg', 'textarea').value;
  const out = byId('alg-count');
  if (!text.trim() || fault) {
    out.textContent = '';
    return;
  }
  try {
    const { counts } = await fetchAlg({ alg: text, size: session.track.size }, signal);
    out.textContent = `${plural(counts[settings.metric], 'move')} ${settings.metric}`;
  } catch {
    if (!signal.aborted) out.textContent = '';
  }
}, COUNT_DELAY);
