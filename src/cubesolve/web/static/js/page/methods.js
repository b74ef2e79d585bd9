/** What the server can do, and what people call it. */

import { fetchMethods } from './api.js';

export const METRICS = /** @type {Record<string, string>} */ ({
  OBTM: 'turning a block with an outer layer is one move',
  RBTM: 'turning any adjacent layers is one move',
  SST: 'turning one layer is one move',
  QTM: 'a quarter turn is one move, a half turn two',
  ETM: 'every move counts as written',
});

const METHOD_NAMES = /** @type {Record<string, string>} */ ({ auto: 'Automatic', cfop: 'CFOP' });
const STEP_NAMES = /** @type {Record<string, string>} */ ({
  all: 'The whole solve', centers: 'Centres', edges: 'Edges', cage: 'Edges and corners (cage)', L1x: 'First cross', L1: 'First layer',
  L2: 'Second layer', L3x: 'Last cross', L3: 'Last layer', F2L: 'First two layers', OLL: 'Last layer oriented (OLL)',
  PLL: 'Last layer permuted (PLL)', 'first-centers': 'First centre', 'first-edges': 'First edges', 'first-cross': 'First cross',
  'first-layer': 'First layer', middle: 'All middle layers', 'last-centers': 'Last centre', 'last-edges': 'Last edges',
  'last-cross': 'Last cross',
});
/** What a search can make as few as possible. */
export const SHORTENED = /** @type {Record<string, string>} */ ({
  OBTM: 'Turns (OBTM)', QTM: 'Quarter turns (QTM)', SST: 'Slice turns (SST)', RBTM: 'Turns of any layers (RBTM)',
});
const MOST_MIDDLES = 20; // middle layers that are offered one by one

/** @type {import('./api.js').Method[]} */
let methods = [];
/** Seconds that a solve may take. */
let mostSeconds = 0;

/** Ask the server which methods there are. */
export async function loadMethods() {
  const told = await fetchMethods();
  methods = told.methods;
  mostSeconds = told.limits.time;
}

/** How long searches that go on take, one after the other, in seconds. */
export const searchTimes = () => [5, 15, 40].filter((seconds) => seconds <= mostSeconds);

/**
 * The method that may make a solution shorter, or null: the one that found it if it searches, else `short` for one that
 * was found at once. What people do is left as it is.
 * @param {import('../model/solution.js').SolutionJson} solution
 */
export function searchFor({ size, method, what, results }) {
  if (what !== 'all' || results.is_optimal) return null;
  const offered = methodsFor(size);
  const own = offered.find((one) => one.name === method);
  if (own?.metrics.length && own.steps.length === 1) return method;
  const mayBeShorter = method === 'two-phase' || method === 'cage-two-phase' || method === 'fast';
  return mayBeShorter && offered.some((one) => one.name === 'short') ? 'short' : null;
}

/** Whether the server has told. */
export const areMethodsKnown = () => methods.length > 0;

/** What people call a method. @param {string} name */
export const methodName = (name) => METHOD_NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** Methods for a size. @param {number} size */
export const methodsFor = (size) => methods.filter((one) => one.smallest <= size && size <= (one.largest ?? Infinity));

/** What a method can make as few as possible at a size, its own choice first. @param {import('./api.js').Method} method @param {number} size */
export const metricsOf = (method, size) => method.metrics_from.findLast((from) => from.size <= size)?.metrics ?? [];

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
