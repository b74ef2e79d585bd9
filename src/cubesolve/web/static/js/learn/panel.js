/** The tab for learning: lessons, drills, and what the reader has done of them. */

import { byId, icon, make } from '../page/dom.js';
import { session } from '../page/session.js';
import { on } from '../page/settings.js';
import { TurnArrow } from '../view/arrow.js';
import { closeDrill, SHEETS, showSheet } from './drill.js';
import { closeLesson, openLesson, tapSticker } from './lesson.js';
import { LESSONS } from './lessons.js';
import { isText, keep, load } from './store.js';
import { loadStyle } from './style.js';
import { closeBench, openBench } from './workbench.js';

const KEY = 'cubesolve.lessons';

const read = () => load(KEY, { done: /** @type {string[]} */ ([]), at: '' }, { done: (done) => Array.isArray(done) && done.every(isText), at: isText });
const kept = read();

/** @type {import('./lesson.js').Desk} */
let desk;
/** @type {HTMLElement} */
let panel;

/**
 * Show the tab: the lesson that was open, or the list.
 * @param {import('../page/player.js').Player} player @param {import('../page/stage.js').Stage} stage @param {HTMLElement} box
 */
export async function openLearn(player, stage, box) {
  panel = box;
  await loadStyle();
  if (session.mode !== 'learn') return; // another tab was chosen in between
  if (!desk) {
    const svg = /** @type {SVGSVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
    svg.classList.add('turn-arrow');
    svg.setAttribute('aria-hidden', 'true');
    byId('cube').after(svg);
    desk = { player, stage, arrow: new TurnArrow(svg, stage.view) };
    stage.view.addEventListener('pick', (event) => tapSticker(/** @type {CustomEvent} */ (event).detail.slot));
    on('mode', () => {
      if (session.mode !== 'learn') leave();
    });
  }
  const lesson = LESSONS.find((one) => one.id === kept.at);
  if (lesson) start(lesson.id);
  else renderList();
}

function closeAll() {
  closeLesson();
  closeDrill();
  closeBench();
}

function leave() {
  closeAll();
  panel.replaceChildren();
}

/** Keep what changed, and with it what was done in another tab. @param {{at?: string, done?: string}} changed */
function remember({ at = kept.at, done }) {
  kept.at = at;
  kept.done = [...new Set([...read().done, ...kept.done, ...(done ? [done] : [])])];
  keep(KEY, kept);
}

/** @param {string} [from] the row that was open, which has the focus again */
function renderList(from = '') {
  closeAll();
  remember({ at: '' });
  const chapters = [...new Set(LESSONS.map((one) => one.chapter))];
  panel.replaceChildren(
    make('p', { className: 'note' }, 'Short lessons with a live cube: an idea, an example, then you do it. Nothing has to be done in one exact way, and a hint is always there.'),
    ...chapters.flatMap((chapter) => [
      make('h2', { className: 'group-title learn-chapter' }, chapter),
      make('ul', { className: 'learn-list' }, ...LESSONS.filter((one) => one.chapter === chapter).map((one) => make('li', {}, lessonRow(one)))),
    ]),
    make('ul', { className: 'learn-list bench-row' }, make('li', {}, plainRow('Build your own commutator', 'bench', (box) => openBench(box, desk)))),
    make('h2', { className: 'group-title learn-chapter' }, 'Drills'),
    make('ul', { className: 'learn-list' }, ...Object.entries(SHEETS).map(([sheet, { title }]) => make('li', {}, plainRow(title, sheet, (box) => showSheet(box, sheet, desk))))),
  );
  if (from) /** @type {HTMLElement | null} */ (panel.querySelector(`[data-lesson="${from}"], [data-opens="${from}"]`))?.focus();
}

/** A row that opens something else than a lesson. @param {string} title @param {string} id @param {(box: HTMLElement) => void} open */
function plainRow(title, id, open) {
  const row = make('button', { type: 'button', data: { opens: id } }, make('span', { className: 'learn-mark' }, icon(id === 'bench' ? 'gear' : 'net')), make('span', {}, title));
  row.onclick = () => {
    closeAll();
    open(withBack(id));
  };
  return row;
}

/** An empty page of the tab, with the way back. @param {string} id of its row */
function withBack(id) {
  const back = make('button', { type: 'button', className: 'button small', id: 'learn-list' }, icon('back'), 'All lessons');
  back.onclick = () => renderList(id);
  const box = make('div', { className: 'learn-lesson' });
  panel.replaceChildren(back, box);
  panel.scrollTop = 0;
  return box;
}

/** @param {import('./lessons.js').Lesson} lesson */
function lessonRow(lesson) {
  const isDone = kept.done.includes(lesson.id);
  const row = make('button', { type: 'button', data: { lesson: lesson.id }, 'aria-label': `${lesson.title}${isDone ? ', done' : ''}` },
    make('span', { className: 'learn-mark' }, ...(isDone ? [icon('check')] : [])), make('span', {}, lesson.title));
  row.onclick = () => start(lesson.id);
  return row;
}

/** @param {string} id */
function start(id) {
  const at = LESSONS.findIndex((one) => one.id === id);
  const lesson = LESSONS[at];
  remember({ at: id });
  const after = LESSONS[at + 1];
  openLesson(withBack(id), lesson, desk, {
    done: () => remember({ done: id }),
    next: after ? () => start(after.id) : null,
  });
}
