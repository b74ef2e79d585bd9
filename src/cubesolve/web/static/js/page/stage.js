/**
 * The cube on the screen: the view, the net beside it, and the colours of both.
 *
 * @typedef {import('../model/cube.js').Turn} Turn
 */

import { byId } from './dom.js';
import { markPalette, paintMarks, stepMarks, withDot } from '../model/marks.js';
import { paint, paintAt } from './paint.js';
import { currentScheme, UNPAINTED } from './schemes.js';
import { session } from './session.js';
import { on, reducedMotion, settings } from './settings.js';
import { NetView } from '../view/net.js';
import { CubeView } from '../view/view.js';

const BODY = { light: '#16181d', dark: '#08090b' };

/** Listen to what a view tells. @param {EventTarget} view @param {string} type @param {(detail: any) => void} run */
const hear = (view, type, run) => view.addEventListener(type, (event) => run(/** @type {CustomEvent} */ (event).detail));

/** @param {{slot: number}} picked */
function paintPicked({ slot }) {
  if (session.mode === 'paint') paintAt(slot);
}

/** Shows the cube of the session. */
export class Stage {
  /** @param {(turn: Turn) => void} onDrag told when the user has dragged a layer */
  constructor(onDrag) {
    const canvas = byId('cube', 'canvas');
    const options = {
      size: session.track.size,
      palette: this.palette(),
      reducedMotion: reducedMotion(),
      resolve: (/** @type {Turn} */ turn) => this.afterTurn(turn),
    };
    this.isFlat = !CubeView.isSupported(canvas);
    /** @type {CubeView | NetView} */
    this.view = this.isFlat ? new NetView(canvas, options) : new CubeView(canvas, options);
    /** @type {NetView | null} */
    this.net = null;
    byId('no-webgl').hidden = !this.isFlat;
    byId('stage').classList.toggle('flat', this.isFlat);
    this.size = 0;
    /** Whether the cube is only looked at: it is in someone's hands, and dragging it would lose their place. */
    this.isLocked = false;
    /** Marks of a lesson, instead of a solution's. @type {Uint8Array | null} */
    this.lessonMarks = null;
    /** Whether a lesson asks for a sticker. */
    this.isAsking = false;
    /** The sticker that keys have come to, or -1. */
    this.pointed = -1;
    /** @type {Promise<void>} */
    this.moving = Promise.resolve();
    this.listen(this.view, onDrag);
    on('settings', () => this.restyle());
    this.restyle();
  }

  /** @param {CubeView | NetView} view @param {(turn: Turn) => void} onDrag */
  listen(view, onDrag) {
    hear(view, 'turn', onDrag);
    hear(view, 'pick', paintPicked);
  }

  /** The six colours and the grey of unpainted stickers. */
  palette() {
    return [...currentScheme().colors, UNPAINTED];
  }

  /** Take over colours, letters, the back of the cube and the net from the settings. */
  restyle() {
    const shade = document.documentElement.dataset.shade === 'dark' ? 'dark' : 'light';
    const colors = this.palette();
    const letters = settings.letters || settings.scheme === 'clear' ? 'URFDLB' : null;
    const look = { body: BODY[shade], background: null, letters, markerPalette: markPalette(currentScheme().colors) };
    this.view.setPalette(colors, look);
    if (!this.isFlat) this.view.backView = settings.back;
    const canvas = byId('net', 'canvas');
    canvas.hidden = !settings.net || this.isFlat;
    if (!canvas.hidden && !this.net) {
      this.net = new NetView(canvas, { size: this.size || session.track.size, palette: colors, reducedMotion: true });
      this.net.mode = 'paint';
      hear(this.net, 'pick', paintPicked);
    }
    this.net?.setPalette(colors, look);
    this.show();
  }

  /** Pick a sticker, as a tap does. @param {number} slot */
  pick(slot) {
    this.view.dispatchEvent(new CustomEvent('pick', { detail: { slot } }));
  }

  /** What is to be seen now: colours and marks. @param {Turn[]} [turning] */
  picture(turning = []) {
    const shown = this.marked(turning);
    return this.pointed < 0 ? shown : { ...shown, marks: withDot(shown.size, shown.marks, this.pointed) };
  }

  /** @param {Turn[]} turning */
  marked(turning) {
    const { track } = session;
    if (session.mode === 'paint') {
      const doubts = paint.doubted >= 0 ? [paint.doubted] : paint.doubts.map(({ slot }) => slot);
      return { size: paint.size, colors: paint.colors, marks: paintMarks(paint.size, paint.wrong, doubts) };
    }
    return { ...track.picture(), marks: this.lessonMarks ?? stepMarks(track, settings, turning) };
  }

  /** Show the cube as it is, without a movement. */
  show() {
    const { size, colors, marks } = this.picture();
    if (size !== this.size) {
      this.size = size;
      this.view.setSize(size);
    }
    this.view.mode = session.mode === 'paint' ? 'paint' : this.isLocked || session.track.isThin ? 'look' : 'turn';
    this.view.setColors(colors);
    this.view.setMarkers(marks);
    this.showNet(size, colors, marks);
  }

  /** @param {number} size @param {Uint8Array} colors @param {Uint8Array | null} marks */
  showNet(size, colors, marks) {
    if (!this.net || byId('net').hidden) return;
    if (this.net.size !== size) this.net.setSize(size);
    this.net.setColors(colors);
    this.net.setMarkers(marks);
  }

  /** Colours and marks after a turn that a drag is about to make. @param {Turn} turn */
  afterTurn(turn) {
    return { after: session.track.colorsAfter([turn]), markersAfter: null };
  }

  /**
   * Show turns that the track has just made. Before them, targets in the turning layers step aside:
   * they belong to places, not to stickers.
   * @param {Turn[]} turns @param {Uint8Array | null} marksBefore @param {number} duration
   */
  turn(turns, marksBefore, duration) {
    const { size, colors, marks } = this.picture();
    if (size !== this.size) {
      this.show(); // a cube that was not shown yet has no movement to show
      return this.moving;
    }
    this.view.setMarkers(marksBefore);
    const shown = session.track.pictured(turns);
    this.moving = Promise.resolve(this.view.turn(shown, { duration, after: colors, markersAfter: marks }));
    this.showNet(size, colors, marks);
    return this.moving;
  }
}
