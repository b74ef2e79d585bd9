/**
 * How finely to draw while something moves: as finely as frames come quickly. What rests is always
 * drawn at its finest.
 *
 * @typedef {{samples: number, scale: number}} Quality samples in a pixel (0 for one), and pixels in a
 *   pixel of the canvas along each axis
 */

/** @type {Readonly<Quality>} */
export const FINEST = Object.freeze({ samples: 4, scale: 1 });
/** @type {Readonly<Quality>[]} */
const LEVELS = [FINEST, { samples: 0, scale: 1 }, { samples: 0, scale: 0.75 }, { samples: 0, scale: 0.5 }];
const SLOW = 27; // ms from frame to frame that are too many
const QUICK = 19; // ms that leave room for a finer level
const LOOKS = 4; // frames before a level is judged
const PATIENCE = 12; // quick judgements in a row before a finer level is tried, at first
const MOST_PATIENCE = 400;

export class Pace {
  #level = 0;
  /** @type {number[]} */ #gaps = [];
  #last = -Infinity;
  #quick = 0;
  #patience = PATIENCE;

  /** How to draw the frame of this time. @param {number} time ms @param {boolean} goesOn after another frame of the same movement */
  qualityAt(time, goesOn) {
    const gap = time - this.#last;
    this.#last = time;
    if (!goesOn) this.#gaps = [];
    else if (this.#gaps.push(gap) === LOOKS) this.#judge();
    return LEVELS[this.#level];
  }

  #judge() {
    const typical = this.#gaps.sort((a, b) => a - b)[LOOKS / 2];
    this.#gaps = [];
    this.#quick = typical < QUICK ? this.#quick + 1 : 0;
    if (typical > SLOW && this.#level < LEVELS.length - 1) {
      this.#level += 1;
      this.#patience = Math.min(MOST_PATIENCE, 2 * this.#patience);
    } else if (this.#quick >= this.#patience && this.#level > 0) {
      this.#level -= 1;
      this.#quick = 0;
    }
  }
}
