/** A view with a cube behind it, and nothing else: what the tests of the view drive. */

import { Cube } from '/static/js/model/cube.js';
import { parse } from '/static/js/model/notation.js';
import { NetView } from '/static/js/view/net.js';
import { CubeView } from '/static/js/view/view.js';

const asked = new URLSearchParams(location.search);
const size = Number(asked.get('size') ?? 3);
const kind = asked.get('net') === null ? CubeView : NetView;

const stage = {
  cube: new Cube(size),
  events: [],

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

  /** Wait until no layer is on its way. */
  async settled() {
    while (stage.view.turning) await new Promise(requestAnimationFrame);
  },

  /** Red, green, blue and alpha of the picture at places in css pixels. */
  async pixels(places) {
    const picture = await createImageBitmap(await stage.view.toPng());
    const sheet = new OffscreenCanvas(picture.width, picture.height);
    const pen = sheet.getContext('2d');
    pen.drawImage(picture, 0, 0);
    const ratio = picture.width / stage.view.canvas.clientWidth;
    const { data, width } = pen.getImageData(0, 0, picture.width, picture.height);
    return places.map(([x, y]) => {
      const at = 4 * (Math.floor(y * ratio) * width + Math.floor(x * ratio));
      return [...data.slice(at, at + 4)];
    });
  },

  /** Every slot that is seen, with its place. */
  visible() {
    const slots = [];
    for (let slot = 0; slot < 6 * stage.cube.size ** 2; slot++) {
      const { x, y, visible } = stage.view.project(slot);
      if (visible) slots.push([slot, x, y]);
    }
    return slots;
  },

  /** Wait until what was asked for is drawn. */
  drawn() {
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  },
};

stage.view = new kind(document.getElementById('cube'), {
  size,
  reducedMotion: asked.get('system') === null ? false : undefined,
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
