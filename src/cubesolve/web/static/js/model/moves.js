/**
 * The moves of a track: those that hands and texts made as objects, those of a long solution after
 * them as packed turns.
 *
 * @typedef {import('./cube.js').Turn} Turn
 * @typedef {{turns: Turn[], label: string}} Move Turns of one axis, played at once.
 */

import { FACES } from './geometry.js';
import { turnLoose } from './loose.js';
import { formatTurn } from './notation.js';
import { faceOf, firstOf, lastOf, turnOf, turnsOf } from './packed.js';

const NO_WORDS = new Uint32Array(0);

/** A list of moves of a cube of one size. */
export class Moves {
  /** @param {number} size @param {Uint32Array} [words] packed turns that it begins with */
  constructor(size, words = NO_WORDS) {
    this.size = size;
    /** @type {Move[]} */
    this.own = [];
    this.words = words;
  }

  get length() {
    return this.own.length + this.words.length;
  }

  /** The move at a place, or undefined. @param {number} at @returns {Move | undefined} */
  at(at) {
    if (at < this.own.length) return this.own[at];
    const word = this.words[at - this.own.length];
    if (word === undefined) return undefined;
    const turn = turnOf(word);
    return { turns: [turn], label: formatTurn(turn, this.size) };
  }

  /** How the moves from one place to another are written. @param {number} [from] @param {number} [to] */
  labels(from = 0, to = this.length) {
    const found = this.own.slice(from, to).map((move) => move.label);
    const start = this.own.length;
    for (let at = Math.max(from, start); at < to && at < this.length; at++) found.push(formatTurn(turnOf(this.words[at - start]), this.size));
    return found;
  }

  /** Forget all moves from a place on. @param {number} at */
  cut(at) {
    this.words = this.words.subarray(0, Math.max(0, at - this.own.length));
    this.own.length = Math.min(this.own.length, at);
  }

  /** Make objects of packed moves, so that others can follow. */
  unpack() {
    const { words } = this;
    this.words = NO_WORDS;
    for (const word of words) {
      const turn = turnOf(word);
      this.own.push({ turns: [turn], label: formatTurn(turn, this.size) });
    }
  }

  /** Put moves after the last one. @param {Move[] | Uint32Array} moves */
  append(moves) {
    if (this.words.length) throw new Error('no moves can follow packed ones');
    if (moves instanceof Uint32Array) this.words = moves;
    else for (const move of moves) this.own.push(move);
  }

  /**
   * Make the moves between two places on loose colours; they are taken back if `to` is the earlier one.
   * @param {Uint8Array} state @param {number} from @param {number} to
   */
  play(state, from, to) {
    const { own, words } = this;
    const start = own.length;
    for (let at = from; at < Math.min(to, start); at++) this.turnAll(state, own[at].turns, false);
    for (let at = Math.max(from, start); at < to; at++) this.turn(state, words[at - start], false);
    for (let at = from - 1; at >= Math.max(to, start); at--) this.turn(state, words[at - start], true);
    for (let at = Math.min(from, start) - 1; at >= to; at--) this.turnAll(state, own[at].turns, true);
  }

  /** @param {Uint8Array} state @param {number} word @param {boolean} isBack */
  turn(state, word, isBack) {
    const turns = turnsOf(word);
    turnLoose(state, this.size, faceOf(word), firstOf(word), lastOf(word), isBack ? 4 - turns : turns);
  }

  /** @param {Uint8Array} state @param {Turn[]} all @param {boolean} isBack */
  turnAll(state, all, isBack) {
    for (const { face, first, last, turns } of all) turnLoose(state, this.size, FACES.indexOf(face), first, last, isBack ? 4 - turns : turns);
  }
}
