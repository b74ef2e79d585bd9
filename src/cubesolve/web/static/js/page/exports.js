/** The cube and its moves as files: SVG, PNG, text, JSON. */

import { download, plural } from './dom.js';
import { FACES } from '../model/geometry.js';
import { methodName } from './methods.js';
import { currentScheme, UNPAINTED } from './schemes.js';
import { session } from './session.js';
import { movesText } from '../model/share.js';
import { faceletsOf } from '../model/facelets.js';

/** Where each face lies in the net, in faces. */
const NET = [[1, 0], [2, 1], [1, 1], [1, 2], [0, 1], [3, 1]];

/** The faces U, R and F of the slanted picture: corner, right and down, in widths of a face. */
const SLANT = [
  { at: [0.866, 0], right: [0.866, 0.5], down: [-0.866, 0.5] },
  { at: [0.866, 1], right: [0.866, -0.5], down: [0, 1] },
  { at: [0, 0.5], right: [0.866, 0.5], down: [0, 1] },
];

/** A flat net. @param {number} size @param {Uint8Array} colors */
export function netSvg(size, colors) {
  const unit = 1 / size;
  return svg(4.3, 3.3, size, colors, (face) => {
    const [x, y] = NET[face];
    return { at: [0.05 + x * 1.05, 0.05 + y * 1.05], right: [unit, 0], down: [0, unit] };
  }, [0, 1, 2, 3, 4, 5]);
}

/** The cube seen from above its front right corner. @param {number} size @param {Uint8Array} colors */
export function cubeSvg(size, colors) {
  return svg(1.832, 2.1, size, colors, (face) => {
    const { at, right, down } = SLANT[face];
    return { at: [at[0] + 0.05, at[1] + 0.05], right: right.map((x) => x / size), down: down.map((x) => x / size) };
  }, [0, 1, 2]);
}

/**
 * One path for each colour, so that large cubes stay small files.
 * @param {number} width @param {number} height @param {number} size @param {Uint8Array} colors
 * @param {(face: number) => {at: number[], right: number[], down: number[]}} frame @param {number[]} faces
 */
function svg(width, height, size, colors, frame, faces) {
  const shades = [...currentScheme().colors, UNPAINTED];
  const paths = shades.map(() => /** @type {string[]} */ ([]));
  const body = [];
  const gap = 0.05;
  const n = (/** @type {number} */ x) => Math.round(x * 1e4) / 10;
  for (const face of faces) {
    const { at, right, down } = frame(face);
    const point = (/** @type {number} */ col, /** @type {number} */ row) => `${n(at[0] + col * right[0] + row * down[0])} ${n(at[1] + col * right[1] + row * down[1])}`;
    const box = (/** @type {number} */ col, /** @type {number} */ row, /** @type {number} */ side, /** @type {number} */ inset) =>
      `M${point(col + inset, row + inset)}L${point(col + side - inset, row + inset)}L${point(col + side - inset, row + side - inset)}L${point(col + inset, row + side - inset)}z`;
    body.push(box(0, 0, size, 0));
    for (let row = 0; row < size; row++) {
      for (let col = 0; col < size; col++) paths[colors[face * size * size + row * size + col]].push(box(col, row, 1, gap));
    }
  }
  const drawn = paths.map((path, color) => (path.length ? `<path fill="${shades[color]}" d="${path.join('')}"/>` : '')).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(width)} ${n(height)}" role="img" aria-label="Cube of size ${size}">`
    + `<path fill="#16181d" stroke="#16181d" stroke-width="8" stroke-linejoin="round" d="${body.join('')}"/>${drawn}</svg>`;
}

/** The moves for people: with titles if they are a solution. @param {import('../model/track.js').Track} track */
export function solutionText(track) {
  const { solution } = track;
  if (!solution) return movesText(track);
  const { json } = solution;
  const counts = Object.entries(json.counts).map(([name, count]) => `${name} ${count}`).join(', ');
  const lines = [`// ${json.size}x${json.size}x${json.size}, ${methodName(json.method)}, ${plural(json.steps.length, 'step')}; ${counts}`];
  for (const [index, { title, from, to }] of solution.steps.entries()) {
    lines.push(`${json.steps[index].alg ?? track.moves.labels(from, to).join(' ')} // ${title}`);
  }
  return lines.join('\n');
}

/** Save the moves as text. */
export function saveText() {
  download('cubesolve.txt', new Blob([solutionText(session.track)], { type: 'text/plain' }));
}

/** Save the solution, or the moves if there is none, as JSON. */
export function saveSolutionJson() {
  const { track } = session;
  const data = track.solution?.json ?? { version: 1, size: track.size, facelets: faceletsOf(track.start), alg: movesText(track), at: track.cursor };
  download('cubesolve.json', new Blob([JSON.stringify(data, null, 1)], { type: 'application/json' }));
}

/** @param {string} text @param {string} name */
export function saveSvg(text, name) {
  download(name, new Blob([text], { type: 'image/svg+xml' }));
}

/** The faces as a sentence for screen readers; large cubes only by their counts. @param {number} size @param {Uint8Array} colors @param {string[]} names */
export function spokenCube(size, colors, names) {
  if (size > 4) return '';
  const area = size * size;
  return [...FACES].map((face, i) => {
    const rows = [];
    for (let row = 0; row < size; row++) {
      rows.push(Array.from(colors.subarray(i * area + row * size, i * area + (row + 1) * size), (color) => names[color] ?? 'unpainted').join(' '));
    }
    return `${face}: ${rows.join(', ')}`;
  }).join('. ');
}
