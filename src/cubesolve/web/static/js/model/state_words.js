/** What is right of a cube, in words: centres, edges and corners by number. */

import { centerPieces, goalPieces, placedPieces } from './goals.js';

/** The colours that the faces of a solved cube have; null if it is not solved. @param {Uint8Array} colors @param {number} size @returns {number[] | null} */
export function homesOf(colors, size) {
  const area = size * size;
  const homes = Array.from({ length: 6 }, (_, face) => colors[face * area]);
  return colors.every((color, slot) => color === homes[Math.floor(slot / area)]) ? homes : null;
}

/**
 * What is done of a cube, by kind, and its pieces. Edges and corners are in place where they are at the end.
 * @param {Uint8Array} colors @param {number} size @param {number[] | null} homes colours of the faces at the end, if it is solved then
 */
function stateOf(colors, size, homes) {
  const pairs = size > 3 ? goalPieces('pairs', colors, size) : [];
  const placed = homes ? placedPieces(colors, size, homes) : goalPieces('solved', colors, size).filter((piece) => piece.kind !== 'center');
  return { pairs, placed, centers: centerPieces(colors, size, homes) };
}

/** @param {import('./goals.js').Piece[]} pieces */
const count = (pieces) => pieces.filter((piece) => piece.isDone).length;

/**
 * What is right before and after some turns, and all pieces of both.
 * @param {Uint8Array} before @param {Uint8Array} after @param {number} size @param {number[] | null} homes colours of the faces at the end
 */
export function beforeAndAfter(before, after, size, homes) {
  const states = [before, after].map((colors) => stateOf(colors, size, homes));
  const isPaired = states.every(({ pairs }) => pairs.every((piece) => piece.kind === 'center' || piece.isDone));
  const [was, is] = states.map(({ placed }) => placed);
  // While edges are paired, it is chance which edges and corners are in place.
  const withPlaces = was.length > 0 && is.length > 0 && (isPaired || count(was) !== count(is));
  const texts = states.map(({ pairs, placed, centers }) => [
    ...(size > 3 ? [
      `${count(pairs.filter((piece) => piece.kind === 'center'))} of 6 centres built`,
      `${centers.done} of ${centers.all} centre pieces with their own colour`,
      `${count(pairs.filter((piece) => piece.kind === 'pair'))} of 12 edges paired`,
    ] : []),
    ...(withPlaces ? [`${count(placed)} of 20 edges and corners in place`] : []),
  ].join(', '));
  return { texts, pieces: states.map(({ pairs, placed }) => (withPlaces ? [...pairs.filter((piece) => piece.kind === 'center'), ...placed] : pairs)) };
}
