/** The cube of a widget on its canvas: the page's view, or its net where there is no WebGL. */

import { markPalette, stepMarks } from '../model/marks.js';
import { NetView } from '../view/net.js';
import { CubeView } from '../view/view.js';
import { make } from '../page/dom.js';

/** @typedef {import('../model/cube.js').Turn} Turn */

const ALL = { moved: true, targets: true, trackers: true };
const NONE = { moved: false, targets: false, trackers: false };
const UNPAINTED = '#8b9099';

export class Picture {
  /**
   * @param {{track: import('../model/track.js').Track, model: {get: (name: string) => any}, reducedMotion: boolean}} widget
   * @param {(turn: Turn) => void} onDrag
   */
  constructor(widget, onDrag) {
    this.widget = widget;
    this.onDrag = onDrag;
    this.canvas = make('canvas', { role: 'img', 'aria-label': 'A cube that can be turned' });
    /** @type {CubeView | NetView | null} */
    this.view = null;
    this.size = 0;
    this.styled = '';
  }

  /** Begin to draw; the canvas is in the document now. */
  open() {
    const { track, reducedMotion } = this.widget;
    const options = {
      size: track.size,
      reducedMotion,
      resolve: (/** @type {Turn} */ turn) => ({ after: this.widget.track.colorsAfter([turn]), markersAfter: null }),
    };
    this.view = CubeView.isSupported(this.canvas) ? new CubeView(this.canvas, options) : new NetView(this.canvas, options);
    this.view.addEventListener('turn', (event) => this.onDrag(/** @type {CustomEvent} */ (event).detail));
    this.restyle();
    this.show();
  }

  /** Take over colours, marks and height from the model. */
  restyle() {
    const { model } = this.widget;
    const style = JSON.stringify([model.get('palette'), model.get('marks'), model.get('height')]);
    if (!this.view || style === this.styled) return;
    this.styled = style;
    this.canvas.style.height = `${model.get('height')}px`;
    const palette = model.get('palette');
    this.view.setPalette([...palette, UNPAINTED], { body: '#16181d', background: null, letters: null, markerPalette: markPalette(palette) });
    this.show();
  }

  /** What is to be seen now. @param {Turn[]} [turning] */
  picture(turning = []) {
    const { track, model } = this.widget;
    const marks = stepMarks(track, model.get('marks') ? ALL : NONE, turning);
    return { size: track.size, colors: track.colors(), marks };
  }

  /** Show the cube as it is, without a movement. */
  show() {
    const { size, colors, marks } = this.picture();
    if (!this.view) return;
    if (size !== this.size) {
      this.size = size;
      this.view.setSize(size);
    }
    this.view.setColors(colors);
    this.view.setMarkers(marks);
  }

  /** Show turns that the track has just made. @param {Turn[]} turns @param {Uint8Array | null} marksBefore @param {number} duration */
  async turn(turns, marksBefore, duration) {
    const { colors, marks } = this.picture();
    if (!this.view) return;
    this.view.setMarkers(marksBefore);
    await this.view.turn(turns, { duration, after: colors, markersAfter: marks });
  }

  dispose() {
    this.view?.dispose();
  }
}
