/** What the user chose, kept in localStorage; and the one bus that tells of changes. */

const KEY = 'cubesolve.settings';

/** Where changes are told: `settings`, `track`, `cursor`, `mode`, `layers`, `paint`, `playing`, `methods`. */
export const bus = new EventTarget();

/** @param {string} name */
export const tell = (name) => bus.dispatchEvent(new Event(name));

/** @param {string} names separated by spaces @param {() => void} run */
export const on = (names, run) => {
  for (const name of names.split(' ')) bus.addEventListener(name, run);
};

const DEFAULTS = {
  theme: 'auto',
  scheme: 'western',
  own: ['#ffffff', '#c41e3a', '#009b48', '#ffd500', '#ff7000', '#0051ba'],
  letters: false,
  back: 'none',
  net: false,
  moved: true,
  targets: true,
  trackers: true,
  family: 'letters',
  keys: /** @type {Record<string, Record<string, string>>} */ ({ letters: {}, heise: {} }),
  metric: 'OBTM',
  speed: 4,
  kind: 'state',
  method: 'auto',
  hintSeen: false,
  sheet: 'half',
};

/** @type {typeof DEFAULTS} */
export const settings = { ...structuredClone(DEFAULTS), ...load() };

function load() {
  const text = localStorage.getItem(KEY);
  if (!text) return {};
  try {
    return JSON.parse(text);
  } catch {
    return {}; // not ours, or half written: the defaults are as good
  }
}

/** Change some settings. @param {Partial<typeof DEFAULTS>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  localStorage.setItem(KEY, JSON.stringify(settings));
  tell('settings');
}

/** Whether the user asked the system for little motion. */
export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
