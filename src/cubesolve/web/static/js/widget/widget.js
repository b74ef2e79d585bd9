/**
 * The cube in a notebook: the page's view and player under a few controls, kept in step with Python
 * through the model of an anywidget.
 *
 * The model's `moves` are all moves from `start` on, its `cursor` a place among them. Whoever changes
 * them, a hand here, another view of the same model or Python, the rest follows.
 *
 * @typedef {import('../model/cube.js').Turn} Turn
 * @typedef {object} Model What anywidget gives: a few of its members.
 * @property {(name: string) => any} get
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(names: string, run: () => void) => void} on
 * @property {(names: string, run: () => void) => void} off
 */

import { colorsFrom } from '../model/facelets.js';
import { parse } from '../model/notation.js';
import { readSolution } from '../model/solution.js';
import { Track } from '../model/track.js';
import { turnFor } from '../model/turns.js';
import { Player } from '../page/player.js';
import { Controls } from './controls.js';
import { Picture } from './picture.js';

const SAVE_PAUSE = 150; // ms between two words to Python while a solution is played
const SHARED = ['start', 'moves', 'cursor', 'solution', 'playing', 'speed', 'palette', 'marks', 'height'];
const LETTERS = 'urfdlbmesxyz';

/** Show a cube in an element; what is returned takes it away again. @param {{model: Model, el: HTMLElement}} where */
export function render({ model, el }) {
  const widget = new Widget(model, el);
  return () => widget.dispose();
}

class Widget {
  /** @param {Model} model @param {HTMLElement} el */
  constructor(model, el) {
    this.model = model;
    this.start = '';
    /** @type {any} */
    this.solution = null;
    this.saved = 0;
    this.saveTimer = 0;
    this.isSyncing = false;
    /** Where the model is while turns lead there. @type {number | null} */
    this.following = null;
    /** @type {Track} */
    this.track = this.newTrack();
    this.picture = new Picture(this, (turn) => this.player.dragged(turn));
    this.player = new Player(this.picture, this);
    this.controls = new Controls(this);
    el.classList.add('cubesolve');
    el.tabIndex = 0;
    el.dataset.lmSuppressShortcuts = 'true'; // JupyterLab keeps its shortcuts to itself in here
    el.append(this.picture.canvas, ...this.controls.elements);
    el.addEventListener('keydown', (event) => this.key(event));
    this.picture.open();
    this.follow = () => this.sync();
    this.names = SHARED.map((name) => `change:${name}`).join(' ');
    model.on(this.names, this.follow);
    this.sync();
  }

  // What the player asks for.

  get speed() {
    return this.model.get('speed');
  }

  get reducedMotion() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** @param {string} text */
  words(text) {
    return text;
  }

  /** Solutions come here with all their moves, so that every place can be reached. */
  isWhole() {
    return !this.track.isThin;
  }

  /** @param {string} text */
  say(text) {
    this.controls.say(text);
  }

  /** @param {'track' | 'cursor' | 'playing'} what */
  tell(what) {
    this.controls.show();
    if (what === 'track' || what === 'playing') this.save();
    else this.saveSoon();
  }

  // What the model and this view tell each other.

  saveSoon() {
    const wait = this.saved + SAVE_PAUSE - performance.now();
    window.clearTimeout(this.saveTimer);
    if (!this.player.isPlaying || wait <= 0) this.save();
    else this.saveTimer = window.setTimeout(() => this.save(), wait);
  }

  save() {
    window.clearTimeout(this.saveTimer);
    if (this.isSyncing || (this.following !== null && this.player.isPlaying)) return;
    this.following = null;
    this.saved = performance.now();
    const { moves, cursor, solution } = this.track;
    if (!solution) this.solution = null;
    const values = /** @type {Record<string, any>} */ ({
      moves: moves.labels().join(' '), cursor, playing: this.player.isPlaying, solution: this.solution,
    });
    let changed = false;
    for (const [name, value] of Object.entries(values)) {
      if (this.model.get(name) === value) continue;
      this.model.set(name, value);
      changed = true;
    }
    if (changed) this.model.save_changes();
  }

  newTrack() {
    const { model } = this;
    this.start = model.get('start');
    this.solution = model.get('solution');
    const track = new Track(model.get('size'), colorsFrom(this.start));
    if (this.solution) {
      const { moves, notes } = readSolution(this.solution);
      track.setSolution(moves, notes);
    } else {
      track.replace(this.readMoves(), null);
    }
    track.seek(model.get('cursor'));
    return track;
  }

  readMoves() {
    const size = this.model.get('size');
    return parse(this.model.get('moves'), size).filter(({ turns }) => turns.length);
  }

  /** Take over what the model says. */
  sync() {
    const { model, player } = this;
    this.isSyncing = true;
    if (model.get('start') !== this.start || model.get('solution') !== this.solution) {
      player.pause();
      this.track = this.newTrack();
      this.picture.show();
    }
    if (!this.track.solution && model.get('moves') !== this.track.moves.labels().join(' ')) {
      player.pause();
      this.track.replace(this.readMoves(), null);
      this.picture.show();
    }
    this.picture.restyle();
    this.syncPlace();
    this.isSyncing = false;
    this.controls.show();
  }

  /** Go where the model is: on by turning, elsewhere at once. */
  syncPlace() {
    const { model, player, track } = this;
    const at = model.get('cursor');
    if (model.get('playing')) {
      if (player.isPlaying) return;
      if (at !== track.cursor) player.seek(at, true);
      if (track.moves.length) player.play();
      else model.set('playing', false);
      return;
    }
    if (player.isPlaying && this.following === null) player.pause();
    if (at === track.cursor) return;
    if (at > track.cursor) {
      this.following = at;
      player.play(at);
    } else if (at === track.cursor - 1) player.step(-1);
    else player.seek(at, true);
  }

  // Hands.

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest('input, select, button, .steps')) return;
    const { player, track } = this;
    const commands = /** @type {Record<string, () => void>} */ ({
      ' ': () => this.togglePlay(),
      ArrowRight: () => player.step(1),
      ArrowLeft: () => player.step(-1),
      Backspace: () => player.step(-1),
      Home: () => player.seek(0),
      End: () => player.seek(track.moves.length),
    });
    const letter = event.key.toLowerCase();
    const turn = event.key.length === 1 && LETTERS.includes(letter) ? this.turnOf(letter, event.shiftKey) : null;
    if (!turn && !commands[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    if (turn) player.turn([turn]);
    else commands[event.key]();
  }

  /** @param {string} letter @param {boolean} isBack */
  turnOf(letter, isBack) {
    const name = 'xyz'.includes(letter) ? letter : letter.toUpperCase();
    return turnFor(isBack ? `${name}'` : name, this.track.size, { count: 1, alone: false });
  }

  togglePlay() {
    if (this.player.isPlaying) this.player.pause();
    else if (this.track.moves.length) this.player.play();
  }

  dispose() {
    this.player.pause();
    window.clearTimeout(this.saveTimer);
    this.model.off(this.names, this.follow);
    this.picture.dispose();
  }
}
