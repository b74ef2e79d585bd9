/**
 * Following along: a solution for hands. The turn to come is an arrow on the cube and a sentence, the
 * hold is said and kept, and nothing but "done" has to be told.
 *
 * @typedef {import('../model/solution.js').SolutionJson} SolutionJson
 * @typedef {import('../page/player.js').Player} Player
 * @typedef {import('../page/stage.js').Stage} Stage
 * @typedef {object} Following What is under way.
 * @property {Player} player
 * @property {Stage} stage
 * @property {TurnArrow} arrow
 * @property {AwakeScreen} screen
 * @property {AbortController} listeners
 * @property {HTMLElement} box
 * @property {Element | null} before what had the focus
 * @property {number} timer
 * @property {boolean} isMoving
 * @property {AbortController | null} solving
 */

import { holdWords, keepWords } from '../model/hold.js';
import { inPlainWords } from '../model/place_words.js';
import { Track } from '../model/track.js';
import { turnWords } from '../model/turn_words.js';
import { ApiError } from '../page/api.js';
import { announce, byId, icon, make, plural, sentence, toast } from '../page/dom.js';
import { methodName, methodsFor } from '../page/methods.js';
import { startPaint } from '../page/paint.js';
import { openScan } from '../page/scan_panel.js';
import { colorNames, inOurColors } from '../page/schemes.js';
import { isWhole, session, setMode, takeTrack } from '../page/session.js';
import { on, reducedMotion } from '../page/settings.js';
import { takeSolution } from '../page/solve_panel.js';
import { TurnArrow } from '../view/arrow.js';
import { AwakeScreen, canSpeak, hush, speak } from './hands.js';
import { ENOUGH, search } from './search.js';
import { isText, keep, load } from './store.js';
import { loadStyle } from './style.js';

const KEY = 'cubesolve.follow';
const TURN_TIME = 420; // ms: slow enough to see what moves
const LEARNABLE = ['beginner', 'cfop', 'layers', 'cage'];
const TIMERS = [0, 2, 4, 6, 10];

const chosen = load(KEY, { method: 'auto', aloud: false, seconds: 0 }, {
  method: isText, aloud: (aloud) => typeof aloud === 'boolean', seconds: (seconds) => TIMERS.includes(seconds),
});

/** @type {Following | null} */
let following = null;
/** A cube that got lost and is being painted: the track before, and how it is solved. @type {{track: object} | null} */
let lost = null;

on('mode track', () => {
  if (following && !following.solving && session.mode === 'paint') close();
});
on('mode', () => {
  if (!lost || session.mode === 'paint') return;
  const isNew = session.track !== lost.track;
  lost = null;
  if (isNew && session.mode === 'solve' && again) again();
});
/** @type {(() => void) | null} */
let again = null;

/**
 * Begin: with the solution that is there, or after a choice how to solve.
 * @param {Player} player @param {Stage} stage @param {boolean} [solvesAtOnce] by the way that was chosen before
 */
export async function openFollow(player, stage, solvesAtOnce = false) {
  if (following || !isWhole()) return;
  await loadStyle();
  if (following) return; // by another click, while the style was loaded
  again = () => openFollow(player, stage, true);
  const { solution, cursor } = session.track;
  if (solution && cursor < solution.from) player.seek(solution.from, true); // before it are the moves that made the cube
  else player.pause();
  byId('toasts').replaceChildren(); // one of them offers to play the solution
  stage.isLocked = true;
  stage.show();
  const svg = /** @type {SVGSVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
  svg.classList.add('turn-arrow');
  svg.setAttribute('aria-hidden', 'true');
  byId('cube').after(svg);
  const box = make('section', { className: 'follow', id: 'follow', 'aria-label': 'Follow along' });
  document.querySelector('main')?.append(box);
  following = {
    player, stage, box, arrow: new TurnArrow(svg, stage.view), screen: new AwakeScreen(), listeners: new AbortController(),
    before: document.activeElement, timer: 0, isMoving: false, solving: null,
  };
  session.isFollowing = true;
  document.body.classList.add('following');
  stage.view.resetCamera();
  following.screen.hold();
  window.addEventListener('keydown', onKey, { capture: true, signal: following.listeners.signal });
  if (session.track.solution && session.track.cursor < session.track.moves.length && !solvesAtOnce) renderTurn();
  else if (solvesAtOnce && !session.track.isSolved()) await solve();
  else renderStart();
}

function close() {
  if (!following) return;
  const { stage, arrow, screen, listeners, box, before, timer, solving } = following;
  following = null;
  session.isFollowing = false;
  solving?.abort();
  window.clearTimeout(timer);
  hush();
  listeners.abort();
  screen.release();
  arrow.dispose();
  arrow.svg.remove();
  box.remove();
  document.body.classList.remove('following');
  stage.isLocked = false;
  stage.show();
  if (before instanceof HTMLElement) before.focus();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab' || document.querySelector('dialog[open]')) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const isTheirs = target.closest('select, input') || (target.closest('button') && [' ', 'Enter'].includes(event.key));
  event.stopImmediatePropagation(); // no key may turn the cube behind the user's back
  if (event.key === 'Escape') close();
  if (isTheirs || !following?.box.querySelector('#follow-next')) return;
  const way = { ' ': 1, Enter: 1, ArrowRight: 1, PageDown: 1, ArrowLeft: -1, Backspace: -1, PageUp: -1 }[event.key];
  if (!way) return;
  event.preventDefault();
  go(way > 0 ? 1 : -1);
}

/** @param {string} label @param {() => void} run @param {Record<string, any>} [more] */
function button(label, run, more = {}) {
  const made = make('button', { type: 'button', className: 'button', ...more }, label);
  made.onclick = run;
  return made;
}

const closeButton = () => {
  const made = make('button', { type: 'button', className: 'icon-button', 'aria-label': 'Stop following', title: 'Stop following (Esc)' }, icon('close'));
  made.onclick = close;
  return made;
};

/** How to hold the cube that is shown. */
const hold = () => holdWords(session.track.colors(), session.track.size, colorNames());

// Choosing how to solve.

/** Methods that people learn, for the size of the cube; one that was chosen for another size is dropped. */
function learnable() {
  const methods = methodsFor(session.track.size).map((one) => one.name).filter((name) => LEARNABLE.includes(name));
  if (!methods.includes(chosen.method)) chosen.method = 'auto';
  return methods;
}

function renderStart() {
  if (!following) return;
  const { box } = following;
  following.arrow.show([], session.track.size);
  const isSolved = session.track.isSolved();
  const methods = learnable();
  const ways = [
    choice('auto', 'Fewest turns', 'The shortest solution that a search finds. Quick for your hands; there is nothing to learn by heart.'),
    ...(methods.length ? [choice(methods.includes(chosen.method) ? chosen.method : methods[0], 'A method to learn', 'More turns, but every step has a reason, and you could soon do it alone.')] : []),
  ];
  const select = make('select', { 'aria-label': 'Method to learn', id: 'follow-method' }, ...methods.map((name) => make('option', { value: name, selected: name === chosen.method }, methodName(name))));
  select.onchange = () => {
    const way = /** @type {HTMLInputElement} */ (ways[1].querySelector('input'));
    way.value = chosen.method = select.value;
    way.checked = true;
    keep(KEY, chosen);
  };
  if (ways[1]) ways[1].append(select);
  box.replaceChildren(
    make('div', { className: 'follow-head' }, make('h1', {}, 'Follow along with your cube'), closeButton()),
    isSolved
      ? make('p', { className: 'follow-hold' }, 'This cube is solved. Scan or paint yours first, or scramble this one.')
      : make('p', { className: 'follow-hold', id: 'follow-hold' }, `${hold()} It must look like the cube on the screen. Keep holding it this way: you will never be asked to turn it round.`),
    ...(isSolved ? [] : [make('div', { className: 'follow-ways', role: 'radiogroup', 'aria-label': 'How to solve it' }, ...ways)]),
    make('p', { className: 'note', id: 'follow-note', role: 'status' }),
    make('div', { className: 'follow-buttons' },
      button('Scan my cube', scanIt),
      button('Paint it', paintIt, { id: 'follow-paint' }),
      button('Start', solve, { className: 'button primary large', id: 'follow-start', disabled: isSolved })),
  );
  byId('follow-start').focus();
}

/** @param {string} method @param {string} title @param {string} text */
function choice(method, title, text) {
  const input = make('input', { type: 'radio', name: 'follow-way', value: method, checked: chosen.method === method });
  input.onchange = () => {
    chosen.method = input.value;
    keep(KEY, chosen);
  };
  return make('label', { className: 'follow-way' }, input, make('b', {}, title), make('span', {}, text));
}

async function solve() {
  const state = following;
  if (!state || state.solving) return;
  const { track } = session;
  learnable();
  state.solving = new AbortController();
  renderSolving();
  const wanted = { size: track.size, facelets: track.facelets(), method: chosen.method, what: 'all' };
  let [found, trouble] = [/** @type {SolutionJson | null} */ (null), ''];
  try {
    found = await search(wanted, state.solving.signal, (text, hasOne) => {
      byId('follow-note').textContent = text;
      byId('follow-enough').hidden = !hasOne;
    });
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    trouble = sentence(inOurColors(problem.message));
  }
  if (following !== state || session.track !== track) return;
  state.solving = null;
  if (found) {
    takeSolution(found);
    renderTurn();
    return;
  }
  renderStart(); // from where it can be tried again
  byId('follow-note').textContent = trouble;
}

function renderSolving() {
  const stop = (/** @type {string} */ reason) => following?.solving?.abort(reason);
  following?.box.replaceChildren(
    make('div', { className: 'follow-head' }, make('h1', {}, 'Follow along with your cube'), closeButton()),
    make('p', { className: 'note', id: 'follow-note', role: 'status' }, 'Solving…'),
    make('div', { className: 'progress-bar unknown', role: 'progressbar', 'aria-label': 'Solving' }, make('span')),
    make('div', { className: 'follow-buttons' },
      button('Cancel', () => stop('cancelled'), { id: 'follow-cancel', className: 'button large' }),
      button('Start with these', () => stop(ENOUGH), { id: 'follow-enough', className: 'button primary large', hidden: true })),
  );
  byId('follow-cancel').focus();
}

// One turn after the other.

/** @param {1 | -1} way */
async function go(way) {
  const state = following;
  if (!state || state.isMoving) return;
  const { track } = session;
  const { cursor } = track;
  const from = track.solution?.from ?? 0;
  if (way > 0 ? cursor >= track.moves.length : cursor <= from) return;
  window.clearTimeout(state.timer);
  state.isMoving = true;
  state.arrow.show([], track.size);
  state.stage.view.orbitHome(); // right, top and front are as the cube is held, not as someone just looked at it
  const shown = state.box.firstChild;
  await state.player.move(way, reducedMotion() ? 0 : TURN_TIME);
  state.isMoving = false;
  if (following === state && state.box.firstChild === shown) renderTurn(); // and who said to be lost in between stays there
}

function renderTurn() {
  if (!following) return;
  const { track } = session;
  const { solution, cursor, moves, size } = track;
  const from = solution?.from ?? 0;
  const move = moves.at(cursor);
  if (!move) {
    renderEnd();
    return;
  }
  const words = turnWords(move.turns, size);
  const step = solution?.steps[track.stepIndex()];
  const then = moves.at(cursor + 1);
  const isNew = !byIdMaybe('follow-words');
  if (isNew) buildTurn();
  const title = step ? inPlainWords(inOurColors(step.title)) : 'Your moves';
  announce(`${title === byId('follow-step').textContent ? '' : `${title}. `}${sentence(words)}`);
  byId('follow-hold').textContent = keepWords(track.colors(), size, colorNames());
  byId('follow-step').textContent = title;
  byId('follow-about').textContent = step ? inPlainWords(inOurColors(step.explanation)) : '';
  byId('follow-words').textContent = sentence(words);
  byId('follow-label').textContent = move.label;
  byId('follow-label').dataset.move = move.label;
  byId('follow-then').textContent = then ? `Then: ${turnWords(then.turns, size)}.` : 'That is the last turn.';
  byId('follow-count').textContent = `Turn ${cursor - from + 1} of ${moves.length - from}`;
  byId('follow-done').style.width = `${(100 * (cursor - from)) / (moves.length - from)}%`;
  const back = byId('follow-back', 'button');
  if (cursor <= from && back === document.activeElement) byId('follow-next').focus(); // a button loses it with its use
  back.disabled = cursor <= from;
  following.arrow.show(move.turns, size);
  if (chosen.aloud) speak(words);
  if (chosen.seconds) following.timer = window.setTimeout(() => go(1), chosen.seconds * 1000);
  if (isNew) byId('follow-next').focus();
}

/** @param {string} id */
const byIdMaybe = (id) => document.getElementById(id);

/** Build what the turns are shown in. */
function buildTurn() {
  const aloud = button('Say it', () => {
    chosen.aloud = !chosen.aloud;
    keep(KEY, chosen);
    aloud.setAttribute('aria-pressed', String(chosen.aloud));
    if (chosen.aloud) speak(byId('follow-words').textContent ?? '');
    else hush();
  }, { className: 'chip', id: 'follow-aloud', 'aria-pressed': chosen.aloud, hidden: !canSpeak(), title: 'Say each turn aloud' });
  const timer = make('select', { id: 'follow-timer', 'aria-label': 'Go on by itself' }, ...TIMERS.map((seconds) => make('option', { value: String(seconds), selected: seconds === chosen.seconds }, seconds ? `Every ${seconds} s` : 'When I tap')));
  timer.onchange = () => {
    chosen.seconds = Number(timer.value);
    keep(KEY, chosen);
    if (!following) return;
    window.clearTimeout(following.timer);
    if (chosen.seconds) following.timer = window.setTimeout(() => go(1), chosen.seconds * 1000);
  };
  const words = make('button', { type: 'button', className: 'follow-card', title: 'Tap when you have done it' },
    make('span', { className: 'follow-words', id: 'follow-words' }), make('span', { className: 'follow-then', id: 'follow-then' }));
  words.onclick = () => go(1);
  following?.box.replaceChildren(
    make('div', { className: 'follow-head' }, make('h1', { id: 'follow-step' }), make('div', { className: 'follow-tools' }, aloud, timer, button('Lost?', renderLost, { className: 'chip', id: 'follow-lost' }), closeButton())),
    make('p', { className: 'note', id: 'follow-about' }),
    words,
    make('p', { className: 'follow-hold' }, icon('cube'), make('span', { id: 'follow-hold' }), make('span', { className: 'follow-label', id: 'follow-label' })),
    make('div', { className: 'follow-bar', 'aria-hidden': 'true' }, make('span', { id: 'follow-done' })),
    make('div', { className: 'follow-buttons' },
      button('Back', () => go(-1), { id: 'follow-back', className: 'button large' }),
      make('output', { id: 'follow-count' }),
      button('Done, next', () => go(1), { id: 'follow-next', className: 'button primary large' })),
  );
}

function renderEnd() {
  if (!following) return;
  following.arrow.show([], session.track.size);
  const isSolved = session.track.isSolved();
  const text = isSolved ? 'Solved. Well done!' : 'That was the last turn of this part.';
  following.box.replaceChildren(
    make('div', { className: 'follow-head' }, make('h1', {}, 'Follow along with your cube'), closeButton()),
    make('p', { className: 'follow-words', id: 'follow-end' }, text),
    make('p', { className: 'follow-hold' }, 'Does your cube look like the one on the screen? If not, a turn went astray: show it as it is now, and go on from there.'),
    make('div', { className: 'follow-buttons' },
      button('Back', () => go(-1), { className: 'button large' }),
      button('My cube looks different', renderLost, { className: 'button large' }),
      button('Close', close, { id: 'follow-close', className: 'button primary large' })),
  );
  byId('follow-close').focus();
  announce(text);
  if (chosen.aloud) speak(text);
}

// Lost.

function renderLost() {
  if (!following) return;
  window.clearTimeout(following.timer);
  hush();
  const { track } = session;
  const step = track.solution?.steps[track.stepIndex()];
  following.box.replaceChildren(
    make('div', { className: 'follow-head' }, make('h1', {}, 'No harm done'), closeButton()),
    make('p', { className: 'follow-hold' }, 'Compare your cube with the one on the screen. If you turned something the wrong way just now, turn it back. If you cannot tell, show your cube as it is now, and go on from there.'),
    make('div', { className: 'follow-buttons start' },
      button('Scan my cube as it is', scanIt, { id: 'follow-scan', className: 'button primary large' }),
      button('Paint it', paintIt, { id: 'follow-paint', className: 'button large' }),
      ...(step && step.from < track.cursor ? [button(`Back ${plural(track.cursor - step.from, 'turn')}, to the start of this step`, () => backTo(step.from), { className: 'button large' })] : []),
      button('It is right after all', renderTurn, { id: 'follow-on', className: 'button large' })),
  );
  byId('follow-scan').focus();
}

/** Show the cube as it was, and the turn from there. @param {number} at */
function backTo(at) {
  following?.player.seek(at, true);
  following?.stage.view.orbitHome();
  renderTurn();
}

function paintIt() {
  const { track } = session;
  close();
  lost = { track };
  startPaint(track.size, track.colors());
  setMode('paint');
  toast('Paint your cube as you hold it, then press “Use this cube”');
}

function scanIt() {
  if (!following) return;
  const { player, stage } = following;
  close();
  openScan((size, colors) => {
    takeTrack(new Track(size, colors));
    setMode('solve');
    again?.();
  }, () => openFollow(player, stage));
}
