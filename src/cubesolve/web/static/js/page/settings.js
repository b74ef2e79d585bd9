/** What the user chose, kept in localStorage; and the one bus that tells of changes. */

import { keepText, local } from './storage.js';
import { colorOf, WHITE_ON_TOP } from '../model/colors.js';

const KEY = 'cubesolve.settings';

/** Where changes are told: `settings`, `track`, `cursor`, `mode`, `layers`, `paint`, `playing`, `methods`. */
const bus = new EventTarget();

/** @param {string} name */
export const tell = (name) => bus.dispatchEvent(new Event(name));

/** @param {string} names separated by spaces @param {() => void} run */
export const on = (names, run) => {
  for (const name of names.split(' ')) bus.addEventListener(name, run);
};

const DEFAULTS = {
  theme: 'auto',
  scheme: 'western',
  own: [...WHITE_ON_TOP].map((letter) => colorOf(letter).hex),
  letters: false,
  back: /** @type {'none' | 'hint' | 'mirror'} */ ('none'),
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
  shorten: 'own',
  hintSeen: false,
  sheet: 'half',
};

const HEX = /^#[0-9a-f]{6}$/i;

/** Settings that are one of a few words or numbers. @type {Record<string, (string | number)[]>} */
const CHOICES = {
  theme: ['auto', 'light', 'dark'],
  back: ['none', 'hint', 'mirror'],
  family: ['letters', 'heise'],
  kind: ['state', 'moves'],
  sheet: ['low', 'half', 'high'],
  metric: ['OBTM', 'RBTM', 'SST', 'QTM', 'ETM'],
  shorten: ['own', 'OBTM', 'QTM', 'SST', 'RBTM'],
  speed: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
};

/** @type {typeof DEFAULTS} */
export const settings = { ...structuredClone(DEFAULTS), ...load() };

/** What was kept, as far as it can be used: it may be of another version, or half written. */
function load() {
  const text = local.getItem(KEY);
  if (!text) return {};
  let kept;
  try {
    kept = JSON.parse(text);
  } catch {
    return {};
  }
  return Object.fromEntries(Object.entries(DEFAULTS).filter(([name]) => name in Object(kept)).map(([name, usual]) => {
    const value = kept[name];
    const isUsable = name in CHOICES ? CHOICES[name].includes(value)
      : hasShapeOf(value, usual) && (name !== 'own' || value.every((/** @type {string} */ color) => HEX.test(color)));
    return [name, isUsable ? value : structuredClone(usual)];
  }));
}

/** @param {any} value @param {any} usual @returns {boolean} */
function hasShapeOf(value, usual) {
  if (typeof value !== typeof usual || value === null || Array.isArray(value) !== Array.isArray(usual)) return false;
  if (Array.isArray(usual)) return value.length === usual.length && usual.every((one, i) => hasShapeOf(value[i], one));
  if (typeof usual === 'object') return Object.keys(usual).every((name) => hasShapeOf(value[name], usual[name]));
  return true;
}

/** Change some settings. @param {Partial<typeof DEFAULTS>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  keepText(KEY, JSON.stringify(settings));
  tell('settings');
}

/** Whether the user asked the system for little motion. */
export const reducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
