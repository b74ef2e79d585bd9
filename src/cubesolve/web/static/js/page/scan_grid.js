/**
 * A photograph with the grid that was found in it; four handles put a wrong grid right.
 *
 * @typedef {import('../model/quad.js').Point} Point
 * @typedef {import('../model/scanned.js').FaceJson} FaceJson
 */

import { make } from './dom.js';
import { isConvex, ontoQuad } from '../model/quad.js';

const SVG = 'http://www.w3.org/2000/svg';
const CORNERS = ['Top left', 'Top right', 'Bottom right', 'Bottom left'];
const STEP = 0.002; // of the picture, for a key; ten times that with Shift
/** Where the grid begins in a picture without one. @type {Point[]} */
export const MIDDLE = [[0.3, 0.25], [0.7, 0.25], [0.7, 0.75], [0.3, 0.75]];

/** @param {string} tag @param {Record<string, string | number>} attributes */
function draw(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * Lines of the grid, and a dot in the colour of each sticker.
 * @param {{width: number, height: number}} photo @param {Point[]} corners @param {number} size @param {number[][][]} [readings]
 */
export function gridPicture({ width, height }, corners, size, readings) {
  const at = ontoQuad(corners);
  const place = (/** @type {number} */ u, /** @type {number} */ v) => {
    const [x, y] = at(u / size, v / size);
    return `${(x * width).toFixed(1)} ${(y * height).toFixed(1)}`;
  };
  let path = '';
  for (let i = 0; i <= size; i++) path += `M${place(i, 0)}L${place(i, size)}M${place(0, i)}L${place(size, i)}`;
  const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true', class: 'scan-grid' });
  svg.append(draw('path', { d: path, class: 'under' }), draw('path', { d: path, class: 'over' }));
  const side = Math.hypot((corners[1][0] - corners[0][0]) * width, (corners[1][1] - corners[0][1]) * height) / size;
  readings?.forEach((row, r) => row.forEach(([red, green, blue], c) => {
    const [cx, cy] = place(c + 0.5, r + 0.5).split(' ');
    const fill = `rgb(${Math.round(red)} ${Math.round(green)} ${Math.round(blue)})`;
    svg.append(draw('circle', { cx, cy, r: (0.2 * side).toFixed(1), fill }));
  }));
  return svg;
}

/**
 * Set up the handles over a photograph in a box. `onMove` is told where the corners are once they have moved.
 * @param {HTMLElement} box @param {{url: string, width: number, height: number}} photo
 * @param {Point[]} start @param {number} size @param {(corners: Point[]) => void} onMove
 */
export function showHandles(box, photo, start, size, onMove) {
  const corners = start.map(([x, y]) => /** @type {Point} */ ([x, y]));
  const image = make('img', { src: photo.url, alt: '' });
  let lines = gridPicture(photo, corners, size);
  const render = () => {
    const next = gridPicture(photo, corners, size);
    lines.replaceWith(next);
    lines = next;
    handles.forEach((handle, i) => {
      const [x, y] = corners[i];
      handle.style.setProperty('--x', `${100 * x}%`);
      handle.style.setProperty('--y', `${100 * y}%`);
      handle.setAttribute('aria-label', `${CORNERS[i]} corner, ${Math.round(100 * x)} % from the left, ${Math.round(100 * y)} % from the top. Arrow keys move it.`);
    });
  };
  const move = (/** @type {number} */ i, /** @type {number} */ x, /** @type {number} */ y) => {
    const before = corners[i];
    corners[i] = [Math.max(0, Math.min(1, x)), Math.max(0, Math.min(1, y))];
    if (!isConvex(corners)) corners[i] = before;
    render();
    onMove(corners);
  };
  const handles = CORNERS.map((_, i) => {
    const handle = make('button', { type: 'button', className: 'scan-handle' });
    let [offX, offY] = [0, 0]; // of the finger from the corner: what it takes hold of does not jump
    const place = (/** @type {PointerEvent} */ event) => {
      const { left, top, width, height } = box.getBoundingClientRect();
      return [(event.clientX - left) / width, (event.clientY - top) / height];
    };
    handle.onpointerdown = (event) => {
      const [x, y] = place(event);
      [offX, offY] = [corners[i][0] - x, corners[i][1] - y];
      handle.setPointerCapture(event.pointerId);
    };
    handle.onpointermove = (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const [x, y] = place(event);
      move(i, x + offX, y + offY);
    };
    handle.onkeydown = (event) => {
      const way = /** @type {Record<string, Point>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] })[event.key];
      if (!way) return;
      event.preventDefault();
      const step = STEP * (event.shiftKey ? 10 : 1);
      move(i, corners[i][0] + step * way[0], corners[i][1] + step * way[1] * (photo.width / photo.height));
    };
    return handle;
  });
  box.style.setProperty('--ratio', String(photo.width / photo.height));
  box.replaceChildren(image, lines, ...handles);
  render();
}
