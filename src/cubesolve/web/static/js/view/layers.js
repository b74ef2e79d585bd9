/**
 * Where stickers and layers are in space, and which layer a finger takes along.
 *
 * @typedef {import('../model/geometry.js').Vector} Vector
 * @typedef {import('../model/cube.js').Turn} Turn
 * @typedef {{low: number, high: number, angle: number}} Segment Layers low..high (exclusive), counted
 *   along the axis from its negative end, and how far they turn about the axis.
 */

import { DOWNS, FACES, NORMALS, RIGHTS, axisOf, cross, dot, opposite } from '../model/geometry.js';

const QUARTER = Math.PI / 2;

/** The face, row and column of a slot. @param {number} size @param {number} slot */
export function placeOf(size, slot) {
  const area = size * size;
  const face = Math.floor(slot / area);
  const rest = slot - face * area;
  return { face, row: Math.floor(rest / size), col: rest % size };
}

/** The middle of a sticker in the cube's space. @param {number} size @param {number} slot @returns {Vector} */
export function centerOf(size, slot) {
  const { face, row, col } = placeOf(size, slot);
  const x = (2 * col + 1) / size - 1;
  const y = (2 * row + 1) / size - 1;
  return /** @type {Vector} */ (
    [0, 1, 2].map((i) => NORMALS[face][i] + RIGHTS[face][i] * x + DOWNS[face][i] * y)
  );
}

/**
 * Where a ray enters the cube: the slot, and the point.
 * @param {number} size @param {Vector} eye @param {Vector} ray
 */
export function hit(size, eye, ray) {
  let enter = -Infinity;
  let leave = Infinity;
  let axis = 0;
  for (let i = 0; i < 3; i++) {
    const [a, b] = [(-1 - eye[i]) / ray[i], (1 - eye[i]) / ray[i]];
    const near = Math.min(a, b);
    if (near > enter) {
      enter = near;
      axis = i;
    }
    leave = Math.min(leave, Math.max(a, b));
  }
  if (!(enter > 0 && enter < leave)) return null;
  const point = /** @type {Vector} */ (eye.map((value, i) => value + ray[i] * enter));
  const face = NORMALS.findIndex((normal) => normal[axis] === (ray[axis] < 0 ? 1 : -1));
  const cell = (/** @type {Vector} */ direction) =>
    Math.max(0, Math.min(size - 1, Math.floor(((dot(point, direction) + 1) / 2) * size)));
  const slot = face * size * size + cell(DOWNS[face]) * size + cell(RIGHTS[face]);
  return { slot, point };
}

/**
 * The layer that a sticker takes along when it is pushed in a direction of its face: the turn by one
 * quarter that way, counted from the nearer face.
 * @param {number} size @param {number} slot @param {Vector} direction @returns {Turn}
 */
export function turnOfPush(size, slot, direction) {
  const { face } = placeOf(size, slot);
  const about = cross(NORMALS[face], direction); // a turn about this, anticlockwise seen from its tip
  const axis = about.findIndex((x) => Math.abs(x) > 0.5);
  const center = centerOf(size, slot);
  const fromNegative = Math.floor(((center[axis] + 1) / 2) * size);
  const positive = NORMALS.findIndex((normal) => normal[axis] === 1);
  const nearPositive = 2 * fromNegative + 1 > size;
  const named = nearPositive ? positive : opposite(positive);
  const layer = nearPositive ? size - fromNegative : fromNegative + 1;
  const clockwise = dot(about, NORMALS[named]) < 0;
  return {
    face: /** @type {Turn['face']} */ (FACES[named]),
    first: layer,
    last: layer,
    turns: clockwise ? 1 : 3,
  };
}

/** The axis of a turn. @param {Turn} turn */
export const axisOfTurn = (turn) => axisOf(FACES.indexOf(turn.face));

/**
 * The whole cube as segments along the axis of some turns.
 * @param {number} size @param {Turn[]} turns @returns {Segment[]}
 */
export function segmentsOf(size, turns) {
  const moving = turns.map(({ face, first, last, turns: count }) => {
    const positive = FACES.indexOf(face) < 3;
    const quarters = count === 3 ? -1 : count;
    return {
      low: positive ? size - last : first - 1,
      high: positive ? size - first + 1 : last,
      angle: quarters * QUARTER * (positive ? -1 : 1),
    };
  });
  moving.sort((a, b) => a.low - b.low);
  const segments = /** @type {Segment[]} */ ([]);
  let done = 0;
  for (const segment of moving) {
    if (segment.low > done) segments.push({ low: done, high: segment.low, angle: 0 });
    segments.push(segment);
    done = segment.high;
  }
  if (done < size) segments.push({ low: done, high: size, angle: 0 });
  return segments;
}
