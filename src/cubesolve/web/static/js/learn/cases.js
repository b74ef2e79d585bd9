/**
 * The case sheets, which the package writes: positions with an algorithm each.
 *
 * @typedef {{sheet: string, name: string, size: number, alg: string, goal: string}} Case
 */

import { fetchCases } from '../page/api.js';

/** @type {Promise<Case[]> | null} */
let asked = null;

/** All cases; fetched once. Raises `ApiError`, and asks again the next time. @returns {Promise<Case[]>} */
export function loadCases() {
  asked ??= fetchCases().catch((problem) => {
    asked = null;
    throw problem;
  });
  return asked;
}
