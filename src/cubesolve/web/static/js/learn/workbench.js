/** Build your own commutator: two parts, in colours, what they share, and the cycle that is left. */

import { effectOf, placeName, sharedPieces } from '../model/cycles.js';
import { slotMarks } from '../model/marks.js';
import { NotationError, parse } from '../model/notation.js';
import { Track } from '../model/track.js';
import { make, plural } from '../page/dom.js';
import { putMoves, withMoves } from '../page/move_tips.js';
import { lendTrack, session } from '../page/session.js';
import { on } from '../page/settings.js';
import { movesRow } from './moves_row.js';
import { solvedCube } from './start_states.js';
import { focusTitle, makeTitle } from './title.js';

/** @typedef {import('./lesson.js').Desk} Desk */

const IDEAS = [
  { a: "R U R'", b: 'D', size: 3, text: 'three corners' }, { a: 'R', b: 'U', size: 3, text: 'the most famous four turns' }, { a: "M'", b: 'U2', size: 3, text: 'three edges' },
  { a: "F' 2R F", b: 'U', size: 4, text: 'pieces of centres and edges' }, { a: '[1]M', b: "F' [2]M F", size: 4, text: 'three centre pieces' },
];

const MOST_MOVES = 200; // of both parts: more is nothing to look at

/** @type {{desk: Desk, box: HTMLElement, size: number, track: Track | null} | null} */
let bench = null;

on('cursor track', () => {
  if (bench && session.mode === 'learn' && session.track === bench.track) renderPlace();
});

/** Leave the bench. */
export function closeBench() {
  if (!bench) return;
  const { stage } = bench.desk;
  bench = null;
  stage.lessonMarks = null;
  stage.show();
}

/** Open the bench. @param {HTMLElement} box @param {Desk} desk */
export function openBench(box, desk) {
  const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {string} */ value) => {
    const input = make('input', { type: 'text', id, value, spellcheck: false, autocomplete: 'off' });
    input.oninput = render;
    return make('label', {}, label, input);
  };
  const size = make('select', { id: 'bench-size' }, ...[3, 4, 5].map((one) => make('option', { value: String(one) }, `${one}x${one}`)));
  size.onchange = () => {
    if (bench) bench.size = Number(size.value);
    render();
  };
  const run = make('button', { type: 'button', className: 'button primary', id: 'bench-play' }, 'Play');
  run.onclick = () => {
    desk.player.seek(0, true);
    desk.player.play();
  };
  box.replaceChildren(
    makeTitle('Build your own commutator'),
    make('p', {}, 'Write two parts, A and B. The page plays A, B, A backwards, B backwards, and shows what is left of it.'),
    make('div', { className: 'fields' }, field('bench-a', 'A', IDEAS[0].a), field('bench-b', 'B', IDEAS[0].b), make('label', {}, 'Size', size)),
    make('p', { className: 'note bad', id: 'bench-error', role: 'status' }),
    make('div', { className: 'moves', id: 'bench-moves', role: 'group', 'aria-label': 'The commutator' }),
    run,
    make('div', { className: 'bench-result', id: 'bench-result', role: 'status' }),
    make('h3', { className: 'group-title learn-chapter' }, 'Try these'),
    make('div', { className: 'button-row' }, ...IDEAS.map((idea) => {
      const chip = make('button', { type: 'button', className: 'chip' });
      putMoves(chip, ['[', ...withMoves(idea.a, idea.size, true), ', ', ...withMoves(idea.b, idea.size, true), `]: ${idea.text}`]);
      chip.onclick = () => {
        /** @type {HTMLInputElement} */ (box.querySelector('#bench-a')).value = idea.a;
        /** @type {HTMLInputElement} */ (box.querySelector('#bench-b')).value = idea.b;
        size.value = String(idea.size);
        if (bench) bench.size = idea.size;
        render();
      };
      return chip;
    })),
  );
  focusTitle(box);
  bench = { desk, box, size: 3, track: null };
  render();
}

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (bench?.box.querySelector(`#${id}`));

function render() {
  if (!bench) return;
  const { size } = bench;
  const [a, b] = ['bench-a', 'bench-b'].map((id) => /** @type {HTMLInputElement} */ (part(id)).value.trim());
  const error = part('bench-error');
  error.textContent = '';
  try {
    const [first, second] = [a, b].map((text) => parse(text, size));
    const count = first.length + second.length;
    if (count > MOST_MOVES) throw new NotationError(`A and B have ${count} moves together; ${MOST_MOVES} are the most that can be shown here`, 0);
    showParts(first, second, a && b ? parse(`[${a}, ${b}]`, size) : []);
  } catch (problem) {
    if (!(problem instanceof NotationError)) throw problem;
    error.textContent = `${problem.message}${problem.hint ? ` (${problem.hint})` : ''}`;
    part('bench-result').replaceChildren(); // what was there is not of these parts
    part('bench-moves').replaceChildren();
  }
}

/** @typedef {ReturnType<typeof parse>} Moves */

/** @param {Moves} first @param {Moves} second @param {Moves} all the commutator; none while a part is missing */
function showParts(first, second, all) {
  if (!bench) return;
  const { size, desk } = bench;
  const turnsOf = (/** @type {Moves} */ moves) => moves.flatMap((move) => move.turns);
  part('bench-moves').replaceChildren(...movesRow(all, size, [first.length, second.length]));
  const effect = effectOf(turnsOf(all), size);
  const said = all.length ? summary(effect, sharedPieces(turnsOf(first), turnsOf(second), size), size) : [make('p', {}, 'Write both parts.')];
  part('bench-result').replaceChildren(...said);
  const track = new Track(size, solvedCube(size));
  track.replace(all.map((move) => ({ turns: move.turns, label: move.label })), null);
  bench.track = track;
  desk.stage.lessonMarks = slotMarks(size, effect.slots, []);
  lendTrack(track);
}

/** @param {ReturnType<typeof effectOf>} effect @param {number} shared @param {number} size */
function summary({ cycles, count }, shared, size) {
  if (!count) return [make('p', {}, `A and B share ${shared ? plural(shared, 'piece') : 'no piece'}: nothing is left.`)];
  const moving = cycles.filter((cycle) => cycle.length > 1);
  const turned = cycles.length - moving.length;
  const lines = moving.slice(0, 12).map((cycle) => make('li', {}, [...cycle, cycle[0]].map((slot) => placeName(size, slot)).join(' → ')));
  const does = [
    ...(moving.length ? [`move ${plural(count - turned, 'piece')}, in ${plural(moving.length, 'cycle')}`] : []),
    ...(turned ? [`turn ${plural(turned, 'piece')} in ${turned === 1 ? 'its place' : 'their places'}`] : []),
  ];
  return [
    make('p', {}, `A and B share ${plural(shared, 'piece')}. Together they ${does.join(', and ')}.${count === 3 && cycles.length === 1 ? ' A pure cycle of three: everything else stays.' : ''}`),
    make('ul', { className: 'bench-cycles' }, ...lines),
  ];
}

/** Which move of which part is being played. */
function renderPlace() {
  if (!bench) return;
  const { cursor } = session.track;
  [...part('bench-moves').children].forEach((one, at) => one.classList.toggle('current', at === cursor - 1));
}
