/**
 * Scanning a real cube: six pictures, by the camera or from files, and the cube that they show.
 *
 * @typedef {import('./scan_pictures.js').Photo} Photo
 * @typedef {import('../model/scanned.js').FaceJson} FaceJson
 * @typedef {{photo: Photo, face: FaceJson | null, error: string}} Shot
 */

import { ApiError, fetchFace, fetchScan } from './api.js';
import { announce, byId, fillSelect, icon, make, plural, renew, sentence, toast } from './dom.js';
import { startPaint } from './paint.js';
import { Camera } from './scan_camera.js';
import { gridPicture, MIDDLE, showHandles } from './scan_grid.js';
import { readPhoto } from './scan_pictures.js';
import { currentScheme, SCHEMES } from './schemes.js';
import { setMode } from './session.js';
import { change } from './settings.js';
import { colorOf } from '../model/colors.js';
import { mayReplace } from '../model/quad.js';
import { colorsIn, facesIn, isSameFace, orderByName } from '../model/scanned.js';

const SIZES = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const UPRIGHT = [4, 1, 0, 5, 3, 2]; // U R F D L B among pictures that were taken as the guide says
const GUIDE = [
  'Hold one face straight towards the camera. It becomes the front.',
  'Turn the whole cube so that its right side faces the camera.',
  'Turn it the same way again: the back.',
  'And again: the left side.',
  'Turn once more, to the front. Then tip the cube so that its top faces the camera.',
  'Tip it over twice, so that its bottom faces the camera.',
];

/** The six pictures; null where one is missing. @type {(Shot | null)[]} */
const shots = new Array(6).fill(null);
/** Which shot's grid is being put right, or -1. */
let edited = -1;
let isReading = false;
let isByCamera = false;
/** @type {((size: number, colors: Uint8Array) => void) | undefined} */
let whenKnown;
/** @type {(() => void) | undefined} */
let whenLeft;
/** @type {Camera} */
let camera;

/**
 * Let the user scan a cube. Without `use` it goes into paint mode. With `use`, that is called with the cube's size and
 * the colours of its slots: at once if no sticker is doubtful, else when the user has checked it in paint mode.
 * @param {(size: number, colors: Uint8Array) => void} [use]
 * @param {() => void} [left] told if the user goes away without a cube
 */
export function openScan(use, left) {
  whenKnown = use;
  whenLeft = left;
  byId('scan-dialog', 'dialog').showModal();
  render();
}

/** Set up the dialog. */
export function setUpScan() {
  const dialog = byId('scan-dialog', 'dialog');
  camera = new Camera(byId('scan-video', 'video'), () => void takePicture(false));
  dialog.addEventListener('close', () => {
    camera.stop();
    edit(-1);
    whenLeft?.();
  });
  byId('scan-camera').onclick = () => void startCamera();
  byId('scan-take').onclick = () => void takePicture(true);
  byId('scan-device', 'select').onchange = () => void startCamera(byId('scan-device', 'select').value);
  byId('scan-auto', 'input').onchange = watchAsAsked;
  const files = byId('scan-files', 'input');
  byId('scan-choose').onclick = () => files.click();
  files.onchange = () => {
    void addFiles([...files.files ?? []]);
    files.value = '';
  };
  dialog.ondragover = (event) => event.preventDefault();
  dialog.ondrop = (event) => {
    event.preventDefault();
    void addFiles([...event.dataTransfer?.files ?? []]);
  };
  byId('scan-restart').onclick = startOver;
  byId('scan-read').onclick = () => void readCube();
  byId('scan-edit-done').onclick = () => {
    const index = edited;
    edit(-1);
    focusPhoto(index);
  };
  const size = byId('scan-edit-size', 'select');
  fillSelect(size, SIZES.map((n) => [String(n), `${n} × ${n}`]));
  size.onchange = () => {
    const face = shots[edited]?.face;
    move(face?.corners ?? MIDDLE);
    showEditor(face?.corners ?? MIDDLE, Number(size.value));
  };
}

/** @param {string} [device] */
async function startCamera(device) {
  say('');
  try {
    await camera.start(device);
    const devices = await camera.devices();
    fillSelect(byId('scan-device', 'select'), devices);
    byId('scan-device').hidden = devices.length < 2;
  } catch (error) {
    say(/** @type {Error} */ (error).message, true);
  }
  watchAsAsked();
  render();
  if (camera.isOn) byId('scan-take').focus();
}

function watchAsAsked() {
  camera.isWatching = byId('scan-auto', 'input').checked && next() >= 0 && edited < 0;
}

/** The first picture that is missing, or -1. */
const next = () => shots.indexOf(null);

/** Pictures that are there. */
const taken = () => shots.filter((shot) => shot !== null);

/** What to do next with the cube in hand. */
const guide = () => GUIDE[next()] ?? 'All six faces are taken.';

/** @param {boolean} isAsked whether the user asked for it, or the cube held still */
async function takePicture(isAsked) {
  if (!camera.isOn || next() < 0) return;
  camera.isWatching = false;
  if (!taken().length) isByCamera = true;
  const photo = await camera.take(`picture ${next() + 1}`);
  const shot = await look(photo);
  const { face } = shot;
  const isNew = face !== null && !taken().some((other) => other.face && isSameFace(face, other.face));
  camera.judge(face !== null);
  if (isNew || isAsked) add(shot);
  else {
    URL.revokeObjectURL(photo.url);
    say(face ? 'That face is taken already.' : shot.error, !face);
  }
  watchAsAsked();
}

/** @param {File[]} files */
async function addFiles(files) {
  if (files.length) isByCamera = false;
  say('');
  /** @type {string[]} */
  const unread = [];
  for (const file of files) {
    if (next() < 0) {
      say('Six pictures are enough: the others were left out.', true);
      return;
    }
    try {
      add(await look(await readPhoto(file)));
    } catch (error) {
      unread.push(/** @type {Error} */ (error).message);
    }
  }
  if (unread.length) say(unread.join(' '), true); // at the end: what is said of a picture would hide it
}

/** Ask the server for the face in a picture. @param {Photo} photo @param {{corners?: [number, number][], size: number}} [grid] @returns {Promise<Shot>} */
async function look(photo, grid) {
  byId('scan-busy').hidden = false;
  try {
    const { ok, problem, ...face } = await fetchFace({ image: photo.data, ...grid });
    return ok ? { photo, face, error: '' } : { photo, face: null, error: sentence(problem) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { photo, face: null, error: sentence(error.message) };
  } finally {
    byId('scan-busy').hidden = true;
  }
}

/** @param {Shot} shot */
function add(shot) {
  const at = next();
  if (at < 0) return;
  shots[at] = shot;
  const found = shot.face ? `${shot.face.size} by ${shot.face.size} found` : shot.error;
  sayFault();
  announce(`Picture ${at + 1}: ${found}. ${camera.isOn ? guide() : ''}`);
  render();
  if (next() < 0 && edited < 0) void readCube(); // who puts a grid right says when it is
}

function startOver() {
  for (const { photo } of taken()) URL.revokeObjectURL(photo.url);
  shots.fill(null);
  edit(-1);
  say('');
  watchAsAsked();
  render();
}

/** @param {number} index */
function remove(index) {
  URL.revokeObjectURL(shots[index]?.photo.url ?? '');
  shots[index] = null;
  sayFault();
  edit(-1);
}

/** @param {number} index */
function edit(index) {
  readMoved();
  edited = index;
  byId('scan-editor').hidden = index < 0;
  const face = shots[index]?.face;
  if (index >= 0) showEditor(face?.corners ?? MIDDLE, face?.size ?? usualSize());
  watchAsAsked();
  render();
}

/** The size that most pictures show. */
function usualSize() {
  const sizes = taken().flatMap(({ face }) => (face ? [face.size] : []));
  const count = (/** @type {number} */ size) => sizes.filter((one) => one === size).length;
  return sizes.toSorted((a, b) => count(b) - count(a))[0] ?? 3;
}

/** @param {[number, number][]} corners @param {number} size */
function showEditor(corners, size) {
  const shot = shots[edited];
  if (!shot) return;
  byId('scan-edit-size', 'select').value = String(size);
  showHandles(byId('scan-edit-photo'), shot.photo, corners, size, move);
  readAgain.corners = corners;
}

/** The grid that was moved last: read soon, or at once when something depends on it. */
const readAgain = {
  /** @type {[number, number][]} */
  corners: MIDDLE,
  timer: 0,
  /** How many were read: an answer that comes late must not replace a newer one. */
  count: 0,
  done: Promise.resolve(),
};

/** @param {[number, number][]} corners */
function move(corners) {
  readAgain.corners = corners;
  window.clearTimeout(readAgain.timer);
  readAgain.timer = window.setTimeout(readMoved, 200);
}

/** Read the grid that was moved, if it is not yet. */
function readMoved() {
  if (!readAgain.timer) return;
  window.clearTimeout(readAgain.timer);
  readAgain.timer = 0;
  readAgain.done = readEdited();
}

async function readEdited() {
  const index = edited;
  const photo = shots[index]?.photo;
  if (!photo) return;
  const count = ++readAgain.count;
  const again = await look(photo, { corners: readAgain.corners, size: Number(byId('scan-edit-size', 'select').value) });
  if (shots[index]?.photo !== photo || count !== readAgain.count) return;
  shots[index] = again;
  sayFault();
  render();
}

/** Look once more at pictures that show another size than most: some of their stickers were overlooked. */
async function lookAgain() {
  const size = usualSize();
  for (const [i, shot] of shots.entries()) {
    if (!shot || shot.face?.size === size) continue;
    const again = await look(shot.photo, { size });
    // A grid of that size beside the first one is something else in the picture.
    const isThere = again.face && (!shot.face || mayReplace(again.face.corners, shot.face.corners));
    if (isThere && shots[i] === shot) shots[i] = again;
  }
}

async function readCube() {
  if (isReading) return;
  isReading = true;
  render();
  try {
    readMoved();
    await readAgain.done;
    await lookAgain();
    await readFaces();
  } finally {
    isReading = false;
    render();
  }
}

async function readFaces() {
  if (next() >= 0) return; // a picture was taken out in between
  const faces = taken().flatMap(({ face }) => (face ? [face] : []));
  const size = usualSize();
  const other = shots.findIndex((shot) => shot?.face?.size !== size);
  if (other >= 0) {
    const face = shots[other]?.face;
    const seen = face ? `Picture ${other + 1} shows a grid of ${face.size} × ${face.size}, the others ${size} × ${size}.` : faultOf(other);
    say(`${seen} Adjust its grid, or take it again.`, true);
    return;
  }
  const read = shots.slice();
  byId('scan-busy').hidden = false;
  try {
    const named = orderByName(taken().map(({ photo }) => photo.name));
    const order = named ?? (isByCamera ? UPRIGHT : [0, 1, 2, 3, 4, 5]);
    const scan = await fetchScan({ readings: order.map((i) => faces[i].readings), ordered: named !== null });
    // Who closed the dialog, or took a picture out, does not want this cube any more.
    if (byId('scan-dialog', 'dialog').open && read.every((shot, i) => shot === shots[i])) takeScan(scan);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(sentence(error.message), true);
  } finally {
    byId('scan-busy').hidden = true;
  }
}

/** @param {import('../model/scanned.js').ScanJson} scan */
function takeScan({ size, facelets, scheme, doubtful }) {
  const schemes = [currentScheme(), ...SCHEMES].filter(({ id }) => id !== 'own');
  const fitting = schemes.find(({ letters }) => facesIn(scheme, letters));
  const seen = [...scheme].map((letter) => colorOf(letter));
  if (!fitting) change({ scheme: 'own', own: seen.map(({ hex }) => hex) });
  else if (fitting.id !== currentScheme().id) change({ scheme: fitting.id });
  const faces = (fitting && facesIn(scheme, fitting.letters)) ?? [0, 1, 2, 3, 4, 5];
  const colors = colorsIn(facelets, faces);
  const use = whenKnown;
  whenLeft = undefined;
  byId('scan-dialog', 'dialog').close();
  startOver();
  if (use && !doubtful.length) {
    use(size, colors);
    return;
  }
  const faceOf = (/** @type {string} */ name) => faces[seen.findIndex((color) => color.name === name)];
  startPaint(size, colors, { doubts: doubtful.map((doubt) => ({ ...doubt, face: faceOf(doubt.other) })), use });
  setMode('paint');
  byId('doubts').firstElementChild?.scrollIntoView({ block: 'nearest' }); // on a phone they are below the colours
  toast(doubtful.length ? `Your cube is read. Please check ${plural(doubtful.length, 'sticker')}.` : 'Your cube is read, and no sticker is doubtful.');
}

/** @param {string} text @param {boolean} [isBad] */
function say(text, isBad = false) {
  const note = byId('scan-note');
  note.textContent = text;
  note.classList.toggle('bad', isBad);
}

/** Why a picture shows no face, in words that name it. @param {number} index */
const faultOf = (index) => (shots[index]?.error ?? '').replace(/^The picture/, `Picture ${index + 1}`);

/** Say what is wrong with the first picture that shows no face, if there is one. */
function sayFault() {
  say(faultOf(shots.findIndex((shot) => shot?.error)), true);
}

function render() {
  byId('scan-live').hidden = !camera.isOn || edited >= 0;
  byId('scan-start').hidden = camera.isOn || edited >= 0;
  byId('scan-take', 'button').disabled = next() < 0;
  byId('scan-guide').textContent = guide();
  byId('scan-restart', 'button').disabled = !taken().length;
  byId('scan-read', 'button').disabled = isReading || next() >= 0;
  renew(byId('scan-faces'), shots.map((shot, i) => (shot ? thumbnail(shot, i) : make('li', { className: 'missing' }, String(i + 1)))), byId('scan-choose'));
}

/** Go on by keys at a picture, or where the next one is chosen if it is gone. @param {number} index */
function focusPhoto(index) {
  const photo = byId('scan-faces').children[index]?.querySelector('button');
  (photo ?? byId('scan-choose')).focus();
}

/** @param {Shot} shot @param {number} index */
function thumbnail({ photo, face, error }, index) {
  const number = index + 1;
  const picture = make('button', { type: 'button', className: 'scan-photo', 'aria-label': `Adjust the grid of picture ${number}`, title: 'Adjust the grid' },
    make('img', { src: photo.url, alt: '' }));
  picture.style.setProperty('--ratio', String(photo.width / photo.height));
  if (face) picture.append(gridPicture(photo, face.corners, face.size, face.readings));
  picture.onclick = () => {
    edit(index);
    /** @type {HTMLElement | null} */ (byId('scan-edit-photo').querySelector('button'))?.focus();
  };
  const away = make('button', { type: 'button', className: 'icon-button small', 'aria-label': `Remove picture ${number}`, title: 'Remove' }, icon('close'));
  away.onclick = () => {
    remove(index);
    focusPhoto(index);
  };
  const words = face ? `${face.size} × ${face.size}` : 'not read';
  return make('li', { className: edited === index ? 'chosen' : '' }, picture,
    make('div', { className: 'row-between' }, make('span', { className: face ? 'note' : 'note bad', title: error }, `${number}: ${words}`), away));
}
