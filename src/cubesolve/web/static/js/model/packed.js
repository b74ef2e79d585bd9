/**
 * Turns as numbers, as `docs/solution.md` describes them: long solutions are arrays of these, with no
 * object for a move that nobody looks at.
 *
 * From the lowest bit: 2 for clockwise quarter turns, 3 for the face in the order URFDLB, 16 for the
 * first layer counted from it, 11 for how many layers turn beside it.
 */

import { FACES } from './geometry.js';

const FACE = 2;
const LAYER = 5;
const MORE = 21;
const BYTES = 4;

/** @param {number} word */
export const turnsOf = (word) => word & 3;
/** @param {number} word */
export const faceOf = (word) => (word >>> FACE) & 7;
/** @param {number} word */
export const firstOf = (word) => (word >>> LAYER) & 0xffff;
/** @param {number} word */
export const lastOf = (word) => firstOf(word) + (word >>> MORE);

/** The same turn of other layers. @param {number} word @param {number} first @param {number} last */
export const withLayers = (word, first, last) => ((word & 31) | (first << LAYER) | ((last - first) << MORE)) >>> 0;

/** @param {number} word @returns {import('./cube.js').Turn} */
export function turnOf(word) {
  const face = /** @type {import('./cube.js').Turn['face']} */ (FACES[faceOf(word)]);
  return { face, first: firstOf(word), last: lastOf(word), turns: turnsOf(word) };
}

/** Read turns of a cube of this size from base64 of four bytes each, the lowest first. @param {string} text @param {number} size */
export function readWords(text, size) {
  const bytes = bytesFrom(text);
  if (bytes.length % BYTES) throw new Error('its packed moves were cut off');
  const view = new DataView(bytes.buffer);
  const words = new Uint32Array(bytes.length / BYTES);
  for (let i = 0; i < words.length; i++) {
    const word = view.getUint32(BYTES * i, true);
    if (!turnsOf(word) || faceOf(word) > 5 || !firstOf(word) || lastOf(word) > size) throw new Error('its packed moves are damaged');
    words[i] = word;
  }
  return words;
}

/** @param {string} text */
function bytesFrom(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
