/** What an algorithm does to the pieces of a cube: which change places, in which cycles, and what only turns. */

import { turnSlots } from './cube.js';
import { DOWNS, FACES, NORMALS, RIGHTS } from './geometry.js';

/** @typedef {import('./cube.js').Turn} Turn */

/** The place of each slot's piece as text: its cubie, so that the stickers of one piece share it. @param {number} size */
function piecesOf(size) {
  const end = size - 1;
  return Array.from({ length: 6 * size * size }, (_, slot) => {
    const face = Math.floor(slot / (size * size));
    const [row, col] = [Math.floor((slot % (size * size)) / size), slot % size];
    return [0, 1, 2].map((i) => NORMALS[face][i] * end + RIGHTS[face][i] * (2 * col - end) + DOWNS[face][i] * (2 * row - end)).join();
  });
}

/**
 * What turns do: for each cycle of pieces the slots of their first stickers in turn, and the slots that change.
 * @param {Turn[]} turns @param {number} size
 */
export function effectOf(turns, size) {
  const stickers = Int32Array.from({ length: 6 * size * size }, (_, slot) => slot);
  for (const turn of turns) turnSlots(stickers, size, turn);
  const pieces = piecesOf(size);
  /** Piece to where it goes, and a slot of it. @type {Map<string, {to: string, slot: number}>} */
  const goes = new Map();
  const slots = /** @type {number[]} */ ([]);
  stickers.forEach((sticker, slot) => {
    if (sticker === slot) return;
    slots.push(slot);
    if (!goes.has(pieces[sticker])) goes.set(pieces[sticker], { to: pieces[slot], slot: sticker });
  });
  const cycles = [];
  const seen = new Set();
  for (const start of goes.keys()) {
    const cycle = /** @type {number[]} */ ([]);
    for (let at = start; !seen.has(at); at = /** @type {{to: string}} */ (goes.get(at)).to) {
      seen.add(at);
      cycle.push(/** @type {{slot: number}} */ (goes.get(at)).slot);
    }
    if (cycle.length) cycles.push(cycle);
  }
  return { cycles, slots, count: goes.size };
}

/** The pieces that turns of A and turns of B both move somewhere on their way. @param {Turn[]} a @param {Turn[]} b @param {number} size */
export function sharedPieces(a, b, size) {
  const pieces = piecesOf(size);
  const moved = (/** @type {Turn[]} */ turns) => new Set(effectOf(turns, size).slots.map((slot) => pieces[slot]));
  const [first, second] = [moved(a), moved(b)];
  return [...first].filter((piece) => second.has(piece)).length;
}

/** What people call the place of a slot's piece: its faces' letters. @param {number} size @param {number} slot */
export function placeName(size, slot) {
  const pieces = piecesOf(size);
  const faces = [...FACES].filter((_, face) => {
    for (let other = face * size * size; other < (face + 1) * size * size; other++) if (pieces[other] === pieces[slot]) return true;
    return false;
  });
  return faces.join('');
}
