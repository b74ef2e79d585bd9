/** The colours of the faces: schemes, what people call the colours, and which ink reads well on them. */

import { COLORS, colorOf, WHITE_ON_TOP, YELLOW_ON_TOP } from '../model/colors.js';
import { FACES } from '../model/geometry.js';
import { isBright, rgb } from '../view/palette.js';
import { settings } from './settings.js';

/** @typedef {{id: string, name: string, letters: string, colors: string[]}} Scheme */

/** @type {Scheme[]} */
export const SCHEMES = [
  scheme('western', 'White on top', WHITE_ON_TOP),
  scheme('yellow', 'Yellow on top', YELLOW_ON_TOP),
  scheme('japanese', 'Japanese', 'WRGBOY'),
  {
    id: 'clear',
    name: 'Colour-blind safe',
    letters: WHITE_ON_TOP,
    colors: ['#fbfbfb', '#d55e00', '#009e73', '#f0e442', '#cc79a7', '#0a4f9e'],
  },
];

/** Grey of a sticker that is not painted. */
export const UNPAINTED = '#8b9099';

/** @param {string} id @param {string} name @param {string} letters @returns {Scheme} */
function scheme(id, name, letters) {
  return { id, name, letters, colors: [...letters].map((letter) => colorOf(letter).hex) };
}

/** The scheme in use. */
export function currentScheme() {
  if (settings.scheme === 'own') return { id: 'own', name: 'Your own colours', letters: WHITE_ON_TOP, colors: settings.own };
  return SCHEMES.find((one) => one.id === settings.scheme) ?? SCHEMES[0];
}

/** The everyday name of a colour. @param {string} hex */
function colorName(hex) {
  const wanted = rgb(hex);
  const distance = (/** @type {string} */ other) => rgb(other).reduce((sum, value, i) => sum + [2, 4, 3][i] * (value - wanted[i]) ** 2, 0);
  const [nearest] = COLORS.toSorted((a, b) => distance(a.hex) - distance(b.hex));
  return nearest.name;
}

/** Names of the six colours in use, by face; where two would be the same, the face tells them apart. */
export function colorNames() {
  const { id, letters, colors } = currentScheme();
  const names = id === 'own' || id === 'clear' ? colors.map(colorName) : [...letters].map((letter) => colorOf(letter).name);
  return names.map((name, face) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${FACES[face]})`));
}

const SERVER_NAMES = [...WHITE_ON_TOP].map((letter) => colorOf(letter).name); // by face
const SERVER_NAME = new RegExp(`\\b(${SERVER_NAMES.join('|')})\\b`, 'g');

/**
 * Say a sentence of the server, which knows the usual colours, in the colours in use.
 * @param {string} text
 */
export function inOurColors(text) {
  const names = colorNames();
  return text.replace(SERVER_NAME, (word) => names[SERVER_NAMES.indexOf(word)]);
}

/** Black or white, whichever reads better on a colour. @param {string} hex */
export const inkOn = (hex) => (isBright(hex) ? '#111318' : '#ffffff');
