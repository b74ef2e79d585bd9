/**
 * The moves of a cube and a place among them: history, future, and what a solution says of them.
 *
 * A track begins at some colours. Undo and redo are steps along it; a solution is a stretch of moves
 * still to come, with notes. A solution that takes long to replay has a film: at places that are too
 * far to be reached at once only the film can be seen.
 *
 * @typedef {import('./cube.js').Turn} Turn
 * @typedef {import('./moves.js').Move} Move
 * @typedef {{title: string, explanation: string, from: number, to: number, phase: number,
 *   parity: string | null, moved: number[], targets: number[], trackers: {face: string, color: string, slot: number}[]}} Step
 * @typedef {{name: string, from: number, to: number, color: string}} Phase
 * @typedef {{json: import('./solution.js').SolutionJson, from: number, to: number, steps: Step[], phases: Phase[]}} Solution
 */

import { turnSlots } from './cube.js';
import { faceletsOf } from './facelets.js';
import { Film } from './film.js';
import { solvedColors } from './geometry.js';
import { Moves } from './moves.js';
import { Walk } from './walk.js';

const SMALLEST_SIZE = 2;
const FILM_WORK = 5e8; // moves times size from which on a solution has a film
const MOST_UNPACKED = 20_000; // moves of a solution that others can follow
const REACH = 2e6; // moves times size that are made at once beside a film

/** A cube at some colours, with no moves yet. */
export class Track {
  /** @param {number} size @param {Uint8Array | null} [start] colour of each slot; a solved cube if left out */
  constructor(size, start = null) {
    if (!Number.isInteger(size) || size < SMALLEST_SIZE) {
      throw new RangeError(`expected a size of at least ${SMALLEST_SIZE}, got ${size}`);
    }
    this.size = size;
    this.start = start ?? solvedColors(size);
    this.isFromSolved = start === null;
    this.moves = new Moves(size);
    this.walk = new Walk(this.moves, this.start);
    this.cursor = 0;
    /** The colours at the cursor, once someone asked for them. @type {Uint8Array | null} */
    this.seen = null;
    /** Whether they are those of a solved cube, once someone asked. @type {boolean | null} */
    this.seenSolved = null;
    /** @type {Solution | null} */
    this.solution = null;
    /** @type {Film | null} */
    this.film = null;
    /** What the algorithm box shows, when the user wrote it; else it is made from the moves. @type {string | null} */
    this.text = null;
    this.written = 0; // moves that the text stands for
  }

  /** Whether only some layers are known here: those of the film. */
  get isThin() {
    return this.walk.at !== this.cursor;
  }

  /** The colour of each slot now; not to be changed. */
  colors() {
    if (this.isThin) throw new Error('only some layers are known at this place');
    this.seen ??= this.walk.colors();
    return this.seen;
  }

  /** What can be shown of the cube now: all of it, or the layers of the film. */
  picture() {
    if (!this.film || !this.isThin) return { size: this.size, colors: this.colors() };
    this.seen ??= this.film.walk.colors();
    return { size: this.film.size, colors: this.seen };
  }

  /** Turns as the picture shows them. @param {Turn[]} turns */
  pictured(turns) {
    return this.film && this.isThin ? this.film.seen(turns) : turns;
  }

  /** The letters of the slots now. */
  facelets() {
    return faceletsOf(this.colors());
  }

  /** The colours after some more turns. @param {Turn[]} turns */
  colorsAfter(turns) {
    const colors = this.colors().slice();
    for (const turn of turns) turnSlots(colors, this.size, turn);
    return colors;
  }

  /** Whether each face has one colour. */
  isSolved() {
    this.seenSolved ??= !this.isThin && hasPlainFaces(this.colors(), this.size);
    return this.seenSolved;
  }

  /** Make a move at this place; what came after it is forgotten. @param {Move} move */
  push(move) {
    const goesOn = this.text !== null && this.cursor === this.written;
    this.cutHere();
    this.moves.append([move]);
    this.text = goesOn ? `${this.text?.trimEnd()} ${move.label}`.trim() : null;
    this.written = this.moves.length;
    this.seek(this.cursor + 1);
  }

  /** Forget the moves after this place, and the solution if it lost some. */
  cutHere() {
    if (this.isThin) throw new Error('only some layers are known at this place');
    if (this.cursor === this.moves.length && !this.solution) return;
    this.moves.cut(this.cursor);
    this.solution = null;
    this.film = null;
    if (this.moves.words.length > MOST_UNPACKED) this.beginHere();
    else this.moves.unpack();
    this.walk.forget(this.cursor);
  }

  /** Forget the moves before this place too: hands that go on from a long solution do not take it back. */
  beginHere() {
    this.start = this.colors();
    this.isFromSolved = false;
    this.moves = new Moves(this.size);
    this.walk = new Walk(this.moves, this.start);
    this.cursor = 0;
    this.text = null;
  }

  /** Let go of what makes places quick to reach: nobody looks at this cube for a while. */
  rest() {
    this.walk.frames.length = 1;
    if (this.film) this.film.walk.frames.length = 1;
  }

  /** Replace all moves; the place stays if it can. @param {Move[]} moves @param {string | null} text */
  replace(moves, text) {
    const before = this.moves.own;
    let same = 0;
    while (same < moves.length && same < before.length && moves[same].label === before[same].label) same++;
    if (this.cursor > same) this.seek(same);
    this.moves.cut(same);
    this.moves.append(moves.slice(same));
    this.solution = null;
    this.film = null;
    this.text = text;
    this.written = moves.length;
    this.walk.forget(same);
  }

  /**
   * Put a solution after this place.
   * @param {Move[] | Uint32Array} moves @param {Omit<Solution, 'from' | 'to'>} notes steps counted from its first move
   */
  setSolution(moves, notes) {
    this.cutHere();
    const from = this.cursor;
    /** @template {{from: number, to: number}} T @param {T} part @returns {T} */
    const shift = (part) => ({ ...part, from: part.from + from, to: part.to + from });
    this.moves.append(moves);
    this.solution = { json: notes.json, from, to: this.moves.length, steps: notes.steps.map(shift), phases: notes.phases.map(shift) };
    this.walk.forget(from);
    if (moves instanceof Uint32Array && moves.length * this.size > FILM_WORK) this.film = new Film(this.size, this.colors(), moves);
  }

  /** Make every place quick to reach, for some milliseconds; tell whether that is done. @param {number} milliseconds */
  prepare(milliseconds) {
    return (this.film ?? this).walk.prepare(milliseconds);
  }

  /** Go to a place: the state after that many moves. @param {number} at */
  seek(at) {
    at = Math.max(0, Math.min(at, this.moves.length));
    if (at === this.cursor) return;
    this.seenSolved = null;
    this.seen = null;
    this.cursor = at;
    const { film, solution } = this;
    if (film && solution) {
      const isEnd = at === solution.to && solution.json.what === 'all';
      if (isEnd) this.walk.last ??= film.plainEnd(this.size);
      if (at > solution.from && this.walk.moved(at) * this.size > REACH) {
        film.seek(at - solution.from);
        return;
      }
    }
    this.walk.seek(at);
  }

  /** The number of the solution's step at the cursor, or -1. A boundary belongs to the step to come. */
  stepIndex() {
    const { solution, cursor } = this;
    if (!solution || !solution.steps.length || cursor < solution.from) return -1;
    let low = 0;
    let high = solution.steps.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (solution.steps[middle].from <= cursor) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** @param {Uint8Array} colors @param {number} size */
function hasPlainFaces(colors, size) {
  const area = size * size;
  for (let face = 0; face < 6; face++) {
    const color = colors[face * area];
    if (color > 5) return false;
    for (let slot = face * area; slot < (face + 1) * area; slot++) if (colors[slot] !== color) return false;
  }
  return true;
}
