/**
 * The cube as stickers in slots. A turn permutes them; nothing else is known here.
 *
 * @typedef {object} Turn Layers `first`..`last` counted from `face` (1 is the face itself), turned
 *   `turns` (1 to 3) quarter turns clockwise. `first` 1 and `last` N turn the whole cube.
 * @property {'U'|'R'|'F'|'D'|'L'|'B'} face
 * @property {number} first
 * @property {number} last
 * @property {number} turns
 */

import { DOWNS, FACES, NORMALS, RIGHTS, cross, dot, faceTowards, opposite } from './geometry.js';

const SMALLEST_SIZE = 2;

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
  return { base, step, stride };
}

/** The sides of a face in the order in which a clockwise turn takes them. @param {number} face */
function sidesOf(face) {
  const sides = [(face + 1) % 6];
  while (sides.length < 4) sides.push(faceTowards(cross(NORMALS[sides[sides.length - 1]], NORMALS[face])));
  return sides;
}

const SIDES = [...FACES].map((_, face) => sidesOf(face));

/**
 * Turn the stickers of one face in its own plane.
 * @param {Int32Array | Uint8Array} stickers @param {number} size @param {number} face @param {number} turns
 */
function spin(stickers, size, face, turns) {
  const start = face * size * size;
  const end = size - 1;
  for (let row = 0; row < size >> 1; row++) {
    for (let col = 0; col < (size + 1) >> 1; col++) {
      const a = start + row * size + col;
      const b = start + col * size + end - row;
      const c = start + (end - row) * size + end - col;
      const d = start + (end - col) * size + row;
      cycle(stickers, a, b, c, d, turns);
    }
  }
}

/**
 * Move what is in each of four places so many places on.
 * @param {Int32Array | Uint8Array} list @param {number} a @param {number} b @param {number} c @param {number} d
 * @param {number} turns
 */
function cycle(list, a, b, c, d, turns) {
  const p = list[a];
  const q = list[b];
  const r = list[c];
  const s = list[d];
  if (turns === 1) {
    list[b] = p; list[c] = q; list[d] = r; list[a] = s;
  } else if (turns === 2) {
    list[c] = p; list[d] = q; list[a] = r; list[b] = s;
  } else {
    list[d] = p; list[a] = q; list[b] = r; list[c] = s;
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
  const [p, q, r, s] = SIDES[face].map((side) => strip(size, face, side));
  for (let k = first; k <= last; k++) {
    let a = p.base + k * p.step;
    let b = q.base + k * q.step;
    let c = r.base + k * r.step;
    let d = s.base + k * s.step;
    for (let j = 0; j < size; j++) {
      cycle(list, a, b, c, d, turns);
      a += p.stride;
      b += q.stride;
      c += r.stride;
      d += s.stride;
    }
  }
  if (first === 1) spin(list, size, face, turns);
  if (last === size) spin(list, size, opposite(face), 4 - turns);
}

/** A cube of any size from 2 up. */
export class Cube {
  /** A solved cube. @param {number} size */
  constructor(size) {
    if (!Number.isInteger(size) || size < SMALLEST_SIZE) {
      throw new RangeError(`expected a size of at least ${SMALLEST_SIZE}, got ${size}`);
    }
    this.size = size;
    /** Slot to sticker number; a sticker's number is its home slot. */
    this.stickers = new Int32Array(6 * size * size);
    for (let slot = 0; slot < this.stickers.length; slot++) this.stickers[slot] = slot;
  }

  /** Turn some layers, in place. @param {Turn} turn */
  turn(turn) {
    turnSlots(this.stickers, this.size, turn);
    return this;
  }
}
