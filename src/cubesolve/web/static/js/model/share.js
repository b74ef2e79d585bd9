/** A cube and its moves as text: for links, and for what outlives a reload. */

import { FACES } from './geometry.js';
import { parse } from './notation.js';
import { Track } from './track.js';

const SHORT = 5; // up to this size a link shows plain letters
export const LONG_LINK = 8000;

/** Three colours in a byte, as base64 for addresses. @param {Uint8Array} colors each 0 to 5 */
export function packColors(colors) {
  const bytes = new Uint8Array(colors.length / 3);
  for (let i = 0; i < bytes.length; i++) bytes[i] = colors[3 * i] + 6 * colors[3 * i + 1] + 36 * colors[3 * i + 2];
  let binary = '';
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {string} text @returns {Uint8Array} */
export function unpackColors(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const colors = new Uint8Array(binary.length * 3);
  for (let i = 0; i < binary.length; i++) {
    const byte = binary.charCodeAt(i);
    if (byte > 215) throw new Error('its packed colours are damaged');
    colors.set([byte % 6, Math.floor(byte / 6) % 6, Math.floor(byte / 36)], 3 * i);
  }
  return colors;
}

/** The moves of a track as text. @param {Track} track @param {number} [to] */
export function movesText(track, to = track.moves.length) {
  return track.moves.labels(0, to).join(' ');
}

/** The part of an address after `#` that holds this cube. @param {Track} track */
export function hashOf(track) {
  const parts = new URLSearchParams({ size: String(track.size) });
  if (!track.isFromSolved) {
    if (track.size <= SHORT) parts.set('state', Array.from(track.start, (color) => FACES[color]).join(''));
    else parts.set('packed', packColors(track.start));
  }
  const count = track.moves.own.length; // packed moves are too many for a link
  const alg = track.text ?? movesText(track, count);
  if (alg) parts.set('alg', alg);
  if (track.cursor < count) parts.set('at', String(track.cursor));
  return parts.toString();
}

/** The cube that a link holds, or null if there is none in it. @param {string} hash */
export function trackFromHash(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  if (!parts.has('size')) return null;
  const size = Number(parts.get('size'));
  if (!(Number.isInteger(size) && size >= 2 && size <= 1000)) throw new Error('its size must be a whole number from 2 to 1000');
  const state = parts.get('state');
  const packed = parts.get('packed');
  let start = null;
  if (state) start = Uint8Array.from(state, (letter) => FACES.indexOf(letter));
  else if (packed) start = unpackColors(packed);
  if (start && (start.length !== 6 * size * size || start.some((color) => color > 5))) {
    throw new Error(`its colours do not make a cube of size ${size}`);
  }
  const track = new Track(size, start);
  const alg = parts.get('alg') ?? '';
  track.replace(movesFrom(alg, size), alg || null);
  const at = parts.has('at') ? Number(parts.get('at')) : track.moves.length;
  if (!(Number.isInteger(at) && at >= 0)) throw new Error('its position must be a whole number');
  track.seek(at);
  return track;
}

/** @param {string} alg @param {number} size @returns {import('./moves.js').Move[]} */
export function movesFrom(alg, size) {
  return parse(alg, size).filter((step) => step.turns.length).map(({ turns, label }) => ({ turns, label }));
}
