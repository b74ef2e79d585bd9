/**
 * A way along moves: the colours at one place of them, and key frames that make every other place quick to reach.
 * Colours are loose here: see `loose.js`.
 */

import { loosen, settled } from './loose.js';

const FRAME_BYTES = 64e6;
const FRAME_DISTANCE = 64; // moves from one key frame to the next, at least
const BETWEEN_LOOKS = 200_000; // stickers moved from one look at the clock to the next

/** Colours along moves, which may change behind it; then `forget` must hear of it. */
export class Walk {
  /** @param {import('./moves.js').Moves} moves @param {Uint8Array} start */
  constructor(moves, start) {
    this.moves = moves;
    this.at = 0;
    /** @type {Uint8Array} */
    this.state = loosen(start);
    this.distance = FRAME_DISTANCE;
    /** States at every place that `distance` divides, up to some. @type {Uint8Array[]} */
    this.frames = [this.state.slice()];
    /** The state at the last place, if someone knows them. @type {Uint8Array | null} */
    this.last = null;
  }

  /** The moves from a place on have changed, or there are others now. @param {number} at */
  forget(at) {
    this.last = null;
    const bytes = this.moves.length * this.state.length;
    const distance = Math.max(FRAME_DISTANCE, Math.ceil(bytes / FRAME_BYTES));
    this.frames.length = distance === this.distance ? Math.min(this.frames.length, 1 + Math.floor(at / distance)) : 1;
    this.distance = distance;
  }

  /** The colour of each slot at this place. */
  colors() {
    return settled(this.state, this.moves.size);
  }

  /** Go to a place. @param {number} to */
  seek(to) {
    const frame = Math.floor(to / this.distance);
    if (this.moved(to) > this.distance) while (this.frames.length <= frame) this.addFrame();
    const { at, state } = this.nearest(to);
    if (state !== this.state) this.state.set(state);
    this.moves.play(this.state, at, to);
    this.at = to;
  }

  /** How many moves there are from the nearest place whose state is known. @param {number} to */
  moved(to) {
    return Math.abs(this.nearest(to).at - to);
  }

  /** @param {number} to */
  nearest(to) {
    const frame = Math.min(Math.floor(to / this.distance), this.frames.length - 1);
    const places = [{ at: this.at, state: this.state }];
    for (const k of [frame, frame + 1]) if (this.frames[k]) places.push({ at: k * this.distance, state: this.frames[k] });
    if (this.last) places.push({ at: this.moves.length, state: this.last });
    return places.reduce((best, one) => (Math.abs(one.at - to) < Math.abs(best.at - to) ? one : best));
  }

  /** Make the next key frame. */
  addFrame() {
    const at = (this.frames.length - 1) * this.distance;
    const state = this.frames[this.frames.length - 1].slice();
    this.moves.play(state, at, at + this.distance);
    this.frames.push(state);
  }

  /** Make key frames ahead of time, for some milliseconds; tell whether all are there. @param {number} milliseconds */
  prepare(milliseconds) {
    const all = 1 + Math.floor(this.moves.length / this.distance);
    const stop = performance.now() + milliseconds;
    const work = 4 * this.moves.size * this.distance;
    for (let done = 0; this.frames.length < all; done += work) {
      if (done >= BETWEEN_LOOKS) {
        if (performance.now() >= stop) return false;
        done = 0;
      }
      this.addFrame();
    }
    return true;
  }
}
