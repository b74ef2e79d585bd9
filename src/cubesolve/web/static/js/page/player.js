/**
 * Moving along the track: turns by hand, steps, jumps, playing. Off is the same path with no time.
 *
 * @typedef {import('../model/cube.js').Turn} Turn
 * @typedef {object} Shown What shows the cube.
 * @property {() => void} show
 * @property {(turning?: Turn[]) => {marks: Uint8Array | null}} picture
 * @property {(turns: Turn[], marksBefore: Uint8Array | null, duration: number) => Promise<void>} turn
 * @typedef {object} World What is around a player: the page, or a notebook.
 * @property {import('../model/track.js').Track} track
 * @property {number} speed turns a second
 * @property {boolean} reducedMotion
 * @property {(what: 'track' | 'cursor' | 'playing') => void} tell that something changed
 * @property {(text: string) => void} say to screen readers
 * @property {() => boolean} isWhole whether all of the cube is known, so that it can be turned; tells the user if not
 * @property {(text: string) => string} words a sentence of a solution in the colours in use
 */

import { invert } from '../model/cube.js';
import { formatTurn } from '../model/notation.js';

/** Turns per second for each place of the speed slider. */
export const SPEEDS = [0.5, 1, 1.5, 2, 3, 5, 8, 15, 60, 400, 3000, 20_000];
const FASTEST_SHOWN = 20; // turns per second that are shown one by one
const FILM_TIME = 40; // seconds of a film, at most
const HAND_TIME = 190; // milliseconds of a turn by hand

/** Moves the cube and its picture together. */
export class Player {
  /** @param {Shown} stage @param {World} world */
  constructor(stage, world) {
    this.stage = stage;
    this.world = world;
    this.isPlaying = false;
    this.run = 0; // which run of play() is the current one
    /** @type {Promise<void>} */
    this.done = Promise.resolve();
  }

  /** A turn by button, key or program. @param {Turn[]} turns @param {string} [label] */
  turn(turns, label = formatTurn(turns[0], this.world.track.size)) {
    this.pause();
    if (!this.world.isWhole()) return;
    const { track } = this.world;
    const before = this.marksWithout(turns);
    track.push({ turns, label });
    this.world.tell('track');
    this.stage.turn(turns, before, this.duration(turns, HAND_TIME));
    this.say();
  }

  /** A turn that the view has shown already. @param {Turn} turn */
  dragged(turn) {
    this.pause();
    const label = formatTurn(turn, this.world.track.size);
    this.world.track.push({ turns: [turn], label });
    this.world.tell('track');
    this.stage.show();
    this.say();
  }

  /** One move on or back. @param {1 | -1} way */
  step(way) {
    this.pause();
    this.move(way, this.duration([], Math.min(HAND_TIME, this.moveTime())));
    this.say();
  }

  /** Jump to a place. @param {number} at @param {boolean} [quiet] */
  seek(at, quiet = false) {
    this.pause();
    this.world.track.seek(at);
    this.stage.show();
    this.world.tell('cursor');
    if (!quiet) this.say();
  }

  /** Make the move after or before the cursor. @param {1 | -1} way @param {number} time */
  move(way, time) {
    const { track } = this.world;
    const move = track.moves.at(way > 0 ? track.cursor : track.cursor - 1);
    if (!move) return Promise.resolve();
    const turns = way > 0 ? move.turns : move.turns.map(invert);
    const before = this.marksWithout(turns);
    track.seek(track.cursor + way);
    this.world.tell('cursor');
    return this.stage.turn(turns, before, this.duration(turns, time));
  }

  /** The marks now, without targets that the turning layers would carry away. @param {Turn[]} turns */
  marksWithout(turns) {
    return this.stage.picture(turns).marks;
  }

  /** Play to a place, the end if none is given. @param {number} [until] */
  play(until = this.world.track.moves.length) {
    if (this.world.track.cursor >= until) this.seek(0, true);
    this.done = this.playOn(until);
    return this.done;
  }

  /** @param {number} until */
  async playOn(until) {
    const run = ++this.run;
    const { track } = this.world;
    this.setPlaying(true);
    let clock = performance.now();
    while (run === this.run && track === this.world.track && track.cursor < until) {
      const { speed } = this;
      if (speed <= FASTEST_SHOWN) {
        const started = performance.now();
        await this.move(1, this.moveTime());
        await wait(Math.max(1, 1000 / speed - (performance.now() - started)));
        clock = performance.now();
      } else {
        const now = await nextFrame();
        if (run !== this.run) break;
        const count = Math.floor(((now - clock) * speed) / 1000);
        if (count < 1) continue;
        clock = now;
        track.seek(Math.min(until, track.cursor + count));
        this.stage.show();
        this.world.tell('cursor');
      }
    }
    if (run !== this.run) return;
    this.setPlaying(false);
    this.say();
  }

  /** Stop playing where it is. */
  pause() {
    this.run++;
    if (this.isPlaying) this.setPlaying(false);
  }

  /** @param {boolean} isPlaying */
  setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    this.world.tell('playing');
  }

  /** Play to the end of the current step. */
  playStep() {
    const { track } = this.world;
    const step = track.solution?.steps[track.stepIndex()];
    return this.play(step && step.to > track.cursor ? step.to : track.moves.length);
  }

  /** Turns a second: as the user likes it, but a film does not take hours. */
  get speed() {
    const { speed, track } = this.world;
    return track.film ? Math.max(speed, track.moves.length / FILM_TIME) : speed;
  }

  /** Milliseconds for a move while playing. */
  moveTime() {
    return (1000 / this.speed) * 0.82;
  }

  /** @param {Turn[]} turns @param {number} time */
  duration(turns, time) {
    if (this.world.reducedMotion) return 0;
    return turns.some((turn) => turn.turns === 2) ? time * 1.2 : time;
  }

  /** Tell screen readers where we are. */
  say() {
    const { track } = this.world;
    const move = track.moves.at(track.cursor - 1);
    const step = track.solution?.steps[track.stepIndex()];
    const parts = [];
    if (move) parts.push(`${spoken(move.label)}, move ${track.cursor} of ${track.moves.length}`);
    else parts.push('at the start');
    if (step && track.cursor < track.moves.length) parts.push(this.world.words(step.title));
    if (track.isSolved()) parts.push('the cube is solved');
    this.world.say(parts.join('; '));
  }
}

/** A move as it is spoken. @param {string} label */
const spoken = (label) => label.replace(/2'?$/, ' two').replace(/'$/, ' prime');

/** @param {number} time @returns {Promise<void>} */
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** @returns {Promise<number>} */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
