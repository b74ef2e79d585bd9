/** Marks on the stickers: which pieces a step moves, where they go, what trackers hold on to. */

import { slotAfter } from './cube.js';

const DOT = 1;
const RING = 2;
const CROSS = 3;

/** Colours of the parts of a step's moves: A and B of a commutator, a setup and what takes it back. */
const PARTS = /** @type {Record<string, string[]>} */ ({ '#3f7be8': ['a', 'a-back'], '#e0892b': ['b', 'b-back'], '#12a37f': ['setup', 'restore'] });

/** Colours of marks: moved, target, wrong; then the six faces for trackers; then parts. @param {string[]} colors of the faces */
export const markPalette = (colors) => ['#e5189b', '#101216', '#e00024', ...colors, ...Object.keys(PARTS)];
const MOVED = 0;
const TARGET = 1;
const WRONG = 2;
const FACE = 3;
const PART = 9;

/** The colour of what a step moves: that of the part whose turn is next. @param {import('./solution.js').PartJson[]} parts @param {number} at */
function movedColor(parts, at) {
  const role = parts.find(({ from, to }) => from <= at && at < to)?.role ?? '';
  const part = Object.values(PARTS).findIndex((roles) => roles.includes(role));
  return part < 0 ? MOVED : PART + part;
}

/** @param {number} shape @param {number} color */
const mark = (shape, color) => shape + 8 * color;

/**
 * The marks of the step at the track's cursor, or null if there are none.
 *
 * Pieces and trackers are marked on their stickers as they travel; targets stay at their slots. The
 * last place of a solution has no marks: it is done.
 * @param {import('./track.js').Track} track @param {{moved: boolean, targets: boolean, trackers: boolean}} shown which kinds
 * @param {import('./cube.js').Turn[]} [turning] turns under way: targets in their layers are left out
 */
export function stepMarks(track, shown, turning = []) {
  const { solution, size } = track;
  const index = track.stepIndex();
  if (!solution || index < 0 || track.cursor >= solution.to || track.isThin) return null;
  const step = solution.steps[index];
  if (!step.moved.length && !step.targets.length && !step.trackers.length) return null;
  const marks = new Uint8Array(6 * size * size);
  const travel = (/** @type {number} */ slot) => {
    for (let at = step.from; at < track.cursor; at++) {
      for (const turn of track.moves.at(at)?.turns ?? []) slot = slotAfter(size, turn, slot);
    }
    return slot;
  };
  const rests = (/** @type {number} */ slot) => turning.every((turn) => slotAfter(size, { ...turn, turns: 1 }, slot) === slot);
  if (shown.targets) for (const slot of step.targets) if (rests(slot)) marks[slot] = mark(RING, TARGET);
  const moved = movedColor(solution.json.steps[index].parts ?? [], track.cursor - step.from);
  if (shown.moved) for (const slot of step.moved) marks[travel(slot)] = mark(DOT, moved);
  if (shown.trackers) {
    for (const { color, slot } of step.trackers) marks[travel(slot)] = mark(DOT, FACE + solution.json.scheme.indexOf(color));
  }
  return marks;
}

/** Rings on the stickers that are doubtful, crosses on those that are wrong. @param {number} size @param {Iterable<number>} wrong @param {Iterable<number>} doubtful */
export function paintMarks(size, wrong, doubtful) {
  const marks = new Uint8Array(6 * size * size);
  for (const slot of doubtful) marks[slot] = mark(RING, MOVED);
  for (const slot of wrong) marks[slot] = mark(CROSS, WRONG);
  return marks;
}

/** Marks with a dot more, for the sticker that keys have come to. @param {number} size @param {Uint8Array | null} marks @param {number} slot */
export function withDot(size, marks, slot) {
  const all = marks?.slice() ?? new Uint8Array(6 * size * size);
  all[slot] = mark(DOT, MOVED);
  return all;
}

/** Dots on the stickers that are to move, rings where they go. @param {number} size @param {number[]} moved @param {number[]} targets */
export function slotMarks(size, moved, targets) {
  const marks = new Uint8Array(6 * size * size);
  for (const slot of targets) marks[slot] = mark(RING, TARGET);
  for (const slot of moved) marks[slot] = mark(DOT, MOVED);
  return marks;
}
