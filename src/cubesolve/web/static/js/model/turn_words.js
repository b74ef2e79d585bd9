/**
 * Turns in words that a beginner knows: which layer, and which way, as the cube is held. The same
 * words as the package's `words/turns.py`.
 *
 * @typedef {import('./cube.js').Turn} Turn
 */

import { FACES } from './geometry.js';
import { parse } from './notation.js';

// By axis, from the face that it points at and from the other one.
const NAMES = [['right', 'left'], ['top', 'bottom'], ['front', 'back']];
const SIDES = [['on the right', 'on the left'], ['at the top', 'at the bottom'], ['at the front', 'at the back']];
const BETWEEN = ['between left and right', 'between top and bottom', 'between front and back'];
const WAYS = [['away from you', 'towards you'], ['to the left', 'to the right'], ['clockwise', 'anticlockwise']];
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth'];

/** @param {number} number */
const numberWord = (number) => NUMBERS[number] ?? String(number);

/** @param {number} number */
function ordinal(number) {
  if (number < ORDINALS.length) return ORDINALS[number];
  const isTeen = [11, 12, 13].includes(number % 100);
  return `${number}${(!isTeen && ['', 'st', 'nd', 'rd'][number % 10]) || 'th'}`;
}

/** @param {string[]} things */
const listed = (things) => (things.length > 1 ? `${things.slice(0, -1).join(', ')} and ${things[things.length - 1]}` : things[0]);

/** The axis of a turn (0 R, 1 U, 2 F), and its way as the face at its end sees it. @param {Turn} turn */
function aboutAxis({ face, turns }) {
  const at = FACES.indexOf(face);
  return { axis: [1, 0, 2][at % 3], isFar: at >= 3, turns: at < 3 ? turns : 4 - turns };
}

/** @param {number} count @param {number} size */
function middle(count, size) {
  if (count === 1) return 'the middle layer';
  if (count === size - 2) return count === 2 ? 'both inner layers' : `all ${numberWord(count)} inner layers`;
  return `the ${numberWord(count)} middle layers`;
}

/** What people call a block of layers, counted from the face that is nearer. @param {Turn} turn @param {number} size */
function layersText(turn, size) {
  const { axis, isFar } = aboutAxis(turn);
  let { first, last } = turn;
  let side = Number(isFar);
  const count = last - first + 1;
  if (count === size) return 'the whole cube';
  if (first + last === size + 1) return `${middle(count, size)} ${BETWEEN[axis]}`;
  if (first + last > size + 1) {
    [first, last] = [size + 1 - last, size + 1 - first];
    side = 1 - side;
  }
  if (first === 1) return count === 1 ? `the ${NAMES[axis][side]} face` : `the ${numberWord(count)} layers ${SIDES[axis][side]}`;
  if (count === 1) return `the ${ordinal(first)} layer from the ${NAMES[axis][side]}`;
  return `the ${ordinal(first)} ${count === 2 ? 'and' : 'to'} ${ordinal(last)} layers from the ${NAMES[axis][side]}`;
}

/** Where layers go; those behind the front are said to be seen from there. @param {Turn[]} turns @param {number} size */
function wayText(turns, size) {
  const { axis, turns: count } = aboutAxis(turns[0]);
  // Of some layers it is plain which way halfway round is; a whole cube could go round three ways.
  if (count === 2) return turns[0].last - turns[0].first + 1 === size ? `halfway round, ${WAYS[axis][0]}` : 'halfway round';
  const way = WAYS[axis][count === 3 ? 1 : 0];
  const holdsFront = turns.some(({ face, first, last }) => (face === 'F' ? first === 1 : last === size));
  return axis === 2 && !holdsFront ? `${way}, seen from the front` : way;
}

/**
 * Turns of one axis that happen at once, in words: no notation, no capital, no full stop.
 * @param {Turn[]} turns @param {number} size
 */
export function turnWords(turns, size) {
  if (!turns.length) return 'turn nothing';
  return `turn ${listed(turns.map((turn) => layersText(turn, size)))} ${wayText(turns, size)}`;
}

/** The move that a text spells, in words. @param {string} label @param {number} size */
export const labelWords = (label, size) => turnWords(parse(label, size)[0]?.turns ?? [], size);
