/** A solution's JSON as moves, steps and phases of the track. */

import { parse } from './notation.js';

/** Colours of phases, of much the same weight on light and dark. */
const COLORS = ['#3f7be8', '#12a37f', '#e0892b', '#9b62e0', '#d9547f', '#2aa5c9', '#8aa52f', '#c0693c'];

/** Which titles belong together; the first that fits names the phase. @type {[RegExp, string][]} */
const KINDS = [
  [/parity|^mend|^swap two|^flip/i, 'Parity'],
  [/last (layer|edges|cross|corners)/i, 'Last layer'],
  [/^solve as a 3x3/i, 'As a 3x3'],
  [/^exchange|cells?\b|centre|center|column|block/i, 'Centres'],
  [/^pair the .*edges?$|wings?\b|^pair .* edges?/i, 'Edges'],
  [/cross/i, 'Cross'],
  [/corner.*pair|^pair|pair$|slot|f2l/i, 'Pairs'],
  [/oll|pll|orient|permute/i, 'Last layer'],
  [/^place the .* corner/i, 'First layer'],
  [/^place the .* edge/i, 'Second layer'],
];
const FEW = 8; // so many steps are each a phase of their own

/** @param {string} title */
function kindOf(title) {
  const layer = /\blayer (\d+)/.exec(title); // layer by layer: each is a phase of its own
  if (layer) return `Layer ${layer[1]}`;
  for (const [pattern, name] of KINDS) if (pattern.test(title)) return name;
  return title.replace(/[\d:].*$/, '').trim() || title;
}

/**
 * Read a solution: the moves one after the other, and the notes with places counted from its start.
 * @param {any} json
 * @returns {{moves: import('./track.js').Move[], notes: Omit<import('./track.js').Solution, 'from' | 'to'>}}
 */
export function readSolution(json) {
  const moves = /** @type {import('./track.js').Move[]} */ ([]);
  const steps = [];
  const phases = /** @type {import('./track.js').Phase[]} */ ([]);
  const few = json.steps.length <= FEW;
  const colors = new Map();
  for (const step of json.steps) {
    const from = moves.length;
    for (const { turns, label } of parse(step.alg, json.size)) if (turns.length) moves.push({ turns, label });
    const to = moves.length;
    const name = few ? step.title : kindOf(step.title);
    if (!colors.has(name)) colors.set(name, COLORS[colors.size % COLORS.length]);
    const last = phases[phases.length - 1];
    if (last && last.name === name) last.to = to;
    else phases.push({ name, from, to, color: colors.get(name) });
    const { title, explanation, moved, targets, trackers } = step;
    steps.push({ title, explanation, from, to, phase: phases.length - 1, moved, targets, trackers });
  }
  return { moves, notes: { json, steps, phases } };
}
