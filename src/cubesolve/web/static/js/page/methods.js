/** What the server can do, and what people call it. */

import { fetchMethods } from './api.js';

export const METRICS = /** @type {Record<string, string>} */ ({
  OBTM: 'a block with an outer layer counts one',
  RBTM: 'any range of layers counts one',
  SST: 'every layer counts one',
  QTM: 'every quarter turn counts one',
  ETM: 'every move as written counts one',
});

const METHOD_NAMES = /** @type {Record<string, string>} */ ({ auto: 'Automatic', cfop: 'CFOP' });
const STEP_NAMES = /** @type {Record<string, string>} */ ({
  all: 'Everything', centers: 'Centres', edges: 'Edges', cage: 'Edges and corners (cage)', L1x: 'First cross', L1: 'First layer',
  L2: 'Second layer', L3x: 'Last cross', L3: 'Last layer', F2L: 'First two layers', OLL: 'Last layer turned (OLL)',
  PLL: 'Last layer placed (PLL)', 'first-centers': 'First centre', 'first-edges': 'First edges', 'first-cross': 'First cross',
  'first-layer': 'First layer', middle: 'All middle layers', 'last-centers': 'Last centre', 'last-edges': 'Last edges',
  'last-cross': 'Last cross',
});
const MOST_MIDDLES = 20; // middle layers that are offered one by one

/** @type {Awaited<ReturnType<typeof fetchMethods>>} */
let methods = [];

/** Ask the server which methods there are. */
export async function loadMethods() {
  methods = await fetchMethods();
}

/** Whether the server has told. */
export const areMethodsKnown = () => methods.length > 0;

/** What people call a method. @param {string} name */
export const methodName = (name) => METHOD_NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** Methods for a size. @param {number} size */
export const methodsFor = (size) => methods.filter((one) => one.smallest <= size && size <= (one.largest ?? Infinity));

/**
 * The steps to stop after. Automatic could do all of them, but it is for who does not want to choose.
 * @param {{name: string, steps: string[]}} method @param {number} size
 */
export function stepsOf({ name, steps }, size) {
  if (name === 'auto') return ['all'];
  const middles = Math.min(size - 3, MOST_MIDDLES);
  return steps.flatMap((step) => {
    if (step !== 'middle' || middles < 1) return [step];
    return [...Array.from({ length: middles }, (_, index) => `middle-${index + 1}`), step];
  });
}

/** What people call a step. @param {string} step */
export function stepName(step) {
  const count = /^middle-(\d+)$/.exec(step)?.[1];
  if (count) return count === '1' ? 'First middle layer' : `First ${count} middle layers`;
  return STEP_NAMES[step] ?? step;
}
