/** Stickers by keys: where they are picked one by one, arrows go from one to the next, and Enter or Space picks. What is shown alone comes into sight. */

import { paint } from './paint.js';
import { announce, byId } from './dom.js';
import { colorNames } from './schemes.js';
import { session } from './session.js';
import { on } from './settings.js';
import { NORMALS, slotBeside } from '../model/geometry.js';
import { stickerPlace } from '../model/place_words.js';

const WAYS = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });
const PITCH = 26; // degrees, as at the start
const YAWS = [32, 32, 32, 32, -32, 148]; // from where each face is in sight

/** Listen to keys on the cube. @param {import('./stage.js').Stage} stage */
export function setUpStickerKeys(stage) {
  const canvas = byId('cube');
  const isPicking = () => session.mode === 'paint' || stage.isAsking;
  const go = (/** @type {number} */ slot) => {
    stage.pointed = slot;
    stage.show();
  };
  canvas.addEventListener('keydown', (event) => {
    if (!isPicking() || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = WAYS[event.key];
    if (!way && !(stage.pointed >= 0 && [' ', 'Enter'].includes(event.key))) return;
    event.preventDefault();
    event.stopPropagation(); // these keys play and step elsewhere
    if (way) {
      go(stage.pointed < 0 ? middleOfFront(stage.size) : slotBeside(stage.size, stage.pointed, ...way));
      turnTowards(stage, stage.pointed);
    } else stage.pick(stage.pointed);
    announce(words(stage));
  });
  canvas.addEventListener('blur', () => {
    if (stage.pointed >= 0) go(-1);
  });
  let doubted = -1;
  on('paint', () => {
    if (paint.doubted >= 0 && paint.doubted !== doubted && stage.size === paint.size) turnTowards(stage, paint.doubted);
    doubted = paint.doubted;
  });
  on('track mode', () => {
    if (!isPicking() || stage.pointed >= 6 * stage.size ** 2) stage.pointed = -1;
  });
}

/** @param {number} size */
const middleOfFront = (size) => 2 * size * size + Math.floor((size - 1) / 2) * (size + 1);

/** Bring the face of a sticker into sight. @param {import('./stage.js').Stage} stage @param {number} slot */
function turnTowards({ view, size }, slot) {
  if (!('camera' in view)) return; // a flat net shows them all
  const face = Math.floor(slot / size ** 2);
  const { yaw, pitch } = view.camera;
  const [up, round] = [Math.sin((pitch * Math.PI) / 180), (yaw * Math.PI) / 180];
  const [x, y, z] = NORMALS[face];
  const isInSight = y * up + (x * Math.sin(round) + z * Math.cos(round)) * Math.sqrt(1 - up * up) > 0.3;
  if (!isInSight) view.orbit(YAWS[face], y < 0 ? -PITCH : PITCH);
}

/** Where the keys are, and what is there. @param {import('./stage.js').Stage} stage */
function words({ size, pointed }) {
  const { colors } = session.mode === 'paint' ? paint : session.track.picture();
  return `${stickerPlace(size, pointed)}: ${colorNames()[colors[pointed]] ?? 'unpainted'}`;
}
