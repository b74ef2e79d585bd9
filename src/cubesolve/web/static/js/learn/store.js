/** What the browser keeps for learners: small values under names of their own. */

/**
 * Read what was kept, as far as it has the shape of the usual value.
 * @template {object} T
 * @param {string} key @param {T} usual @returns {T}
 */
export function load(key, usual) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null');
    const fits = Object.entries(usual).filter(([name, value]) => kept && typeof kept[name] === typeof value && kept[name] !== null);
    return { ...usual, ...Object.fromEntries(fits.map(([name]) => [name, kept[name]])) };
  } catch {
    return { ...usual };
  }
}

/** Keep a value; a browser that keeps nothing loses it with the page. @param {string} key @param {object} value */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
