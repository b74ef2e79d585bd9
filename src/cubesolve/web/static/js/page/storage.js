/** What the browser keeps for this page. One that keeps nothing, as when cookies are blocked, has it until the page is closed. */

/** Stands in for a storage that may not be used. */
class Memory {
  /** @type {Map<string, string>} */ #kept = new Map();

  /** @param {string} key @returns {string | null} */
  getItem(key) {
    return this.#kept.get(key) ?? null;
  }

  /** @param {string} key @param {string} text */
  setItem(key, text) {
    this.#kept.set(key, text);
  }

  /** @param {string} key */
  removeItem(key) {
    this.#kept.delete(key);
  }
}

/** @param {'localStorage' | 'sessionStorage'} name */
function storage(name) {
  try {
    return window[name] ?? new Memory();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return new Memory();
  }
}

/** For all tabs, now and later. */
export const local = storage('localStorage');
/** For this tab, until it is closed. */
export const ofTab = storage('sessionStorage');

/** Keep a text, for all tabs if not said otherwise; where there is no room left, it is lost with the page. @param {string} key @param {string} text @param {Storage | Memory} [store] */
export function keepText(key, text, store = local) {
  try {
    store.setItem(key, text);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
