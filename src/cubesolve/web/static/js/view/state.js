/**
 * Small things that both views of a cube share.
 *
 * @typedef {import('../model/cube.js').Turn} Turn
 * @typedef {import('./palette.js').Look} Look
 * @typedef {{after: Uint8Array, markersAfter?: Uint8Array | null}} Outcome
 * @typedef {object} Options
 * @property {number} [size]
 * @property {string[]} [palette] seven hex colours: faces URFDLB, then a sticker without a colour
 * @property {boolean} [reducedMotion] turns happen at once; unsaid, the system's setting holds
 * @property {(turn: Turn) => Outcome} [resolve] what the stickers are after a turn by dragging
 * @property {number} [maxPixelRatio]
 */

import { rgb } from './palette.js';

/** @param {Uint8Array} a @param {Uint8Array} b */
export function sameBytes(a, b) {
  return a === b || (a.length === b.length && a.every((value, i) => value === b[i]));
}

/**
 * Where two lists of bytes for the slots differ: for each face that does, the smallest rectangle.
 * @param {Uint8Array} before @param {Uint8Array} after @param {number} size
 */
export function changedParts(before, after, size) {
  const parts = [];
  for (let face = 0; face < 6; face++) {
    let [top, bottom, left, right] = [size, -1, size, -1];
    for (let row = 0; row < size; row++) {
      const start = (face * size + row) * size;
      let first = 0;
      while (first < size && before[start + first] === after[start + first]) first++;
      if (first === size) continue;
      let last = size - 1;
      while (before[start + last] === after[start + last]) last--;
      top = Math.min(top, row);
      bottom = row;
      left = Math.min(left, first);
      right = Math.max(right, last);
    }
    if (bottom >= 0) parts.push({ face, top, left, width: right - left + 1, height: bottom - top + 1 });
  }
  return parts;
}

/** A look with other colours; what is not said stays. @param {Look} look @param {string[]} colors @param {Partial<Look>} rest @returns {Look} */
export function withLook(look, colors, rest) {
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const seven = [...colors];
  while (seven.length < 7) seven.push(look.colors[seven.length]);
  const next = { ...look, ...said, colors: seven };
  // A wrong colour is told of here, not when it is drawn.
  [...seven, next.body, next.background ?? next.body, ...next.markerPalette].forEach(rgb);
  return next;
}
