/** The one cube in play, what the page is doing, and how it outlives a reload. */

import { debounce, toast, warn } from './dom.js';
import { readSolution } from '../model/solution.js';
import { on, tell } from './settings.js';
import { local, ofTab } from './storage.js';
import { movesFrom, movesText, packColors, trackFromHash, unpackColors } from '../model/share.js';
import { Track } from '../model/track.js';

const LARGEST = 1000;
const KEY = 'cubesolve.cube';
const START_KEY = 'cubesolve.start';
const SOLUTION_KEY = 'cubesolve.solution';
const SAVE_DELAY = 250;
const QUICKLY_KEPT = 200; // layers of a cube that is written in a moment

/** @typedef {'play' | 'solve' | 'paint' | 'learn'} Mode */
/** What the page can be doing, in the order of its tabs. @type {Mode[]} */
export const MODES = ['play', 'solve', 'paint', 'learn'];

export const session = {
  track: new Track(3),
  /** @type {Mode} */
  mode: 'play',
  /** Layers that buttons and keys turn: so many from the face, or the innermost of them alone. */
  layers: { count: 1, alone: false },
  /** @type {Track[]} */
  earlier: [],
  /** Whether someone follows the solution with a cube in hand. */
  isFollowing: false,
  /** The user's own cube, while a lesson has one of its own. @type {Track | null} */
  outside: null,
};

const EARLIER = 20;
const THIN = 'The film shows only some of the layers here. Go to the start or to the end for the whole cube.';
const BREATH = 8; // milliseconds of work at a time

/** Make all places of the cube quick to reach, in small portions. */
export function prepareAhead() {
  const { track } = session;
  const work = () => {
    if (session.track === track && !track.prepare(BREATH)) setTimeout(work);
  };
  setTimeout(work);
}

/** Whether all layers are known at this place; if only some are, say what to do. */
export function isWhole() {
  if (session.track.isThin) toast(THIN);
  return !session.track.isThin;
}

/** Take another cube, and offer the way back. @param {Track} track @param {string} [message] */
export function takeTrack(track, message) {
  const before = session.track;
  before.rest();
  session.earlier.push(before);
  if (session.earlier.length > EARLIER) session.earlier.shift();
  session.track = track;
  session.layers.count = Math.min(session.layers.count, track.size - 1);
  tell('track');
  if (message) toast(message, { label: 'Undo', run: backToEarlier });
}

/** Take a lesson's cube; the user's own comes back when the lesson is left. @param {Track} track */
export function lendTrack(track) {
  session.outside ??= session.track;
  session.track = track;
  session.layers = { count: 1, alone: false };
  tell('track');
  tell('layers');
}

/** Return to the cube before the last scramble, reset or other new cube. */
export function backToEarlier() {
  if (session.outside) return; // a lesson's cube has nothing before it
  const track = session.earlier.pop();
  if (!track) return;
  session.track = track;
  tell('track');
}

/** @param {Mode} mode */
export function setMode(mode) {
  if (session.mode === mode) return;
  session.mode = mode;
  if (session.outside && mode !== 'learn') {
    session.track = session.outside;
    session.outside = null;
    tell('track');
  }
  tell('mode');
}

/** @param {number} count @param {boolean} [alone] */
export function setLayers(count, alone = session.layers.alone) {
  const most = Math.max(1, session.track.size - 1);
  count = Math.max(1, Math.min(count, most));
  session.layers = { count, alone: alone && count > 1 };
  tell('layers');
}

/** The cube as plain data; its start and its solution are kept apart, for they are large and seldom change. @param {Track} track */
function dataOf(track) {
  const to = track.solution ? track.solution.from : track.moves.length;
  return {
    size: track.size,
    isFromSolved: track.isFromSolved,
    moves: movesText(track, to),
    text: track.text,
    cursor: track.cursor,
    solved: track.solution !== null,
    mode: session.mode,
    following: session.isFollowing,
  };
}

/** @param {any} data @param {string} start @param {any} solution */
function trackFrom(data, start, solution) {
  if (!(data.size <= LARGEST && Number.isInteger(data.cursor))) throw new Error('this is not a cube that this page saved');
  const colors = data.isFromSolved ? null : unpackColors(start);
  if (colors && colors.length !== 6 * data.size ** 2) throw new Error('its colours belong to another size');
  const track = new Track(data.size, colors);
  track.replace(movesFrom(data.moves, data.size), data.text);
  if (data.solved && solution) {
    track.seek(track.moves.length);
    const { moves, notes } = readSolution(solution);
    track.setSolution(moves, notes);
  }
  track.seek(data.cursor);
  return track;
}

/** Restore the cube of a link, of this tab, or of the last tab. */
export function restore() {
  const { hash } = location;
  if (hash.includes('size=')) {
    history.replaceState(null, '', location.pathname + location.search);
    try {
      const shared = trackFromHash(hash);
      if (shared) {
        session.track = shared;
        return;
      }
    } catch (error) {
      warn(`This link could not be read: ${/** @type {Error} */ (error).message}`);
    }
  }
  const store = ofTab.getItem(KEY) === null ? local : ofTab;
  const text = store.getItem(KEY);
  if (!text) return;
  try {
    const data = JSON.parse(text);
    const solution = JSON.parse(ofTab.getItem(SOLUTION_KEY) ?? 'null');
    session.track = trackFrom(data, store.getItem(START_KEY) ?? '', solution);
    if (MODES.includes(data.mode)) session.mode = data.mode;
    session.isFollowing = data.following === true && session.track.solution !== null;
  } catch (error) {
    warn(`Your last cube could not be restored: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {import('../model/track.js').Solution | null} solution */
function keepSolution(solution) {
  ofTab.removeItem(SOLUTION_KEY); // one that is too large must not leave another in its place
  if (!solution) return;
  try {
    ofTab.setItem(SOLUTION_KEY, JSON.stringify(solution.json));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    toast('This solution is too large to save: a reload will lose it.');
  }
}

/** Keep the cube whenever it changes: for this tab, and for the next one that is opened. */
export function keepSession() {
  let kept = session.track.solution;
  /** @type {Uint8Array | null} */
  let start = null;
  let packed = '';
  let told = false;
  const save = (/** @type {boolean} */ isLeaving) => {
    const track = session.outside ?? session.track;
    try {
      const text = JSON.stringify(dataOf(track));
      if (track.start !== start) {
        packed = track.isFromSolved ? '' : packColors(track.start);
        ofTab.setItem(START_KEY, packed);
        start = track.start;
      }
      ofTab.setItem(KEY, text);
      // Other tabs write there too, so both parts are written each time, which is slow for a large cube.
      if (isLeaving || track.size <= QUICKLY_KEPT) {
        local.setItem(START_KEY, packed);
        local.setItem(KEY, text);
      }
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      if (!told) warn('This cube is too large to save: a reload will lose it.');
      told = true;
    }
    if (track.solution !== kept) {
      kept = track.solution;
      keepSolution(kept);
    }
  };
  on('track cursor mode', debounce(() => save(false), SAVE_DELAY));
  window.addEventListener('pagehide', () => save(true));
  window.addEventListener('hashchange', () => {
    if (location.hash.includes('size=')) location.reload(); // a link was put into this tab
  });
}
