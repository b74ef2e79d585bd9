/**
 * A solution for whoever waits for it with a cube in hand, and need not wait for the shortest.
 *
 * @typedef {import('../model/solution.js').SolutionJson} SolutionJson
 */

import { fetchSolution } from '../page/api.js';
import { plural } from '../page/dom.js';
import { inOurColors } from '../page/schemes.js';

/** The reason to abort with if the best so far is good enough. */
export const ENOUGH = 'enough';

/**
 * Find a solution, and tell how that goes: a sentence, and whether there is one already. Aborted, it gives the best so far if
 * that is enough, else none.
 * @param {Parameters<typeof fetchSolution>[0]} wanted @param {AbortSignal} signal
 * @param {(text: string, hasOne: boolean) => void} tell @returns {Promise<SolutionJson | null>}
 */
export async function search(wanted, signal, tell) {
  let best = /** @type {SolutionJson | null} */ (null);
  try {
    return await fetchSolution(wanted, (line) => {
      if (signal.aborted) return;
      if (line.type === 'better') best = line.solution;
      if (best) tell(`The best so far has ${plural(best.counts.ETM, 'turn')}. Looking for fewer…`, true);
      else if (line.type === 'progress') tell(inOurColors(line.what).replace(/^./, (letter) => letter.toUpperCase()), false);
    }, signal);
  } catch (problem) {
    if (!signal.aborted) throw problem;
    return signal.reason === ENOUGH ? best : null;
  }
}
