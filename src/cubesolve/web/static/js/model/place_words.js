/** Places in a solver's sentences without letters: UFR is “the top front right”, F “the front”. */

const NAMES = /** @type {Record<string, string>} */ ({ U: 'top', R: 'right', F: 'front', D: 'bottom', L: 'left', B: 'back' });
const ORDER = 'UDFBRL'; // top or bottom first, as people say it
// A face stands alone after such a word; moves in a sentence do not.
const FACE = /\b(from|to|between|and|on|of|at|,) ([URFDLB])(?=[\s,.;:]|$)(?! [URFDLB]\b)/g;
const PLACE = /\b[URFDLB]{2,3}\b/g;

/** Say the places of a sentence in words. @param {string} text */
export function inPlainWords(text) {
  const places = text.replace(PLACE, (code) => `the ${[...code].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).map((face) => NAMES[face]).join(' ')}`);
  return places.replace(FACE, (_, before, face) => `${before} the ${NAMES[face]}`);
}
