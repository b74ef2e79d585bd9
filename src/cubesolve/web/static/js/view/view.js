/**
 * Shows a cube of any size and lets people take hold of it. It knows stickers and turns, no rules:
 * what a turn does to the colours is the caller's word.
 *
 * Events: `turn` (detail: the Turn) when a dragged layer snapped to another place, `pick` (detail:
 * slot and event) when a sticker is clicked, or passed over in paint mode, `orbit` (detail: yaw and
 * pitch in degrees), `zoom` (detail: factor), `lost` and `restored` with the graphics context.
 *
 * @typedef {import('../model/cube.js').Turn} Turn
 * @typedef {import('../model/geometry.js').Vector} Vector
 * @typedef {import('./palette.js').Look} Look
 * @typedef {import('./renderer.js').Picture} Picture
 * @typedef {import('./state.js').Options} Options
 */

import { DOWNS, NORMALS, RIGHTS, solvedColors } from '../model/geometry.js';
import { Camera, HOME } from './camera.js';
import { Gestures } from './gestures.js';
import { axisOfTurn, centerOf, hit, placeOf, segmentsOf, turnOfPush } from './layers.js';
import { FINEST, Pace } from './pace.js';
import { defaultLook } from './palette.js';
import { Renderer } from './renderer.js';
import { sameBytes, withLook } from './state.js';

/** @type {WebGLContextAttributes} */
const CONTEXT = { alpha: true, antialias: false, premultipliedAlpha: true };
const QUARTER_TIME = 230; // ms
const HALF_TIME = 320;
const SETTLE_TIME = 190; // of a dragged layer for a whole quarter
const THROW = 110; // ms that a released layer is taken to go on
const ORBIT_SPEED = 0.36; // degrees per pixel
const HINT_RADIUS = 2.3;
const REST = 130; // ms after a frame until the picture rests

/** Slow at both ends, but not so slow that turns in a row seem to stop. @param {number} t */
const ease = (t) => 0.35 * t + 0.65 * t * t * (3 - 2 * t);
/** From motion to rest. @param {number} t */
const easeOut = (t) => 1 - (1 - t) ** 3;

/**
 * @typedef {object} Motion Layers on their way: `fraction` of the segments' angles is done.
 * @property {number} axis
 * @property {import('./layers.js').Segment[]} segments
 * @property {number} fraction
 * @property {number} from
 * @property {number} to
 * @property {number} duration
 * @property {(t: number) => number} easing
 * @property {number | null} start time of the first frame
 * @property {boolean} held by a pointer
 * @property {Uint8Array | null} after
 * @property {Uint8Array | null | undefined} markersAfter undefined: as they are
 * @property {() => void} done
 */

export class CubeView extends EventTarget {
  /** Whether it can draw on this canvas. @param {HTMLCanvasElement} canvas */
  static isSupported(canvas) {
    return canvas.getContext('webgl2', CONTEXT) !== null;
  }

  /** @type {Renderer} */ #renderer;
  /** @type {WebGL2RenderingContext} */ #gl;
  #camera = new Camera();
  #look = defaultLook();
  #size = 3;
  /** @type {Uint8Array} */ #colors = solvedColors(3);
  /** @type {Uint8Array | null} */ #markers = null;
  /** @type {Motion | null} */ #motion = null;
  /** @type {{slot: number, x: number, y: number, scale: number[], turn: Turn, samples: {time: number, fraction: number}[]} | null} */
  #grip = null;
  /** @type {{x: number, y: number, slot: number, point: Vector, index: number} | null} */ #pressed = null;
  #spin = { yaw: 0, pitch: 0, time: 0 };
  #width = 0; // of the canvas, in css pixels
  #height = 0;
  #frame = 0;
  #pace = new Pace();
  #lastTick = -Infinity;
  #restTimer = 0;
  #wasMoving = false;
  #stale = { colors: true, markers: true, look: true };
  /** @type {'none' | 'mirror' | 'hint'} */ #backView = 'none';
  #lastPainted = -1;

  /** @param {HTMLCanvasElement} canvas @param {Options} [options] */
  constructor(canvas, options = {}) {
    super();
    this.canvas = canvas;
    this.options = options;
    /** In `look` nothing is taken hold of: every drag moves the camera. @type {'turn' | 'paint' | 'look'} */
    this.mode = 'turn';
    const gl = canvas.getContext('webgl2', CONTEXT);
    if (!gl) throw new Error('WebGL2 is not available');
    this.#gl = gl;
    this.#renderer = new Renderer(gl);
    this.listeners = new AbortController();
    const { signal } = this.listeners;
    canvas.addEventListener('webglcontextlost', (event) => this.#lost(event), { signal });
    canvas.addEventListener('webglcontextrestored', () => this.#restored(), { signal });
    this.motionSetting = matchMedia('(prefers-reduced-motion: reduce)');
    this.gestures = new Gestures(canvas, {
      press: (x, y) => this.#press(x, y),
      drag: (x, y, event) => this.#drag(x, y, event),
      release: (cancelled, event) => this.#release(cancelled, event),
      tap: (x, y, event) => this.#tap(x, y, event),
      orbit: (dx, dy) => this.#orbitBy(dx, dy),
      orbitEnd: () => this.#orbitOn(),
      pan: (dx, dy) => this.#panBy(dx, dy),
      zoom: (factor, x, y) => this.#zoomAt(factor, x, y),
    });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    if (options.palette) this.setPalette(options.palette);
    this.setSize(options.size ?? 3);
    this.#width = canvas.clientWidth;
    this.#height = canvas.clientHeight;
    this.#fit();
  }

  /** Layers in each direction. */
  get size() {
    return this.#size;
  }

  /** Whether turns happen at once. */
  get reducedMotion() {
    return this.options.reducedMotion ?? this.motionSetting.matches;
  }

  set reducedMotion(value) {
    this.options.reducedMotion = value;
  }

  /** Whether a layer is on its way or held. */
  get turning() {
    return this.#motion !== null;
  }

  /** How the hidden faces are shown. */
  get backView() {
    return this.#backView;
  }

  set backView(value) {
    this.#backView = value;
    this.#camera.radius = value === 'hint' ? HINT_RADIUS : new Camera().radius;
    this.invalidate();
  }

  /** Show a solved cube of another size without markers. @param {number} size */
  setSize(size) {
    const most = this.#gl.getParameter(this.#gl.MAX_TEXTURE_SIZE) ?? Infinity;
    if (!Number.isInteger(size) || size < 2 || size > most) {
      throw new RangeError(`expected a size from 2 to ${most}, got ${size}`);
    }
    this.#end();
    this.#size = size;
    this.#colors = solvedColors(size);
    this.#markers = null;
    this.#stale.colors = this.#stale.markers = true;
    this.invalidate();
  }

  /**
   * Show these colours, 0..6 for each slot. They end a turn on its way at once, unless they are what
   * it was to end with, or it was begun without saying what comes after it: then they come after it.
   * @param {Uint8Array} colors
   */
  setColors(colors) {
    this.#check(colors);
    const motion = this.#motion;
    if (motion && !motion.held && motion.fraction !== motion.to) {
      if (motion.after === null) motion.after = colors;
      if (sameBytes(motion.after, colors)) return;
    }
    this.#end();
    this.#colors = colors.slice();
    this.#stale.colors = true;
    this.invalidate();
  }

  /**
   * Show a marker for each slot that has one: shape (1 dot, 2 ring, 3 cross, 4 arrow) + 8 × colour.
   * During a turn they come after it.
   * @param {Uint8Array | null} markers
   */
  setMarkers(markers) {
    if (markers) this.#check(markers);
    if (this.#motion && !this.#motion.held) {
      this.#motion.markersAfter = markers;
      return;
    }
    this.#markers = markers?.slice() ?? null;
    this.#stale.markers = true;
    this.invalidate();
  }

  /** @param {string[]} colors @param {Partial<Omit<Look, 'colors'>>} [rest] what is not said stays */
  setPalette(colors, rest = {}) {
    this.#look = withLook(this.#look, colors, rest);
    this.#stale.look = true;
    this.invalidate();
  }

  /**
   * Turn layers of one axis at once. `after` is what the slots hold then, and is not to be changed
   * any more. Resolves when they have arrived, or when something else begins.
   * @param {Turn[]} turns
   * @param {{duration?: number, after?: Uint8Array, markersAfter?: Uint8Array | null}} [options]
   */
  turn(turns, { duration, after, markersAfter } = {}) {
    if (after) this.#check(after);
    this.#end();
    const half = turns.some((turn) => turn.turns === 2);
    const time = this.reducedMotion ? 0 : duration ?? (half ? HALF_TIME : QUARTER_TIME);
    return new Promise((resolve) => {
      if (turns.length === 0 || time <= 0) {
        this.#arrive(after ?? null, markersAfter);
        resolve(undefined);
        return;
      }
      this.#begin(turns, {
        from: 0, to: 1, duration: time, easing: ease, held: false, after: after ?? null, markersAfter,
        done: () => resolve(undefined),
      });
    });
  }

  /** @param {Turn[]} turns @param {Omit<Motion, 'axis' | 'segments' | 'fraction' | 'start'>} how */
  #begin(turns, how) {
    const segments = segmentsOf(this.#size, turns);
    this.#motion = { axis: axisOfTurn(turns[0]), segments, fraction: how.from, start: null, ...how };
    this.invalidate();
  }

  /** Bring a turn on its way to its end at once; a held layer goes back. */
  #end() {
    const motion = this.#motion;
    if (!motion) return;
    this.#motion = null;
    this.#grip = null;
    this.#pressed = null;
    this.gestures.letGo();
    this.#arrive(motion.held ? null : motion.after, motion.held ? undefined : motion.markersAfter);
    motion.done();
  }

  /** @param {Uint8Array | null} after @param {Uint8Array | null | undefined} markersAfter */
  #arrive(after, markersAfter) {
    if (after) {
      this.#colors = after;
      this.#stale.colors = true;
    }
    if (markersAfter !== undefined) {
      this.#markers = markersAfter?.slice() ?? null;
      this.#stale.markers = true;
    }
    this.invalidate();
  }

  /** @param {Uint8Array} bytes */
  #check(bytes) {
    const expected = 6 * this.#size * this.#size;
    if (bytes.length !== expected) {
      throw new RangeError(`expected ${expected} bytes for size ${this.#size}, got ${bytes.length}`);
    }
  }

  // The camera.

  /** Look from this side, in degrees; from the front is 0, 0. @param {number} yaw @param {number} pitch */
  orbit(yaw, pitch) {
    this.#spin = { yaw: 0, pitch: 0, time: 0 };
    this.#camera.turnTo(yaw, pitch);
    this.#tell('orbit', { yaw: this.#camera.yaw, pitch: this.#camera.pitch });
    this.invalidate();
  }

  /** Where the eye is, in degrees, and how much it magnifies. */
  get camera() {
    const { yaw, pitch, magnification } = this.#camera;
    return { yaw, pitch, zoom: magnification };
  }

  /** Magnify. @param {number} factor */
  zoom(factor) {
    this.#zoomAt(factor, this.canvas.clientWidth / 2, this.canvas.clientHeight / 2);
  }

  /** Look from where the view began, and magnify as before. */
  orbitHome() {
    this.orbit(HOME.yaw, HOME.pitch);
  }

  resetCamera() {
    this.#camera.reset();
    this.orbit(this.#camera.yaw, this.#camera.pitch);
    this.#tell('zoom', { factor: 1 });
  }

  /** @param {number} dx @param {number} dy */
  #orbitBy(dx, dy) {
    const slow = ORBIT_SPEED / Math.max(1, Math.sqrt(this.#camera.magnification));
    const { yaw, pitch } = this.#camera;
    this.orbit(yaw - dx * slow, pitch + dy * slow);
    this.#spin = { yaw: -dx * slow, pitch: dy * slow, time: performance.now() };
  }

  /** Let the cube drift to rest after a quick orbit. */
  #orbitOn() {
    const fresh = performance.now() - this.#spin.time < 40;
    if (!fresh || this.reducedMotion) this.#spin = { yaw: 0, pitch: 0, time: 0 };
    this.invalidate();
  }

  /** @param {number} dx @param {number} dy */
  #panBy(dx, dy) {
    const [x, y] = this.#camera.shift;
    this.#camera.pan(x + (2 * dx) / this.canvas.clientWidth, y - (2 * dy) / this.canvas.clientHeight);
    this.invalidate();
  }

  /** @param {number} factor @param {number} x @param {number} y */
  #zoomAt(factor, x, y) {
    const most = Math.max(6, this.#size * 1.2);
    const { clientWidth, clientHeight } = this.canvas;
    this.#camera.zoom(factor, most, (2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight);
    this.#tell('zoom', { factor: this.#camera.magnification });
    this.invalidate();
  }

  /** The pictures in the canvas, in device pixels from the bottom left; the main one first. @returns {Picture[]} */
  #pictures() {
    const { width, height } = this.canvas;
    const hints = this.#backView === 'hint';
    const pictures = [{ lens: this.#camera.lens(width / height), x: 0, y: 0, width, height, hints }];
    if (this.#backView === 'mirror') {
      const side = Math.round(Math.min(width, height) * 0.32);
      const gap = Math.round(side * 0.04);
      const lens = this.#camera.opposite().lens(1);
      pictures.push({ lens, x: width - side - gap, y: height - side - gap, width: side, height: side, hints: false });
    }
    return pictures;
  }

  /** The picture under a place, and the place in it (-1..1). @param {number} x @param {number} y css pixels */
  #pictureAt(x, y) {
    const ratio = this.canvas.width / this.canvas.clientWidth;
    const [left, bottom] = [x * ratio, this.canvas.height - y * ratio];
    const inside = (/** @type {Picture} */ p) =>
      left >= p.x && left < p.x + p.width && bottom >= p.y && bottom < p.y + p.height;
    const pictures = this.#pictures();
    const index = pictures.findLastIndex(inside);
    if (index < 0) return null;
    const picture = pictures[index];
    const at = [(2 * (left - picture.x)) / picture.width - 1, (2 * (bottom - picture.y)) / picture.height - 1];
    return { picture, index, at };
  }

  /** @param {number} x @param {number} y */
  #hit(x, y) {
    const found = this.#pictureAt(x, y);
    if (!found) return null;
    const { lens } = found.picture;
    const entered = hit(this.#size, lens.eye(), lens.ray(found.at[0], found.at[1]));
    return entered && { ...entered, index: found.index };
  }

  /** The slot at a place of the canvas, -1 beside the cube. @param {number} x @param {number} y css pixels */
  pick(x, y) {
    return this.#hit(x, y)?.slot ?? -1;
  }

  /**
   * Where the middle of a slot's sticker is in the canvas, in css pixels, and whether it faces the eye.
   * @param {number} slot
   */
  project(slot) {
    const [picture] = this.#pictures();
    const center = centerOf(this.#size, slot);
    const { x, y } = this.#place(picture, center);
    const normal = NORMALS[placeOf(this.#size, slot).face];
    const eye = picture.lens.eye();
    const towards = eye.reduce((sum, value, i) => sum + (value - center[i]) * normal[i], 0);
    return { x, y, visible: towards > 0 };
  }

  /** @param {Picture} picture @param {Vector} point */
  #place(picture, point) {
    const [x, y] = picture.lens.project(point);
    const ratio = this.canvas.width / this.canvas.clientWidth;
    const left = picture.x + ((x + 1) / 2) * picture.width;
    const bottom = picture.y + ((y + 1) / 2) * picture.height;
    return { x: left / ratio, y: (this.canvas.height - bottom) / ratio };
  }

  // Hands on the cube.

  /** @param {number} x @param {number} y */
  #press(x, y) {
    this.#spin = { yaw: 0, pitch: 0, time: 0 };
    if (this.mode === 'look') return false;
    if (this.mode === 'turn') this.#end();
    const found = this.#hit(x, y);
    this.#pressed = found && { ...found, x, y };
    this.#lastPainted = -1;
    return found !== null;
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  #drag(x, y, event) {
    if (this.mode === 'paint') {
      this.#paint(x, y, event);
      return;
    }
    if (!this.#grip) this.#grab(x, y);
    const grip = this.#grip;
    if (!grip || !this.#motion) return;
    const along = (x - grip.x) * grip.scale[0] + (y - grip.y) * grip.scale[1];
    this.#motion.fraction = along / (Math.PI / 2);
    grip.samples.push({ time: event.timeStamp, fraction: this.#motion.fraction });
    this.invalidate();
  }

  /** Choose the layer that goes the way of the finger. @param {number} x @param {number} y */
  #grab(x, y) {
    const pressed = this.#pressed;
    if (!pressed) return;
    const { slot, point, index } = pressed;
    const picture = this.#pictures()[index]; // of the canvas as it is now, which may be coarser
    const { face } = placeOf(this.#size, slot);
    const way = [x - pressed.x, y - pressed.y];
    const origin = this.#place(picture, point);
    const choices = [RIGHTS[face], DOWNS[face]].map((direction) => {
      const step = 0.05;
      const moved = this.#place(picture, /** @type {Vector} */ (point.map((value, i) => value + direction[i] * step)));
      const screen = [(moved.x - origin.x) / step, (moved.y - origin.y) / step];
      const length = Math.hypot(screen[0], screen[1]);
      return { direction, screen, length, match: (way[0] * screen[0] + way[1] * screen[1]) / length };
    });
    const [best] = choices.sort((a, b) => Math.abs(b.match) - Math.abs(a.match));
    // The sticker stays under the finger: pixels to the way on the face, which is the angle.
    const scale = best.screen.map((value) => value / best.length ** 2);
    const turn = turnOfPush(this.#size, slot, best.direction);
    this.#grip = { slot, x: pressed.x, y: pressed.y, scale, turn, samples: [] };
    this.#begin([turn], {
      from: 0, to: 0, duration: 0, easing: easeOut, held: true, after: null, markersAfter: undefined, done: () => {},
    });
  }

  /** @param {boolean} cancelled @param {PointerEvent} event */
  #release(cancelled, event) {
    const [grip, motion] = [this.#grip, this.#motion];
    this.#grip = null;
    this.#pressed = null;
    if (!grip || !motion) return;
    const recent = grip.samples.filter((sample) => event.timeStamp - sample.time < 90);
    const [first, last] = [recent[0], recent[recent.length - 1]];
    const speed = recent.length > 1 ? (last.fraction - first.fraction) / Math.max(8, last.time - first.time) : 0;
    const ahead = Math.max(-0.6, Math.min(0.6, speed * THROW));
    const quarters = cancelled ? 0 : Math.round(motion.fraction + ahead);
    const turns = (((quarters * grip.turn.turns) % 4) + 4) % 4;
    const way = Math.abs(quarters - motion.fraction);
    motion.held = false;
    motion.from = motion.fraction;
    motion.to = quarters;
    motion.duration = this.reducedMotion ? 0 : 60 + SETTLE_TIME * Math.min(1, way);
    motion.start = null;
    motion.easing = easeOut;
    if (turns === 0) {
      motion.after = this.#colors;
    } else {
      const turn = { ...grip.turn, turns };
      const outcome = this.options.resolve?.(turn);
      motion.after = outcome?.after ?? null;
      motion.markersAfter = outcome?.markersAfter;
      this.#tell('turn', turn);
    }
    this.invalidate();
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  #tap(x, y, event) {
    const slot = this.pick(x, y);
    if (slot >= 0 && event.button === 0) this.#tell('pick', { slot, event });
  }

  /** Tell of every sticker between the last place and this one. @param {number} x @param {number} y @param {PointerEvent} event */
  #paint(x, y, event) {
    const from = this.#pressed ?? { x, y };
    const steps = Math.max(1, Math.ceil(Math.hypot(x - from.x, y - from.y) / 3));
    for (let step = this.#lastPainted < 0 ? 0 : 1; step <= steps; step++) {
      const slot = this.pick(from.x + ((x - from.x) * step) / steps, from.y + ((y - from.y) * step) / steps);
      if (slot < 0 || slot === this.#lastPainted) continue;
      this.#lastPainted = slot;
      this.#tell('pick', { slot, event });
    }
    if (this.#pressed) Object.assign(this.#pressed, { x, y });
  }

  /** @param {string} type @param {object} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  // Drawing.

  /** Draw soon; nothing is drawn while nothing changes. */
  invalidate() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((time) => this.#tick(time));
  }

  /** Draw now what would be drawn soon. */
  draw() {
    cancelAnimationFrame(this.#frame);
    this.#tick(performance.now());
  }

  /** @param {number} time */
  #tick(time) {
    this.#frame = 0;
    const motion = this.#motion;
    if (motion && !motion.held) {
      motion.start ??= time;
      const t = motion.duration > 0 ? Math.min(1, (time - motion.start) / motion.duration) : 1;
      motion.fraction = motion.from + (motion.to - motion.from) * motion.easing(t);
      if (t < 1) {
        this.invalidate();
      } else if (motion.after) {
        this.#end();
      } else {
        motion.fraction = motion.to; // stays turned until its colours come
        motion.done();
      }
    }
    this.#drift();
    const goesOn = time - this.#lastTick < REST || this.#wasMoving;
    this.#wasMoving = motion !== null && !motion.held;
    this.#lastTick = time;
    const quality = goesOn || motion ? this.#pace.qualityAt(time, goesOn) : FINEST;
    this.#draw(quality);
    window.clearTimeout(this.#restTimer);
    if (quality !== FINEST) this.#restTimer = window.setTimeout(() => this.#rest(), REST);
  }

  /** Draw once more, finely, if nothing has moved since. */
  #rest() {
    if (this.#frame === 0) this.#draw();
  }

  #drift() {
    if (this.gestures.doing !== 'none') return;
    const { yaw, pitch } = this.#spin;
    if (Math.abs(yaw) + Math.abs(pitch) < 0.05) return;
    this.orbit(this.#camera.yaw + yaw, this.#camera.pitch + pitch);
    this.#spin = { yaw: yaw * 0.92, pitch: pitch * 0.88, time: 0 };
  }

  #draw(quality = FINEST) {
    const renderer = this.#renderer;
    this.#fit(quality.scale);
    if (this.#gl.isContextLost() || this.canvas.width === 0 || this.canvas.height === 0) return;
    if (this.#stale.look) renderer.setLook(this.#look);
    if (this.#stale.colors) renderer.setColors(this.#size, this.#colors);
    if (this.#stale.markers) renderer.setMarkers(this.#markers);
    this.#stale = { colors: false, markers: false, look: false };
    renderer.draw(this.#pictures(), this.#motion, quality.samples);
  }

  /** Fit the picture to the canvas; called by itself when the canvas changes. */
  resize() {
    this.#width = this.canvas.clientWidth;
    this.#height = this.canvas.clientHeight;
    // At once: a canvas whose size was set is empty until it is drawn.
    if (this.#fit()) this.#draw();
  }

  /** Give the picture the canvas' size, or a part of it; tell whether it had another one. */
  #fit(scale = 1) {
    const ratio = Math.min(devicePixelRatio || 1, this.options.maxPixelRatio ?? 2) * scale;
    const width = Math.round(this.#width * ratio);
    const height = Math.round(this.#height * ratio);
    if (width === this.canvas.width && height === this.canvas.height) return false;
    this.canvas.width = width;
    this.canvas.height = height;
    return true;
  }

  /** The picture as a file. @returns {Promise<Blob>} */
  toPng() {
    this.#draw();
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/png');
    });
  }

  /** @param {Event} event */
  #lost(event) {
    event.preventDefault(); // else it is never restored
    this.#end();
    this.#tell('lost', {});
  }

  #restored() {
    this.#renderer = new Renderer(this.#gl);
    this.#stale = { colors: true, markers: true, look: true };
    this.#tell('restored', {});
    this.invalidate();
  }

  /** Leave the canvas; the view is of no use afterwards. */
  dispose() {
    this.#end();
    cancelAnimationFrame(this.#frame);
    window.clearTimeout(this.#restTimer);
    this.listeners.abort();
    this.gestures.dispose();
    this.observer.disconnect();
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}
