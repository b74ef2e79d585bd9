/** Buttons for turns beside a lesson: the same turns as by dragging or by keys. */

import { FACES } from '../model/geometry.js';
import { formatTurn } from '../model/notation.js';
import { turnFor } from '../model/turns.js';
import { childrenOf, make, renew } from '../page/dom.js';
import { session, setLayers } from '../page/session.js';
import { on } from '../page/settings.js';

const NAMES = [...FACES, ...[...FACES].map((face) => `${face}'`), 'x', 'y', 'z', "x'", "y'", "z'"];

/** Which layers a turn takes, by size: what it is called, how many, and whether the innermost alone. @param {number} size @returns {[string, number, boolean][]} */
function choices(size) {
  /** @type {[string, number, boolean][]} */
  const found = [['Outer layer', 1, false], ['Second layer', 2, true], ['Two layers', 2, false]];
  if (size < 4) return [];
  return size > 4 ? [...found, ['Third layer', 3, true]] : found;
}

/** A pad of buttons; `render` after the cube or the layers change. @param {import('../page/player.js').Player} player */
export function makePad(player) {
  const layers = make('div', { className: 'button-row tight', role: 'group', 'aria-label': 'Layers to turn' });
  const grid = make('div', { className: 'turn-grid', role: 'group', 'aria-label': 'Turns' });
  const box = make('div', { className: 'learn-pad' }, layers, grid);
  const render = () => {
    const { track, layers: chosen } = session;
    renew(layers, choices(track.size).map(([text, count, alone]) => {
      const chip = make('button', { type: 'button', className: 'chip', 'aria-pressed': chosen.count === count && chosen.alone === alone, data: { layers: `${count}${alone}` } }, text);
      chip.onclick = () => setLayers(count, alone);
      return chip;
    }), box);
    layers.hidden = track.size < 4;
    for (const button of childrenOf(grid, 'button')) {
      const turn = turnFor(button.dataset.turn ?? '', track.size, session.layers);
      button.disabled = turn === null;
      button.dataset.move = turn ? formatTurn(turn, track.size) : '';
    }
  };
  grid.append(...NAMES.map((name) => {
    const button = make('button', { type: 'button', data: { turn: name } }, name);
    button.onclick = () => {
      const turn = turnFor(name, session.track.size, session.layers);
      if (turn) player.turn([turn]);
    };
    return button;
  }));
  on('track layers', () => {
    if (box.isConnected) render();
  });
  render();
  return box;
}
