/** From the name of a button or key to a turn. */

const FOLLOWS = /** @type {Record<string, string>} */ ({ M: 'L', E: 'D', S: 'F', x: 'R', y: 'U', z: 'F' });

/**
 * The turn of a name such as `R`, `U'`, `F2`, `Lw`, `M`, `x'`; null if this size has none.
 *
 * Plain faces turn the layers that are chosen: so many from the face, or the innermost of them
 * alone. `w` is two layers, or as many as are chosen. On even sizes M, E and S turn both middle
 * layers.
 * @param {string} name @param {number} size @param {{count: number, alone: boolean}} layers
 * @returns {import('./cube.js').Turn | null}
 */
export function turnFor(name, size, layers) {
  const letter = name[0];
  const turns = name.endsWith("'") ? 3 : name.endsWith('2') ? 2 : 1;
  const face = /** @type {import('./cube.js').Turn['face']} */ (FOLLOWS[letter] ?? letter);
  if ('xyz'.includes(letter)) return { face, first: 1, last: size, turns };
  if ('MES'.includes(letter)) {
    if (size < 3) return null;
    return { face, first: Math.floor((size + 1) / 2), last: Math.floor(size / 2) + 1, turns };
  }
  const last = Math.min(size - 1, name.includes('w') ? Math.max(2, layers.count) : layers.count);
  return { face, first: layers.alone ? last : 1, last, turns };
}

/**
 * Turns that do together what some turns of one axis do, each as few buttons have it: one layer, the two at a side, or all.
 * @param {import('./cube.js').Turn[]} turns @param {number} size
 */
export function inButtons(turns, size) {
  return turns.flatMap((turn) => {
    const { first, last } = turn;
    if (first === 1 && last === size) return [turn];
    const pair = last === first ? [] : first === 1 ? [1, 2] : last === size ? [size - 1, size] : [];
    const layers = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((layer) => !pair.includes(layer));
    const blocks = [...(pair.length ? [pair] : []), ...layers.map((layer) => [layer, layer])];
    return blocks.map(([from, to]) => ({ ...turn, first: from, last: to }));
  });
}
