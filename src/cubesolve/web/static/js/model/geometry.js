/**
 * Where every sticker lies, for every size: the frame of each face in space.
 *
 * x runs to the right, y up, z towards the viewer; rows and columns of a face are counted as seen
 * from outside in the usual net. A slot is face * N² + row * N + column, faces in the order URFDLB.
 */

/** @typedef {[number, number, number]} Vector */

export const FACES = 'URFDLB';

/** Where each face looks. @type {Vector[]} */
export const NORMALS = [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]];
/** Where the columns of each face run. @type {Vector[]} */
export const RIGHTS = [[1, 0, 0], [0, 0, -1], [1, 0, 0], [1, 0, 0], [0, 0, 1], [-1, 0, 0]];
/** Where the rows of each face run. @type {Vector[]} */
export const DOWNS = [[0, 0, 1], [0, -1, 0], [0, -1, 0], [0, 0, -1], [0, -1, 0], [0, -1, 0]];

/** The number of the face on the other side. @param {number} face */
export const opposite = (face) => (face + 3) % 6;

/** The axis (0 x, 1 y, 2 z) that a face looks along. @param {number} face */
export const axisOf = (face) => [1, 0, 2][face % 3];

/** Scalar product. @param {Vector} a @param {Vector} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Vector product. @param {Vector} a @param {Vector} b @returns {Vector} */
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The face that looks in this direction. @param {Vector} direction */
export const faceTowards = (direction) => NORMALS.findIndex((normal) => dot(normal, direction) > 0.5);

/**
 * The slot one row down, or one column to the right, of another; with -1 up or to the left. Beyond the edge of a face
 * that is the next sticker of the same piece.
 * @param {number} size @param {number} slot @param {number} down @param {number} right
 */
export function slotBeside(size, slot, down, right) {
  const [area, last] = [size * size, size - 1];
  const [face, row, column] = [Math.floor(slot / area), Math.floor((slot % area) / size), slot % size];
  if (Math.max(row + down, column + right) <= last && Math.min(row + down, column + right) >= 0) return slot + down * size + right;
  const along = (/** @type {number} */ a, /** @type {number} */ b) => /** @type {Vector} */ (RIGHTS[face].map((x, i) => a * x + b * DOWNS[face][i]));
  const next = faceTowards(along(right, down));
  const place = along(2 * column - last, 2 * row - last).map((x, i) => x + last * NORMALS[face][i]); // of the piece; the middle is 0
  const of = (/** @type {Vector} */ axis) => (dot(/** @type {Vector} */ (place), axis) + last) / 2;
  return next * area + of(DOWNS[next]) * size + of(RIGHTS[next]);
}

/** The colour of each slot of a solved cube. @param {number} size */
export function solvedColors(size) {
  const area = size * size;
  const colors = new Uint8Array(6 * area);
  for (let face = 1; face < 6; face++) colors.fill(face, face * area, (face + 1) * area);
  return colors;
}
