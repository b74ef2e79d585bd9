/** The panel for playing: size, scramble, undo, buttons for turns. */

import { fetchScramble } from './api.js';
import { FACES } from '../model/geometry.js';
import { byId, childrenOf, enable, make, toast } from './dom.js';
import { currentScheme } from './schemes.js';
import { backToEarlier, session, setLayers, setMode, takeTrack } from './session.js';
import { change, on, settings } from './settings.js';
import { solve } from './solve_panel.js';
import { colorsFrom } from '../model/facelets.js';
import { formatTurn } from '../model/notation.js';
import { Track } from '../model/track.js';
import { turnFor } from '../model/turns.js';

const USUAL_SIZES = [2, 3, 4, 5, 6, 7];
const LARGEST = 1000;
const EASY = 100; // sizes up to here are on the slider

/** Set up the panel. @param {import('./player.js').Player} player */
export function setUpPlay(player) {
  byId('size-presets').append(...USUAL_SIZES.map((size) => {
    const chip = make('button', { type: 'button', className: 'chip', 'aria-label': `Size ${size}`, data: { size } }, String(size));
    chip.onclick = () => resize(size);
    return chip;
  }));
  byId('size-slider').oninput = () => resize(Number(byId('size-slider', 'input').value));
  byId('size-less').onclick = () => resize(session.track.size - 1);
  byId('size-more').onclick = () => resize(session.track.size + 1);
  byId('size-field').onchange = () => resize(Number(byId('size-field', 'input').value));
  byId('scramble').onclick = () => scramble(player);
  byId('go-solve').onclick = () => {
    setMode('solve');
    if (!session.track.isSolved() && !session.track.solution) solve(player);
  };
  byId('reset').onclick = () => reset(player);
  byId('undo').onclick = () => undo(player);
  byId('redo').onclick = () => player.step(1);
  byId('scramble-kind').onchange = () => change({ kind: byId('scramble-kind', 'select').value });
  byId('layers-less').onclick = () => setLayers(session.layers.count - 1);
  byId('layers-more').onclick = () => setLayers(session.layers.count + 1);
  byId('layers-alone').onclick = () => setLayers(Math.max(2, session.layers.count), !session.layers.alone);
  for (const name of turnNames()) byId('turn-grid').append(turnButton(player, name));
  on('track layers settings', renderPlay);
  on('track cursor', renderUndo);
  renderPlay();
  renderUndo();
}

/** The names of the buttons, row by row. */
function turnNames() {
  const faces = [...FACES];
  return [...faces, ...faces.map((face) => `${face}'`), ...faces.map((face) => `${face}2`), 'M', 'E', 'S', 'x', 'y', 'z', "M'", "E'", "S'", "x'", "y'", "z'"];
}

/** @param {import('./player.js').Player} player @param {string} name */
function turnButton(player, name) {
  const button = make('button', { type: 'button', data: { turn: name } }, name);
  button.onclick = () => {
    const turn = turnFor(name, session.track.size, session.layers);
    if (turn) player.turn([turn]);
  };
  return button;
}

/** Undo a move, or the last new cube when there are no moves. @param {import('./player.js').Player} player */
export function undo(player) {
  if (session.track.cursor > 0) {
    player.step(-1);
    return;
  }
  player.pause();
  backToEarlier();
}

/** @param {import('./player.js').Player} player */
function reset(player) {
  player.pause();
  const { track } = session;
  takeTrack(new Track(track.size), 'Reset to a solved cube');
}

/** Take a solved cube of another size. @param {number} size */
function resize(size) {
  const note = byId('size-note');
  note.hidden = true;
  if (!Number.isInteger(size) || size < 2 || size > LARGEST) {
    note.hidden = false;
    note.textContent = `Enter a whole number from 2 to ${LARGEST}.`;
    byId('size-field', 'input').value = String(session.track.size);
    return;
  }
  if (size === session.track.size) return;
  const isWorth = session.track.moves.length > 0 || !session.track.isFromSolved;
  takeTrack(new Track(size), isWorth ? `A new ${size}×${size}×${size} cube` : undefined);
}

/** @param {import('./player.js').Player} player */
async function scramble(player) {
  const text = byId('scramble-seed', 'input').value.trim();
  const note = byId('scramble-note');
  if (text && !/^\d{1,15}$/.test(text)) {
    toast('The seed must be a whole number');
    return;
  }
  enable('scramble', false);
  try {
    const { track } = session;
    const { size, cursor } = track;
    const wanted = { size, kind: settings.kind, ...(text && { seed: Number(text) }) };
    const { facelets, seed } = await fetchScramble(wanted);
    if (session.track !== track || track.cursor !== cursor) return; // the user went on meanwhile
    player.pause();
    takeTrack(new Track(size, colorsFrom(facelets)), 'Scrambled');
    note.textContent = `Seed ${seed}. The same seed always gives the same cube.`;
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
  } finally {
    enable('scramble', true);
  }
}

function renderPlay() {
  const { track, layers } = session;
  byId('size-field', 'input').value = String(track.size);
  byId('size-slider', 'input').value = String(Math.min(EASY, track.size));
  enable('size-less', track.size > 2);
  enable('size-more', track.size < LARGEST);
  const note = byId('size-note');
  note.hidden = track.size <= EASY;
  note.textContent = 'A cube this large needs memory and time. Solving it may take minutes, or the server may refuse.';
  for (const chip of childrenOf(byId('size-presets'), 'button')) chip.setAttribute('aria-pressed', String(Number(chip.dataset.size) === track.size));
  byId('scramble-kind', 'select').value = settings.kind;
  const { count, alone } = layers;
  byId('layers-text').textContent = alone ? `layer ${count}` : count === 1 ? '1 layer' : `${count} layers`;
  enable('layers-less', count > 1);
  enable('layers-more', count < track.size - 1);
  byId('layers-alone').setAttribute('aria-pressed', String(alone));
  byId('layers-alone', 'button').disabled = track.size < 4;
  const badge = byId('layers-badge');
  badge.hidden = count === 1;
  badge.textContent = alone ? `Turns layer ${count}` : `Turns ${count} layers`;
  const { colors } = currentScheme();
  for (const button of childrenOf(byId('turn-grid'), 'button')) {
    const name = button.dataset.turn ?? '';
    const turn = turnFor(name, track.size, layers);
    button.disabled = turn === null;
    button.dataset.move = turn ? formatTurn(turn, track.size) : '';
    const face = FACES.indexOf(name);
    button.classList.toggle('face', face >= 0);
    if (face >= 0) button.style.setProperty('--face', colors[face]);
  }
}

function renderUndo() {
  const { track, earlier } = session;
  enable('undo', track.cursor > 0 || earlier.length > 0);
  enable('redo', track.cursor < track.moves.length);
}
