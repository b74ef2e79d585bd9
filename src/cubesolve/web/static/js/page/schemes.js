/** Colours of the faces: schemes, names of colours, and which shade letters need on them. */

import { FACES } from '../model/geometry.js';
import { settings } from './settings.js';

/** Shades by the letters that texts use. */
const SHADES = /** @type {Record<string, string>} */ ({
  W: '#f7f7f5', R: '#c8202f', G: '#0b9b4b', Y: '#ffd51f', O: '#ff7a1a', B: '#1456c4',
});

/** @type {{id: string, name: string, letters: string, colors: string[]}[]} */
export const SCHEMES = [
  scheme('western', 'White on top', 'WRGYOB'),
  scheme('yellow', 'Yellow on top', 'YRBWOG'),
  scheme('japanese', 'Japanese', 'WRGBOY'),
  {
    id: 'clear',
    name: 'Colour-blind safe',
    letters: 'WRGYOB',
    colors: ['#fbfbfb', '#d55e00', '#009e73', '#f0e442', '#cc79a7', '#0a4f9e'],
  },
];

/** Grey of a sticker that is not painted. */
export const UNPAINTED = '#8b9099';

const NAMED = [
  ['white', 250, 250, 248], ['black', 20, 20, 20], ['grey', 140, 140, 140], ['red', 200, 30, 50],
  ['orange', 255, 120, 20], ['yellow', 255, 215, 30], ['green', 10, 155, 75], ['blue', 20, 85, 200],
  ['purple', 130, 60, 170], ['pink', 235, 140, 190], ['brown', 120, 75, 40], ['cyan', 0, 190, 210],
  ['lime', 160, 220, 40],
];

const WORDS = ['white', 'red', 'green', 'yellow', 'orange', 'blue']; // of the server, by face

function scheme(id, name, letters) {
  return { id, name, letters, colors: [...letters].map((letter) => SHADES[letter]) };
}

/** The scheme in use. */
export function currentScheme() {
  if (settings.scheme === 'own') return { id: 'own', name: 'Own colours', letters: 'WRGYOB', colors: settings.own };
  return SCHEMES.find((one) => one.id === settings.scheme) ?? SCHEMES[0];
}

/** @param {string} hex @returns {[number, number, number]} */
function rgb(hex) {
  const value = parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The everyday name of a colour. @param {string} hex */
function colorName(hex) {
  const [r, g, b] = rgb(hex);
  let best = 'grey';
  let least = Infinity;
  for (const [name, x, y, z] of /** @type {[string, number, number, number][]} */ (NAMED)) {
    const distance = 2 * (r - x) ** 2 + 4 * (g - y) ** 2 + 3 * (b - z) ** 2;
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** Names of the six colours in use, by face; where two would be the same, the face tells them apart. */
export function colorNames() {
  const { id, letters, colors } = currentScheme();
  const names = id === 'own' || id === 'clear'
    ? colors.map(colorName)
    : [...letters].map((letter) => WORDS['WRGYOB'.indexOf(letter)]);
  return names.map((name, face) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${FACES[face]})`));
}

/**
 * Say a sentence of the server, which knows the usual colours, in the colours in use.
 * @param {string} text
 */
export function inOurColors(text) {
  const names = colorNames();
  return text.replace(/\b(white|red|green|yellow|orange|blue)\b/g, (word) => names[WORDS.indexOf(word)]);
}

/** Black or white, whichever reads better on a colour. @param {string} hex */
export function inkOn(hex) {
  const [r, g, b] = rgb(hex).map((x) => ((x / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.3 ? '#111318' : '#ffffff';
}
