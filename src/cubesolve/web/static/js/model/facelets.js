/** The colours of a cube as letters, in the order of the slots. */

import { FACES } from './geometry.js';

/** The colour of a sticker that is not painted. */
export const BLANK = 6;
export const LARGEST_PAINTED = 100;

/** Letters for colours; `-` for what is not painted. @param {Uint8Array} colors */
export function faceletsOf(colors) {
  const letters = [];
  for (const color of colors) letters.push(FACES[color] ?? '-');
  return letters.join('');
}

/** Colours for letters; what is no letter of a face becomes unpainted. @param {string} text */
export function colorsFrom(text) {
  return Uint8Array.from(text, (letter) => {
    const face = FACES.indexOf(letter);
    return face < 0 ? BLANK : face;
  });
}

/**
 * Read letters of faces or of colours, in the order of the slots.
 * @param {string} text @param {string} letters of the colours of U R F D L B
 */
export function readFacelets(text, letters) {
  const clean = text.replace(/[\s,;|]/g, '').toUpperCase();
  const size = Math.round(Math.sqrt(clean.length / 6));
  if (size < 2 || 6 * size * size !== clean.length) {
    throw new Error(`expected 6 × N × N letters, such as 24, 54 or 96; got ${clean.length}`);
  }
  if (size > LARGEST_PAINTED) throw new Error(`expected a size up to ${LARGEST_PAINTED}, got ${size}`);
  const alphabet = /[^URFDLB\-.X]/.test(clean) ? letters : FACES;
  const colors = Uint8Array.from(clean, (letter) => {
    const face = alphabet.indexOf(letter);
    return face >= 0 ? face : '-.X'.includes(letter) ? BLANK : 255;
  });
  const wrong = colors.indexOf(255);
  if (wrong >= 0) throw new Error(`expected the letters ${[...alphabet].join(' ')}; got ${clean[wrong]} at place ${wrong + 1}`);
  return { size, colors };
}
