/** The cubes that lessons and drills begin with. */

import { BLANK, colorsFrom, faceletsOf } from '../model/facelets.js';
import { isReached } from '../model/goals.js';
import { solvedColors } from '../model/geometry.js';
import { invert, turnSlots } from '../model/cube.js';
import { parse } from '../model/notation.js';
import { fetchScramble, fetchSolution } from '../page/api.js';
import { keepText, ofTab } from '../page/storage.js';

const PLACE_KEY = 'cubesolve.lesson';
/** How far the solver goes to a goal. */
const STEPS = /** @type {Record<string, string>} */ ({ cross: 'L1x', L1: 'L1', L2: 'L2', L3x: 'L3x', centers: 'centers', pairs: 'edges' });

/** Play moves on colours, in place. @param {Uint8Array} colors @param {number} size @param {string} alg */
export function play(colors, size, alg) {
  for (const { turns } of parse(alg, size)) for (const turn of turns) turnSlots(colors, size, turn);
  return colors;
}

/** Play moves backwards, in place. @param {Uint8Array} colors @param {number} size @param {string} alg */
export function playBack(colors, size, alg) {
  for (const { turns } of parse(alg, size).reverse()) for (const turn of turns) turnSlots(colors, size, invert(turn));
  return colors;
}

/** A solved cube, with the first layer at the bottom if wanted. @param {number} size @param {boolean} [isDown] */
export function solvedCube(size, isDown = false) {
  const colors = solvedColors(size);
  return isDown ? play(colors, size, 'z2') : colors;
}

/** Keep the cube of a lesson's task for a reload of this tab; without one, forget it. @param {string} id @param {Uint8Array} [colors] */
export function keepPlace(id, colors) {
  keepText(PLACE_KEY, colors ? JSON.stringify([id, faceletsOf(colors)]) : '', ofTab);
}

/** The cube that was kept for a lesson's task, if any. @param {string} id @param {number} size */
export function keptPlace(id, size) {
  try {
    const [of, facelets] = JSON.parse(ofTab.getItem(PLACE_KEY) ?? '');
    if (of !== id || facelets.length !== 6 * size * size) return null;
    const colors = /** @type {Uint8Array<ArrayBuffer>} */ (colorsFrom(facelets));
    return colors.includes(BLANK) ? null : colors;
  } catch {
    return null; // nothing, or something else, was kept
  }
}

/**
 * A random cube on which a goal is reached already, or nothing if there is none.
 * @param {number} size @param {boolean} isDown @param {string | undefined} needs @param {string} reach what is not to be reached yet
 * @param {AbortSignal} signal
 */
export async function randomCube(size, isDown, needs, reach, signal) {
  for (;;) {
    const { facelets } = await fetchScramble({ size, kind: 'state', seed: Math.floor(Math.random() * 2 ** 32) }, signal);
    const colors = /** @type {Uint8Array<ArrayBuffer>} */ (colorsFrom(facelets));
    if (isDown) play(colors, size, 'z2');
    if (needs) {
      const json = await fetchSolution({ size, facelets: faceletsOf(colors), method: 'beginner', what: STEPS[needs] }, () => {}, signal);
      for (const step of json.steps) play(colors, size, step.alg ?? '');
    }
    if (!isReached(reach, colors, size)) return colors; // luck may have solved it: then there is nothing to learn
  }
}
