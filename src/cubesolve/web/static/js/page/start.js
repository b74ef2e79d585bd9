/** The first picture: the cube as it was left. Everything else on the page comes after it. */

import { byId } from './dom.js';
import { restorePaint } from './paint.js';
import { Player } from './player.js';
import { restore } from './session.js';
import { on, settings } from './settings.js';
import { Stage } from './stage.js';

const systemDark = matchMedia('(prefers-color-scheme: dark)');

applyTheme();
on('settings', applyTheme);
restore();
restorePaint();
/** @type {Player} */
let moving;
export const stage = new Stage((turn) => moving.dragged(turn));
export const player = moving = new Player(stage);
stage.view.draw();
systemDark.addEventListener('change', () => {
  applyTheme();
  stage.restyle();
});

/** Resolves when the browser has had its chance to show the cube. @type {Promise<void>} */
export const shown = new Promise((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve));
});

function applyTheme() {
  const { theme } = settings;
  const isDark = theme === 'dark' || (theme === 'auto' && systemDark.matches);
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.shade = isDark ? 'dark' : 'light';
  byId('theme-button').querySelector('use').setAttribute('href', isDark ? '#i-sun' : '#i-moon');
}
