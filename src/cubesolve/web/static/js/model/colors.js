/**
 * The colours of the package. Written by `python -m cubesolve.web.colors`: change them there.
 *
 * @typedef {{name: string, letter: string, hex: string}} Color
 */

/** @type {readonly Color[]} */
export const COLORS = [
  { name: 'white', letter: 'W', hex: '#ffffff' },
  { name: 'red', letter: 'R', hex: '#c41e3a' },
  { name: 'green', letter: 'G', hex: '#009b48' },
  { name: 'yellow', letter: 'Y', hex: '#ffd500' },
  { name: 'orange', letter: 'O', hex: '#ff7000' },
  { name: 'blue', letter: 'B', hex: '#0051ba' },
  { name: 'purple', letter: 'P', hex: '#803caa' },
  { name: 'pink', letter: 'K', hex: '#ff8cbe' },
  { name: 'cyan', letter: 'C', hex: '#00bed2' },
  { name: 'lime', letter: 'L', hex: '#a0dc28' },
  { name: 'brown', letter: 'N', hex: '#784b28' },
  { name: 'grey', letter: 'A', hex: '#969696' },
  { name: 'black', letter: 'X', hex: '#2d2d2d' },
  { name: 'magenta', letter: 'M', hex: '#d71ea0' },
];

/** Letters of the colours of U R F D L B: white on top and green in front. */
export const WHITE_ON_TOP = 'WRGYOB';

/** The same cube held with yellow on top and blue in front. */
export const YELLOW_ON_TOP = 'YRBWOG';

/** The colour with this letter. @param {string} letter @returns {Color} */
export function colorOf(letter) {
  const found = COLORS.find((color) => color.letter === letter);
  if (!found) throw new RangeError(`expected the letter of a colour, got ${letter}`);
  return found;
}
