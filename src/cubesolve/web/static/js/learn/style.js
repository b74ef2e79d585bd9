/** The style of what is loaded only when someone wants it. */

import { make } from '../page/dom.js';

const PATH = '/static/css/learn.css';

/** Load the style once; resolves when it holds. @returns {Promise<void>} */
export function loadStyle() {
  if (document.querySelector(`link[href="${PATH}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const link = make('link', { rel: 'stylesheet', href: PATH });
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove(); // without it everything still works, and the next time it may come
      resolve();
    };
    document.head.append(link);
  });
}
