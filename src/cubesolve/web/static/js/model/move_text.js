/** Moves in a sentence: which of its words are turns. */

const TOKEN = "(?:\\[[\\d:,]+\\])?(?:\\d+-)?\\d*[URFDLBMESAxyz]w?2?'?";
const RUN = new RegExp(`(?<![\\w'\\[\\]:,-])${TOKEN}(?: ${TOKEN})*(?![\\w'\\]-])`, 'g');

/**
 * A sentence in pieces: text as it is, and moves. A letter alone is a face or a part of something in most sentences, and a move
 * only where `isBare` says so; with an A beside it, it is a part of a commutator.
 * @param {string} text @param {boolean} [isBare] @returns {(string | {move: string})[]}
 */
export function movesIn(text, isBare = false) {
  /** @type {(string | {move: string})[]} */
  const pieces = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const moves = run.split(' ');
    const isAlone = moves.length === 1 && run.length === 1;
    if (moves.some((move) => move.startsWith('A')) || (isAlone && !isBare)) continue;
    pieces.push(text.slice(end, index), ...moves.flatMap((move, i) => (i ? [' ', { move }] : [{ move }])));
    end = index + run.length;
  }
  return [...pieces, text.slice(end)].filter((piece) => piece !== '');
}
