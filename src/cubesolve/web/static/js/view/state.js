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
