/** Puts the page together. */

import { setUpAlg } from './alg_box.js';
import { openHelp, setUpDialogs } from './dialogs.js';
import { byId, debounce, icon, later, make, oncePerFrame, renew } from './dom.js';
import { spokenCube } from './exports.js';
import { setUpKeyboard } from './keyboard.js';
import { setUpMoveTips } from './move_tips.js';
import { paint } from './paint.js';
import { setUpPaint } from './paint_panel.js';
import { setUpPlay } from './play_panel.js';
import { setUpScan } from './scan_panel.js';
import { colorNames, inOurColors } from './schemes.js';
import { keepSession, MODES, session, setMode } from './session.js';
import { change, on, settings } from './settings.js';
import { setUpSolve } from './solve_panel.js';
import { player, shown, stage } from './start.js';
import { setUpStickerKeys } from './sticker_keys.js';
import { setUpTimeline } from './timeline.js';

/** Ways to show the back of the cube, each with the one after it. */
const NEXT_BACK = /** @type {const} */ ({ none: 'hint', hint: 'mirror', mirror: 'none' });
/** What each kind of mark means. */
const MEANINGS = {
  moved: 'Pieces that this step moves', targets: 'Where those pieces go', trackers: 'Stickers that keep track of which colour belongs on which face',
};

await shown;
on('track mode paint', oncePerFrame(() => stage.show()));
on('track', hideHint);
on('track cursor mode paint settings', renderStatus);
on('track cursor mode settings', renderCaption);
on('mode', () => {
  byId('toasts').replaceChildren();
  renderMode();
});
on('track mode settings', renderLegend);
on('track cursor mode paint settings', debounce(renderSpoken, 300));

setUpPlay(player);
setUpAlg(player);
setUpTimeline(player);
setUpPaint();
setUpScan();
setUpDialogs(player);
setUpKeyboard(player, { help: openHelp, escape: () => setFocus(false) });
setUpStickerKeys(stage);
setUpViewButtons();
setUpTabs();
setUpSheet();
setUpMoveTips();
byId('follow-button').onclick = follow;
on('mode', learn);
keepSession();
renderMode();
renderStatus();
renderCaption();
renderLegend();
renderSpoken();
byId('hint').hidden = settings.hintSeen || session.track.moves.length > 0;
await setUpSolve(player);
await learn();
if (session.isFollowing && session.track.cursor < session.track.moves.length) await follow();

function setUpViewButtons() {
  byId('theme-button').onclick = () => change({ theme: document.documentElement.dataset.shade === 'dark' ? 'light' : 'dark' });
  byId('home-view').onclick = () => stage.view.resetCamera();
  byId('back-view').onclick = () => change({ back: NEXT_BACK[settings.back] });
  byId('net-view').onclick = () => change({ net: !settings.net });
  byId('focus-button').onclick = () => setFocus(true);
  byId('unfocus').onclick = () => setFocus(false);
  const render = () => {
    byId('back-view').setAttribute('aria-pressed', String(settings.back !== 'none'));
    byId('net-view').setAttribute('aria-pressed', String(settings.net));
  };
  on('settings', render);
  render();
}

/** Follow along with a cube in hand; what that needs is loaded when it is wanted. */
async function follow() {
  await later(async () => {
    const { openFollow } = await import('../learn/follow.js');
    await openFollow(player, stage);
  });
}

/** Lessons and drills; loaded when the tab is opened. */
async function learn() {
  if (session.mode !== 'learn') return;
  await later(async () => {
    const { openLearn } = await import('../learn/panel.js');
    await openLearn(player, stage, byId('panel-learn'));
  });
}

/** Show only the cube and the timeline, or everything. @param {boolean} isOn */
function setFocus(isOn) {
  if (document.body.classList.contains('focus') === isOn) return;
  document.body.classList.toggle('focus', isOn);
  byId('unfocus').hidden = !isOn;
  (isOn ? byId('unfocus') : byId('focus-button')).focus();
}

function setUpTabs() {
  for (const mode of MODES) {
    const tab = byId(`tab-${mode}`);
    tab.onclick = () => {
      setMode(mode);
      if (document.body.dataset.sheet === 'low') setSheet('half');
    };
    tab.onkeydown = (/** @type {KeyboardEvent} */ event) => {
      const way = { ArrowRight: 1, ArrowLeft: MODES.length - 1 }[event.key];
      if (!way) return;
      const next = MODES[(MODES.indexOf(mode) + way) % MODES.length];
      setMode(next);
      byId(`tab-${next}`).focus();
    };
  }
}

function renderMode() {
  const held = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest('.tab-panel'));
  player.pause();
  document.body.dataset.mode = session.mode;
  for (const mode of MODES) {
    const isOn = mode === session.mode;
    byId(`tab-${mode}`).setAttribute('aria-selected', String(isOn));
    byId(`tab-${mode}`).tabIndex = isOn ? 0 : -1;
    byId(`panel-${mode}`).hidden = !isOn;
  }
  if (held?.hidden) byId(`tab-${session.mode}`).focus(); // and with it goes what had the focus
}

/** On phones the panel is a sheet of three heights. */
function setUpSheet() {
  const handle = byId('sheet-handle', 'button');
  const heights = ['low', 'half', 'high'];
  let from = 0;
  let isDragged = false;
  handle.onpointerdown = (/** @type {PointerEvent} */ event) => {
    from = event.clientY;
    isDragged = false;
    handle.setPointerCapture(event.pointerId);
  };
  handle.onpointerup = (/** @type {PointerEvent} */ event) => {
    const way = event.clientY - from;
    isDragged = Math.abs(way) > 20;
    if (!isDragged) return;
    const at = heights.indexOf(settings.sheet) + (way < 0 ? 1 : -1);
    setSheet(heights[Math.max(0, Math.min(2, at))]);
  };
  handle.onclick = () => {
    if (!isDragged) setSheet({ low: 'half', half: 'high', high: 'low' }[settings.sheet] ?? 'half');
  };
  document.body.dataset.sheet = settings.sheet;
}

/** @param {string} height */
function setSheet(height) {
  document.body.dataset.sheet = height;
  change({ sheet: height });
}

function hideHint() {
  byId('hint').hidden = true;
  if (!settings.hintSeen) change({ hintSeen: true });
}

function renderStatus() {
  const { track, mode } = session;
  const pill = byId('status');
  const size = mode === 'paint' ? paint.size : track.size;
  const isSolved = mode !== 'paint' && track.isSolved();
  const film = track.isThin ? `film of ${track.film?.size} layers` : '';
  pill.textContent = `${size}×${size}×${size} · ${mode === 'paint' ? 'painting' : film || (isSolved ? 'solved' : 'not solved')}`;
  pill.classList.toggle('solved', isSolved);
}

function renderCaption() {
  const { track, mode } = session;
  const { solution, cursor } = track;
  const box = byId('caption');
  box.hidden = !solution || mode === 'paint' || cursor < solution.from;
  if (box.hidden || !solution) return;
  const move = cursor > solution.from ? track.moves.at(cursor - 1)?.label ?? '' : '';
  byId('caption-move').hidden = !move;
  byId('caption-move').textContent = move;
  byId('caption-move').dataset.move = move;
  const step = solution.steps[track.stepIndex()];
  byId('caption-text').textContent = cursor >= solution.to ? (track.isSolved() ? 'Solved' : 'Done') : step ? inOurColors(step.title) : '';
}

/** What the marks mean, each with a switch. */
function renderLegend() {
  const { solution } = session.track;
  const box = byId('legend');
  const kinds = /** @type {['moved' | 'targets' | 'trackers', string, string][]} */ ([
    ['moved', 'Moving', 'mark-moved'], ['targets', 'Targets', 'mark-target'], ['trackers', 'Trackers', 'mark-tracker'],
  ]).filter(([kind]) => solution?.steps.some((step) => step[kind].length));
  box.hidden = session.mode === 'paint' || kinds.length === 0;
  renew(box, kinds.map(([kind, text, sign]) => {
    const input = make('input', { type: 'checkbox', checked: settings[kind], 'aria-label': MEANINGS[kind] });
    input.onchange = () => change({ [kind]: input.checked });
    return make('label', { title: MEANINGS[kind] }, input, icon(sign), make('span', {}, text));
  }), byId('cube'));
}

function renderSpoken() {
  const { size, colors } = session.mode === 'paint' ? paint : session.track.picture();
  byId('cube-text').textContent = spokenCube(size, colors, colorNames());
}
