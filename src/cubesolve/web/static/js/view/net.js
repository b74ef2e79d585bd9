/**
 * The six faces laid flat on a 2D canvas: for a browser without WebGL2, and beside the cube. It has
 * the interface of `CubeView`; a turn is a change of colours, a push of a sticker turns its layer.
 *
 * @typedef {import('../model/cube.js').Turn} Turn
 * @typedef {import('./palette.js').Look} Look
 */

import { DOWNS, RIGHTS, solvedColors } from '../model/geometry.js';
import { Gestures } from './gestures.js';
import { placeOf, turnOfPush } from './layers.js';
import { defaultLook, isBright, rgb } from './palette.js';
import { withLook } from './state.js';

const PLACES = [[1, 0], [2, 1], [1, 1], [1, 2], [0, 1], [3, 1]]; // of U R F D L B, in faces
const GAP = 0.06; // between faces, in faces
const FINEST = 5; // pixels of a cell that is drawn with a gap of its own
const QUARTER_TIME = 230; // ms

export class NetView extends EventTarget {
  /** Whether this browser can draw it. */
  static isSupported() {
    return true;
  }

  /** @param {HTMLCanvasElement} canvas @param {import('./state.js').Options} [options] */
  constructor(canvas, options = {}) {
    super();
    this.canvas = canvas;
    this.options = options;
    /** @type {'turn' | 'paint' | 'look'} */
    this.mode = 'turn';
    /** Has no meaning here. @type {'none' | 'mirror' | 'hint'} */
    this.backView = 'none';
    /** @type {Look} */
    this.look = defaultLook();
    this.size = 0;
    this.colors = new Uint8Array();
    /** @type {Uint8Array | null} */
    this.markers = null;
    this.frame = 0;
    /** @type {(() => void) | null} */
    this.finish = null;
    this.timer = 0;
    this.pressed = { slot: -1, x: 0, y: 0, used: false };
    const nothing = () => {};
    this.gestures = new Gestures(canvas, {
      press: (x, y) => this.#press(x, y),
      drag: (x, y, event) => this.#drag(x, y, event),
      release: nothing,
      tap: (x, y, event) => this.#tell('pick', { slot: this.pick(x, y), event }),
      orbit: nothing,
      orbitEnd: nothing,
      pan: nothing,
    });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    if (options.palette) this.setPalette(options.palette);
    this.setSize(options.size ?? 3);
    this.resize();
  }

  /** Whether a turn is on its way. */
  get turning() {
    return this.finish !== null;
  }

  /** @param {number} size */
  setSize(size) {
    if (!Number.isInteger(size) || size < 2) throw new RangeError(`expected a size from 2, got ${size}`);
    this.#end();
    this.size = size;
    this.colors = solvedColors(size);
    this.markers = null;
    this.invalidate();
  }

  /** @param {Uint8Array} colors */
  setColors(colors) {
    this.#check(colors);
    this.colors = colors.slice();
    this.invalidate();
  }

  /** @param {Uint8Array | null} markers */
  setMarkers(markers) {
    if (markers) this.#check(markers);
    this.markers = markers?.some((marker) => marker !== 0) ? markers.slice() : null;
    this.invalidate();
  }

  /** @param {string[]} colors @param {Partial<Omit<Look, 'colors'>>} [rest] */
  setPalette(colors, rest = {}) {
    this.look = withLook(this.look, colors, rest);
    this.invalidate();
  }

  /**
   * Show what comes after the turns, and resolve when their time is over or something else begins.
   * @param {Turn[]} turns
   * @param {{duration?: number, after?: Uint8Array, markersAfter?: Uint8Array | null}} [options]
   */
  turn(turns, { duration = QUARTER_TIME, after, markersAfter } = {}) {
    this.#end();
    if (after) this.setColors(after);
    if (markersAfter !== undefined) this.setMarkers(markersAfter);
    return new Promise((resolve) => {
      this.finish = () => resolve(undefined);
      const still = turns.length === 0 || duration <= 0 || (this.options.reducedMotion ?? false);
      if (still) this.#end();
      else this.timer = window.setTimeout(() => this.#end(), duration);
    });
  }

  #end() {
    window.clearTimeout(this.timer);
    this.finish?.();
    this.finish = null;
  }

  orbit() {}

  zoom() {}

  orbitHome() {}

  resetCamera() {}

  /** @param {Uint8Array} bytes */
  #check(bytes) {
    const expected = 6 * this.size * this.size;
    if (bytes.length !== expected) {
      throw new RangeError(`expected ${expected} bytes for size ${this.size}, got ${bytes.length}`);
    }
  }

  /** Css pixels of a cell, and where the first face of the first row would begin. */
  #layout() {
    const { clientWidth, clientHeight } = this.canvas;
    const face = Math.min(clientWidth / (4 + 3 * GAP), clientHeight / (3 + 2 * GAP));
    return {
      face,
      cell: face / this.size,
      left: (clientWidth - face * (4 + 3 * GAP)) / 2,
      top: (clientHeight - face * (3 + 2 * GAP)) / 2,
    };
  }

  /** Where a face begins. @param {number} face */
  #corner(face) {
    const { face: side, left, top } = this.#layout();
    const [across, down] = PLACES[face];
    return { x: left + across * side * (1 + GAP), y: top + down * side * (1 + GAP) };
  }

  /** The slot at a place of the canvas, -1 beside the net. @param {number} x @param {number} y css pixels */
  pick(x, y) {
    const { cell } = this.#layout();
    for (let face = 0; face < 6; face++) {
      const corner = this.#corner(face);
      const col = Math.floor((x - corner.x) / cell);
      const row = Math.floor((y - corner.y) / cell);
      if (col >= 0 && col < this.size && row >= 0 && row < this.size) {
        return face * this.size * this.size + row * this.size + col;
      }
    }
    return -1;
  }

  /** The middle of a slot in css pixels. @param {number} slot */
  project(slot) {
    const { face, row, col } = placeOf(this.size, slot);
    const { cell } = this.#layout();
    const { x, y } = this.#corner(face);
    return { x: x + (col + 0.5) * cell, y: y + (row + 0.5) * cell, visible: true };
  }

  /** @param {number} x @param {number} y */
  #press(x, y) {
    if (this.mode === 'look') return false;
    this.pressed = { slot: this.pick(x, y), x, y, used: false };
    return this.pressed.slot >= 0;
  }

  /** @param {number} x @param {number} y @param {PointerEvent} event */
  #drag(x, y, event) {
    const { pressed } = this;
    if (this.mode === 'paint') {
      if (!pressed.used) this.#tell('pick', { slot: pressed.slot, event });
      const slot = this.pick(x, y);
      if (slot !== pressed.slot) this.#tell('pick', { slot, event });
      this.pressed = { slot, x, y, used: true };
      return;
    }
    if (pressed.used) return;
    pressed.used = true;
    const { face } = placeOf(this.size, pressed.slot);
    const [dx, dy] = [x - pressed.x, y - pressed.y];
    const sideways = Math.abs(dx) > Math.abs(dy);
    const push = turnOfPush(this.size, pressed.slot, sideways ? RIGHTS[face] : DOWNS[face]);
    const turn = (sideways ? dx : dy) > 0 ? push : { ...push, turns: 4 - push.turns };
    const outcome = this.options.resolve?.(turn);
    if (outcome) this.turn([turn], outcome);
    this.dispatchEvent(new CustomEvent('turn', { detail: turn }));
  }

  /** @param {string} type @param {{slot: number, event: Event}} detail */
  #tell(type, detail) {
    if (detail.slot >= 0) this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  invalidate() {
    if (this.frame === 0) {
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.#draw();
      });
    }
  }

  #draw() {
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    const ratio = this.canvas.width / Math.max(1, this.canvas.clientWidth);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (this.look.background !== null) {
      pen.fillStyle = this.look.background;
      pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    }
    if (this.canvas.width === 0 || this.canvas.height === 0) return;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const { cell } = this.#layout();
    for (let face = 0; face < 6; face++) {
      if (cell >= FINEST) this.#drawCells(pen, face, cell);
      else this.#drawImage(pen, face, cell);
    }
    if (this.markers) this.#drawMarkers(pen, cell);
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} face @param {number} cell */
  #drawCells(pen, face, cell) {
    const { size, colors, look } = this;
    const { x, y } = this.#corner(face);
    const edge = cell * 0.05;
    pen.fillStyle = look.body;
    pen.beginPath();
    pen.roundRect(x - edge, y - edge, size * cell + 2 * edge, size * cell + 2 * edge, cell * 0.14);
    pen.fill();
    const letters = look.letters === null || cell < 13 ? [] : [...look.letters];
    pen.font = `600 ${cell * 0.5}px system-ui, sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    for (let i = 0; i < size * size; i++) {
      const color = Math.min(colors[face * size * size + i], 6);
      const left = x + (i % size) * cell;
      const top = y + Math.floor(i / size) * cell;
      pen.fillStyle = look.colors[color];
      pen.beginPath();
      pen.roundRect(left + edge, top + edge, cell - 2 * edge, cell - 2 * edge, cell * 0.12);
      pen.fill();
      if (letters[color]) {
        pen.fillStyle = isBright(look.colors[color]) ? '#101114' : '#ffffff';
        pen.fillText(letters[color], left + cell / 2, top + cell * 0.53);
      }
    }
  }

  /** One pixel for each sticker, scaled by the browser. @param {CanvasRenderingContext2D} pen @param {number} face @param {number} cell */
  #drawImage(pen, face, cell) {
    const { size, colors, look } = this;
    const image = new ImageData(size, size);
    const words = new Uint32Array(image.data.buffer);
    const palette = look.colors.map((color) => {
      const [red, green, blue] = rgb(color).map((value) => Math.round(value * 255));
      return (255 << 24) | (blue << 16) | (green << 8) | red;
    });
    const start = face * size * size;
    for (let i = 0; i < size * size; i++) words[i] = palette[Math.min(colors[start + i], 6)];
    const sheet = new OffscreenCanvas(size, size);
    /** @type {OffscreenCanvasRenderingContext2D} */ (sheet.getContext('2d')).putImageData(image, 0, 0);
    const { x, y } = this.#corner(face);
    pen.imageSmoothingEnabled = cell < 1;
    pen.drawImage(sheet, x, y, size * cell, size * cell);
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} cell */
  #drawMarkers(pen, cell) {
    const markers = /** @type {Uint8Array} */ (this.markers);
    const radius = Math.max(2.5, cell * 0.22);
    markers.forEach((marker, slot) => {
      if (marker === 0) return;
      const { x, y } = this.project(slot);
      const color = this.look.markerPalette[marker >> 3] ?? '#ffffff';
      const outline = isBright(color) ? '#101114' : '#ffffff';
      drawShape(pen, marker & 7, x, y, radius, color, outline);
    });
  }

  /** Fit the picture to the canvas; called by itself when the canvas changes. */
  resize() {
    const ratio = Math.min(devicePixelRatio || 1, this.options.maxPixelRatio ?? 2);
    const width = Math.round(this.canvas.clientWidth * ratio);
    const height = Math.round(this.canvas.clientHeight * ratio);
    if (width === this.canvas.width && height === this.canvas.height) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.#draw();
  }

  /** Draw now what would be drawn soon. */
  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.#draw();
  }

  /** The picture as a file. @returns {Promise<Blob>} */
  toPng() {
    this.#draw();
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is empty'))), 'image/png');
    });
  }

  /** Leave the canvas; the view is of no use afterwards. */
  dispose() {
    this.#end();
    cancelAnimationFrame(this.frame);
    this.gestures.dispose();
    this.observer.disconnect();
  }
}

/**
 * @param {CanvasRenderingContext2D} pen @param {number} shape @param {number} x @param {number} y
 * @param {number} radius @param {string} color @param {string} outline
 */
function drawShape(pen, shape, x, y, radius, color, outline) {
  const path = new Path2D();
  if (shape === 1 || shape === 2) {
    path.arc(x, y, radius, 0, 2 * Math.PI);
  } else if (shape === 3) {
    path.moveTo(x - radius, y - radius);
    path.lineTo(x + radius, y + radius);
    path.moveTo(x + radius, y - radius);
    path.lineTo(x - radius, y + radius);
  } else {
    path.moveTo(x, y + radius);
    path.lineTo(x, y - radius);
    path.moveTo(x - radius * 0.7, y - radius * 0.2);
    path.lineTo(x, y - radius);
    path.lineTo(x + radius * 0.7, y - radius * 0.2);
  }
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  for (const [style, width] of /** @type {[string, number][]} */ ([[outline, radius * 0.85], [color, radius * 0.5]])) {
    if (shape === 1) {
      pen.fillStyle = style;
      pen.beginPath();
      pen.arc(x, y, radius * (style === outline ? 1.22 : 0.86), 0, 2 * Math.PI); // the rim shows it on its own colour
      pen.fill();
    } else {
      pen.strokeStyle = style;
      pen.lineWidth = width;
      pen.stroke(path);
    }
  }
}
