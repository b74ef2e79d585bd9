/**
 * What a scan says, in the colours of the page.
 *
 * @typedef {{slot: number, place: string, color: string, other: string, margin: number, reason: string}} Doubt
 * @typedef {{size: number, facelets: string, scheme: string, doubtful: Doubt[], pictures: number[], turns: number[]}} ScanJson
 * @typedef {{size: number, corners: [number, number][], readings: number[][][]}} FaceJson
 */

import { FACES } from './geometry.js';

const ALIKE = 14; // mean difference of two readings of one face, of 255

/**
 * For each face of the scan the face of a scheme that has its colour; null if no hold of the scheme has these colours.
 * @param {string} seen letters of the colours of U R F D L B @param {string} scheme the same
 */
export function facesIn(seen, scheme) {
  const faces = [...seen].map((letter) => scheme.indexOf(letter));
  if (faces.includes(-1) || new Set(faces).size < 6) return null;
  if (![0, 1, 2].every((face) => faces[face + 3] === (faces[face] + 3) % 6)) return null;
  const [a, b, c] = faces.map((face) => face % 3);
  const isTurned = (b - a + 3) % 3 === 1 && (c - b + 3) % 3 === 1;
  const flips = faces.slice(0, 3).filter((face) => face >= 3).length;
  return isTurned === (flips % 2 === 0) ? faces : null; // else it would be a mirror image
}

/** Colours of the slots as faces of a scheme. @param {string} facelets @param {number[]} faces */
export const colorsIn = (facelets, faces) => Uint8Array.from(facelets, (letter) => faces[FACES.indexOf(letter)]);

/** Whether two pictures show the same face, in any way round. @param {FaceJson} a @param {FaceJson} b */
export function isSameFace(a, b) {
  const n = a.size;
  if (b.size !== n) return false;
  const cells = Array.from({ length: n * n }, (_, i) => [Math.floor(i / n), i % n]);
  const ways = /** @type {((r: number, c: number) => [number, number])[]} */ ([
    (r, c) => [r, c], (r, c) => [c, n - 1 - r], (r, c) => [n - 1 - r, n - 1 - c], (r, c) => [n - 1 - c, r],
  ]);
  return ways.some((turn) => {
    const away = cells.map(([r, c]) => {
      const [row, column] = turn(r, c);
      return Math.max(...a.readings[r][c].map((value, i) => Math.abs(value - b.readings[row][column][i])));
    });
    return away.reduce((sum, value) => sum + value, 0) / away.length < ALIKE && Math.max(...away) < 5 * ALIKE;
  });
}

/**
 * The order U R F D L B for pictures in files of these names, if the names say so.
 * @param {string[]} names
 */
export function orderByName(names) {
  const letters = names.map((name) => name.replace(/\.\w+$/, '').toUpperCase());
  const order = [...FACES].map((face) => letters.indexOf(face));
  return order.includes(-1) ? null : order;
}
