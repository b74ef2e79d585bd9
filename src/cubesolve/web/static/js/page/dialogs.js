/** Settings, help, sharing, comparing. */

import { ApiError, fetchSolution } from './api.js';
import { byId, copy, download, fillSelect, make, plural } from './dom.js';
import { cubeSvg, netSvg, saveSolutionJson, saveSvg, saveText } from './exports.js';
import { actions, bind, keyName, keysOf, keyText, resetKeys } from './keyboard.js';
import { SCHEMES } from './schemes.js';
import { session, setMode } from './session.js';
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
  setUpShare(player.stage);
  setUpCompare(player);
  byId('help-button').onclick = openHelp;
  byId('settings-button').onclick = () => byId('settings-dialog').showModal();
}

function setUpSettings() {
  const list = byId('scheme-list');
  const schemes = [...SCHEMES, { id: 'own', name: 'Own colours', colors: settings.own }];
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
  const fields = /** @type {[string, keyof typeof settings, 'value' | 'checked'][]} */ ([
    ['letters', 'letters', 'checked'], ['net-check', 'net', 'checked'], ['theme', 'theme', 'value'], ['back-select', 'back', 'value'], ['key-family', 'family', 'value'],
  ]);
  for (const [id, name, property] of fields) byId(id).onchange = () => change({ [name]: byId(id)[property] });
  byId('reset-keys').onclick = resetKeys;
  const render = () => {
    for (const [id, name, property] of fields) byId(id)[property] = settings[name];
    for (const button of list.children) {
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
  byId('key-table').replaceChildren(...actions().map((action) => {
    const keys = keysOf(action).map((key) => make('kbd', {}, keyText(key)));
    const button = make('button', { type: 'button' }, make('span', {}, action), make('span', {}, ...keys));
    button.onclick = () => waitForKey(button, action);
    return button;
  }));
}

/** @param {HTMLElement} button @param {string} action */
function waitForKey(button, action) {
  button.classList.add('waiting');
  const listen = (/** @type {KeyboardEvent} */ event) => {
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    window.removeEventListener('keydown', listen, true);
    button.classList.remove('waiting');
    if (event.key !== 'Escape') bind(action, keyName(event));
  };
  window.addEventListener('keydown', listen, true);
}

const MEANINGS = /** @type {[string, string][]} */ ([
  ['play', 'Play or pause'], ['step', 'One move on'], ['back', 'One move back'], ['undo', 'Undo'], ['next step', 'To the next step'],
  ['step before', 'To the step before'], ['start', 'To the start'], ['end', 'To the end'], ['faster', 'Faster'], ['slower', 'Slower'],
  ['fewer layers', 'Turn fewer layers'], ['more layers', 'Turn more layers'], ['one layer alone', 'The innermost of them alone'],
]);

/** Show what the page can do and its keys. */
export function openHelp() {
  const isHeise = settings.family === 'heise';
  const row = (/** @type {(string | Node)[]} */ left, /** @type {string} */ right) => make('tr', {}, make('td', {}, ...left), make('td', {}, right));
  const keys = (/** @type {string} */ action) => keysOf(action).flatMap((key) => [make('kbd', {}, keyText(key)), ' ']);
  const moves = isHeise
    ? actions().filter((action) => /^[URFDLBMESxyz]w?'?$/.test(action)).map((action) => row(keys(action), action))
    : [row([make('kbd', {}, 'R'), ' ', make('kbd', {}, 'U'), ' ', make('kbd', {}, 'F'), ' …'], 'Turn that face: U R F D L B, slices M E S, the whole cube x y z'),
      row([make('kbd', {}, 'Shift'), ' + letter'], 'The same turn back'),
      row([make('kbd', {}, '1'), ' … ', make('kbd', {}, '9')], 'How many layers turns take')];
  byId('help-body').replaceChildren(
    make('section', {}, make('h3', {}, 'With mouse or fingers'), make('table', {}, make('tbody', {},
      row(['Drag a sticker'], 'Turns its row or column'),
      row(['Drag beside the cube'], 'Looks around'),
      row(['Wheel or pinch'], 'Comes nearer'),
      row(['Drag on the timeline'], 'Goes to any move')))),
    make('section', {}, make('h3', {}, isHeise ? 'Keys: two hands by place' : 'Keys: letters'), make('table', {}, make('tbody', {}, ...moves,
      ...MEANINGS.filter(([action]) => keysOf(action).length).map(([action, text]) => row(keys(action), text)),
      row([make('kbd', {}, 'Ctrl'), ' ', make('kbd', {}, 'Z'), ' / ', make('kbd', {}, 'Y')], 'Undo, redo'),
      row([make('kbd', {}, '1'), ' … ', make('kbd', {}, '6')], 'In Paint: choose a colour'),
      row([make('kbd', {}, '?')], 'This help')))),
    make('section', {}, make('h3', {}, 'Algorithms'), make('p', { className: 'note' },
      "R turns a face, R' back, R2 twice. Rw or r takes two layers, 3Rw three, 2-4Rw layers 2 to 4, 3R the third alone. M E S are slices, x y z turn the cube. (R U)3 repeats, [R, U] is a commutator, [R: U] a conjugate.")),
  );
  byId('help-dialog').showModal();
}

/** @param {import('./stage.js').Stage} stage */
function setUpShare(stage) {
  byId('share-button').onclick = () => {
    const { track } = session;
    const link = `${location.origin}${location.pathname}#${hashOf(track)}`;
    byId('share-link').value = link;
    byId('share-facelets').value = track.facelets();
    byId('share-note').textContent = link.length > LONG_LINK ? `This link has ${plural(link.length, 'letter')}; some programs cut links that are so long.` : '';
    byId('share-dialog').showModal();
  };
  byId('copy-link').onclick = () => copy(byId('share-link').value, 'Link');
  byId('copy-facelets').onclick = () => copy(byId('share-facelets').value, 'State');
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
    const entries = /** @type {[string, string][]} */ (methodsFor(session.track.size).filter((one) => one.name !== 'auto').map((one) => [one.name, methodName(one.name)]));
    fillSelect(byId('compare-a'), entries);
    fillSelect(byId('compare-b'), entries);
    if (entries.length > 1 && byId('compare-a').value === byId('compare-b').value) byId('compare-b').value = entries[1][0];
    byId('compare-note').textContent = '';
    byId('compare-result').replaceChildren();
    byId('compare-run').disabled = session.track.isSolved();
    if (session.track.isSolved()) byId('compare-note').textContent = 'This cube is solved. Scramble it first.';
    byId('compare-dialog').showModal();
  };
  byId('compare-run').onclick = compare;
  byId('compare-dialog').addEventListener('close', () => comparing?.abort());
}

/** @type {AbortController | null} */
let comparing = null;

async function compare() {
  const { track } = session;
  const names = [byId('compare-a').value, byId('compare-b').value];
  const facelets = track.facelets();
  comparing?.abort();
  comparing = new AbortController();
  const { signal } = comparing;
  byId('compare-run').disabled = true;
  byId('compare-result').replaceChildren();
  const working = new Set(names);
  const tellWork = () => {
    byId('compare-note').textContent = working.size ? `At work: ${[...working].map(methodName).join(' and ')}…` : '';
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
    byId('compare-run').disabled = false;
  }
}

/** @param {string[]} names @param {any[]} found */
function comparison(names, found) {
  const rows = Object.keys(METRICS).map((metric) => [`${metric}: ${METRICS[metric]}`, found.map((one) => one.counts[metric])]);
  rows.push(['Steps', found.map((one) => one.steps.length)], ['Seconds', found.map((one) => Number(one.seconds.toFixed(2)))]);
  const body = rows.map(([title, values]) => {
    const least = Math.min(.../** @type {number[]} */ (values));
    const isEven = values.every((/** @type {number} */ value) => value === least);
    return make('tr', {}, make('th', { scope: 'row' }, title), ...values.map((/** @type {number} */ value) => make('td', { className: value === least && !isEven ? 'best' : '' }, value.toLocaleString('en'))));
  });
  const watch = found.map((json) => {
    const button = make('button', { type: 'button', className: 'button small' }, 'Watch');
    button.onclick = () => {
      byId('compare-dialog').close();
      takeSolution(json);
      setMode('solve');
    };
    return make('td', {}, button);
  });
  return make('table', {}, make('thead', {}, make('tr', {}, make('th', {}, ''), ...names.map((name) => make('th', { scope: 'col' }, methodName(name))))),
    make('tbody', {}, ...body, make('tr', {}, make('td', {}, ''), ...watch)));
}
