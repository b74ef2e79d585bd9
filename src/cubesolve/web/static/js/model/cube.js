/**
 * A cube as an array over its slots, of stickers or colours. A turn permutes them; nothing else is known here.
 *
 * @typedef {object} Turn Layers `first`..`last` counted from `face` (1 is the face itself), turned
 *   `turns` (1 to 3) quarter turns clockwise. `first` 1 and `last` N turn the whole cube.
 * @property {'U'|'R'|'F'|'D'|'L'|'B'} face
 * @property {number} first
 * @property {number} last
 * @property {number} turns
 */

import { DOWNS, FACES, NORMALS, RIGHTS, cross, dot, faceTowards, opposite } from './geometry.js';

/** The turn that takes this one back. @param {Turn} turn @returns {Turn} */
export function invert(turn) {
  return { ...turn, turns: 4 - turn.turns };
}

/** Throw unless a cube of this size has the turn. @param {number} size @param {Turn} turn */
function check(size, { face, first, last, turns }) {
  if (face.length !== 1 || !FACES.includes(face)) {
    throw new RangeError(`expected one of the faces U R F D L B, got ${face}`);
  }
  if (!(first >= 1 && first <= last && last <= size)) {
    throw new RangeError(`expected layers within 1..${size}, got ${first}..${last}`);
  }
  if (![1, 2, 3].includes(turns)) {
    throw new RangeError(`expected 1, 2 or 3 quarter turns, got ${turns}`);
  }
}

/**
 * The slots of layer k of a face on one side, as `base + k * step + j * along`: j runs round the
 * cube so that a turn takes cell j of one side to cell j of the next.
 * @param {number} size @param {number} face @param {number} side
 */
function strip(size, face, side) {
  const n = NORMALS[face];
  const along = cross(n, NORMALS[side]);
  let base = side * size * size;
  let step = 0;
  let stride = 0;
  for (const [direction, unit] of [[RIGHTS[side], 1], [DOWNS[side], size]]) {
    const inward = dot(n, /** @type {import('./geometry.js').Vector} */ (direction));
    const u = dot(along, /** @type {import('./geometry.js').Vector} */ (direction));
    const scale = /** @type {number} */ (unit);
    if (inward) {
      base += scale * (inward > 0 ? size : -1);
      step = -inward * scale;
    } else {
      base += u > 0 ? 0 : scale * (size - 1);
      stride = u * scale;
    }
  }
  return [base, step, stride];
}

/** The sides of a face in the order in which a clockwise turn takes them. @param {number} face */
function sidesOf(face) {
  const sides = [(face + 1) % 6];
  while (sides.length < 4) sides.push(faceTowards(cross(NORMALS[sides[sides.length - 1]], NORMALS[face])));
  return sides;
}

const SIDES = [...FACES].map((_, face) => sidesOf(face));
const STRIP = 3; // numbers of one strip

/** A strip of a side whose cells lie so many quarter turns back. @param {number} size @param {number} face @param {number} side @param {number} back */
function turnedStrip(size, face, side, back) {
  const [base, step, stride] = strip(size, face, side);
  const [origin, below, beside] = [base + step, base + 2 * step, base + step + stride].map((slot) => {
    let row = Math.floor((slot - side * size * size) / size);
    let column = slot - side * size * size - row * size;
    for (let quarter = 0; quarter < back; quarter++) [row, column] = [size - 1 - column, row];
    return (side * size + row) * size + column;
  });
  return [origin - (below - origin), below - origin, beside - origin];
}

/** The strips of all faces, their sides, and quarter turns that these lie back, by size. @type {Map<number, Int32Array>} */
const known = new Map();

/** @param {number} size */
export function stripsOf(size) {
  let strips = known.get(size);
  if (!strips) {
    strips = Int32Array.from(SIDES.flatMap((sides, face) => sides.flatMap((side) => [0, 1, 2, 3].flatMap((back) => turnedStrip(size, face, side, back)))));
    known.set(size, strips);
  }
  return strips;
}

/** Where the strip of a face on its k-th side is among all. @param {number} face @param {number} k @param {number} back */
export const stripAt = (face, k, back) => ((face * 4 + k) * 4 + back) * STRIP;

/** The k-th side of a face. @param {number} face @param {number} k */
export const sideOf = (face, k) => SIDES[face][k];

/**
 * Turn the stickers of one face in its own plane.
 * @param {Int32Array | Uint8Array} list @param {number} size @param {number} face @param {number} turns
 */
function spin(list, size, face, turns) {
  const start = face * size * size;
  const end = size - 1;
  const columns = (size + 1) >> 1;
  for (let row = 0; row < size >> 1; row++) {
    let a = start + row * size;
    let b = start + end - row;
    let c = start + (end - row) * size + end;
    let d = start + end * size + row;
    for (let col = 0; col < columns; col++) {
      const p = list[a];
      if (turns === 1) {
        list[a] = list[d]; list[d] = list[c]; list[c] = list[b]; list[b] = p;
      } else if (turns === 2) {
        const q = list[b];
        list[a] = list[c]; list[c] = p; list[b] = list[d]; list[d] = q;
      } else {
        list[a] = list[b]; list[b] = list[c]; list[c] = list[d]; list[d] = p;
      }
      a++;
      b += size;
      c--;
      d -= size;
    }
  }
}

/**
 * Carry what is in four strips on to the next one, or the next but one.
 * @param {Int32Array | Uint8Array} list @param {number} size @param {Int32Array} strips @param {number} layer @param {boolean} isHalf
 * @param {[number, number, number, number]} four where each strip is among all
 */
export function turnRing(list, size, strips, layer, isHalf, [p, q, r, s]) {
  let a = strips[p] + layer * strips[p + 1];
  let b = strips[q] + layer * strips[q + 1];
  let c = strips[r] + layer * strips[r + 1];
  let d = strips[s] + layer * strips[s + 1];
  const da = strips[p + 2];
  const db = strips[q + 2];
  const dc = strips[r + 2];
  const dd = strips[s + 2];
  for (let j = 0; j < size; j++) {
    const first = list[a];
    const second = list[b];
    if (isHalf) {
      list[a] = list[c]; list[c] = first; list[b] = list[d]; list[d] = second;
    } else {
      list[a] = list[d]; list[d] = list[c]; list[c] = second; list[b] = first;
    }
    a += da;
    b += db;
    c += dc;
    d += dd;
  }
}

/** Where the sticker of a slot goes under a turn. @param {number} size @param {Turn} turn @param {number} slot */
export function slotAfter(size, turn, slot) {
  check(size, turn);
  const normal = NORMALS[FACES.indexOf(turn.face)];
  let face = Math.floor(slot / (size * size));
  const inFace = slot - face * size * size;
  const right = 2 * (inFace % size) - (size - 1);
  const down = 2 * Math.floor(inFace / size) - (size - 1);
  let place = /** @type {import('./geometry.js').Vector} */ (
    [0, 1, 2].map((i) => NORMALS[face][i] * size + RIGHTS[face][i] * right + DOWNS[face][i] * down)
  );
  const depth = (size + 1 - dot(place, normal)) / 2;
  const layer = Math.min(size, Math.max(1, depth));
  if (layer < turn.first || layer > turn.last) return slot;
  for (let quarter = 0; quarter < turn.turns; quarter++) {
    const kept = dot(place, normal);
    const turned = cross(place, normal);
    place = [turned[0] + kept * normal[0], turned[1] + kept * normal[1], turned[2] + kept * normal[2]];
    if (NORMALS[face].every((x, i) => x === normal[i] || x === -normal[i])) continue;
    face = faceTowards(cross(NORMALS[face], normal));
  }
  const col = (dot(place, RIGHTS[face]) + size - 1) / 2;
  const row = (dot(place, DOWNS[face]) + size - 1) / 2;
  return face * size * size + row * size + col;
}

/**
 * Turn what is in the slots of a cube: stickers, or their colours.
 * @param {Int32Array | Uint8Array} list @param {number} size @param {Turn} turn
 */
export function turnSlots(list, size, turn) {
  check(size, turn);
  const { first, last, turns } = turn;
  const face = FACES.indexOf(turn.face);
  const strips = stripsOf(size);
  const back = turns === 3; // three turns are one turn with two sides exchanged
  const [p, q, r, s] = [0, back ? 3 : 1, 2, back ? 1 : 3].map((k) => stripAt(face, k, 0));
  for (let layer = first; layer <= last; layer++) turnRing(list, size, strips, layer, turns === 2, [p, q, r, s]);
  if (first === 1) spin(list, size, face, turns);
  if (last === size) spin(list, size, opposite(face), 4 - turns);
}
