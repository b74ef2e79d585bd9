/**
 * The case sheets, which the package writes: positions with an algorithm each.
 *
 * @typedef {{sheet: string, name: string, size: number, alg: string, goal: string}} Case
 */

/** @type {Promise<Case[]> | null} */
let asked = null;

/** All cases; fetched once. @returns {Promise<Case[]>} */
export function loadCases() {
  asked ??= fetch('/static/data/cases.json').then((response) => {
    if (!response.ok) throw new Error(`the cases could not be loaded: ${response.status}`);
    return response.json();
  });
  return asked;
}
