/** Colours: what is drawn when nothing else is said, and from text to numbers. */

const DEFAULT_COLORS = ['#f6f6f2', '#c8102e', '#00a651', '#ffd500', '#ff6a13', '#0051ba', '#7d838c'];
const DEFAULT_MARKERS = ['#ffffff', '#111318', '#ff2fd0', '#00e5ff', '#ffe600', '#7cff3a', '#ff7a1a', '#8f6bff'];

/**
 * @typedef {object} Look
 * @property {string[]} colors of the faces URFDLB, then that of a sticker without one
 * @property {string} body
 * @property {string | null} background null leaves the canvas transparent
 * @property {string | null} letters one for each colour, or none
 * @property {string[]} markerPalette
 */

/** @returns {Look} */
export function defaultLook() {
  return {
    colors: [...DEFAULT_COLORS],
    body: '#101114',
    background: null,
    letters: null,
    markerPalette: [...DEFAULT_MARKERS],
  };
}

/** Red, green and blue of a hex colour, 0..1 as written. @param {string} hex @returns {[number, number, number]} */
export function rgb(hex) {
  const match = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(hex.trim());
  if (!match) throw new Error(`expected a colour such as #1a2b3c, got ${hex}`);
  const digits = match[1] ? [...match[1]].map((digit) => digit + digit) : match[2].match(/../g);
  const [red, green, blue] = /** @type {string[]} */ (digits).map((pair) => parseInt(pair, 16) / 255);
  return [red, green, blue];
}

/** The same for adding light: squared, which the shader takes back by a root. @param {string} hex */
export const light = (hex) => rgb(hex).map((value) => value * value);

/** Whether dark letters read well on it. @param {string} hex */
export function isBright(hex) {
  const [red, green, blue] = rgb(hex);
  return 0.3 * red + 0.59 * green + 0.11 * blue > 0.5;
}
