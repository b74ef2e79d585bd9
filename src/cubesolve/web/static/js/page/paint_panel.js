/** The panel for painting one's own cube. */

import { BLANK, LARGEST_PAINTED, readFacelets } from '../model/facelets.js';
import { byId, childrenOf, enable, icon, make, plural, renew, toast } from './dom.js';
import {
  beginPaint, chooseDoubt, chooseProblem, colorCounts, paint, settleDoubt, startPaint, undoPaint,
} from './paint.js';
import { openScan } from './scan_panel.js';
import { colorNames, currentScheme, inkOn, inOurColors } from './schemes.js';
import { isWhole, session, setMode, takeTrack } from './session.js';
import { on, tell } from './settings.js';
import { solvedColors } from '../model/geometry.js';
import { stickerPlace } from '../model/place_words.js';
import { Track } from '../model/track.js';

const SHOWN_PROBLEMS = 12;
const SHOWN_DOUBTS = 8;

/** Set up the panel. */
export function setUpPaint() {
  for (let face = 0; face < 6; face++) byId('palette').append(swatch(face));
  byId('scan-open').onclick = () => openScan();
  byId('fill-mode').onclick = () => setTool('fill');
  byId('pick-mode').onclick = () => setTool('pick');
  byId('paint-undo').onclick = undoPaint;
  byId('paint-current').onclick = () => {
    if (isWhole()) startPaint(session.track.size, session.track.colors());
  };
  byId('paint-solved').onclick = () => startPaint(paint.size, solvedColors(paint.size));
  byId('paint-blank').onclick = () => startPaint(paint.size, new Uint8Array(6 * paint.size ** 2).fill(BLANK));
  byId('paint-size').onchange = changeSize;
  byId('import-button').onclick = importText;
  byId('use-paint').onclick = useCube;
  on('paint settings mode', render);
  on('mode', () => {
    if (session.mode === 'paint') beginPaint();
  });
  render();
}

/** @param {number} face */
function swatch(face) {
  const button = make('button', { type: 'button', className: 'swatch', role: 'radio' },
    make('span', { className: 'paint' }, String(face + 1)), make('span', { className: 'amount' }));
  button.onclick = () => chooseBrush(face);
  button.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: 5, ArrowUp: 5 }[event.key];
    if (!way) return;
    event.preventDefault();
    chooseBrush((face + way) % 6);
    childrenOf(byId('palette'), 'button')[(face + way) % 6].focus();
  };
  return button;
}

/** Paint with a colour from now on. @param {number} face */
export function chooseBrush(face) {
  paint.brush = face;
  if (paint.tool === 'pick') paint.tool = 'paint';
  tell('paint');
}

/** @param {'fill' | 'pick'} tool */
function setTool(tool) {
  paint.tool = paint.tool === tool ? 'paint' : tool;
  tell('paint');
}

function changeSize() {
  const field = byId('paint-size', 'input');
  const size = Math.max(2, Math.min(LARGEST_PAINTED, Math.round(Number(field.value)) || paint.size));
  startPaint(size, new Uint8Array(6 * size ** 2).fill(BLANK));
}

function importText() {
  const error = byId('import-error');
  error.textContent = '';
  try {
    const { size, colors } = readFacelets(byId('import-text', 'textarea').value, currentScheme().letters);
    startPaint(size, colors);
    toast(`Imported a cube of size ${size}`);
  } catch (problem) {
    error.textContent = /** @type {Error} */ (problem).message;
  }
}

function useCube() {
  const { size, colors, use } = paint;
  if (use) {
    paint.use = undefined;
    use(size, colors.slice());
    return;
  }
  takeTrack(new Track(size, colors.slice()), 'Your cube is ready');
  setMode('solve');
}

function render() {
  if (session.mode !== 'paint') return;
  const counts = colorCounts();
  const area = paint.size ** 2;
  const names = colorNames();
  const { colors } = currentScheme();
  childrenOf(byId('palette'), 'button').forEach((button, face) => {
    const [sample, amount] = childrenOf(button, 'span');
    const isChosen = face === paint.brush;
    button.setAttribute('aria-checked', String(isChosen));
    button.tabIndex = isChosen ? 0 : -1;
    button.setAttribute('aria-label', `${names[face]}, ${counts[face]} of ${area}`);
    button.title = `${names[face]} (key ${face + 1})`;
    button.style.setProperty('--face', colors[face]);
    sample.style.color = inkOn(colors[face]);
    amount.textContent = `${counts[face]}/${area}`;
    amount.className = `amount ${counts[face] === area ? 'exact' : counts[face] > area ? 'over' : ''}`;
  });
  byId('fill-mode').setAttribute('aria-pressed', String(paint.tool === 'fill'));
  byId('pick-mode').setAttribute('aria-pressed', String(paint.tool === 'pick'));
  enable('paint-undo', paint.undo.length > 0);
  byId('paint-size', 'input').value = String(paint.size);
  renderVerdict(counts);
  renderDoubts();
}

function renderDoubts() {
  const { doubts, doubted, colors } = paint;
  byId('doubts-title').hidden = !doubts.length;
  byId('doubts-title').textContent = `${plural(doubts.length, 'sticker')} to check, the most doubtful first`;
  const rows = doubts.slice(0, SHOWN_DOUBTS).map((doubt) => {
    const show = make('button', { type: 'button', className: 'doubt', 'aria-pressed': doubted === doubt.slot, title: 'Show only this one on the cube' },
      make('span', { className: 'kind' }, `${capital(stickerPlace(paint.size, doubt.slot))}: ${doubt.color}?`), capital(doubt.reason));
    show.onclick = () => chooseDoubt(doubt.slot);
    const keep = make('button', { type: 'button', className: 'chip' }, `It is ${doubt.color}`);
    keep.onclick = () => settleDoubt(doubt, colors[doubt.slot]);
    const change = make('button', { type: 'button', className: 'chip' }, `It is ${doubt.other}`);
    change.onclick = () => settleDoubt(doubt, doubt.face);
    return make('li', {}, show, make('div', { className: 'button-row' }, keep, change));
  });
  if (doubts.length > SHOWN_DOUBTS) rows.push(make('li', { className: 'note' }, `and ${plural(doubts.length - SHOWN_DOUBTS, 'more sticker')}`));
  renew(byId('doubts'), rows, byId('use-paint'), 3);
}

/** @param {number[]} counts */
function renderVerdict(counts) {
  const box = byId('verdict');
  const { verdict, error } = paint;
  box.className = `group verdict ${verdict ? (verdict.ok ? 'good' : 'bad') : error ? 'bad' : ''}`;
  box.textContent = verdictText(counts);
  byId('use-paint', 'button').disabled = !verdict?.ok;
  const problems = verdict?.problems ?? [];
  const rows = problems.slice(0, SHOWN_PROBLEMS).map((problem, index) => {
    const button = make('button', { type: 'button', 'aria-pressed': paint.chosen === index, title: 'Show only this one on the cube' },
      make('span', { className: 'kind' }, capital(problem.kind)), capital(inOurColors(problem.message)));
    button.onclick = () => chooseProblem(index);
    return make('li', {}, button);
  });
  if (problems.length > SHOWN_PROBLEMS) rows.push(make('li', { className: 'note' }, `and ${plural(problems.length - SHOWN_PROBLEMS, 'more problem')}`));
  renew(byId('problems'), rows, byId('use-paint'));
  if (verdict?.ok) box.prepend(icon('check'), ' ');
}

/** @param {number[]} counts */
function verdictText(counts) {
  const { verdict, error } = paint;
  if (counts[BLANK]) return `${plural(counts[BLANK], 'sticker')} to paint`;
  if (error) return `The cube could not be checked: ${error}`;
  if (!verdict) return 'Checking…';
  if (verdict.ok) return verdict.solved ? 'This cube is solved' : 'This cube can be solved';
  return verdict.problems.length === 1 ? 'This cube cannot be solved' : `This cube cannot be solved: ${plural(verdict.problems.length, 'problem')}`;
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
