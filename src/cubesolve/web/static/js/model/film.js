/**
 * A film of a solution that is too long to replay in a moment: the same moves on some of the layers.
 *
 * Layers are taken at even distances, each with its mirror image. What turns carry round then stays
 * within the chosen rows and columns, so these are a smaller cube of their own, and its film is exact:
 * it shows what is in their cells, and nothing of the others.
 */

import { loosen } from './loose.js';
import { Moves } from './moves.js';
import { firstOf, lastOf, withLayers } from './packed.js';
import { Walk } from './walk.js';

const LAYERS = 200;

/** Some layers of a cube while long moves are made on it. */
export class Film {
  /** @param {number} size @param {Uint8Array} start colours before the first move @param {Uint32Array} words */
  constructor(size, start, words) {
    this.layers = chosenLayers(size);
    this.size = this.layers.length;
    const { first, last } = rangesOf(size, this.layers);
    /** For each move of the film, its place among all. */
    this.places = new Uint32Array(words.length);
    const kept = new Uint32Array(words.length);
    let count = 0;
    for (let at = 0; at < words.length; at++) {
      const from = first[firstOf(words[at])];
      const to = last[lastOf(words[at])];
      if (from > to) continue;
      kept[count] = withLayers(words[at], from, to);
      this.places[count++] = at;
    }
    this.places = this.places.slice(0, count);
    this.moves = new Moves(this.size, kept.slice(0, count));
    this.walk = new Walk(this.moves, this.cellsOf(start, size));
    this.walk.forget(0);
    this.first = first;
    this.last = last;
  }

  /** What the chosen cells show. @param {Uint8Array} colors of the whole cube @param {number} size */
  cellsOf(colors, size) {
    const found = new Uint8Array(6 * this.size ** 2);
    let slot = 0;
    for (let face = 0; face < 6; face++) {
      for (const row of this.layers) for (const column of this.layers) found[slot++] = colors[(face * size + row - 1) * size + column - 1];
    }
    return found;
  }

  /** Go to where the film is after so many of all moves. @param {number} at */
  seek(at) {
    let low = 0;
    let high = this.places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.places[middle] < at) low = middle + 1;
      else high = middle;
    }
    this.walk.seek(low);
  }

  /** Turns as the film shows them; those of layers that it leaves out are not there. @param {import('./cube.js').Turn[]} turns */
  seen(turns) {
    const { first, last } = this;
    return turns.map((turn) => ({ ...turn, first: first[turn.first], last: last[turn.last] })).filter((turn) => turn.first <= turn.last);
  }

  /** The state of the whole cube at the last move, if each face has one: those of the faces of the film. @param {number} size */
  plainEnd(size) {
    this.walk.seek(this.moves.length);
    const colors = new Uint8Array(6 * size * size);
    for (let face = 0; face < 6; face++) colors.fill(this.walk.state[face * this.size ** 2], face * size * size, (face + 1) * size * size);
    return loosen(colors);
  }
}

/** Layers from 1 to the size, each with its mirror image. @param {number} size */
function chosenLayers(size) {
  const half = Math.floor(size / 2);
  const count = Math.min(half, LAYERS / 2);
  const near = Array.from({ length: count }, (_, k) => 1 + Math.round((k * (half - 1)) / (count - 1)));
  return [...near, ...(size % 2 ? [half + 1] : []), ...near.map((layer) => size + 1 - layer).reverse()];
}

/**
 * For each layer of the cube the first chosen one at or after it, and the last at or before it, as layers of the film.
 * @param {number} size @param {number[]} layers
 */
function rangesOf(size, layers) {
  const first = new Uint16Array(size + 2);
  const last = new Uint16Array(size + 2);
  let below = 0;
  for (let layer = 1; layer <= size; layer++) {
    first[layer] = below + 1;
    if (layers[below] === layer) below++;
    last[layer] = below;
  }
  return { first, last };
}
