/** How a cube is held, in words: by its centres, or where it has none, by the corner nearest to you. */

/** @param {number} size @param {number} face @param {number} row @param {number} col */
const slotOf = (size, face, row, col) => (face * size + row) * size + col;

const [U, R, F] = [0, 1, 2];

/** @param {Uint8Array} colors @param {number} size @param {string[]} names */
function seen(colors, size, names) {
  const last = size - 1;
  if (size % 2) {
    const middle = last / 2;
    const [top, front] = [U, F].map((face) => names[colors[slotOf(size, face, middle, middle)]]);
    return `the ${top} centre on top and the ${front} centre in front`;
  }
  const slots = [slotOf(size, U, last, last), slotOf(size, F, 0, last), slotOf(size, R, 0, 0)];
  const [top, front, right] = slots.map((slot) => names[colors[slot]]);
  return `${top} on top, ${front} in front and ${right} on the right`;
}

/**
 * Which way to hold a cube so that it looks like these colours.
 * @param {Uint8Array} colors @param {number} size @param {string[]} names of the colours
 */
export function holdWords(colors, size, names) {
  const look = seen(colors, size, names);
  return size % 2 ? `Hold ${look}.` : `Hold it so that the corner nearest to you is ${look}.`;
}

/**
 * What tells whoever follows along that the cube is still held, and turned, as it should be.
 * @param {Uint8Array} colors @param {number} size @param {string[]} names of the colours
 */
export function keepWords(colors, size, names) {
  const look = seen(colors, size, names);
  return size % 2 ? `Keep ${look}.` : `The corner nearest to you now has ${look}.`;
}
