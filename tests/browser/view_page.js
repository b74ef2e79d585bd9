/** A view with a cube behind it, and nothing else: what the tests of the view drive. */

import { Cube } from '/static/js/cube.js';
import { parse } from '/static/js/notation.js';
import { CubeView, NetView } from '/static/js/view/view.js';

const asked = new URLSearchParams(location.search);
const size = Number(asked.get('size') ?? 3);
const kind = asked.get('net') === null ? CubeView : NetView;

const stage = {
  cube: new Cube(size),
  events: [],
  markers: null,

  /** Colours after turns, without turning the cube itself. */
  outcome(turns) {
    const next = stage.cube.clone();
    for (const turn of turns) next.turn(turn);
    return { next, after: next.colors() };
  },

  /** Turn as the text says, one move after the other. */
  async play(text, duration = 0) {
    for (const { turns } of parse(text, stage.cube.size)) {
      const { next, after } = stage.outcome(turns);
      stage.cube = next;
      await stage.view.turn(turns, { duration, after });
    }
  },

  /** Wait until what was asked for is drawn. */
  drawn() {
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  },
};

stage.view = new kind(document.getElementById('cube'), {
  size,
  reducedMotion: false,
  resolve(turn) {
    const { next, after } = stage.outcome([turn]);
    stage.cube = next;
    return { after };
  },
});
for (const type of ['turn', 'pick', 'orbit', 'zoom', 'lost', 'restored']) {
  stage.view.addEventListener(type, ({ detail }) => stage.events.push({ type, ...detail, event: undefined }));
}
window.stage = stage;
