/**
 * Colours whose faces lie loose: a turn of a face only notes that it has turned, and its stickers stay
 * where they are until someone wants to see them. Long solutions turn faces of a hundred thousand
 * stickers again and again.
 *
 * The notes are the last six numbers of the array: how far each face has turned clockwise.
 */

import { sideOf, stripAt, stripsOf, turnRing } from './cube.js';
import { opposite } from './geometry.js';

/** @param {Uint8Array} colors */
export function loosen(colors) {
  const state = new Uint8Array(colors.length + 6);
  state.set(colors);
  return state;
}

/** Turn layers first..last of a face, which must exist. @param {Uint8Array} state @param {number} size @param {number} face @param {number} first @param {number} last @param {number} turns */
export function turnLoose(state, size, face, first, last, turns) {
  const notes = 6 * size * size;
  const strips = stripsOf(size);
  const back = turns === 3; // three turns are one turn with two sides exchanged
  const second = back ? 3 : 1;
  const fourth = back ? 1 : 3;
  const four = /** @type {[number, number, number, number]} */ ([
    stripAt(face, 0, state[notes + sideOf(face, 0)]),
    stripAt(face, second, state[notes + sideOf(face, second)]),
    stripAt(face, 2, state[notes + sideOf(face, 2)]),
    stripAt(face, fourth, state[notes + sideOf(face, fourth)]),
  ]);
  for (let layer = first; layer <= last; layer++) turnRing(state, size, strips, layer, turns === 2, four);
  if (first === 1) state[notes + face] = (state[notes + face] + turns) & 3;
  if (last === size) state[notes + opposite(face)] = (state[notes + opposite(face)] + 4 - turns) & 3;
}

/** The colour of each slot. @param {Uint8Array} state @param {number} size */
export function settled(state, size) {
  const area = size * size;
  const end = size - 1;
  const colors = state.slice(0, 6 * area);
  for (let face = 0; face < 6; face++) {
    const turned = state[6 * area + face];
    if (!turned) continue;
    let slot = face * area;
    for (let row = 0; row < size; row++) {
      // Where the first cell of this row lies, and the way to the next.
      const [from, step] = turned === 1 ? [end * size + row, -size] : turned === 2 ? [(end - row) * size + end, -1] : [end - row, size];
      for (let at = face * area + from, column = 0; column < size; column++, at += step) colors[slot++] = state[at];
    }
  }
  return colors;
}
