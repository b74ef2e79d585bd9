/** Keys: two families for turns, one set of commands, all of them to be changed by the user. */

import { chooseBrush } from './paint_panel.js';
import { undoPaint } from './paint.js';
import { undo } from './play_panel.js';
import { SPEEDS } from './player.js';
import { session, setLayers } from './session.js';
import { change, on, settings } from './settings.js';
import { jumpStep, togglePlay } from './timeline.js';
import { turnFor } from '../model/turns.js';

/** Letters: the key's letter is the move, Shift turns back. Known by what the key writes. */
const LETTERS = /** @type {Record<string, string>} */ ({});
for (const letter of 'urfdlbmes') {
  LETTERS[letter] = letter.toUpperCase();
  LETTERS[letter.toUpperCase()] = `${letter.toUpperCase()}'`;
}
for (const letter of 'xyz') {
  LETTERS[letter] = letter;
  LETTERS[letter.toUpperCase()] = `${letter}'`;
}
for (let digit = 1; digit <= 9; digit++) LETTERS[String(digit)] = `layers ${digit}`;
Object.assign(LETTERS, { ' ': 'play', '[': 'fewer layers', ']': 'more layers', '\\': 'one layer alone' });

/** Heise's layout as csTimer has it. Known by the place of the key, whatever it writes. */
const HEISE = /** @type {Record<string, string>} */ ({
  KeyQ: "z'", KeyW: 'B', KeyE: "L'", KeyR: "Lw'", KeyT: 'x', KeyY: 'x', KeyU: 'Rw', KeyI: 'R', KeyO: "B'", KeyP: 'z',
  KeyA: "y'", KeyS: 'D', KeyD: 'L', KeyF: "U'", KeyG: "F'", KeyH: 'F', KeyJ: 'U', KeyK: "R'", KeyL: "D'", Semicolon: 'y',
  KeyZ: 'Dw', KeyX: "M'", KeyC: "Uw'", KeyV: 'Lw', KeyB: "x'", KeyN: "x'", KeyM: "Rw'", Comma: 'Uw', Period: "M'", Slash: "Dw'",
  Digit1: "S'", Digit2: 'E', Digit3: 'fewer layers', Digit4: 'more layers', Digit5: 'M', Digit6: 'M',
  Digit7: 'more layers', Digit8: 'fewer layers', Digit9: "E'", Digit0: 'S', Space: 'layers 1', Enter: 'play',
});

/** Keys that mean the same in both families. */
const COMMON = /** @type {Record<string, string>} */ ({
  ArrowRight: 'step', ArrowLeft: 'back', Backspace: 'undo', Home: 'start', End: 'end', PageDown: 'next step', PageUp: 'step before',
  '+': 'faster', '-': 'slower', '?': 'help',
});

const FAMILIES = { letters: LETTERS, heise: HEISE };

/** The keys of the family in use, the user's own included. @returns {Record<string, string>} */
function bindings() {
  const family = settings.family === 'heise' ? 'heise' : 'letters';
  return { ...COMMON, ...FAMILIES[family], ...settings.keys[family] };
}

/** Everything that a key can do, in the order of the delivered keys. */
export function actions() {
  const family = settings.family === 'heise' ? HEISE : LETTERS;
  const all = [...new Set([...Object.values(family), ...Object.values(COMMON)])];
  return [...all.filter((action) => !action.startsWith('layers ')), ...all.filter((action) => action.startsWith('layers '))];
}

/** The keys of an action. @param {string} action */
export const keysOf = (action) => Object.entries(bindings()).filter(([, one]) => one === action).map(([key]) => key);

/** The name by which a family knows a key; Shift makes a capital, Caps Lock does not. @param {KeyboardEvent} event */
export function keyName({ key, code, shiftKey }) {
  if (settings.family === 'heise' && !COMMON[key]) return code;
  if (key.length !== 1) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

/** Give an action a key of its own. @param {string} action @param {string} key */
export function bind(action, key) {
  const family = settings.family === 'heise' ? 'heise' : 'letters';
  const own = { ...settings.keys[family] };
  for (const old of keysOf(action)) own[old] = '';
  own[key] = action;
  change({ keys: { ...settings.keys, [family]: own } });
}

/** How a key is written. @param {string} key */
export function keyText(key) {
  const named = /** @type {Record<string, string>} */ ({ ' ': 'Space', ArrowRight: '→', ArrowLeft: '←', Semicolon: ';', Comma: ',', Period: '.', Slash: '/', PageDown: 'Page ↓', PageUp: 'Page ↑', Backspace: '⌫' });
  if (named[key]) return named[key];
  const plain = key.replace(/^(Key|Digit)/, '');
  return /^[A-Z]$/.test(key) ? `Shift ${plain}` : plain.length === 1 ? plain.toUpperCase() : plain;
}

/** Listen to keys. @param {import('./player.js').Player} player @param {Record<string, () => void>} commands */
export function setUpKeyboard(player, commands) {
  const run = /** @type {Record<string, () => void>} */ ({
    play: () => togglePlay(player),
    step: () => player.step(1),
    back: () => player.step(-1),
    undo: () => (session.mode === 'paint' ? undoPaint() : undo(player)),
    start: () => player.seek(0),
    end: () => player.seek(session.track.moves.length),
    'next step': () => jumpStep(player, 1),
    'step before': () => jumpStep(player, -1),
    faster: () => change({ speed: Math.min(SPEEDS.length - 1, settings.speed + 1) }),
    slower: () => change({ speed: Math.max(0, settings.speed - 1) }),
    'fewer layers': () => setLayers(session.layers.count - 1),
    'more layers': () => setLayers(session.layers.count + 1),
    'one layer alone': () => setLayers(Math.max(2, session.layers.count), !session.layers.alone),
    ...commands,
  });
  let keys = bindings();
  on('settings', () => { keys = bindings(); });
  window.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]') || isTyping(event)) return;
    if (event.key === 'Escape') {
      commands.escape();
      return;
    }
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const key = event.key.toLowerCase();
      if (key === 'z' || key === 'y') {
        event.preventDefault();
        if (key === 'z' && !event.shiftKey) run.undo();
        else if (session.mode !== 'paint') player.step(1);
      }
      return;
    }
    if (event.altKey) return;
    if (session.mode === 'paint' && /^[1-6]$/.test(event.key)) {
      chooseBrush(Number(event.key) - 1);
      return;
    }
    const action = keys[keyName(event)];
    if (!action || isTheirs(event)) return;
    event.preventDefault();
    if (session.mode === 'paint' && !['undo', 'help'].includes(action)) return;
    if (run[action]) run[action]();
    else if (action.startsWith('layers ')) setLayers(Number(action.slice(7)));
    else {
      const turn = turnFor(action, session.track.size, session.layers);
      if (turn) player.turn([turn]);
    }
  });
}

/** Whether the key goes into a field. @param {KeyboardEvent} event */
function isTyping(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['range', 'checkbox', 'color', 'button'].includes(target.type);
}

/** Whether the control that has the focus needs this key itself. @param {KeyboardEvent} event */
function isTheirs(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if ([' ', 'Enter'].includes(event.key)) return target.closest('button, select, summary, input, a, [role="tab"]') !== null;
  if (/^(Arrow|Page|Home|End)/.test(event.key)) {
    return target.closest('select, input, [role="tab"], [role="slider"], [role="listbox"], [role="radio"], .tab-panel') !== null && !/^Arrow(Left|Right)$/.test(event.key)
      || target.closest('select, input, [role="tab"], [role="slider"], [role="radio"]') !== null;
  }
  return false;
}

/** Remove all keys of the user. */
export function resetKeys() {
  change({ keys: { letters: {}, heise: {} } });
}
