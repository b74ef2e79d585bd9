/**
 * One lesson on the page: goal, idea, example, and tasks that the page sees done by the state of the cube.
 *
 * @typedef {import('./lessons.js').Lesson} Lesson
 * @typedef {import('./lessons.js').Task} Task
 * @typedef {{player: import('../page/player.js').Player, stage: import('../page/stage.js').Stage, arrow: import('../view/arrow.js').TurnArrow}} Desk
 */

import { firstColor, goalPieces, isReached, kindOf, pieceName, undone } from '../model/goals.js';
import { slotMarks } from '../model/marks.js';
import { parse } from '../model/notation.js';
import { inPlainWords } from '../model/place_words.js';
import { Track } from '../model/track.js';
import { labelWords } from '../model/turn_words.js';
import { ApiError } from '../page/api.js';
import { icon, make, sentence } from '../page/dom.js';
import { withMoves } from '../page/move_tips.js';
import { colorNames, inOurColors } from '../page/schemes.js';
import { lendTrack, session } from '../page/session.js';
import { on } from '../page/settings.js';
import { sameBytes } from '../view/state.js';
import { loadCases } from './cases.js';
import { Hints, wayAlong } from './hints.js';
import { movesRow } from './moves_row.js';
import { makePad } from './pad.js';
import { keepPlace, keptPlace, play, playBack, randomCube, solvedCube } from './start_states.js';
import { focusTitle, makeTitle } from './title.js';

/** @typedef {import('../model/goals.js').Piece} Piece */

/** A lesson under way. */
class LessonView {
  /** @param {HTMLElement} box @param {Lesson} lesson @param {Desk} desk @param {{done: () => void, next: (() => void) | null}} what happens */
  constructor(box, lesson, desk, { done, next }) {
    this.lesson = lesson;
    this.desk = desk;
    this.done = done;
    this.next = next;
    this.taskAt = 0;
    this.isOver = false;
    /** @type {Track | null} */
    this.track = null; // of the task; another track in play is an example
    /** @type {Hints | null} */
    this.hints = null;
    /** @type {Uint8Array | null} */
    this.target = null;
    /** The pieces at the best moment so far. @type {Piece[]} */
    this.best = [];
    this.first = 0;
    this.asked = new AbortController();
    this.status = make('p', { className: 'learn-status', id: 'learn-status', role: 'status', 'aria-live': 'polite' });
    this.task = make('p', { className: 'learn-task', id: 'learn-task' });
    this.progress = make('p', { className: 'note', id: 'learn-progress' });
    this.hintButton = this.button('Hint', () => this.hint(), { id: 'learn-hint', className: 'button' });
    this.nextButton = this.button('Next lesson', () => this.next?.(), { id: 'learn-next', className: 'button primary', hidden: true });
    this.moves = make('div', { className: 'moves', role: 'group', 'aria-label': 'Moves of the example' });
    box.replaceChildren(...this.build());
    this.begin();
  }

  /** @param {string} text @param {() => void} run @param {Record<string, any>} more */
  button(text, run, more) {
    const made = make('button', { type: 'button', ...more }, text);
    made.onclick = run;
    return made;
  }

  /** A sentence of the lesson; where A and B are parts, a letter alone is no move. @param {string} text */
  text(text) {
    const { size, example } = this.lesson;
    return withMoves(inOurColors(text), size, !example?.parts);
  }

  build() {
    const { lesson } = this;
    const { example } = lesson;
    return [
      makeTitle(lesson.title, 'learn-title'),
      make('p', { className: 'learn-goal' }, make('b', {}, 'Goal: '), ...this.text(lesson.goal)),
      ...lesson.idea.map((text) => make('p', {}, ...this.text(text))),
      ...(example ? [make('div', { className: 'learn-example' }, make('div', { className: 'row-between' }, make('h3', {}, 'Example'), this.button('Show me', () => this.showExample(), { className: 'button small', id: 'learn-example' })), make('p', {}, ...this.text(example.text)), this.moves)] : []),
      make('div', { className: 'learn-do' }, make('h3', {}, 'You do it'), this.task, this.progress,
        make('div', { className: 'button-row' }, this.hintButton,
          this.button('Undo', () => this.desk.player.step(-1), { className: 'button', id: 'learn-undo' }),
          this.button('Start again', () => this.begin(true), { className: 'button', id: 'learn-again' }),
          this.nextButton),
        this.status, // below the buttons, which its words are not to push from under a finger
        makePad(this.desk.player)),
    ];
  }

  /** Put the task's cube in play. @param {boolean} [isAnew] not the one that a lesson before left */
  async begin(isAnew = false) {
    this.asked.abort();
    this.asked = new AbortController();
    const { signal } = this.asked;
    if (this.isOver) this.taskAt = 0; // once more, from the first task
    this.isOver = false;
    const task = this.lesson.tasks[this.taskAt];
    this.say('');
    this.hideHint();
    this.task.replaceChildren(...this.text(task.say));
    this.progress.textContent = 'Preparing a cube…';
    this.hintButton.disabled = true;
    try {
      const colors = await this.startOf(task, isAnew, signal);
      if (signal.aborted) return;
      this.use(new Track(this.lesson.size, colors), task);
    } catch (problem) {
      if (signal.aborted) return;
      if (!(problem instanceof ApiError)) throw problem;
      this.progress.textContent = '';
      this.say(sentence(`the server could not prepare a cube: ${problem.message}`), true);
    }
  }

  /** @param {Task} task @param {boolean} isAnew @param {AbortSignal} signal */
  async startOf(task, isAnew, signal) {
    const { size, isDown = false } = this.lesson;
    const left = isAnew ? null : this.leftCube(task);
    if (left) return left;
    const solved = solvedCube(size, isDown);
    if (task.case) {
      const { alg } = (await loadCases()).find((one) => one.name === task.case) ?? { alg: '' };
      return play(playBack(solved, size, alg), size, task.then ?? '');
    }
    if (task.from) return play(solved, size, task.from);
    if (task.reach) return randomCube(size, isDown, task.needs, task.reach, signal);
    return solved;
  }

  /** The cube to go on with: of the task or the lesson before, or of this task before a reload. @param {Task} task */
  leftCube(task) {
    const { size } = this.lesson;
    if (this.track && this.taskAt > 0) return this.track.colors().slice();
    if (!task.reach) return null;
    const { reach, needs } = task;
    const before = session.outside && needs && session.track.size === size ? session.track.colors().slice() : null;
    const goesOn = before && isReached(needs ?? '', before, size) ? before : keptPlace(this.place(), size);
    return goesOn && !isReached(reach, goesOn, size) ? goesOn : null;
  }

  /** @param {Track} track @param {Task} task */
  use(track, task) {
    const { size } = track;
    this.track = track;
    this.desk.stage.isAsking = Boolean(task.tap);
    this.target = task.like ? play(track.colors().slice(), size, task.like) : null;
    this.hints = task.tap ? null : new Hints(size, this.wayOf(task, track));
    this.first = firstColor(track.colors(), size);
    this.best = task.reach ? goalPieces(task.reach, track.colors(), size, this.first) : [];
    this.hintButton.disabled = false;
    lendTrack(track);
    this.renderProgress(this.best);
  }

  /** Where hints lead: along the moves that the lesson teaches, if it teaches some, else as the solver goes. @param {Task} task @param {Track} track */
  wayOf({ like, way, from, what, hint }, track) {
    const { size, isDown } = this.lesson;
    const taught = like ?? way;
    if (!taught) return { what };
    const start = like ? track.start : play(solvedCube(size, isDown), size, from ?? '');
    return { what, idea: hint, way: () => wayAlong(track, parse(taught, size), start) };
  }

  /** Whether a cube of this lesson, or of its example, is in play. */
  isShown() {
    return session.mode === 'learn' && this.task.isConnected;
  }

  /** The cube changed. */
  look() {
    if (session.track !== this.track || this.isOver) {
      this.renderExample();
      return;
    }
    const task = this.lesson.tasks[this.taskAt];
    const colors = session.track.colors();
    if (task.reach) keepPlace(this.place(), colors);
    this.hints?.follow(colors);
    this.hideHint();
    if (this.target && sameBytes(colors, this.target)) this.finishTask();
    else if (task.reach) this.lookAtPieces(task.reach, colors);
    else if (this.target && session.track.cursor) this.say('Not yet. A hint says the turn in words, and Undo takes the last one back.');
  }

  /** @param {string} goal @param {Uint8Array} colors */
  lookAtPieces(goal, colors) {
    const { size } = session.track;
    if (isReached(goal, colors, size)) {
      this.finishTask();
      return;
    }
    const pieces = goalPieces(goal, colors, size, this.first);
    const names = colorNames();
    const lost = undone(this.best, pieces);
    const gained = undone(pieces, this.best);
    if (!lost.length) this.best = pieces;
    const list = (/** @type {Piece[]} */ some) => some.slice(0, 3).map((piece) => `the ${pieceName(piece, names)}`).join(', ') + (some.length > 3 ? ` and ${some.length - 3} more` : '');
    if (pieces.every((piece) => piece.isDone)) this.say(`Every centre has one colour, but some have to change places: with ${names[0]} on top and ${names[2]} in front, ${names[1]} belongs on the right.`);
    else if (lost.length) this.say(`Out of place for now: ${list(lost)}. Many algorithms do that for a few turns; if you did not mean to, Undo.`);
    else if (gained.length) this.say(`In place: ${list(gained)}.`);
    else this.say('');
    this.renderProgress(pieces);
  }

  /** @param {Piece[]} pieces */
  renderProgress(pieces) {
    const done = pieces.filter((piece) => piece.isDone).length;
    const isOf = (/** @type {string} */ kind) => pieces.some((piece) => piece.kind === kind);
    const what = isOf('pair') ? 'centres and edges' : pieces.every((piece) => piece.kind === 'center') ? 'centres' : 'pieces';
    this.progress.textContent = pieces.length ? `${done} of ${pieces.length} ${what} done` : '';
  }

  /** A sticker was tapped. @param {number} slot */
  tapped(slot) {
    const { tap } = this.lesson.tasks[this.taskAt];
    if (!tap || this.isOver) return;
    const kind = kindOf(session.track.size, slot);
    if (kind === tap) this.finishTask();
    else this.say(`That is ${{ corner: 'a corner', edge: 'an edge', center: 'a centre' }[kind]}.`);
  }

  /** The name of the task under way. */
  place() {
    return `${this.lesson.id} ${this.taskAt}`;
  }

  finishTask() {
    this.hideHint();
    keepPlace('');
    if (this.taskAt + 1 < this.lesson.tasks.length) {
      this.taskAt++;
      this.begin().then(() => this.say('Yes. And now the next one.'));
      return;
    }
    this.isOver = true;
    this.desk.stage.isAsking = false;
    this.progress.textContent = '';
    this.say(this.lesson.tasks[this.taskAt].reach === 'solved' ? 'You did it. The cube is solved.' : 'You did it.', false, true);
    this.hintButton.disabled = true;
    this.nextButton.hidden = this.next === null;
    if (this.next) this.nextButton.focus();
    this.done();
  }

  /** @param {string} text @param {boolean} [isBad] @param {boolean} [isGood] */
  say(text, isBad = false, isGood = false) {
    this.status.replaceChildren(...(isGood ? [icon('check'), ' '] : []), text);
    this.status.classList.toggle('bad', isBad);
    this.status.classList.toggle('good', isGood);
  }

  // Hints.

  async hint() {
    const task = this.lesson.tasks[this.taskAt];
    if (session.track !== this.track && this.track) lendTrack(this.track);
    if (!this.hints || !this.track) {
      this.say(task.hint ?? '');
      this.showStatus();
      return;
    }
    const { signal } = this.asked;
    const hadFocus = document.activeElement === this.hintButton; // which a button loses with its use
    this.hintButton.disabled = true;
    try {
      const { text, move, step } = await this.nextHint(this.hints, this.track, signal);
      // In between the goal may have been reached, or the example begun.
      if (signal.aborted || this.isOver || session.track !== this.track) return;
      this.say(inPlainWords(inOurColors(text)));
      this.status.dataset.kind = move ? 'turn' : 'idea';
      this.showStatus();
      this.desk.arrow.show(move?.turns ?? [], this.track.size);
      this.desk.stage.lessonMarks = step && !move ? slotMarks(this.track.size, step.moved, step.targets) : null;
      this.desk.stage.show();
    } catch (problem) {
      if (signal.aborted) return;
      if (!(problem instanceof ApiError)) throw problem;
      this.say(sentence(`no hint: ${problem.message}`), true);
    } finally {
      if (!signal.aborted) this.hintButton.disabled = this.isOver;
      if (hadFocus && document.activeElement === document.body) this.hintButton.focus({ preventScroll: true }); // the words are to stay in sight
    }
  }

  /** Bring the words into sight, at most so far that they come to where the button was. */
  showStatus() {
    this.status.scrollIntoView({ block: 'nearest' });
  }

  /** A hint for the cube as it is when the hint comes: it may be turned while the solver thinks. @param {Hints} hints @param {Track} track @param {AbortSignal} signal */
  async nextHint(hints, track, signal) {
    for (;;) {
      const colors = track.colors();
      const hint = await hints.next(colors, signal);
      if (signal.aborted || this.isOver || sameBytes(colors, track.colors())) return hint;
      hints.follow(track.colors());
    }
  }

  hideHint() {
    this.desk.arrow.show([], this.lesson.size);
    delete this.status.dataset.kind;
    if (!this.desk.stage.lessonMarks) return;
    this.desk.stage.lessonMarks = null;
    this.desk.stage.show();
  }

  // The example.

  showExample() {
    const { example, size, isDown } = this.lesson;
    if (!example) return;
    this.hideHint();
    const moves = parse(example.alg, size);
    const track = new Track(size, playBack(solvedCube(size, isDown), size, example.alg));
    track.replace(moves.map(({ turns, label }) => ({ turns, label })), null);
    this.moves.replaceChildren(...movesRow(moves, size, example.parts));
    lendTrack(track);
    this.desk.player.play();
  }

  renderExample() {
    if (session.track === this.track) return;
    const { cursor, moves } = session.track;
    [...this.moves.children].forEach((one, at) => one.classList.toggle('current', at === cursor - 1));
    const now = cursor ? labelWords(moves.at(cursor - 1)?.label ?? '', session.track.size) : '';
    this.say(cursor < moves.length || !this.track ? now && sentence(now) : 'That was the example. Press Hint or Start again for your own cube.');
  }

  /** Leave: what is asked for is not wanted any more. */
  close() {
    this.asked.abort();
    this.desk.stage.isAsking = false;
    this.hideHint();
  }
}

/** @type {LessonView | null} */
let current = null;

on('track cursor', () => {
  if (current?.isShown()) current.look();
});

/** Open a lesson; the one before is closed. @param {ConstructorParameters<typeof LessonView>} what */
export function openLesson(...what) {
  current?.close();
  current = new LessonView(...what);
  focusTitle(what[0]);
  return current;
}

/** Leave the lesson, if one is open. */
export function closeLesson() {
  current?.close();
  current = null;
}

/** A sticker was tapped. @param {number} slot */
export function tapSticker(slot) {
  if (current?.isShown()) current.tapped(slot);
}
