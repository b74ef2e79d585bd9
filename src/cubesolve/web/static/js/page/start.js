/** The first picture: the cube as it was left. Everything else on the page comes after it. */

import { announce, byId } from './dom.js';
import { restorePaint } from './paint.js';
import { Player, SPEEDS } from './player.js';
import { inOurColors } from './schemes.js';
import { isWhole, prepareAhead, restore, session } from './session.js';
import { on, reducedMotion, settings, tell } from './settings.js';
import { Stage } from './stage.js';

const systemDark = matchMedia('(prefers-color-scheme: dark)');

applyTheme();
on('settings', applyTheme);
restore();
restorePaint();
/** @type {Player} */
let moving;
export const stage = new Stage((turn) => moving.dragged(turn));
export const player = moving = new Player(stage, {
  get track() { return session.track; },
  get speed() { return SPEEDS[settings.speed]; },
  get reducedMotion() { return reducedMotion(); },
  tell,
  say: announce,
  words: inOurColors,
  isWhole,
});
stage.view.draw();
prepareAhead();
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
  byId('theme-icon').setAttribute('href', isDark ? '#i-sun' : '#i-moon');
}
