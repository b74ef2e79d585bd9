/** A solver's sentences without letters: UFR is “the top front right”, F “the front”, [2]M “an inner layer”. */

const NAMES = /** @type {Record<string, string>} */ ({ U: 'top', R: 'right', F: 'front', D: 'bottom', L: 'left', B: 'back' });
const ORDER = 'UDFBRL'; // top or bottom first, as people say it
// A face stands alone after such a word; moves in a sentence do not.
const FACE = /\b(from|to|into|through|between|and|on|of|at|that|turn|,) ([URFDLB])(?=[\s,.;:]|$)(?! [URFDLB]\b)/g;
const PLACE = /\b[URFDLB]{2,3}\b/g;
const SLICE = /\bturn (?:\[([\d:,]+)\])?[MES]2?'?(?=[\s,.])/g;
const ASIDE = /(out of the way with|set up with) ((?:[URFDLB]2?'? ?)+)(?=[,.])/g;
const FIRST = /\bafter ([URFDLB])2?'?(?=[\s,.])/g;
const COUNTS = ['no turns', 'one turn', 'two turns', 'three turns', 'four turns', 'five turns', 'six turns', 'seven turns'];

/** Where a sticker is, as the cube is held: “front, row 2, column 3”. @param {number} size @param {number} slot */
export function stickerPlace(size, slot) {
  const [face, place] = [Math.floor(slot / size ** 2), slot % size ** 2];
  return `${Object.values(NAMES)[face]}, row ${Math.floor(place / size) + 1}, column ${(place % size) + 1}`;
}

/** Say the places of a sentence in words, and its moves where these say how many and of what. @param {string} text */
export function inPlainWords(text) {
  const moved = text.replace(SLICE, (_, layers) => (/[:,]/.test(layers ?? '') ? 'turn some inner layers' : 'turn an inner layer')).replace(FIRST, (_, face) => `after a turn of the ${NAMES[face]}`)
    .replace(ASIDE, (_, before, moves) => `${before} ${count(moves.trim().split(' ').length)}`);
  const places = moved.replace(PLACE, (code) => `the ${[...code].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).map((face) => NAMES[face]).join(' ')}`);
  return places.replace(FACE, (_, before, face) => `${before} the ${NAMES[face]}${before === 'turn' ? ' face' : ''}`);
}

/** @param {number} turns */
function count(turns) {
  return COUNTS[turns] ?? `${turns} turns`;
}
