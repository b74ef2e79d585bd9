/**
 * Where the eye is: it circles round the cube, up stays up.
 *
 * The cube fills -1..1 on each axis. Zoom narrows the lens, so that the eye never enters the cube;
 * the shift moves the picture so that what is zoomed into stays under the pointer.
 */

/** @typedef {import('../model/geometry.js').Vector} Vector */

const FIELD = 0.4; // of view, in radians: long enough a lens for calm lines, with depth left
const RAISE = 0.09; // of the picture, since the nearest corner hangs low when seen from above
const MAX_PITCH = 88;
const DEGREE = Math.PI / 180;

/** @type {Readonly<{yaw: number, pitch: number}>} */
export const HOME = Object.freeze({ yaw: 32, pitch: 26 });

export class Camera {
  constructor() {
    this.yaw = HOME.yaw;
    this.pitch = HOME.pitch;
    this.magnification = 1;
    this.shift = [0, 0];
    this.radius = 1.76; // of the ball that fits into the picture
  }

  /** Look from this side, in degrees. @param {number} yaw @param {number} pitch */
  turnTo(yaw, pitch) {
    this.yaw = ((((yaw + 180) % 360) + 360) % 360) - 180;
    this.pitch = Math.max(-MAX_PITCH, Math.min(MAX_PITCH, pitch));
  }

  /**
   * Magnify so that the point of the picture under x, y (-1..1) stays there.
   * @param {number} factor @param {number} most @param {number} x @param {number} y
   */
  zoom(factor, most, x = 0, y = 0) {
    const before = this.magnification;
    this.magnification = Math.max(0.4, Math.min(most, before * factor));
    const ratio = this.magnification / before;
    this.pan(x + (this.shift[0] - x) * ratio, y + (this.shift[1] - y) * ratio);
  }

  /** Move the picture, as far as the cube stays in it. @param {number} x @param {number} y */
  pan(x, y) {
    const most = Math.max(0, this.magnification - 1);
    this.shift = [x, y].map((value) => Math.max(-most, Math.min(most, value)));
  }

  reset() {
    this.turnTo(HOME.yaw, HOME.pitch);
    this.magnification = 1;
    this.shift = [0, 0];
  }

  /** The same camera on the other side of the cube. */
  opposite() {
    const other = new Camera();
    other.turnTo(this.yaw + 180, -this.pitch);
    return other;
  }

  /** What all computations need, for a picture of this shape. @param {number} aspect width / height */
  lens(aspect) {
    const distance = this.radius / Math.sin(FIELD / 2);
    const focus = (Math.min(aspect, 1) / Math.tan(FIELD / 2)) * this.magnification;
    const [sy, cy] = [Math.sin(this.yaw * DEGREE), Math.cos(this.yaw * DEGREE)];
    const [sp, cp] = [Math.sin(this.pitch * DEGREE), Math.cos(this.pitch * DEGREE)];
    const rows = /** @type {Vector[]} */ ([
      [cy, 0, -sy],
      [-sy * sp, cp, -cy * sp],
      [sy * cp, sp, cy * cp],
    ]);
    const lift = RAISE * sp * this.magnification;
    return new Lens(rows, distance, focus / aspect, focus, [this.shift[0], this.shift[1] + lift]);
  }
}

/** A camera fixed for one picture. */
class Lens {
  /**
   * @param {Vector[]} rows right, up and towards the eye, in the cube's space
   * @param {number} distance @param {number} fx @param {number} fy @param {number[]} shift
   */
  constructor(rows, distance, fx, fy, shift) {
    this.rows = rows;
    this.distance = distance;
    this.fx = fx;
    this.fy = fy;
    this.shift = shift;
  }

  /** The place of a point in the picture, -1..1 with y up. @param {Vector} p */
  project(p) {
    const [x, y, z] = this.rows.map((row) => row[0] * p[0] + row[1] * p[1] + row[2] * p[2]);
    const depth = this.distance - z;
    return [(this.fx * x) / depth + this.shift[0], (this.fy * y) / depth + this.shift[1]];
  }

  /** Where the eye is, in the cube's space. @returns {Vector} */
  eye() {
    const [x, y, z] = this.rows[2];
    return [x * this.distance, y * this.distance, z * this.distance];
  }

  /** The direction from the eye through a place in the picture. @param {number} x @param {number} y @returns {Vector} */
  ray(x, y) {
    const [right, up, back] = this.rows;
    const a = (x - this.shift[0]) / this.fx;
    const b = (y - this.shift[1]) / this.fy;
    return /** @type {Vector} */ ([0, 1, 2].map((i) => right[i] * a + up[i] * b - back[i]));
  }

  /** Column-major matrix from the cube's space to the eye's. */
  viewMatrix() {
    const [r, u, b] = this.rows;
    return new Float32Array([
      r[0], u[0], b[0], 0, r[1], u[1], b[1], 0, r[2], u[2], b[2], 0, 0, 0, -this.distance, 1,
    ]);
  }

  /** Column-major matrix from the eye's space to the picture. */
  projectionMatrix() {
    const near = Math.max(0.2, this.distance - 4);
    const far = this.distance + 4;
    const [sx, sy] = this.shift;
    return new Float32Array([
      this.fx, 0, 0, 0,
      0, this.fy, 0, 0,
      -sx, -sy, -(far + near) / (far - near), -1,
      0, 0, (-2 * far * near) / (far - near), 0,
    ]);
  }
}
