/** Small helpers over the document: finding, making, telling. */

/**
 * The element with this id; one that is more than an element, such as an input, by its tag.
 * @template {keyof HTMLElementTagNameMap} [T='span']
 * @param {string} id @param {T} [tag] @returns {HTMLElementTagNameMap[T]}
 */
export function byId(id, tag) {
  const found = document.getElementById(id);
  if (!found || (tag && found.localName !== tag)) throw new Error(`no ${tag ?? 'element'} #${id}`);
  return /** @type {HTMLElementTagNameMap[T]} */ (found);
}

/**
 * Make an element. Properties are set as they are, except `data`, `vars` (custom style properties)
 * and names with a dash, which become attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, any>} [properties] @param {...(Node|string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'data') Object.assign(element.dataset, value);
    else if (name === 'vars') for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    else if (name.includes('-') || name === 'role') element.setAttribute(name, String(value));
    else /** @type {any} */ (element)[name] = value;
  }
  element.append(...children);
  return element;
}

/**
 * The children of an element, which are all of one tag.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {Element} parent @param {T} tag @returns {HTMLElementTagNameMap[T][]}
 */
export const childrenOf = (parent, tag) => [...parent.querySelectorAll(/** @type {T} */ (`:scope > ${tag}`))];

/**
 * Put other children into a box. If one of its buttons or switches had the focus, the one in its place has it then, or what is said instead.
 * @param {Element} box @param {Node[]} children @param {HTMLElement} instead where none is left
 * @param {number} [group] buttons that belong together: the first of them gets the focus
 */
export function renew(box, children, instead, group = 1) {
  const pressed = () => [.../** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll('button, input'))];
  const held = pressed().findIndex((one) => one === document.activeElement);
  box.replaceChildren(...children);
  if (held >= 0) (pressed()[held - (held % group)] ?? instead).focus();
}

/**
 * Let a button be pressed, or not. One that has the focus keeps it until the user goes on, which it would lose if it were disabled:
 * what it does must then do no harm.
 * @param {string} id @param {boolean} isOn
 */
export function enable(id, isOn) {
  const button = byId(id, 'button');
  const isHeld = !isOn && button === document.activeElement;
  button.disabled = !isOn && !isHeld;
  button.ariaDisabled = isHeld ? 'true' : null;
  if (isHeld) button.addEventListener('blur', () => { button.disabled = button.ariaDisabled === 'true'; }, { once: true });
}

const SVG = 'http://www.w3.org/2000/svg';

/** An icon of the sprite. @param {string} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#i-${name}`);
  svg.append(use);
  return svg;
}

/** A message as a sentence: with a capital, and a full stop unless it ends already. @param {string} text */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!…]$/.test(text) ? '' : '.'}`;

/** Say something to screen readers; what is behind an open dialog is not there for them. @param {string} text */
export function announce(text) {
  (document.querySelector('dialog[open] .announce') ?? byId('announce')).textContent = text;
}

const TOAST_TIME = 5000;

/**
 * Show a short message, with an action if given; one that stays goes when its button is pressed.
 * @param {string} text @param {{label: string, run: () => void}} [action] @param {boolean} [stays]
 */
export function toast(text, action, stays = false) {
  const box = make('div', { className: 'toast' }, make('span', {}, text));
  const remove = () => {
    const isHeld = box.contains(document.activeElement);
    box.remove();
    if (isHeld) byId('cube').focus();
  };
  if (action) {
    const button = make('button', { type: 'button' }, action.label);
    button.addEventListener('click', () => {
      remove();
      action.run();
    });
    box.append(button);
  }
  byId('toasts').replaceChildren(box);
  if (!stays) setTimeout(remove, TOAST_TIME);
  announce(text);
}

/** Tell of something that went wrong, until it is read. @param {string} text */
export const warn = (text) => toast(text, { label: 'OK', run: () => {} }, true);

/** Run what loads a part of the page, and say so if the server does not give it. @param {() => Promise<void>} run */
export async function later(run) {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof TypeError && /import/i.test(error.message))) throw error;
    warn('This part of the page could not be loaded. Is cubesolve web still running? Start it and try again.');
  }
}

/** Call a function once things have been quiet for a while. @param {() => void} run @param {number} delay */
export function debounce(run, delay) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(run, delay);
  };
}

/** Call a function at most once for each frame. @param {() => void} run */
export function oncePerFrame(run) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      run();
    });
  };
}

/** Give the user a file. @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = make('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Put text on the clipboard and say so. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not allowed, or not there at all: pages without encryption have no clipboard but on this machine.
    warn('The browser does not let this page copy; save it as a file instead');
    return;
  }
  toast(`${what} copied`);
}

/** A whole number of something: `1 move`, `2 moves`. @param {number} count @param {string} noun */
export const plural = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Offer these choices: value and text. @param {HTMLSelectElement} select @param {[string, string][]} entries */
export function fillSelect(select, entries) {
  const key = JSON.stringify(entries);
  if (select.dataset.entries === key) return;
  select.dataset.entries = key;
  select.replaceChildren(...entries.map(([value, text]) => make('option', { value }, text)));
}
