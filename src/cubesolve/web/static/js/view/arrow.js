/**
 * An arrow over the cube that shows a turn to come: its layers lit, where they are in sight, and a line along them.
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
const BAND = 0.84; // of a layer's width, so that the layers beside it stay as they are
const LINE = 0.18; // of a layer's width, for the arrow in the band
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
 * The layers of a turn on one side: the line between them, their outline, and how wide one of them looks.
 * @param {Shown} view @param {number} size @param {Turn} turn @param {number} face @param {number} side
 */
function sideOf(view, size, { first, last }, face, side) {
  const places = (/** @type {number} */ layer) => sideSlots(size, face, layer, side).map((slot) => view.project(slot));
  const [near, far] = [places(first), places(last)];
  // How far it is from layer to layer; one alone is measured by the one beside it.
  const [from, to, count] = last > first ? [near, far, last - first] : first < size ? [near, places(first + 1), 1] : [places(first - 1), near, 1];
  const across = from.map((place, j) => ({ x: (to[j].x - place.x) / count, y: (to[j].y - place.y) / count }));
  const rim = (/** @type {Place[]} */ row, /** @type {number} */ way) => {
    const inner = row.map(({ x, y }, j) => ({ x: x + across[j].x * way, y: y + across[j].y * way }));
    const [start, next] = inner;
    const [before, end] = inner.slice(-2);
    return [between(start, next, -BAND / 2), ...inner, between(end, before, -BAND / 2)];
  };
  const line = near.map((place, j) => between(place, far[j], 0.5));
  const middle = Math.floor(size / 2);
  const [step, along] = [across[middle], { x: line[middle].x - line[middle - 1].x, y: line[middle].y - line[middle - 1].y }];
  const width = Math.abs(step.x * along.y - step.y * along.x) / Math.hypot(along.x, along.y);
  return { line, visible: near[middle].visible, width, band: [...rim(near, -BAND / 2), ...rim(far, BAND / 2).reverse()] };
}

/** A place on the way from one to another, or beyond. @param {Place} one @param {Place} other @param {number} share @returns {Place} */
const between = (one, other, share) => ({ x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share });

/**
 * Lines along the layers of a turn, one for each stretch in sight, in the direction of the turn; the layers' outline on each
 * side of it, and the width of one of them where it looks narrowest.
 * @param {Shown} view @param {number} size @param {Turn} turn @returns {{line: Place[], bands: Place[][], width: number}[]}
 */
function stretches(view, size, turn) {
  const face = FACES.indexOf(turn.face);
  const parts = sidesOf(face).map((side) => sideOf(view, size, turn, face, side));
  const start = parts.findIndex((part, i) => part.visible && !parts[(i + 3) % 4].visible);
  /** @type {{line: Place[], bands: Place[][], width: number}[]} */
  const found = [];
  for (let i = 0; i < 4; i++) {
    const { line, visible, width, band } = parts[(Math.max(0, start) + i) % 4];
    if (!visible) continue;
    const last = found[found.length - 1];
    if (last && areNear(last.line[last.line.length - 1], line[0], line)) {
      last.line.push(edgeAfter(last.line), ...line);
      last.width = Math.min(last.width, width);
      last.bands.push(band);
    } else found.push({ line, width, bands: [band] });
  }
  if (turn.turns === 3) for (const { line } of found) line.reverse();
  return found;
}

/** Where a line along a side leaves it: half a sticker on. @param {Place[]} line @returns {Place} */
function edgeAfter(line) {
  const [before, end] = line.slice(-2);
  return between(end, before, -0.5);
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

  /** @param {{line: Place[], bands: Place[][], width: number}} part @param {Turn} turn */
  draw({ line, bands, width }, turn) {
    const stroke = Math.max(LEAST_LINE, Math.min(MOST_LINE, width * LINE));
    const heads = [headOf(line, stroke * 2.6, 0), ...(turn.turns === 2 ? [headOf(line, stroke * 2.6, stroke * 2.4)] : [])];
    const arrow = pathOf(line) + heads.join('');
    return [
      shape('path', { class: 'arrow-band', d: bands.map((band) => `${pathOf(band)}Z`).join('') }),
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
