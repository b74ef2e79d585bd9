/** Titles of lessons, sheets and the bench: each has the focus when it is opened, so that keys and screen readers go on from there. */

import { make } from '../page/dom.js';

/** @param {string} text @param {string} [id] */
export const makeTitle = (text, id = '') => make('h2', { className: 'learn-title', tabIndex: -1, id }, text);

/** @param {HTMLElement} box in which something was opened */
export function focusTitle(box) {
  /** @type {HTMLElement | null} */ (box.querySelector('.learn-title'))?.focus({ preventScroll: true });
}
