/**
 * An arrow over the cube that shows a turn to come: a band along the layers, where they are in sight.
 *
 * @typedef {import('../model/cube.js').Turn} Turn
 * @typedef {import('../model/geometry.js').Vector} Vector
 * @typedef {{x: number, y: number}} Place in css pixels
 * @typedef {object} Shown The view under the arrow.
 * @property {HTMLCanvasElement} canvas
 * @property {(slot: number) => Place & {visible: boolean}} project
 * @property {EventTarget['addEventListener']} addEventListener
 */

import { DOWNS, FACES, NORMALS, RIGHTS, cross, dot, faceTowards } from '../model/geometry.js';

const SVG = 'http://www.w3.org/2000/svg';
const BAND = 0.72; // of the layers' width
const LINE = 0.16; // of a layer's width, for the arrow in the band
const MOST_LINE = 14; // pixels
const LEAST_LINE = 4;

/** The slots that a layer has on one side, in the order in which a clockwise turn moves along it. @param {number} size @param {number} face @param {number} layer @param {number} side */
function sideSlots(size, face, layer, side) {
  const [n, s] = [NORMALS[face], NORMALS[side]];
  const along = cross(s, n);
  const depth = size + 1 - 2 * layer; // along n, in half cells
  return Array.from({ length: size }, (_, j) => {
    const at = 2 * j + 1 - size;
    const point = /** @type {Vector} */ ([0, 1, 2].map((i) => n[i] * depth + along[i] * at));
    const col = (dot(point, RIGHTS[side]) + size - 1) / 2;
    const row = (dot(point, DOWNS[side]) + size - 1) / 2;
    return side * size * size + row * size + col;
  });
}

/** The sides of a face in the order in which a clockwise turn takes them. @param {number} face */
function sidesOf(face) {
  const sides = [(face + 1) % 6];
  while (sides.length < 4) sides.push(faceTowards(cross(NORMALS[sides[sides.length - 1]], NORMALS[face])));
  return sides;
}

/**
 * Lines along the layers of a turn, one for each stretch in sight, in the direction of the turn.
 * @param {Shown} view @param {number} size @param {Turn} turn @returns {{line: Place[], width: number}[]}
 */
function stretches(view, size, turn) {
  const face = FACES.indexOf(turn.face);
  const sides = sidesOf(face);
  const parts = sides.map((side) => {
    const [near, far] = [turn.first, turn.last].map((layer) => sideSlots(size, face, layer, side).map((slot) => view.project(slot)));
    const line = near.map((place, j) => ({ x: (place.x + far[j].x) / 2, y: (place.y + far[j].y) / 2 }));
    const middle = Math.floor(size / 2);
    const across = Math.hypot(near[middle].x - far[middle].x, near[middle].y - far[middle].y);
    const cell = size > 1 ? Math.hypot(line[1].x - line[0].x, line[1].y - line[0].y) : 0;
    const count = turn.last - turn.first + 1;
    return { line, visible: near[middle].visible, width: count > 1 ? (across * count) / (count - 1) : cell };
  });
  const start = parts.findIndex((part, i) => part.visible && !parts[(i + 3) % 4].visible);
  /** @type {{line: Place[], width: number}[]} */
  const found = [];
  for (let i = 0; i < 4; i++) {
    const part = parts[(Math.max(0, start) + i) % 4];
    if (!part.visible) continue;
    const last = found[found.length - 1];
    if (last && areNear(last.line[last.line.length - 1], part.line[0], part.line)) {
      last.line.push(edgeAfter(last.line), ...part.line);
      last.width = Math.min(last.width, part.width);
    } else found.push({ line: part.line, width: part.width });
  }
  if (turn.turns === 3) for (const { line } of found) line.reverse();
  return found;
}

/** Where a line along a side leaves it: half a sticker on. @param {Place[]} line @returns {Place} */
function edgeAfter(line) {
  const [before, end] = line.slice(-2);
  return { x: end.x + (end.x - before.x) / 2, y: end.y + (end.y - before.y) / 2 };
}

/** Whether a side goes on where another ends: in a net it may be far away. @param {Place} end @param {Place} begin @param {Place[]} line */
function areNear(end, begin, line) {
  const step = Math.hypot(line[1].x - line[0].x, line[1].y - line[0].y);
  return Math.hypot(end.x - begin.x, end.y - begin.y) < 2.2 * step;
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** @param {Place[]} line */
const pathOf = (line) => line.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** The two strokes of a head at the end of a line, as a path. @param {Place[]} line @param {number} length @param {number} back pixels from the end */
function headOf(line, length, back) {
  const end = line[line.length - 1];
  const before = line[line.length - 2];
  const angle = Math.atan2(end.y - before.y, end.x - before.x);
  const tip = { x: end.x + Math.cos(angle) * (length / 2 - back), y: end.y + Math.sin(angle) * (length / 2 - back) };
  const [left, right] = [2.5, -2.5].map((turn) => ({ x: tip.x + Math.cos(angle + turn) * length, y: tip.y + Math.sin(angle + turn) * length }));
  return pathOf([left, tip, right]);
}

/** Draws the turn to come over a view, and keeps it in place while the camera moves. */
export class TurnArrow {
  /** @param {SVGSVGElement} svg which lies over the view's canvas @param {Shown} view */
  constructor(svg, view) {
    this.svg = svg;
    this.view = view;
    /** @type {Turn[]} */
    this.turns = [];
    this.size = 3;
    const again = () => this.render();
    for (const type of ['orbit', 'zoom', 'restored']) view.addEventListener(type, again);
    this.observer = new ResizeObserver(again);
    this.observer.observe(view.canvas);
  }

  /** Show turns of one axis; none hides the arrow. @param {Turn[]} turns @param {number} size */
  show(turns, size) {
    this.turns = turns;
    this.size = size;
    this.render();
  }

  render() {
    const { canvas } = this.view;
    this.svg.setAttribute('viewBox', `0 0 ${canvas.clientWidth} ${canvas.clientHeight}`);
    this.svg.replaceChildren(...this.turns.flatMap((turn) => stretches(this.view, this.size, turn).flatMap((part) => this.draw(part, turn))));
  }

  /** @param {{line: Place[], width: number}} part @param {Turn} turn */
  draw({ line, width }, turn) {
    const path = pathOf(line);
    const layers = turn.last - turn.first + 1;
    const stroke = Math.max(LEAST_LINE, Math.min(MOST_LINE, (width / layers) * LINE));
    const heads = [headOf(line, stroke * 2.6, 0), ...(turn.turns === 2 ? [headOf(line, stroke * 2.6, stroke * 2.4)] : [])];
    const arrow = path + heads.join('');
    return [
      shape('path', { class: 'arrow-band', d: path, 'stroke-width': (width * BAND).toFixed(1) }),
      shape('path', { class: 'arrow-edge', d: arrow, 'stroke-width': (stroke * 1.9).toFixed(1) }),
      shape('path', { class: 'arrow-line', d: arrow, 'stroke-width': stroke.toFixed(1) }),
    ];
  }

  /** Leave the view. */
  dispose() {
    this.observer.disconnect();
    this.turns = [];
    this.svg.replaceChildren();
  }
}
