/**
 * The panel for solving: how, how far, and what the solution says.
 *
 * @typedef {import('../model/solution.js').SolutionJson} SolutionJson
 */

import { ApiError, fetchSolution } from './api.js';
import { announce, byId, childrenOf, copy, enable, fillSelect, icon, later, make, plural, renew, toast } from './dom.js';
import { saveSolutionJson, solutionText } from './exports.js';
import { areMethodsKnown, loadMethods, methodName, METRICS, methodsFor, metricsOf, searchFor, searchTimes, SHORTENED, stepName, stepsOf } from './methods.js';
import { withMoves } from './move_tips.js';
import { readSolution } from '../model/solution.js';
import { inOurColors } from './schemes.js';
import { isWhole, prepareAhead, session } from './session.js';
import { change, on, settings, tell } from './settings.js';
import { StepList } from './step_list.js';

/** What people call the parities that a step fixes, by the server's ids. */
const PARITIES = /** @type {Record<string, string>} */ ({
  wings: 'Wing parity', 'edge-flip': 'Edge flip parity', 'corner-swap': 'Corner swap parity',
});
const SHOWN_MOVES = 240;

/** @type {AbortController | null} */
let working = null;
/** Whether a search that is aborted ends with the best so far. */
let isStopping = false;
/** @type {StepList} */
let list;

/** Set up the panel. @param {import('./player.js').Player} player */
export async function setUpSolve(player) {
  list = new StepList(byId('steps'), (index) => player.seek(session.track.solution?.steps[index].from ?? 0), inOurColors);
  byId('metric').append(...Object.entries(METRICS).map(([name, text]) => make('option', { value: name, title: text }, name)));
  byId('metric').onchange = () => change({ metric: byId('metric', 'select').value });
  byId('shorten').onchange = () => change({ shorten: byId('shorten', 'select').value });
  byId('method').onchange = () => change({ method: byId('method', 'select').value });
  byId('solve').onclick = () => solve(player);
  byId('cancel-solve').onclick = () => working?.abort();
  byId('use-best').onclick = () => {
    isStopping = true;
    working?.abort();
  };
  byId('keep-searching').onclick = () => keepSearching(player);
  byId('copy-solution').onclick = () => copy(solutionText(session.track), 'Solution');
  byId('save-solution').onclick = saveSolutionJson;
  on('settings track methods', renderMethods);
  on('track settings mode', () => renderSolution(player));
  on('cursor', () => renderNow(player));
  on('track mode settings', () => renderNow(player));
  byId('now-why').ontoggle = renderWhyIfOpen;
  byId('now-moves').onclick = (/** @type {MouseEvent} */ event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest('button');
    if (button) player.seek(Number(button.dataset.at) + 1);
  };
  renderSolution(player);
  renderNow(player);
  on('mode', () => {
    if (session.mode === 'solve' && !areMethodsKnown()) askMethods();
  });
  await askMethods();
}

/** Ask which methods there are; a server that does not answer is asked again when someone wants to solve. */
async function askMethods() {
  const error = byId('solve-error');
  try {
    await loadMethods();
    error.textContent = '';
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem;
    error.textContent = capital(problem.message);
  }
  tell('methods');
}

function renderMethods() {
  const { size } = session.track;
  const offered = methodsFor(size);
  const select = byId('method', 'select');
  fillSelect(select, offered.map((one) => [one.name, methodName(one.name)]));
  const chosen = offered.find((one) => one.name === settings.method) ?? offered[0];
  enable('solve', (chosen !== undefined || !areMethodsKnown()) && working === null);
  if (!chosen) {
    byId('method-summary').textContent = areMethodsKnown() ? 'No method can solve a cube of this size.' : '';
    return;
  }
  select.value = chosen.name;
  byId('method-summary').textContent = `${capital(chosen.summary)}.`;
  const metrics = metricsOf(chosen, size);
  byId('shorten-field').hidden = metrics.length < 2;
  fillSelect(byId('shorten', 'select'), metrics.map((metric) => [metric, SHORTENED[metric] ?? metric]));
  byId('shorten', 'select').value = metrics.includes(settings.shorten) ? settings.shorten : metrics[0] ?? '';
  const steps = stepsOf(chosen, size).reverse();
  const what = byId('what', 'select');
  const before = what.value;
  fillSelect(what, steps.map((step) => [step, stepName(step)]));
  what.value = steps.includes(before) ? before : 'all';
}

/** Solve the cube as it is and put the solution on the timeline. @param {import('./player.js').Player} player */
export async function solve(player) {
  if (working) return;
  player.pause();
  if (!areMethodsKnown()) await askMethods();
  if (!methodsFor(session.track.size).length) return;
  if (!isWhole()) return;
  const { track } = session;
  if (track.isSolved()) {
    byId('solve-error').textContent = '';
    toast('This cube is already solved. Scramble it first.');
    return;
  }
  const shorten = byId('shorten', 'select').value; // empty for a method that does not search
  const wanted = { size: track.size, facelets: track.facelets(), method: byId('method', 'select').value, what: byId('what', 'select').value, ...(shorten && { metric: shorten }) };
  await search(player, track.cursor, [wanted], null);
}

/** Look for a shorter solution than the one that is there, longer each time. @param {import('./player.js').Player} player */
async function keepSearching(player) {
  const { track } = session;
  const { solution } = track;
  const method = solution && searchFor(solution.json);
  if (working || !solution || !method) return;
  player.pause();
  const place = track.cursor;
  track.seek(solution.from);
  const facelets = track.facelets();
  track.seek(place);
  const metric = method === solution.json.method ? { metric: solution.json.metric } : {};
  const wanted = { size: track.size, facelets, method, what: 'all', ...metric };
  await search(player, solution.from, searchTimes().map((time) => ({ ...wanted, limit: { time } })), solution.json);
}

/**
 * Ask for solutions one after the other and put the shortest on the timeline; stopping takes the best so far.
 * @param {import('./player.js').Player} player @param {number} at the place that they start from
 * @param {Parameters<typeof fetchSolution>[0][]} all what to ask for @param {SolutionJson | null} before a solution that is there already
 */
async function search(player, at, all, before) {
  const { track } = session;
  const error = byId('solve-error');
  error.textContent = '';
  const [count, last] = [track.moves.length, track.moves.at(at - 1)?.label];
  const began = performance.now();
  let best = before;
  let line = /** @type {import('./api.js').Progress | null} */ (null);
  working = new AbortController();
  const { signal } = working;
  const show = () => renderWorking(searchText(line, best, before, (performance.now() - began) / 1000), line?.type === 'progress' ? line.share : null);
  const take = (/** @type {SolutionJson} */ json) => {
    if (!best || lengthOf(json) < lengthIn(best, json.metric) || json.results.is_optimal) best = json;
    if (best !== before) offerBest();
  };
  isStopping = false;
  byId('keep-searching').hidden = true;
  show();
  bringIntoSight('progress', 'nearest');
  const clock = setInterval(show, 1000);
  try {
    for (const wanted of all) {
      take(await fetchSolution(wanted, (news) => {
        if (news.type === 'better') take(news.solution);
        else line = news;
        show();
      }, signal));
      if (best?.results.is_optimal) break;
    }
  } catch (problem) {
    if (signal.aborted) {
      if (!isStopping) best = null;
    } else if (problem instanceof ApiError) {
      error.textContent = [problem.message, ...problem.problems.map((one) => one.message)].map(inOurColors).map(capital).join('. ');
      if (best === before) best = null;
    } else throw problem;
  } finally {
    clearInterval(clock);
    working = null;
    byId('progress').hidden = true;
    byId('use-best').hidden = true;
    renderMethods();
    renderSolution(player);
  }
  if (!best) {
    if (signal.aborted) toast('Cancelled');
  } else if (session.track !== track || track.moves.length !== count || track.moves.at(at - 1)?.label !== last) {
    toast('The cube has changed in the meantime, so this solution no longer fits');
  } else if (best === before) toast('No shorter solution was found; yours stays.');
  else {
    track.seek(at);
    takeSolution(best);
    toast(whatCame(best, before), { label: 'Play', run: () => player.play() });
  }
}

/**
 * How long a solution that came is, and instead of what.
 * @param {SolutionJson} found @param {SolutionJson | null} before
 */
function whatCame(found, before) {
  if (before) return `${plural(lengthOf(found), 'move')} (${found.metric}) instead of ${lengthIn(before, found.metric).toLocaleString('en')}`;
  return `${plural(lengthIn(found, settings.metric), 'move')} (${settings.metric}) in ${plural(found.steps.length, 'step')}`;
}

/** @param {SolutionJson} json @param {string} metric */
const lengthIn = (json, metric) => json.counts[metric];

/** How long a solution is in what its search shortened. @param {SolutionJson} json */
const lengthOf = (json) => lengthIn(json, json.metric);

/**
 * What is said while a search goes on: what it has, what it does, and how long it has been at it.
 * @param {import('./api.js').Progress | null} line @param {SolutionJson | null} best @param {SolutionJson | null} before @param {number} seconds
 */
function searchText(line, best, before, seconds) {
  const time = seconds >= 1 ? ` · ${Math.floor(seconds)} s` : '';
  if (!best) return `${line ? progressText(line) : 'Solving…'}${time}`;
  const what = best === before ? 'Looking for less than' : 'Best so far:';
  return `${what} ${plural(lengthOf(best), 'move')} (${best.metric})${time}`;
}

/** Put a solution of the current state on the timeline. @param {import('../model/solution.js').SolutionJson} json */
export function takeSolution(json) {
  const { moves, notes } = readSolution(json);
  session.track.setSolution(moves, notes);
  tell('track');
  prepareAhead();
  bringIntoSight('solution', 'start');
  const { metric } = settings;
  announce(`Solution found: ${plural(json.counts[metric], 'move')} ${metric}, ${plural(json.steps.length, 'step')}. Press Space to play.`);
}

/** Let the search be stopped with the best so far. */
function offerBest() {
  if (!byId('use-best').hidden) return;
  byId('use-best').hidden = false;
  bringIntoSight('progress', 'nearest');
}

/** Scroll to part of the panel where it lies under the cube. @param {string} id @param {ScrollLogicalPosition} block */
function bringIntoSight(id, block) {
  if (matchMedia('(max-width: 820px)').matches) byId(id).scrollIntoView({ block });
}

/** @param {import('./api.js').Progress} line */
function progressText(line) {
  if (line.type === 'better') return 'Solving…';
  if (line.type === 'queued') return line.position ? `Waiting for ${plural(line.position, 'other solve')}` : 'Solving…';
  const what = capital(inOurColors(line.what));
  if (line.share !== null) return `${what} · ${Math.round(100 * line.share)}%`;
  return line.moves ? `${what} · ${plural(line.moves, 'move')}` : what;
}

/** Tell how far the work is; `share` is null where nobody knows. @param {string} text @param {number | null} share */
function renderWorking(text, share) {
  byId('progress').hidden = false;
  enable('solve', false);
  byId('progress-text').textContent = text;
  const bar = byId('progress-bar');
  bar.classList.toggle('unknown', share === null);
  bar.setAttribute('aria-valuetext', text);
  if (share === null) bar.removeAttribute('aria-valuenow');
  else bar.setAttribute('aria-valuenow', String(Math.round(100 * share)));
  byId('progress-done').style.width = share === null ? '' : `${100 * share}%`;
}

/** @param {import('./player.js').Player} player */
function renderSolution(player) {
  const { solution } = session.track;
  byId('solution').hidden = !solution;
  byId('solve-empty').hidden = solution !== null;
  document.querySelector('.solve-form')?.classList.toggle('has-solution', solution !== null);
  list.setSolution(solution);
  byId('metric', 'select').value = settings.metric;
  byId('metric').title = METRICS[settings.metric];
  if (!solution) return;
  const { json } = solution;
  byId('keep-searching').hidden = working !== null || !searchFor(json);
  byId('count').textContent = json.counts[settings.metric].toLocaleString('en');
  byId('solution-note').textContent = `${methodName(json.method)} · ${plural(json.steps.length, 'step')} · found in ${json.seconds < 0.01 ? 'under 0.01' : json.seconds.toFixed(2)} s`;
  byId('findings').replaceChildren(...proof(json), ...parityLinks(player, solution));
  list.clear();
  list.render();
}

/** A chip for a solution that cannot be shorter. @param {import('../model/solution.js').SolutionJson} json */
function proof(json) {
  if (!json.results.is_optimal) return [];
  const title = `Proven: no solution takes fewer moves in ${json.metric}`;
  return [make('span', { className: 'proof', title }, icon('check'), 'Shortest possible')];
}

/** Chips that lead to the steps that fix parity. @param {import('./player.js').Player} player @param {import('../model/track.js').Solution} solution */
function parityLinks(player, solution) {
  return solution.steps.flatMap((step, index) => {
    if (!step.parity) return [];
    const link = make('button', { type: 'button', title: inOurColors(step.title) }, `${PARITIES[step.parity] ?? 'Parity'} → step ${index + 1}`);
    link.onclick = () => player.seek(step.from);
    return [link];
  });
}

/** @type {{solution: import('../model/track.js').Solution | null, index: number, first: number} | null} */
let shown = null;

/** The current step with its moves. @param {import('./player.js').Player} player */
function renderNow(player) {
  const { track } = session;
  const { solution } = track;
  if (session.mode !== 'solve' || !solution) {
    shown = null;
    return;
  }
  const index = track.stepIndex();
  list.setCurrent(index);
  const step = solution.steps[index];
  byId('now-step').hidden = !step && !solution.steps.length;
  const isOver = track.cursor >= solution.to;
  byId('now-dot').style.background = step ? solution.phases[step.phase].color : 'transparent';
  byId('now-title').textContent = isOver && !player.isPlaying ? doneText(track) : step ? inOurColors(step.title) : 'Before the solution';
  explain(step && !isOver ? inOurColors(step.explanation) : '', track.size);
  if (step) renderMoves(track, step, index);
}

/** What a step does, with moves that explain themselves; they stay while it does, for one may be pointed at. @param {string} text @param {number} size */
function explain(text, size) {
  const box = byId('now-explanation');
  if (box.textContent !== text) box.replaceChildren(...withMoves(text, size));
}

/** @param {import('../model/track.js').Track} track */
const doneText = (track) => (track.isSolved() ? 'Solved' : `Done: ${stepName(track.solution?.json.what ?? 'this part')}`);

/** @param {import('../model/track.js').Track} track @param {import('../model/track.js').Step} step @param {number} index */
function renderMoves(track, step, index) {
  const box = byId('now-moves');
  const first = Math.max(step.from, Math.min(track.cursor - SHOWN_MOVES / 2, step.to - SHOWN_MOVES));
  const page = first - (first % (SHOWN_MOVES / 4));
  const start = Math.max(step.from, page);
  if (!shown || shown.solution !== track.solution || shown.index !== index || shown.first !== start) {
    shown = { solution: track.solution, index, first: start };
    const labels = track.moves.labels(start, Math.min(step.to, start + SHOWN_MOVES * 1.25));
    const parts = track.solution?.json.steps[index]?.parts ?? [];
    const roleOf = (/** @type {number} */ at) => parts.find(({ from, to }) => from <= at && at < to)?.role;
    renew(box, labels.map((label, i) => make('button', { type: 'button', className: `role-${roleOf(start + i - step.from) ?? 'turns'}`, data: { at: start + i, move: label } }, label)), byId('cube'));
    renderWhyIfOpen();
  }
  for (const button of childrenOf(box, 'button')) {
    const at = Number(button.dataset.at);
    button.classList.toggle('done', at < track.cursor - 1);
    const isNow = at === track.cursor - 1;
    button.classList.toggle('current', isNow);
    if (isNow) {
      button.setAttribute('aria-current', 'step');
      scrollInto(box, button);
    } else button.removeAttribute('aria-current');
  }
}

/** Say why this step, and how it works, if someone wants to know. */
async function renderWhyIfOpen() {
  if (!byId('now-why', 'details').open) return;
  await later(async () => {
    const { renderWhy } = await import('../learn/why.js');
    await renderWhy(byId('now-why-body'));
  });
}

/** @param {HTMLElement} box @param {HTMLElement} item */
function scrollInto(box, item) {
  const top = item.offsetTop;
  if (top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
