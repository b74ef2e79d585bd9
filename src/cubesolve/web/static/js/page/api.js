/**
 * The server's answers.
 *
 * @typedef {import('../model/solution.js').SolutionJson} SolutionJson
 * @typedef {{kind: string, message: string, places: string[], slots: number[]}} Problem
 * @typedef {object} Method
 * @property {string} name
 * @property {string} summary
 * @property {number} smallest
 * @property {number | null} largest
 * @property {string[]} steps
 * @property {string[]} metrics what it can make as few as possible, if it searches
 * @property {{size: number, metrics: string[]}[]} metrics_from the same from each size on, its own choice first
 *
 * @typedef {{type: 'queued', position: number}
 *   | {type: 'progress', moves: number, what: string, share: number | null, best: number | null, seconds: number}
 *   | {type: 'better', seconds: number, solution: SolutionJson}} Progress
 */

const STOPPED = 'the server stopped in the middle of an answer';

/** An error that the server explained. */
export class ApiError extends Error {
  /** @param {{kind: string, message: string, position?: number, hint?: string, problems?: Problem[]}} error */
  constructor(error) {
    super(error.message);
    this.name = 'ApiError';
    this.kind = error.kind;
    this.hint = error.hint ?? '';
    this.problems = error.problems ?? [];
  }
}

/** @param {string} path @param {object} [body] @param {AbortSignal} [signal] @param {string} [accept] */
async function request(path, body, signal, accept = 'application/json') {
  /** @type {RequestInit} */
  const options = body === undefined
    ? { headers: { Accept: accept }, signal }
    : { method: 'POST', headers: { 'Content-Type': 'application/json', Accept: accept }, body: JSON.stringify(body), signal };
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ kind: 'unreachable', message: 'the server does not answer; is cubesolve web still running?' });
  }
  if (!response.ok) {
    const text = await response.text();
    let error = { kind: 'http', message: `the server answered ${response.status}` };
    if (response.headers.get('Content-Type')?.includes('json')) error = JSON.parse(text).error ?? error;
    throw new ApiError(error);
  }
  return response;
}

/** @returns {Promise<{methods: Method[], limits: {time: number}}>} */
export async function fetchMethods() {
  return (await request('/api/methods')).json();
}

/** The case sheets of the drills. */
export async function fetchCases() {
  return (await request('/static/data/cases.json')).json();
}

/** @param {{size: number, seed?: number, kind: string}} wanted @param {AbortSignal} [signal] */
export async function fetchScramble(wanted, signal) {
  return (await request('/api/scramble', wanted, signal)).json();
}

/**
 * @param {{facelets: string}} cube @param {AbortSignal} [signal]
 * @returns {Promise<{ok: boolean, solved: boolean, problems: Problem[]}>}
 */
export async function fetchCheck(cube, signal) {
  return (await request('/api/check', cube, signal)).json();
}

/** @param {{alg: string, size: number}} wanted @param {AbortSignal} [signal] */
export async function fetchAlg(wanted, signal) {
  return (await request('/api/alg', wanted, signal)).json();
}

/**
 * Find the face in a photograph, or read it where the corners say it is.
 * @param {{image: string, corners?: [number, number][], size?: number}} photo
 * @returns {Promise<import('../model/scanned.js').FaceJson & {ok: boolean, problem: string}>}
 */
export async function fetchFace(photo) {
  return (await request('/api/scan/face', photo)).json();
}

/**
 * Find the cube that six faces show.
 * @param {{readings: number[][][][], ordered: boolean}} faces
 * @returns {Promise<import('../model/scanned.js').ScanJson>}
 */
export async function fetchScan(faces) {
  return (await request('/api/scan', faces)).json();
}

/**
 * Solve; tell of progress on the way. Aborting the signal cancels the work on the server too.
 * @param {{size: number, facelets: string, method: string, what: string, metric?: string, limit?: {time: number}, options?: {parity?: string}}} wanted
 * @param {(line: Progress) => void} onProgress @param {AbortSignal} signal
 * @returns {Promise<SolutionJson>}
 */
export async function fetchSolution(wanted, onProgress, signal) {
  const response = await request('/api/solve', wanted, signal, 'application/x-ndjson');
  for await (const line of jsonLines(response)) {
    if (line.type === 'solution') return line.solution;
    if (line.type === 'error') throw new ApiError(line.error);
    onProgress(line);
  }
  throw new ApiError({ kind: 'broken', message: STOPPED });
}

/** @param {Response} response */
async function* jsonLines(response) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  /** The line that has begun, in pieces: long ones come in hundreds. @type {string[]} */
  let begun = [];
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      if (error instanceof DOMException) throw error; // it was aborted
      throw new ApiError({ kind: 'broken', message: STOPPED });
    });
    const pieces = (done ? `${decoder.decode()}\n` : decoder.decode(value, { stream: true })).split('\n');
    const last = /** @type {string} */ (pieces.pop());
    for (const piece of pieces) {
      const line = [...begun, piece].join('');
      begun = [];
      if (line.trim()) yield JSON.parse(line);
    }
    begun.push(last);
    if (done) return;
  }
}
