/**
 * Hints, one at a time: first what the next step is for, then turn by turn. They come from the solver,
 * for the cube as it is; who goes another way gets hints for that way.
 *
 * @typedef {{turns: import('../model/cube.js').Turn[], label: string, isBack?: boolean}} Move one that takes a turn of the user's back says so
 * @typedef {{title: string, explanation: string, from: number, to: number, moved: number[], targets: number[]}} Step
 * @typedef {{text: string, move: Move | null, step: Step | null}} Hint
 */

import { parse } from '../model/notation.js';
import { invert, turnSlots } from '../model/cube.js';
import { inButtons } from '../model/turns.js';
import { turnWords } from '../model/turn_words.js';
import { faceletsOf } from '../model/facelets.js';
import { fetchSolution } from '../page/api.js';
import { sameBytes } from '../view/state.js';

/**
 * The turns from where the user is to the end of some moves: back to the last place on their way, then the rest. None if the user
 * was never on it.
 * @param {import('../model/track.js').Track} track @param {Move[]} moves @param {Uint8Array} start where they begin @returns {Move[] | null}
 */
export function wayAlong(track, moves, start) {
  const made = Array.from({ length: track.cursor }, (_, at) => track.moves.at(at)?.turns ?? []);
  const placesOf = (/** @type {Uint8Array} */ from, /** @type {Move['turns'][]} */ all) => {
    const colors = from.slice();
    return [colors.slice(), ...all.map((turns) => {
      for (const turn of turns) turnSlots(colors, track.size, turn);
      return colors.slice();
    })];
  };
  const onWay = placesOf(start, moves.map(({ turns }) => turns));
  const wasAt = placesOf(track.start, made);
  const placeOnWay = (/** @type {Uint8Array} */ colors) => onWay.findLastIndex((place) => sameBytes(place, colors));
  const left = wasAt.findLastIndex((colors) => placeOnWay(colors) >= 0);
  if (left < 0) return null;
  const back = made.slice(left).reverse().map((turns) => ({ turns: turns.map(invert).reverse(), label: '', isBack: true }));
  return [...back, ...moves.slice(placeOnWay(wasAt[left]))];
}

/** A way from one state to a goal, followed as far as the user follows it. */
export class Hints {
  /**
   * @param {number} size
   * @param {{what?: string, way?: () => Move[] | null, idea?: string}} wanted what the solver is asked for, or what knows the way
   *   without it, and what that is for
   */
  constructor(size, wanted) {
    this.size = size;
    this.wanted = wanted;
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Step[]} */
    this.steps = [];
    this.at = 0;
    this.told = -1; // the step whose idea was told
    /** The colours at this place of the way. @type {Uint8Array | null} */
    this.here = null;
  }

  /** The user made a turn: keep up, or forget the way. @param {Uint8Array} colors */
  follow(colors) {
    if (!this.here || sameBytes(this.here, colors)) return;
    const here = this.here;
    const move = this.moves[this.at];
    const quarters = move?.turns[0]?.turns === 2 ? [1, 3].map((turns) => ({ ...move, label: '', turns: move.turns.map((turn) => ({ ...turn, turns })) })) : [];
    const made = move && [move, ...quarters].find((one) => sameBytes(this.after(here, one), colors));
    this.here = made ? colors.slice() : null;
    if (!made) return;
    // Half of a half turn: the other half is left.
    if (made === move) this.at++;
    else this.moves[this.at] = made;
  }

  /** @param {Uint8Array} colors @param {Move} move */
  after(colors, move) {
    const turned = colors.slice();
    for (const turn of move.turns) turnSlots(turned, this.size, turn);
    return turned;
  }

  /** The next hint for a cube. @param {Uint8Array} colors @param {AbortSignal} signal @returns {Promise<Hint>} */
  async next(colors, signal) {
    if (!this.here) await this.plan(colors, signal);
    const index = this.steps.findIndex((step) => step.from <= this.at && this.at < step.to);
    const step = this.steps[index] ?? null;
    const move = this.moves[this.at] ?? null;
    if (step && index !== this.told) {
      this.told = index;
      return { text: [step.title, step.explanation].filter(Boolean).join('. '), move: null, step };
    }
    if (!move) return { text: 'Nothing is left to do here.', move: null, step: null };
    const words = turnWords(move.turns, this.size);
    return { text: move.isBack ? `Take it back: ${words}.` : `${words.charAt(0).toUpperCase()}${words.slice(1)}.`, move, step };
  }

  /** Find a way from here. @param {Uint8Array} colors @param {AbortSignal} signal */
  async plan(colors, signal) {
    const { size, wanted } = this;
    const way = wanted.way?.();
    if (way) {
      this.moves = way;
      const from = way.filter(({ isBack }) => isBack).length;
      this.steps = wanted.idea ? [{ title: '', explanation: wanted.idea, moved: [], targets: [], from, to: way.length }] : [];
    } else {
      const what = wanted.what ?? 'all';
      // Who learns to build centres has not heard of parity, and need not fix it yet.
      const options = what === 'centers' ? { parity: 'detect' } : {};
      const json = await fetchSolution({ size, facelets: faceletsOf(colors), method: 'beginner', what, options }, () => {}, signal);
      this.moves = [];
      this.steps = json.steps.map(({ title, explanation, alg, moved, targets }) => {
        const from = this.moves.length;
        // Each as a turn that the buttons of the lesson have.
        for (const { turns } of parse(alg ?? '', size)) this.moves.push(...inButtons(turns, size).map((turn) => ({ turns: [turn], label: '' })));
        return { title, explanation, moved, targets, from, to: this.moves.length };
      });
    }
    this.at = 0;
    this.told = -1;
    this.here = colors.slice();
  }
}
