/** Finds the moment when a camera's picture holds still. */

const CALM = 5; // mean change of a pixel, of 255, that the camera's noise makes
const CHANGED = 10; // mean change after which a picture shows something else
const SETTLES = 450; // milliseconds
const AGAIN = 1200; // milliseconds from one try that found no cube to the next

/** Looks at small grey pictures, one after the other. */
export class Stillness {
  constructor() {
    /** @type {Uint8Array | null} */
    this.before = null;
    /** What was taken last: it is not taken again. @type {Uint8Array | null} */
    this.taken = null;
    this.since = 0;
    this.notBefore = 0;
  }

  /**
   * Look at a frame; return whether it is one to take.
   * @param {Uint8Array} grey @param {number} now in milliseconds
   */
  look(grey, now) {
    const isCalm = this.before !== null && change(this.before, grey) < CALM;
    this.before = grey;
    if (!isCalm) {
      this.since = now;
      this.notBefore = 0;
      if (this.taken && change(this.taken, grey) > CHANGED) this.taken = null;
    }
    return isCalm && !this.taken && now - this.since >= SETTLES && now >= this.notBefore;
  }

  /** The last frame was taken, and showed a face. */
  accept() {
    this.taken = this.before;
  }

  /** The last frame was taken, and showed none. @param {number} now */
  reject(now) {
    this.notBefore = now + AGAIN;
  }
}

/** @param {Uint8Array} a @param {Uint8Array} b */
function change(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] - b[i]);
  return sum / a.length;
}

/** Brightness of pixels. @param {Uint8ClampedArray} rgba */
export function greyOf(rgba) {
  const grey = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < grey.length; i++) grey[i] = (2 * rgba[4 * i] + 5 * rgba[4 * i + 1] + rgba[4 * i + 2]) >> 3;
  return grey;
}

/**
 * A grey picture made smaller: each pixel is the mean of those in its place, of every second in every second row.
 * @param {Uint8Array} grey @param {number} stride from one row to the next
 * @param {{ width: number, height: number }} from @param {{ width: number, height: number }} to
 */
export function shrunk(grey, stride, from, to) {
  const small = new Uint8Array(to.width * to.height);
  const [across, down] = [from.width / to.width, from.height / to.height];
  for (let i = 0; i < small.length; i++) {
    const [row, column] = [Math.floor(i / to.width), i % to.width];
    let [sum, count] = [0, 0];
    for (let y = Math.floor(row * down); y < (row + 1) * down; y += 2) {
      for (let x = Math.floor(column * across); x < (column + 1) * across; x += 2) {
        sum += grey[y * stride + x];
        count++;
      }
    }
    small[i] = sum / count;
  }
  return small;
}
