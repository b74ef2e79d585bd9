/** What is under the cube of a widget: buttons, a place to drag along, the step and all steps. */

import { make } from '../page/dom.js';
import { SPEEDS } from '../page/player.js';
import { StepList } from '../page/step_list.js';

/** Shapes of the buttons, in a box of 24. */
const SHAPES = {
  start: 'M6 5v14M19 5l-9 7 9 7z', back: 'M16 5l-9 7 9 7z', play: 'M8 5l11 7-11 7z', pause: 'M8 5v14M16 5v14',
  on: 'M8 5l9 7-9 7z', end: 'M18 5v14M5 5l9 7-9 7z',
};
const SVG = 'http://www.w3.org/2000/svg';
let widgets = 0;

/** @param {keyof typeof SHAPES} name */
function shape(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', SHAPES[name]);
  svg.append(path);
  return svg;
}

/** @param {keyof typeof SHAPES} name @param {string} label @param {() => void} run */
function button(name, label, run) {
  const made = make('button', { type: 'button', title: label, 'aria-label': label, className: name, onclick: run }, shape(name));
  return made;
}

/**
 * @typedef {object} Controlled
 * @property {import('../model/track.js').Track} track
 * @property {import('../page/player.js').Player} player
 * @property {{get: (name: string) => any, set: (name: string, value: any) => void, save_changes: () => void}} model
 * @property {() => void} togglePlay
 */

export class Controls {
  /** @param {Controlled} widget */
  constructor(widget) {
    this.widget = widget;
    const { player } = widget;
    this.play = button('play', 'Play', () => widget.togglePlay());
    this.buttons = make(
      'div', { className: 'buttons' },
      button('start', 'To the start', () => player.seek(0)),
      button('back', 'One move back', () => player.step(-1)),
      this.play,
      button('on', 'One move on', () => player.step(1)),
      button('end', 'To the end', () => player.seek(widget.track.moves.length)),
    );
    this.place = make('input', { type: 'range', min: '0', step: '1', className: 'place', 'aria-label': 'Place among the moves' });
    this.place.oninput = () => player.seek(Number(this.place.value), true);
    this.where = make('span', { className: 'where' });
    this.speed = make('select', { 'aria-label': 'Turns a second', title: 'Turns a second' },
      ...SPEEDS.map((speed) => make('option', { value: String(speed) }, `${speed}/s`)));
    this.speed.onchange = () => {
      widget.model.set('speed', Number(this.speed.value));
      widget.model.save_changes();
    };
    this.bar = make('div', { className: 'bar' }, this.buttons, this.place, this.where, this.speed);
    this.title = make('div', { className: 'title' });
    this.explanation = make('div', { className: 'explanation' });
    this.steps = make('div', { className: 'steps', id: `cubesolve-steps-${++widgets}`, tabIndex: 0, role: 'listbox', 'aria-label': 'Steps' });
    this.list = new StepList(this.steps, (index) => player.seek(widget.track.solution?.steps[index].from ?? 0));
    this.spoken = make('div', { className: 'spoken', role: 'status' });
    this.elements = [this.bar, this.title, this.explanation, this.steps, this.spoken];
  }

  /** @param {string} text */
  say(text) {
    this.spoken.textContent = text;
  }

  /** Show the place, the step, and whether it plays. */
  show() {
    const { track, player, model } = this.widget;
    const { moves, cursor, solution } = track;
    this.bar.hidden = moves.length === 0;
    this.place.max = String(moves.length);
    this.place.value = String(cursor);
    this.where.textContent = `${cursor} / ${moves.length}`;
    const name = player.isPlaying ? 'pause' : 'play';
    if (this.play.className !== name) {
      this.play.className = name;
      this.play.title = player.isPlaying ? 'Pause' : 'Play';
      this.play.setAttribute('aria-label', this.play.title);
      this.play.replaceChildren(shape(name));
    }
    const speed = model.get('speed');
    const nearest = SPEEDS.reduce((best, one) => (Math.abs(one - speed) < Math.abs(best - speed) ? one : best));
    this.speed.value = String(nearest);
    this.showSteps(solution, track.stepIndex(), cursor);
  }

  /** @param {import('../model/track.js').Solution | null} solution @param {number} index @param {number} cursor */
  showSteps(solution, index, cursor) {
    for (const element of [this.title, this.explanation, this.steps]) element.hidden = !solution;
    this.steps.hidden ||= (solution?.steps.length ?? 0) < 2;
    if (!solution) return;
    const isOver = cursor >= solution.to;
    const step = solution.steps[index];
    this.title.textContent = isOver ? 'Solved' : `${index + 1}. ${step?.title ?? ''}`;
    this.explanation.textContent = isOver || !step ? '' : step.explanation;
    this.list.setSolution(solution);
    this.list.setCurrent(index);
  }
}
