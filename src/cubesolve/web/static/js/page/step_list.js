/** The list of a solution's steps. Only the rows in sight exist, so thousands of steps stay quick. */

import { make, oncePerFrame } from './dom.js';

const ROW = 44;
const BEYOND = 6; // rows kept ready outside the sight

/** A list box over steps. */
export class StepList {
  /** @param {HTMLElement} box @param {(index: number) => void} onChoose @param {(text: string) => string} [words] a sentence in the colours in use */
  constructor(box, onChoose, words = (text) => text) {
    this.box = box;
    this.words = words;
    this.space = make('div', { className: 'steps-space', role: 'presentation' });
    box.append(this.space);
    /** @type {import('../model/track.js').Solution | null} */
    this.solution = null;
    this.current = -1;
    /** @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    const render = oncePerFrame(() => this.render());
    box.addEventListener('scroll', render, { passive: true });
    new ResizeObserver(render).observe(box);
    box.addEventListener('click', (event) => {
      const row = /** @type {HTMLElement} */ (event.target).closest('.step');
      if (row) onChoose(Number(/** @type {HTMLElement} */ (row).dataset.index));
    });
    box.addEventListener('keydown', (event) => {
      const last = (this.solution?.steps.length ?? 0) - 1;
      const to = { ArrowDown: this.current + 1, ArrowUp: this.current - 1, Home: 0, End: last }[event.key];
      if (to === undefined || last < 0) return;
      event.preventDefault();
      event.stopPropagation();
      onChoose(Math.max(0, Math.min(last, to)));
    });
  }

  /** Show the steps of a solution. @param {import('../model/track.js').Solution | null} solution */
  setSolution(solution) {
    if (solution === this.solution) return;
    this.solution = solution;
    this.current = -1;
    this.clear();
    this.space.style.height = `${(solution?.steps.length ?? 0) * ROW}px`;
    this.box.scrollTop = 0;
    this.render();
  }

  /** Highlight a step and bring it into sight. @param {number} index */
  setCurrent(index) {
    if (index === this.current) return;
    this.current = index;
    const top = index * ROW;
    const { scrollTop, clientHeight } = this.box;
    if (top < scrollTop + ROW || top + 2 * ROW > scrollTop + clientHeight) {
      this.box.scrollTop = Math.max(0, top - clientHeight / 2 + ROW / 2);
    }
    this.render();
  }

  /** Make all rows anew. */
  clear() {
    this.rows.clear();
    this.space.replaceChildren();
  }

  render() {
    const steps = this.solution?.steps ?? [];
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW) - BEYOND);
    const last = Math.min(steps.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / ROW) + BEYOND);
    for (const [index, row] of this.rows) {
      if (index >= first && index < last) continue;
      row.remove();
      this.rows.delete(index);
    }
    for (let index = first; index < last; index++) {
      const row = this.rows.get(index) ?? this.makeRow(index);
      row.setAttribute('aria-selected', String(index === this.current));
      row.classList.toggle('past', index < this.current);
    }
    if (this.rows.has(this.current)) this.box.setAttribute('aria-activedescendant', `${this.box.id}-${this.current}`);
    else this.box.removeAttribute('aria-activedescendant');
  }

  /** @param {number} index */
  makeRow(index) {
    const { steps, phases } = /** @type {import('../model/track.js').Solution} */ (this.solution);
    const step = steps[index];
    const row = make('div', {
      id: `${this.box.id}-${index}`, className: 'step', role: 'option', 'aria-setsize': steps.length, 'aria-posinset': index + 1,
      data: { index }, vars: { '--phase': phases[step.phase].color }, title: this.words(step.explanation),
    },
    make('span', { className: 'number' }, String(index + 1)),
    make('span', { className: 'title' }, this.words(step.title)),
    make('span', { className: 'length' }, (step.to - step.from).toLocaleString('en')));
    row.style.top = `${index * ROW}px`;
    const after = [...this.rows.keys()].filter((other) => other > index).sort((a, b) => a - b)[0];
    this.space.insertBefore(row, after === undefined ? null : /** @type {Node} */ (this.rows.get(after)));
    this.rows.set(index, row);
    return row;
  }
}
