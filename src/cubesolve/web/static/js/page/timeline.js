/** The bar at the bottom: phases in colour, the handle, the buttons. */

import { turnWords } from '../model/turn_words.js';
import { byId, childrenOf, enable, make, plural } from './dom.js';
import { SPEEDS } from './player.js';
import { inOurColors } from './schemes.js';
import { session } from './session.js';
import { change, on, settings } from './settings.js';

/** Set up the bar. @param {import('./player.js').Player} player */
export function setUpTimeline(player) {
  byId('to-start').onclick = () => player.seek(0);
  byId('to-end').onclick = () => player.seek(session.track.moves.length);
  byId('step-back').onclick = () => player.step(-1);
  byId('step-forward').onclick = () => player.step(1);
  byId('step-end').onclick = () => player.playStep();
  byId('play').onclick = () => togglePlay(player);
  const speed = byId('speed', 'input');
  speed.max = String(SPEEDS.length - 1);
  speed.oninput = () => change({ speed: Number(speed.value) });
  listenToTrack(player);
  on('track', renderSegments);
  on('track cursor playing', () => renderPlace(player));
  on('settings track', () => renderSpeed(player));
  renderSegments();
  renderPlace(player);
  renderSpeed(player);
}

/** @param {import('./player.js').Player} player */
export function togglePlay(player) {
  if (player.isPlaying) player.pause();
  else if (session.track.moves.length) player.play();
}

/** Go to the start of the next step or of this one. @param {import('./player.js').Player} player @param {1 | -1} way */
export function jumpStep(player, way) {
  const { track } = session;
  const steps = track.solution?.steps ?? [];
  const index = track.stepIndex();
  if (way > 0) player.seek(steps[index]?.to ?? track.moves.length);
  else player.seek(index < 0 ? 0 : track.cursor > steps[index].from ? steps[index].from : (steps[index - 1]?.from ?? 0));
}

/** @param {import('./player.js').Player} player */
function listenToTrack(player) {
  const track = byId('track');
  const tip = byId('track-tip');
  const placeOf = (/** @type {PointerEvent} */ event) => {
    const box = track.getBoundingClientRect();
    const part = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    return { at: Math.round(part * session.track.moves.length), part, width: box.width };
  };
  track.onpointerdown = (/** @type {PointerEvent} */ event) => {
    event.preventDefault(); // a drag must not select text, which the next drag would carry away
    track.focus({ preventScroll: true });
    track.setPointerCapture(event.pointerId);
    player.seek(placeOf(event).at, true);
  };
  track.onpointermove = (/** @type {PointerEvent} */ event) => {
    const { at, part, width } = placeOf(event);
    if (track.hasPointerCapture(event.pointerId) && at !== session.track.cursor) player.seek(at, true);
    const { moves, solution } = session.track;
    tip.hidden = !moves.length;
    if (tip.hidden) return;
    const phase = solution?.phases.find((one) => one.from < at && at <= one.to);
    tip.textContent = [phase && inOurColors(phase.name), at ? `move ${at.toLocaleString('en')}` : 'start', moveWords(at)].filter(Boolean).join(' · ');
    const half = tip.offsetWidth / 2;
    tip.style.left = `${Math.max(half, Math.min(width - half, part * width))}px`;
  };
  track.onpointerup = (/** @type {PointerEvent} */ event) => player.seek(placeOf(event).at);
  track.onpointerleave = () => { tip.hidden = true; };
  track.onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const { cursor, moves } = session.track;
    const jumps = /** @type {Record<string, () => void>} */ ({
      ArrowRight: () => player.seek(cursor + 1),
      ArrowUp: () => player.seek(cursor + 1),
      ArrowLeft: () => player.seek(cursor - 1),
      ArrowDown: () => player.seek(cursor - 1),
      Home: () => player.seek(0),
      End: () => player.seek(moves.length),
      PageDown: () => jumpStep(player, 1),
      PageUp: () => jumpStep(player, -1),
    });
    if (!jumps[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    jumps[event.key]();
  };
}

/** The move that leads to a place, in words. @param {number} at */
function moveWords(at) {
  const move = at ? session.track.moves.at(at - 1) : null;
  return move ? turnWords(move.turns, session.track.size) : '';
}

function renderSegments() {
  const { moves, solution } = session.track;
  const parts = [];
  const own = solution ? solution.from : moves.length;
  if (own) parts.push({ name: 'Your moves', from: 0, to: own, color: 'var(--line-strong)' });
  for (const phase of solution?.phases ?? []) parts.push(phase);
  byId('track-segments').replaceChildren(...parts.map((part) => {
    const segment = make('div', { className: 'segment', title: inOurColors(part.name) });
    segment.style.flexGrow = String(part.to - part.from);
    segment.style.background = part.color;
    segment.dataset.from = String(part.from);
    segment.dataset.to = String(part.to);
    return segment;
  }));
}

/** @param {import('./player.js').Player} player */
function renderPlace(player) {
  const { track } = session;
  const { cursor, moves, solution } = track;
  const total = moves.length;
  const part = total ? (cursor / total) * 100 : 0;
  byId('track-handle').style.left = `${part}%`;
  byId('track-done').style.width = `${part}%`;
  for (const segment of childrenOf(byId('track-segments'), 'div')) {
    const isDone = cursor >= Number(segment.dataset.to);
    segment.classList.toggle('done', isDone);
    segment.classList.toggle('partly', !isDone && cursor >= Number(segment.dataset.from));
  }
  const step = solution?.steps[track.stepIndex()];
  const bar = byId('track');
  bar.setAttribute('aria-valuemax', String(total));
  bar.setAttribute('aria-valuenow', String(cursor));
  bar.setAttribute('aria-valuetext', [`move ${cursor} of ${total}`, moveWords(cursor), step && inOurColors(step.title)].filter(Boolean).join(', '));
  byId('where').textContent = total ? `Move ${cursor.toLocaleString('en')} of ${total.toLocaleString('en')}` : 'No moves yet';
  for (const id of ['to-start', 'step-back']) enable(id, cursor > 0);
  for (const id of ['step-forward', 'step-end', 'to-end']) enable(id, cursor < total);
  enable('play', total > 0);
  const { isPlaying } = player;
  byId('play-icon').setAttribute('href', isPlaying ? '#i-pause' : '#i-play');
  byId('play').setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
  byId('play').title = isPlaying ? 'Pause (Space)' : 'Play (Space)';
}

/** About how long something takes, in words. @param {number} seconds */
function duration(seconds) {
  if (seconds < 90) return plural(Math.ceil(seconds), 'second');
  return seconds < 5400 ? plural(Math.round(seconds / 60), 'minute') : plural(Math.round(seconds / 3600), 'hour');
}

/** @param {import('./player.js').Player} player */
function renderSpeed(player) {
  const speed = Math.round(player.speed * 2) / 2;
  const words = `${plural(speed, 'turn')} a second`;
  const { length } = session.track.moves;
  byId('speed', 'input').value = String(settings.speed);
  byId('speed').setAttribute('aria-valuetext', words);
  byId('speed').title = length ? `${words}: ${duration(length / player.speed)} for all moves` : words;
  byId('speed-text').textContent = `${speed >= 10_000 ? `${Math.round(speed / 1000)}k` : speed}/s`;
}
