/** Small things that both views of a cube share. */

/** @typedef {import('./palette.js').Look} Look */

import { rgb } from './palette.js';

/** The colours of a solved cube. @param {number} size */
export function solvedColors(size) {
  const area = size * size;
  const colors = new Uint8Array(6 * area);
  for (let face = 1; face < 6; face++) colors.fill(face, face * area, (face + 1) * area);
  return colors;
}

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
