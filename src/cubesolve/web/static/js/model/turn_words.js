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

/** The layers of a turn, counted from the face that its axis points at. @param {Turn} turn @param {number} size @returns {[number, number]} */
function fromNear(turn, size) {
  const { first, last } = turn;
  return aboutAxis(turn).isFar ? [size + 1 - last, size + 1 - first] : [first, last];
}

/** What people call layers of one axis, each counted from the face that is nearer. @param {Turn[]} turns @param {number} size */
function layersText(turns, size) {
  const { axis } = aboutAxis(turns[0]);
  /** @type {[number, number][][]} */
  const [near, far] = [[], []];
  /** @type {string[]} */
  const between = [];
  for (const [first, last] of turns.map((turn) => fromNear(turn, size)).sort(([a], [b]) => a - b)) {
    const count = last - first + 1;
    if (count === size) return 'the whole cube';
    if (first + last === size + 1) between.push(`${middle(count, size)} ${BETWEEN[axis]}`);
    else if (first + last < size + 1) near.push([first, last]);
    else far.unshift([size + 1 - last, size + 1 - first]);
  }
  return listed([...fromSide(near, axis, 0), ...between, ...fromSide(far, axis, 1)]);
}

/** What blocks of layers are called that are counted from one face, outermost first. @param {[number, number][]} blocks @param {number} axis @param {number} side */
function fromSide(blocks, axis, side) {
  const said = [];
  const inner = blocks.filter(([first]) => first > 1);
  if (inner.length < blocks.length) {
    const [[, count]] = blocks;
    said.push(count === 1 ? `the ${NAMES[axis][side]} face` : `the ${numberWord(count)} layers ${SIDES[axis][side]}`);
  }
  if (inner.length) {
    const noun = inner[0][0] === inner[inner.length - 1][1] ? 'layer' : 'layers';
    said.push(`the ${listed(inner.flatMap(places))} ${noun} from the ${NAMES[axis][side]}`);
  }
  return said;
}

/** @param {[number, number]} block */
function places([first, last]) {
  if (last - first > 1) return [`${ordinal(first)} to ${ordinal(last)}`];
  return first === last ? [ordinal(first)] : [ordinal(first), ordinal(last)];
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
  return `turn ${layersText(turns, size)} ${wayText(turns, size)}`;
}

/** The move that a text spells, in words. @param {string} label @param {number} size */
export const labelWords = (label, size) => turnWords(parse(label, size)[0]?.turns ?? [], size);
