/** Small pictures of cases: the last layer from above with its sides, or the three faces in sight. */

import { currentScheme, UNPAINTED } from '../page/schemes.js';

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} name @param {Record<string, string | number>} attributes @param {...Element} children */
function shape(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** @param {string} fill @param {number[][]} points */
const tile = (fill, points) => shape('polygon', { fill, points: points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' '), class: 'tile' });

/**
 * A picture of a cube's colours. `top` is the last layer from above; `up` shows only where its colour is.
 * @param {Uint8Array} colors @param {number} size @param {'top' | 'up' | 'corner'} kind
 */
export function sketch(colors, size, kind) {
  const paints = [...currentScheme().colors, UNPAINTED];
  const at = (/** @type {number} */ face, /** @type {number} */ row, /** @type {number} */ col) => {
    const color = colors[(face * size + row) * size + col];
    return paints[kind === 'up' && color !== colors[(size * size - 1) / 2] ? 6 : color];
  };
  const svg = shape('svg', { class: 'sketch', 'aria-hidden': 'true', viewBox: kind === 'corner' ? '-1.05 -1.15 2.1 2.3' : `-0.6 -0.6 ${size + 1.2} ${size + 1.2}` });
  svg.append(...(kind === 'corner' ? cornerTiles(size, at) : topTiles(size, at)));
  return svg;
}

/** @param {number} size @param {(face: number, row: number, col: number) => string} at */
function topTiles(size, at) {
  const box = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ h) => [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
  const tiles = [];
  const last = size - 1;
  for (let row = 0; row < size; row++) for (let col = 0; col < size; col++) tiles.push(tile(at(0, row, col), box(col, row, 1, 1)));
  for (let i = 0; i < size; i++) {
    tiles.push(tile(at(2, 0, i), box(i, size + 0.08, 1, 0.4)), tile(at(5, 0, last - i), box(i, -0.48, 1, 0.4)));
    tiles.push(tile(at(4, 0, i), box(-0.48, i, 0.4, 1)), tile(at(1, 0, last - i), box(size + 0.08, i, 0.4, 1)));
  }
  return tiles;
}

/** @param {number} size @param {(face: number, row: number, col: number) => string} at */
function cornerTiles(size, at) {
  const [x, y] = [0.87 / size, 0.5 / size];
  // Where the cells of U, R and F begin, and how they run to the right and down.
  const frames = /** @type {[number, number[], number[], number[]][]} */ ([
    [0, [0, -1], [x, y], [-x, y]], [1, [0, 0], [x, -y], [0, 1 / size]], [2, [-0.87, -0.5], [x, y], [0, 1 / size]],
  ]);
  return frames.flatMap(([face, start, right, down]) => Array.from({ length: size * size }, (_, cell) => {
    const [row, col] = [Math.floor(cell / size), cell % size];
    const corner = (/** @type {number} */ r, /** @type {number} */ c) => [0, 1].map((i) => start[i] + right[i] * c + down[i] * r);
    return tile(at(face, row, col), [corner(row, col), corner(row, col + 1), corner(row + 1, col + 1), corner(row + 1, col)]);
  }));
}
