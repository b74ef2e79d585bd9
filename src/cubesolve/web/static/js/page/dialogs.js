/** Settings, help, sharing, comparing. */

import { ApiError, fetchSolution } from './api.js';
import { announce, byId, childrenOf, copy, download, enable, fillSelect, make, plural, renew } from './dom.js';
import { cubeSvg, netSvg, saveSolutionJson, saveSvg, saveText } from './exports.js';
import { actions, bind, keyName, keysOf, keyText, resetKeys } from './keyboard.js';
import { withMoves } from './move_tips.js';
import { SCHEMES } from './schemes.js';
import { isWhole, session, setMode } from './session.js';
import { change, on, settings } from './settings.js';
import { hashOf, LONG_LINK } from '../model/share.js';
import { methodName, METRICS, methodsFor } from './methods.js';
import { takeSolution } from './solve_panel.js';

/** Set up all dialogs. @param {import('./player.js').Player} player */
export function setUpDialogs(player) {
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
  }
  setUpSettings();
  setUpShare(/** @type {import('./stage.js').Stage} */ (player.stage));
  setUpCompare(player);
  byId('help-button').onclick = openHelp;
  byId('settings-button').onclick = () => byId('settings-dialog', 'dialog').showModal();
}

function setUpSettings() {
  const list = byId('scheme-list');
  const schemes = [...SCHEMES, { id: 'own', name: 'Your own colours', colors: settings.own }];
  for (const { id, name } of schemes) {
    const button = make('button', { type: 'button', className: 'scheme', role: 'radio', data: { id } },
      make('span', { className: 'sample' }, ...Array.from({ length: 6 }, () => make('i'))), name);
    button.onclick = () => change({ scheme: id });
    list.append(button);
  }
  const own = byId('own-colors');
  'URFDLB'.split('').forEach((face, i) => {
    const input = make('input', { type: 'color' });
    input.oninput = () => change({ scheme: 'own', own: settings.own.map((color, j) => (i === j ? input.value : color)) });
    own.append(make('label', {}, face, input));
  });
  const switches = /** @type {['letters' | 'net', HTMLInputElement][]} */ ([
    ['letters', byId('letters', 'input')], ['net', byId('net-check', 'input')],
  ]);
  const choices = /** @type {['theme' | 'back' | 'family', HTMLSelectElement][]} */ ([
    ['theme', byId('theme', 'select')], ['back', byId('back-select', 'select')], ['family', byId('key-family', 'select')],
  ]);
  for (const [name, field] of switches) field.onchange = () => change({ [name]: field.checked });
  for (const [name, field] of choices) field.onchange = () => change({ [name]: field.value });
  byId('reset-keys').onclick = resetKeys;
  const render = () => {
    for (const [name, field] of switches) field.checked = settings[name];
    for (const [name, field] of choices) field.value = settings[name];
    for (const button of childrenOf(list, 'button')) {
      button.setAttribute('aria-checked', String(button.dataset.id === settings.scheme));
      const colors = SCHEMES.find((one) => one.id === button.dataset.id)?.colors ?? settings.own;
      [...button.querySelectorAll('i')].forEach((cell, i) => cell.style.setProperty('--face', colors[i]));
    }
    [...own.querySelectorAll('input')].forEach((input, i) => { input.value = settings.own[i]; });
    own.hidden = settings.scheme !== 'own';
    renderKeys();
  };
  on('settings', render);
  render();
}

function renderKeys() {
  renew(byId('key-table'), actions().map((action) => {
    const keys = keysOf(action).map((key) => make('kbd', {}, keyText(key)));
    const button = make('button', { type: 'button', data: isTurn(action) ? { move: action, size: 3 } : {} }, make('span', {}, actionName(action)), make('span', {}, ...keys));
    button.onclick = () => waitForKey(button, action);
    return button;
  }), byId('reset-keys'));
}

/** The next key is for an action, unless another button is pressed before, or the dialog closed. @param {HTMLElement} button @param {string} action */
function waitForKey(button, action) {
  button.classList.add('waiting');
  button.focus(); // not every browser does so by a click
  announce(`Press the new key for ${actionName(action)}. Escape cancels.`);
  const stop = () => {
    button.classList.remove('waiting');
    button.onkeydown = button.onblur = null;
  };
  button.onblur = stop;
  button.onkeydown = (event) => {
    if (['Shift', 'Control', 'Alt', 'Meta', 'Tab'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    stop();
    if (event.key === 'Escape') return;
    bind(action, keyName(event));
    announce(`${actionName(action)}: ${keyText(keyName(event))}`);
  };
}

const MEANINGS = /** @type {[string, string][]} */ ([
  ['play', 'Play or pause'], ['step', 'Forward one move'], ['back', 'Back one move'], ['undo', 'Undo'], ['next step', 'Go to the next step'],
  ['step before', 'Go to the previous step'], ['start', 'Go to the start'], ['end', 'Go to the end'], ['faster', 'Faster'], ['slower', 'Slower'],
  ['fewer layers', 'Turn fewer layers'], ['more layers', 'Turn more layers'], ['one layer alone', 'Turn only the innermost of these'], ['help', 'Show this help'],
]);

/** Whether what a key does is a turn, which explains itself. @param {string} action */
const isTurn = (action) => /^[URFDLBMESxyz]w?'?$/.test(action);

/** What people call what a key does. @param {string} action */
function actionName(action) {
  const layers = /^layers (\d)$/.exec(action)?.[1];
  if (layers) return `Turn ${plural(Number(layers), 'layer')}`;
  return MEANINGS.find(([name]) => name === action)?.[1] ?? action;
}

/** Show what the page can do and its keys. */
export function openHelp() {
  const isHeise = settings.family === 'heise';
  const row = (/** @type {(string | Node)[]} */ left, /** @type {string} */ right) => make('tr', {}, make('td', {}, ...left), make('td', {}, ...withMoves(right, 3, true)));
  const keys = (/** @type {string} */ action) => keysOf(action).flatMap((key) => [make('kbd', {}, keyText(key)), ' ']);
  const moves = isHeise
    ? actions().filter(isTurn).map((action) => row(keys(action), action))
    : [row([make('kbd', {}, 'R'), ' ', make('kbd', {}, 'U'), ' ', make('kbd', {}, 'F'), ' …'], 'Turn that face: U R F D L B, slices M E S, the whole cube x y z'),
      row([make('kbd', {}, 'Shift'), ' + letter'], 'The same turn anticlockwise'),
      row([make('kbd', {}, '1'), ' … ', make('kbd', {}, '9')], 'How many layers to turn')];
  byId('help-body').replaceChildren(
    make('section', {}, make('h3', {}, 'Mouse or touch'), make('table', {}, make('tbody', {},
      row(['Drag a sticker'], 'Turns its row or column'),
      row(['Drag beside the cube'], 'Turns the whole view'),
      row(['Wheel or pinch'], 'Zooms'),
      row(['Drag on the timeline'], 'Goes to any move')))),
    make('section', {}, make('h3', {}, isHeise ? 'Keys: two-handed' : 'Keys: letters'), make('table', {}, make('tbody', {}, ...moves,
      ...MEANINGS.filter(([action]) => keysOf(action).length).map(([action, text]) => row(keys(action), text)),
      row([make('kbd', {}, 'Ctrl'), ' ', make('kbd', {}, 'Z'), ' / ', make('kbd', {}, 'Y')], 'Undo, redo'),
      row([make('kbd', {}, '1'), ' … ', make('kbd', {}, '6')], 'In Paint: choose a colour'),
      row([make('kbd', {}, '←'), ' ', make('kbd', {}, '→'), ' ', make('kbd', {}, '↑'), ' ', make('kbd', {}, '↓'), ' ', make('kbd', {}, 'Enter')], 'In Paint, on the cube: go to a sticker and paint it'),
      row([make('kbd', {}, '?')], 'This help')))),
    make('section', {}, make('h3', {}, 'Algorithms'), make('p', { className: 'note' },
      ...withMoves("R turns a face, R' back, R2 twice. Rw or r takes two layers, 3Rw three, 2-4Rw layers 2 to 4, 3R the third alone. M E S are slices, x y z turn the cube. (R U)3 repeats, [R, U] is a commutator, [R: U] a conjugate.", 5, true))),
  );
  byId('help-dialog', 'dialog').showModal();
}

/** @param {import('./stage.js').Stage} stage */
function setUpShare(stage) {
  byId('share-button').onclick = () => {
    const { track } = session;
    const link = `${location.origin}${location.pathname}#${hashOf(track)}`;
    byId('share-link', 'input').value = link;
    byId('share-facelets', 'input').value = track.isThin ? '' : track.facelets();
    byId('share-note').textContent = [
      track.moves.words.length ? 'This link holds the cube as it was before its long solution.' : '',
      link.length > LONG_LINK ? `This link is ${plural(link.length, 'character')} long; some programs cut off links this long.` : '',
    ].join(' ').trim();
    byId('share-dialog', 'dialog').showModal();
  };
  byId('copy-link').onclick = () => copy(byId('share-link', 'input').value, 'Link');
  byId('copy-facelets').onclick = () => copy(byId('share-facelets', 'input').value, 'State');
  byId('save-png').onclick = async () => download('cube.png', await stage.view.toPng());
  byId('save-svg').onclick = () => {
    const { size, colors } = stage.picture();
    saveSvg(cubeSvg(size, colors), 'cube.svg');
  };
  byId('save-net').onclick = () => {
    const { size, colors } = stage.picture();
    saveSvg(netSvg(size, colors), 'net.svg');
  };
  byId('save-text').onclick = saveText;
  byId('save-json').onclick = saveSolutionJson;
}

/** @param {import('./player.js').Player} player */
function setUpCompare(player) {
  byId('compare-button').onclick = () => {
    player.pause(); // both methods get the cube as it is now
    if (!isWhole()) return;
    const entries = /** @type {[string, string][]} */ (methodsFor(session.track.size).filter((one) => one.name !== 'auto').map((one) => [one.name, methodName(one.name)]));
    fillSelect(byId('compare-a', 'select'), entries);
    fillSelect(byId('compare-b', 'select'), entries);
    if (entries.length > 1 && byId('compare-a', 'select').value === byId('compare-b', 'select').value) byId('compare-b', 'select').value = entries[1][0];
    byId('compare-note').textContent = '';
    byId('compare-result').replaceChildren();
    byId('compare-run', 'button').disabled = session.track.isSolved();
    if (session.track.isSolved()) byId('compare-note').textContent = 'This cube is already solved. Scramble it first.';
    byId('compare-dialog', 'dialog').showModal();
  };
  byId('compare-run').onclick = compare;
  byId('compare-dialog').addEventListener('close', () => comparing?.abort());
}

/** @type {AbortController | null} */
let comparing = null;

async function compare() {
  const { track } = session;
  const names = [byId('compare-a', 'select').value, byId('compare-b', 'select').value];
  const facelets = track.facelets();
  comparing?.abort();
  comparing = new AbortController();
  const { signal } = comparing;
  enable('compare-run', false);
  byId('compare-result').replaceChildren();
  const working = new Set(names);
  const tellWork = () => {
    byId('compare-note').textContent = working.size ? `Solving with ${[...working].map(methodName).join(' and ')}…` : '';
  };
  tellWork();
  try {
    const found = await Promise.all(names.map(async (method) => {
      const solution = await fetchSolution({ size: track.size, facelets, method, what: 'all' }, () => {}, signal);
      working.delete(method);
      tellWork();
      return solution;
    }));
    byId('compare-result').replaceChildren(comparison(names, found));
  } catch (error) {
    if (signal.aborted) return;
    comparing.abort(); // the other one is of no use alone
    if (!(error instanceof ApiError)) throw error;
    byId('compare-note').textContent = error.message;
  } finally {
    enable('compare-run', true);
  }
}

/** @param {string[]} names @param {import('../model/solution.js').SolutionJson[]} found */
function comparison(names, found) {
  const rows = Object.keys(METRICS).map((metric) => /** @type {[string, number[]]} */ ([`${metric}: ${METRICS[metric]}`, found.map((one) => one.counts[metric])]));
  rows.push(['Steps', found.map((one) => one.steps.length)], ['Seconds', found.map((one) => Number(one.seconds.toFixed(2)))]);
  const body = rows.map(([title, values]) => {
    const least = Math.min(...values);
    const isEven = values.every((value) => value === least);
    return make('tr', {}, make('th', { scope: 'row' }, title), ...values.map((value) => make('td', { className: value === least && !isEven ? 'best' : '' }, value.toLocaleString('en'))));
  });
  const watch = found.map((json) => {
    const button = make('button', { type: 'button', className: 'button small' }, 'Watch');
    button.onclick = () => {
      byId('compare-dialog', 'dialog').close();
      takeSolution(json);
      setMode('solve');
    };
    return make('td', {}, button);
  });
  return make('table', {}, make('thead', {}, make('tr', {}, make('th', {}, ''), ...names.map((name) => make('th', { scope: 'col' }, methodName(name))))),
    make('tbody', {}, ...body, make('tr', {}, make('td', {}, ''), ...watch)));
}
