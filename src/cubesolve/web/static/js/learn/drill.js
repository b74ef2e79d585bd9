/**
 * Drills: sheets of cases with pictures, and one case after the other to recognise and to execute, with times.
 *
 * @typedef {import('./cases.js').Case} Case
 * @typedef {{best: number, last: number[], tries: number}} Times
 */

import { BLANK } from '../model/facelets.js';
import { isReached, kindOf, unpairedSlots } from '../model/goals.js';
import { parse } from '../model/notation.js';
import { Track } from '../model/track.js';
import { ApiError } from '../page/api.js';
import { icon, make, plural, sentence } from '../page/dom.js';
import { lendTrack, session } from '../page/session.js';
import { on } from '../page/settings.js';
import { loadCases } from './cases.js';
import { movesRow } from './moves_row.js';
import { makePad } from './pad.js';
import { sketch } from './sketch.js';
import { play, playBack, solvedCube } from './start_states.js';
import { keep, load } from './store.js';
import { focusTitle, makeTitle } from './title.js';

const KEY = 'cubesolve.drills';
const KEPT_TIMES = 12;
const ANSWERS = 4;

/** What the sheets are called, what they are for, and how their pictures are drawn. @type {Record<string, {title: string, text: string, kind: 'top' | 'up' | 'corner', isDown: boolean}>} */
export const SHEETS = {
  f2l: { title: 'F2L: pairs', text: 'Bring a corner and its edge together into the slot at the front right.', kind: 'corner', isDown: true },
  oll: { title: 'OLL: the last layer up', text: 'Turn all stickers of the last layer up, with one algorithm.', kind: 'up', isDown: true },
  pll: { title: 'PLL: the last layer in place', text: 'Put the pieces of the last layer in their places, with one algorithm.', kind: 'top', isDown: true },
  parity: { title: 'Parities', text: 'What a 3x3 could never ask for.', kind: 'corner', isDown: false },
  centers: { title: 'Last centres', text: 'Centre pieces go round three places; nothing else moves.', kind: 'corner', isDown: false },
  edges: { title: 'Last edges', text: 'Pair the last edge, or the last two.', kind: 'corner', isDown: false },
};

/** @param {any} time */
const isTime = (time) => Number.isFinite(time) && time >= 0;
/** @param {any} record */
const isRecord = (record) => isTime(record?.best) && isTime(record.tries) && Array.isArray(record.last) && record.last.every(isTime);
const kept = { times: /** @type {Record<string, Times>} */ ({}) };

/** Read the times anew, for there may be some of another tab. */
function readTimes() {
  const { times } = load(KEY, { times: {} }, { times: (value) => value instanceof Object });
  Object.assign(kept.times, Object.fromEntries(Object.entries(times).filter(([, record]) => isRecord(record))));
}

/** @typedef {{player: import('../page/player.js').Player}} Desk */

/** The drill under way: its case, the track with it, and when it was first seen. @type {{one: Case, track: Track, box: HTMLElement, seen: number, named: number, isHelped: boolean, again: () => void} | null} */
let drill = null;

on('track cursor', () => {
  if (!drill || session.track !== drill.track || session.mode !== 'learn') return;
  if (drill.track.cursor && isReached(drill.one.goal, drill.track.colors(), drill.track.size)) finish();
});

/** Leave the drill, if one is under way. */
export function closeDrill() {
  drill = null;
}

/** Seconds as people read them. @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** The colours of a case, seen after some turn of the top layer. @param {Case} one @param {string} [turn] */
function colorsOf(one, turn = '') {
  const colors = solvedCube(one.size, SHEETS[one.sheet].isDown);
  return play(playBack(colors, one.size, one.alg), one.size, turn);
}

/** The picture of a case; of a pair, or of the last edges, only what it is about, for the rest may be mixed up. @param {Case} one */
function pictureOf(one) {
  const { kind } = SHEETS[one.sheet];
  const colors = one.sheet === 'f2l' ? pairColors(one) : one.sheet === 'edges' ? edgeColors(one) : colorsOf(one);
  return sketch(colors, one.size, kind);
}

/** The first two layers of a case, without the pieces of the last. @param {Case} one */
function pairColors({ size, alg, sheet }) {
  const colors = solvedCube(size, SHEETS[sheet].isDown);
  const [rows, middle] = [[1, 2, 4, 5].map((face) => face * size * size), (size * size - 1) / 2];
  for (let slot = 0; slot < size * size; slot++) if (slot !== middle) colors[slot] = BLANK;
  for (const start of rows) colors.fill(BLANK, start, start + size);
  return playBack(colors, size, alg);
}

/** The centres of a case and the edges that are to be paired. @param {Case} one */
function edgeColors(one) {
  const { size } = one;
  const colors = colorsOf(one);
  const shown = new Set(unpairedSlots(colors, size));
  return colors.map((color, slot) => (shown.has(slot) || kindOf(size, slot) === 'center' ? color : BLANK));
}

/** All cases; none, and the reason in the box, if the server does not give them. @param {HTMLElement} box */
async function casesOrWords(box) {
  try {
    return await loadCases();
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    box.replaceChildren(make('p', { className: 'note bad', role: 'alert' }, sentence(`the cases could not be loaded: ${problem.message}`)));
    return [];
  }
}

/** The sheet of a group: all its cases with pictures and best times. @param {HTMLElement} box @param {string} sheet @param {Desk} desk */
export async function showSheet(box, sheet, desk) {
  closeDrill();
  readTimes();
  const { title, text } = SHEETS[sheet];
  const cases = (await casesOrWords(box)).filter((one) => one.sheet === sheet);
  if (!cases.length) return;
  const run = make('button', { type: 'button', className: 'button primary wide', id: 'drill-run' }, 'Drill: recognise and execute');
  run.onclick = () => next(box, cases, desk);
  const known = cases.filter((one) => kept.times[one.name]).length;
  box.replaceChildren(
    makeTitle(title),
    make('p', {}, text),
    make('p', { className: 'note' }, `${known} of ${plural(cases.length, 'case')} solved so far.`),
    run,
    make('ul', { className: 'case-sheet' }, ...cases.map((one) => {
      const record = kept.times[one.name];
      const card = make('button', { type: 'button', className: 'case-card', data: { case: one.name } }, pictureOf(one), make('b', {}, one.name), make('span', { className: 'note' }, record ? `best ${seconds(record.best)}` : 'not yet'));
      card.onclick = () => begin(box, one, cases, desk, true);
      return make('li', {}, card);
    })),
  );
  focusTitle(box);
}

/** Choose a case, those that take longest more often. @param {HTMLElement} box @param {Case[]} cases @param {Desk} desk */
function next(box, cases, desk) {
  const weights = cases.map((one) => (kept.times[one.name] ? mean(kept.times[one.name].last) : 30_000));
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  const at = weights.findIndex((weight) => (left -= weight) < 0);
  begin(box, cases[Math.max(0, at)], cases, desk, false);
}

/** @param {number[]} times */
const mean = (times) => times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length);

/** Put a case in play. @param {HTMLElement} box @param {Case} one @param {Case[]} cases @param {Desk} desk @param {boolean} isNamed whether its name is known already */
function begin(box, one, cases, desk, isNamed) {
  const turn = one.size === 3 ? ['', 'U', 'U2', "U'"][Math.floor(Math.random() * 4)] : '';
  const track = new Track(one.size, colorsOf(one, isNamed ? '' : turn));
  const back = make('button', { type: 'button', className: 'button small', id: 'drill-sheet' }, icon('back'), 'All cases');
  back.onclick = () => showSheet(box, one.sheet, desk);
  const show = make('button', { type: 'button', className: 'button', id: 'drill-show' }, 'Show the algorithm');
  const again = make('button', { type: 'button', className: 'button' }, 'Start again');
  again.onclick = () => begin(box, one, cases, desk, isNamed);
  const skip = make('button', { type: 'button', className: 'button primary', id: 'drill-next' }, 'Another case');
  skip.onclick = () => next(box, cases, desk);
  const moves = make('div', { className: 'moves', role: 'group', 'aria-label': 'The algorithm' });
  show.onclick = () => {
    if (drill) drill.isHelped = true;
    moves.replaceChildren(...movesRow(parse(one.alg, one.size), one.size));
  };
  const status = make('p', { className: 'learn-status', id: 'drill-status', role: 'status' });
  box.replaceChildren(back,
    makeTitle(isNamed ? one.name : 'Which case is it?', 'drill-title'),
    ...(isNamed ? [] : [answers(one, cases)]),
    status,
    make('p', { className: 'note' }, 'The clock runs until the cube shows the goal, whatever turns you use.'),
    make('div', { className: 'button-row' }, show, again, skip), moves, makePad(desk.player));
  focusTitle(box);
  lendTrack(track);
  drill = { one, track, box, seen: performance.now(), named: 0, isHelped: false, again: () => skip.focus() };
}

/** Names to choose from: the right one and others of its sheet. @param {Case} one @param {Case[]} cases */
function answers(one, cases) {
  const others = cases.filter((other) => other !== one).map((other) => ({ other, at: Math.random() })).sort((a, b) => a.at - b.at).slice(0, ANSWERS - 1).map(({ other }) => other);
  const all = [...others, one].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  const box = make('div', { className: 'case-sheet answers', role: 'group', 'aria-label': 'Which case is it?' }, ...all.map((choice) => {
    const button = make('button', { type: 'button', className: 'case-card', data: { answer: choice.name } }, pictureOf(choice), make('b', {}, choice.name));
    button.onclick = () => {
      const isRight = choice === one;
      button.classList.add(isRight ? 'right' : 'wrong');
      if (drill && isRight && !drill.named) drill.named = performance.now() - drill.seen;
      say(isRight ? `Yes, ${one.name}. Now solve it.` : `No, that is ${choice.name}.`);
    };
    return button;
  }));
  return box;
}

/** @param {string} text @param {boolean} [isGood] */
function say(text, isGood = false) {
  const status = drill?.box.querySelector('#drill-status');
  if (!status) return;
  status.textContent = text;
  status.classList.toggle('good', isGood);
}

/** The goal is there: keep the time. */
function finish() {
  if (!drill) return;
  const { one, seen, named, isHelped, track } = drill;
  const time = performance.now() - seen;
  readTimes();
  const before = kept.times[one.name];
  const spent = `${seconds(time)} and ${plural(track.cursor, 'turn')}${named ? `, recognised in ${seconds(named)}` : ''}`;
  if (isHelped) {
    say(`Solved in ${spent}. You looked at the algorithm, so this time is not kept.`, true);
  } else {
    kept.times[one.name] = { best: Math.min(time, before?.best ?? Infinity), last: [...(before?.last ?? []), time].slice(-KEPT_TIMES), tries: (before?.tries ?? 0) + 1 };
    keep(KEY, kept);
    say(`Solved in ${spent}.${before && time < before.best ? ' Your best time yet.' : ''}`, true);
  }
  const { again } = drill;
  closeDrill();
  again();
}
