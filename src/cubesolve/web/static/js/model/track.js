/**
 * The moves of a cube and a place among them: history, future, and what a solution says of them.
 *
 * A track begins at some colours and keeps which sticker of the start is in which slot. Undo and
 * redo are steps along it; a solution is a stretch of moves still to come, with notes. Key frames
 * make every place quick to reach.
 *
 * @typedef {import('./cube.js').Turn} Turn
 * @typedef {{turns: Turn[], label: string}} Move Turns of one axis, played at once.
 * @typedef {{title: string, explanation: string, from: number, to: number, phase: number,
 *   moved: number[], targets: number[], trackers: {face: string, color: string, slot: number}[]}} Step
 * @typedef {{name: string, from: number, to: number, color: string}} Phase
 * @typedef {{json: any, from: number, to: number, steps: Step[], phases: Phase[]}} Solution
 */

import { Cube, invert, turnSlots } from './cube.js';
import { FACES, solvedColors } from './geometry.js';

const FRAME_BYTES = 64e6;
const FRAME_DISTANCE = 64;

/** A cube at some colours, with no moves yet. */
export class Track {
  /** @param {number} size @param {Uint8Array | null} [start] colour of each slot; a solved cube if left out */
  constructor(size, start = null) {
    this.size = size;
    this.start = start ?? solvedColors(size);
    this.isFromSolved = start === null;
    /** Which sticker of the start is where now. */
    this.places = new Cube(size);
    /** @type {Move[]} */
    this.moves = [];
    this.cursor = 0;
    /** The colours at the cursor, once someone asked for them. @type {Uint8Array | null} */
    this.seen = null;
    /** Whether they are those of a solved cube, once someone asked. @type {boolean | null} */
    this.seenSolved = null;
    /** @type {Solution | null} */
    this.solution = null;
    /** What the algorithm box shows, when the user wrote it; else it is made from the moves. @type {string | null} */
    this.text = null;
    this.written = 0; // moves that the text stands for
    /** @type {Map<number, Int32Array>} */
    this.frames = new Map([[0, this.places.stickers.slice()]]);
    this.frameDistance = FRAME_DISTANCE;
  }

  /** The colours of a state that moves lead to. @param {Cube} places */
  colorsOf(places) {
    const { stickers } = places;
    const colors = new Uint8Array(stickers.length);
    for (let slot = 0; slot < colors.length; slot++) colors[slot] = this.start[stickers[slot]];
    return colors;
  }

  /** The colour of each slot now; not to be changed. */
  colors() {
    this.seen ??= this.colorsOf(this.places);
    return this.seen;
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
    this.seenSolved ??= hasPlainFaces(this.colors(), this.size);
    return this.seenSolved;
  }

  /** Make a move at this place; what came after it is forgotten. @param {Move} move */
  push(move) {
    const goesOn = this.text !== null && this.cursor === this.written;
    this.cutHere();
    this.moves.push(move);
    this.text = goesOn ? `${this.text?.trimEnd()} ${move.label}`.trim() : null;
    this.written = this.moves.length;
    this.seek(this.cursor + 1);
  }

  /** Forget the moves after this place, and the solution if it lost some. */
  cutHere() {
    if (this.cursor < this.moves.length || this.solution) {
      this.moves.length = this.cursor;
      this.solution = null;
      for (const at of this.frames.keys()) if (at > this.cursor) this.frames.delete(at);
    }
  }

  /** Replace all moves; the place stays if it can. @param {Move[]} moves @param {string | null} text */
  replace(moves, text) {
    let same = 0;
    while (same < moves.length && same < this.moves.length && moves[same].label === this.moves[same].label) same++;
    if (this.cursor > same) this.seek(same);
    this.moves = moves;
    this.solution = null;
    this.text = text;
    this.written = moves.length;
    for (const at of this.frames.keys()) if (at > same) this.frames.delete(at);
  }

  /** Put a solution after this place. @param {Move[]} moves @param {Omit<Solution, 'from' | 'to'>} notes steps counted from its first move */
  setSolution(moves, notes) {
    this.cutHere();
    const from = this.cursor;
    const shift = (/** @type {any} */ part) => ({ ...part, from: part.from + from, to: part.to + from });
    for (const move of moves) this.moves.push(move);
    this.solution = { json: notes.json, from, to: this.moves.length, steps: notes.steps.map(shift), phases: notes.phases.map(shift) };
    const bytes = this.places.stickers.byteLength;
    this.frameDistance = Math.max(FRAME_DISTANCE, Math.ceil((this.moves.length * bytes) / FRAME_BYTES));
  }

  /** Go to a place: the state after that many moves. @param {number} at */
  seek(at) {
    at = Math.max(0, Math.min(at, this.moves.length));
    if (at === this.cursor) return;
    this.seenSolved = null;
    // One move on or back is the usual case: cheaper than a look at every sticker.
    if (Math.abs(at - this.cursor) > 1) this.seen = null;
    else if (this.seen) this.seen = this.colorsAfter(at > this.cursor ? this.moves[this.cursor].turns : this.moves[at].turns.map(invert));
    const frame = this.frameBefore(at);
    if (Math.abs(at - this.cursor) > at - frame) {
      this.places.stickers.set(/** @type {Int32Array} */ (this.frames.get(frame)));
      this.cursor = frame;
    }
    while (this.cursor > at) {
      for (const turn of this.moves[--this.cursor].turns) this.places.turn(invert(turn));
    }
    while (this.cursor < at) {
      for (const turn of this.moves[this.cursor++].turns) this.places.turn(turn);
      if (this.cursor % this.frameDistance === 0 && !this.frames.has(this.cursor)) {
        this.frames.set(this.cursor, this.places.stickers.slice());
      }
    }
  }

  /** The last place with a key frame at or before one. @param {number} at */
  frameBefore(at) {
    let frame = at - (at % this.frameDistance);
    while (!this.frames.has(frame)) frame -= this.frameDistance;
    return frame;
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

/** Letters for colours; `-` for what is not painted. @param {Uint8Array} colors */
export function faceletsOf(colors) {
  const letters = [];
  for (const color of colors) letters.push(FACES[color] ?? '-');
  return letters.join('');
}

/** Colours for letters; what is no letter of a face becomes unpainted. @param {string} text */
export function colorsFrom(text) {
  return Uint8Array.from(text, (letter) => {
    const face = FACES.indexOf(letter);
    return face < 0 ? 6 : face;
  });
}
