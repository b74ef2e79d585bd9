/**
 * A step opened: why it was chosen, what its moves are made of, and what is right before and after it.
 *
 * @typedef {import('../model/track.js').Track} Track
 */

import { invert, turnSlots } from '../model/cube.js';
import { pieceName, undone } from '../model/goals.js';
import { inPlainWords } from '../model/place_words.js';
import { beforeAndAfter, homesOf } from '../model/state_words.js';
import { turnWords } from '../model/turn_words.js';
import { make, plural } from '../page/dom.js';
import { colorNames, inOurColors } from '../page/schemes.js';
import { session } from '../page/session.js';
import { movesRow } from './moves_row.js';
import { loadStyle } from './style.js';

const LARGEST = 30; // layers of a cube whose pieces are counted
const MOST_WORDS = 40; // moves that are written out
const MOST_NAMED = 6;

/** Show what the current step says. @param {HTMLElement} box */
export async function renderWhy(box) {
  await loadStyle();
  const { track } = session;
  const index = track.stepIndex();
  const step = track.solution?.steps[index];
  const json = track.solution?.json.steps[index];
  if (!step || !json) {
    box.replaceChildren();
    return;
  }
  const said = inOurColors(step.explanation); // which stands above, with letters
  const plain = inPlainWords(said);
  box.replaceChildren(
    ...(plain === said ? [] : [make('p', { className: 'why-plain' }, plain)]),
    ...(json.reason ? [make('h3', {}, 'Why this step'), make('p', {}, inPlainWords(inOurColors(json.reason)))] : []),
    ...howItWorks(track, step, json.parts ?? []),
    ...rightThen(track, step),
  );
}

/** The parts in colours, or the moves in words where there are none. @param {Track} track @param {{from: number, to: number}} step @param {import('../model/solution.js').PartJson[]} parts */
function howItWorks(track, step, parts) {
  const { size, moves } = track;
  const row = (/** @type {number} */ from, /** @type {number} */ to) => moves.labels(from, to).map((label) => ({ label }));
  const rows = parts.map(({ role, from, to, about }) => make('li', { className: `role-${role}` },
    make('div', { className: 'moves' }, ...movesRow(row(step.from + from, step.from + to), size)), make('span', {}, about)));
  const last = Math.min(step.to, step.from + MOST_WORDS);
  const words = Array.from({ length: last - step.from }, (_, i) => {
    const said = turnWords(moves.at(step.from + i)?.turns ?? [], size);
    return make('li', {}, `${said.charAt(0).toUpperCase()}${said.slice(1)}.`);
  });
  return [
    ...(rows.length ? [make('h3', {}, 'How it works'), make('ul', { className: 'why-parts' }, ...rows)] : []),
    make('h3', {}, 'In words'), make('ol', { className: 'why-words' }, ...words),
    ...(last < step.to ? [make('p', { className: 'note' }, `and ${plural(step.to - last, 'more turn')}`)] : []),
  ];
}

/** The colours at another place of the track. @param {Track} track @param {number} at */
function colorsAt(track, at) {
  const colors = track.colors().slice();
  for (let k = track.cursor; k < at; k++) for (const turn of track.moves.at(k)?.turns ?? []) turnSlots(colors, track.size, turn);
  for (let k = track.cursor - 1; k >= at; k--) for (const turn of track.moves.at(k)?.turns ?? []) turnSlots(colors, track.size, invert(turn));
  return colors;
}

/** The colours of the faces at the end of a solution; null where it does not solve the cube. @type {WeakMap<object, number[] | null>} */
const homes = new WeakMap();

/** @param {Track} track */
function homesAtEnd(track) {
  const { solution, size } = track;
  if (!solution) return null;
  const known = homes.get(solution) ?? homesOf(colorsAt(track, solution.to), size);
  homes.set(solution, known);
  return known;
}

/** @param {Track} track @param {{from: number, to: number}} step */
function rightThen(track, step) {
  const { size } = track;
  if (size < 3 || size > LARGEST || track.isThin) return [];
  const { texts, pieces } = beforeAndAfter(colorsAt(track, step.from), colorsAt(track, step.to), size, homesAtEnd(track));
  const names = colorNames();
  const gained = undone(pieces[1], pieces[0]).map((piece) => pieceName(piece, names));
  const shown = gained.slice(0, MOST_NAMED).join(', ') + (gained.length > MOST_NAMED ? ` and ${gained.length - MOST_NAMED} more` : '');
  return [
    make('h3', {}, 'Before and after'),
    make('p', {}, `Before: ${texts[0]}. After: ${texts[1]}.`),
    ...(gained.length ? [make('p', {}, `Now right: ${shown}.`)] : []),
  ];
}
