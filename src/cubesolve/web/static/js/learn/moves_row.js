/** Moves in a row that explain themselves, the parts of a commutator in colours. */

import { make } from '../page/dom.js';

/** @param {{label: string}[]} moves @param {number} size @param {[number, number]} [lengths] of the parts A and B of a commutator */
export function movesRow(moves, size, lengths) {
  const kinds = lengths ? [...lengths, ...lengths].flatMap((length, i) => Array.from({ length }, () => ['part-a', 'part-b', 'part-a back', 'part-b back'][i])) : [];
  return moves.map(({ label }, i) => make('span', { className: `learn-move ${kinds[i] ?? ''}`.trim(), tabIndex: 0, data: { move: label, size } }, label));
}
