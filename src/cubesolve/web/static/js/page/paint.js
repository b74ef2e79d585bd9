/**
 * A cube that is being painted: its colours, the brush, what is wrong with it.
 *
 * @typedef {{slot: number, place: string, color: string, other: string, reason: string, face: number}} Doubt a scanned
 *   sticker that may be `other`, which is the colour of `face`
 */

import { fetchCheck } from './api.js';
import { debounce } from './dom.js';
import { session } from './session.js';
import { tell } from './settings.js';
import { keepText, local } from './storage.js';
import { solvedColors } from '../model/geometry.js';
import { BLANK, colorsFrom, faceletsOf } from '../model/facelets.js';

const KEY = 'cubesolve.paint';
const DOUBTS_KEY = 'cubesolve.doubts';
const UNDO = 200;
const CHECK_DELAY = 250;

export const paint = {
  size: 3,
  /** @type {Uint8Array} */
  colors: solvedColors(3),
  brush: 0,
  /** @type {'paint' | 'fill' | 'pick'} */
  tool: 'paint',
  /** Slots to mark. @type {Set<number>} */
  wrong: new Set(),
  /** What the server says, null while it is asked. @type {{ok: boolean, solved: boolean, problems: import('./api.js').Problem[]} | null} */
  verdict: null,
  error: '',
  /** Which problem is shown alone, or -1. */
  chosen: -1,
  isBegun: false,
  /** Stickers of a scan that may have another colour, the most doubtful first. @type {Doubt[]} */
  doubts: [],
  /** Slot of the doubtful sticker that is shown alone, or -1. */
  doubted: -1,
  /** What to do with the cube instead of playing with it. @type {((size: number, colors: Uint8Array) => void) | undefined} */
  use: undefined,
  /** @type {Uint8Array[]} */
  undo: [],
};

/**
 * Paint the cube from other colours, such as those of a scan with its doubts; `use` is for who wants the cube.
 * @param {number} size @param {Uint8Array} colors
 * @param {{doubts?: Doubt[], use?: (size: number, colors: Uint8Array) => void}} [from]
 */
export function startPaint(size, colors, { doubts = [], use } = {}) {
  if (paint.isBegun) remember();
  Object.assign(paint, { size, colors: colors.slice(), isBegun: true, doubts, doubted: -1, use });
  changed();
}

/** Show one doubtful sticker alone, or all. @param {number} slot */
export function chooseDoubt(slot) {
  paint.doubted = paint.doubted === slot ? -1 : slot;
  tell('paint');
}

/** Settle a doubt: the sticker has this colour. @param {Doubt} doubt @param {number} face */
export function settleDoubt({ slot }, face) {
  if (paint.colors[slot] !== face) remember();
  paint.colors[slot] = face;
  settle(slot, 1);
  changed();
}

/** The user has said what these stickers are. @param {number} first @param {number} count */
function settle(first, count) {
  paint.doubts = paint.doubts.filter(({ slot }) => slot < first || slot >= first + count);
  paint.doubted = -1;
}

/** Take up the cube in play when painting begins, or what was painted before. */
export function beginPaint() {
  if (!paint.isBegun) startPaint(session.track.size, session.track.isThin ? session.track.start : session.track.colors());
  else changed();
}

/** A sticker was touched. @param {number} slot */
export function paintAt(slot) {
  if (slot < 0) return;
  const { colors, tool, brush, size } = paint;
  if (tool === 'pick') {
    paint.brush = Math.min(5, colors[slot]);
    paint.tool = 'paint';
    tell('paint');
    return;
  }
  const area = size * size;
  const first = tool === 'fill' ? slot - (slot % area) : slot;
  const count = tool === 'fill' ? area : 1;
  if (colors.subarray(first, first + count).every((color) => color === brush)) return;
  remember();
  colors.fill(brush, first, first + count);
  settle(first, count);
  changed();
}

function remember() {
  paint.undo.push(paint.colors.slice());
  if (paint.undo.length > UNDO) paint.undo.shift();
}

/** Take back the last change. */
export function undoPaint() {
  const colors = paint.undo.pop();
  if (!colors) return;
  paint.colors = colors;
  if (colors.length !== 6 * paint.size ** 2) paint.doubts = [];
  paint.size = Math.sqrt(colors.length / 6);
  changed();
}

/** How many stickers have each colour, unpainted ones last. */
export function colorCounts() {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (const color of paint.colors) counts[color]++;
  return counts;
}

/** Show one problem's places, or all. @param {number} index */
export function chooseProblem(index) {
  paint.chosen = paint.chosen === index ? -1 : index;
  markProblems();
  tell('paint');
}

function markProblems() {
  const problems = paint.verdict?.problems ?? [];
  const shown = paint.chosen < 0 ? problems : problems.slice(paint.chosen, paint.chosen + 1);
  paint.wrong = new Set(shown.flatMap((problem) => problem.slots));
}

function changed() {
  paint.verdict = null;
  paint.error = '';
  paint.chosen = -1;
  paint.wrong = new Set();
  keepText(KEY, faceletsOf(paint.colors));
  keepText(DOUBTS_KEY, JSON.stringify(paint.doubts));
  tell('paint');
  checkLater();
}

let asked = new AbortController();

const checkLater = debounce(check, CHECK_DELAY);

async function check() {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  if (colorCounts()[BLANK]) return;
  try {
    const verdict = await fetchCheck({ facelets: faceletsOf(paint.colors) }, signal);
    if (signal.aborted) return;
    paint.verdict = verdict;
    markProblems();
  } catch (error) {
    if (signal.aborted) return;
    paint.error = /** @type {Error} */ (error).message;
  }
  tell('paint');
}

/** Restore what was painted before a reload. */
export function restorePaint() {
  const text = local.getItem(KEY);
  if (!text) return;
  const size = Math.round(Math.sqrt(text.length / 6));
  if (size < 2 || 6 * size * size !== text.length) return;
  Object.assign(paint, { size, colors: colorsFrom(text), isBegun: true, doubts: keptDoubts(text.length) });
}

/** Doubts that were kept with a cube of so many stickers: a reload must not make them certain. @param {number} stickers @returns {Doubt[]} */
function keptDoubts(stickers) {
  const isPlace = (/** @type {any} */ value, /** @type {number} */ end) => Number.isInteger(value) && value >= 0 && value < end;
  try {
    const kept = JSON.parse(local.getItem(DOUBTS_KEY) ?? '[]');
    return kept.filter((/** @type {any} */ doubt) => isPlace(doubt.slot, stickers) && isPlace(doubt.face, 6)
      && [doubt.place, doubt.color, doubt.other, doubt.reason].every((text) => typeof text === 'string'));
  } catch {
    return []; // of another version, or half written
  }
}
