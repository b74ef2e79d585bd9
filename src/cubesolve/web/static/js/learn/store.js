/** What the browser keeps for learners: small values under names of their own. */

import { keepText, local } from '../page/storage.js';

/**
 * Read what was kept, each value as far as it fits: it may be of another version or half written.
 * @template {object} T
 * @param {string} key @param {T} usual @param {{[name in keyof T]: (value: any) => boolean}} fits
 * @returns {T}
 */
export function load(key, usual, fits) {
  let kept;
  try {
    kept = Object(JSON.parse(local.getItem(key) ?? 'null'));
  } catch {
    return { ...usual };
  }
  const names = /** @type {(keyof T)[]} */ (Object.keys(usual)).filter((name) => fits[name](kept[name]));
  return { ...usual, ...Object.fromEntries(names.map((name) => [name, kept[name]])) };
}

/** Whether a value is text. @param {any} value */
export const isText = (value) => typeof value === 'string';

/** Keep a value. @param {string} key @param {object} value */
export const keep = (key, value) => keepText(key, JSON.stringify(value));
