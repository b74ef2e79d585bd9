/**
 * A solution's JSON as moves, steps and phases of the track.
 *
 * @typedef {import('./moves.js').Move} Move
 * @typedef {import('./track.js').Solution} Solution
 * @typedef {{role: string, from: number, to: number, about: string}} PartJson
 * @typedef {object} StepJson
 * @property {string} phase an id of `PHASES`
 * @property {string | null} parity what a step fixes that is for parity
 * @property {number | null} layer which layer a step builds, if it builds one
 * @property {string} title
 * @property {string} explanation
 * @property {string | null} alg null where moves are packed
 * @property {[number, number]} [range] where its moves begin and end among the packed ones
 * @property {string} [reason] why it was chosen; older solutions have none
 * @property {PartJson[]} [parts] what its moves are made of
 * @property {number[]} moved
 * @property {number[]} targets
 * @property {{face: string, color: string, slot: number}[]} trackers
 *
 * @typedef {object} SolutionJson What the server answers; the page uses these members.
 * @property {number} size
 * @property {string} scheme
 * @property {string} method
 * @property {string} what
 * @property {string} metric what a search made short
 * @property {Record<string, number>} counts
 * @property {string} [packed] the moves of a long solution: see `packed.js`
 * @property {StepJson[]} steps
 * @property {Record<string, boolean>} results
 * @property {number} seconds
 */

import { parse } from './notation.js';
import { readWords } from './packed.js';

/**
 * The phases of a solve by the server's ids, with the colours that they have in every solution: of
 * much the same weight on light and dark, and far apart where phases follow each other.
 * @type {Record<string, {name: string, color: string}>}
 */
const PHASES = {
  centers: { name: 'Centres', color: '#3f7be8' },
  edges: { name: 'Edges', color: '#12a37f' },
  parity: { name: 'Parity', color: '#d9547f' },
  cage: { name: 'Cage', color: '#2aa5c9' },
  cross: { name: 'Cross', color: '#e0892b' },
  pairs: { name: 'Pairs', color: '#2aa5c9' },
  'first-layer': { name: 'First layer', color: '#c0693c' },
  'middle-layers': { name: 'Middle layers', color: '#7a8fe0' },
  oll: { name: 'OLL', color: '#8aa52f' },
  pll: { name: 'PLL', color: '#9b62e0' },
  'last-layer': { name: 'Last layer', color: '#9b62e0' },
  search: { name: 'Search', color: '#e0892b' },
  other: { name: 'Other moves', color: '#7d8696' },
};

/** @param {StepJson} step */
function phaseOf({ phase, layer }) {
  const { name, color } = PHASES[phase] ?? PHASES.other; // a solution that was kept may be of another version
  return { name: layer && phase === 'middle-layers' ? `Layer ${layer}` : name, color };
}

/**
 * Read a solution: the moves one after the other, packed if they came so, and the notes with places counted from its start.
 * @param {SolutionJson} json
 * @returns {{moves: Move[] | Uint32Array, notes: Omit<Solution, 'from' | 'to'>}}
 */
export function readSolution(json) {
  const packed = json.packed === undefined ? null : readWords(json.packed, json.size);
  const listed = /** @type {Move[]} */ ([]);
  const steps = [];
  const phases = /** @type {import('./track.js').Phase[]} */ ([]);
  for (const step of json.steps) {
    const [from, to] = step.range ?? readStep(step, json.size, listed);
    const { name, color } = phaseOf(step);
    const last = phases[phases.length - 1];
    if (last && last.name === name) last.to = to;
    else phases.push({ name, from, to, color });
    const { title, explanation, parity, moved, targets, trackers } = step;
    steps.push({ title, explanation, from, to, phase: phases.length - 1, parity, moved, targets, trackers });
  }
  return { moves: packed ?? listed, notes: { json, steps, phases } };
}

/** Put the moves of a step after others; return where they begin and end. @param {StepJson} step @param {number} size @param {Move[]} moves */
function readStep({ alg }, size, moves) {
  const from = moves.length;
  for (const { turns, label } of parse(alg ?? '', size)) if (turns.length) moves.push({ turns, label });
  return [from, moves.length];
}
