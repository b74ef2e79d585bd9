/**
 * What of a cube is done, read from its colours alone: goals of lessons as the pieces that they are about.
 *
 * @typedef {object} Piece
 * @property {'center' | 'edge' | 'corner' | 'pair'} kind
 * @property {number[]} colors of the piece
 * @property {boolean} isDone
 */

import { COLORS } from './colors.js';
import { DOWNS, NORMALS, RIGHTS, dot, opposite } from './geometry.js';

const FIRST = 0; // the usual colour of the first layer: white, unless the user chose other colours
const ALL_FACES = [0, 1, 2, 3, 4, 5];
/** Pairs of faces that share an edge, each once. */
const EDGES = ALL_FACES.flatMap((a) => ALL_FACES.filter((b) => b > a && b !== opposite(a)).map((b) => [a, b]));
const CORNERS = [0, 3].flatMap((a) => [1, 4].flatMap((b) => [2, 5].map((c) => [a, b, c])));

/** The row or column of a face's cells next to another face, or its last one: -1, 0 or 1 along right and down. @param {number} face @param {number} towards */
const wayTo = (face, towards) => [dot(RIGHTS[face], NORMALS[towards]), dot(DOWNS[face], NORMALS[towards])];

/** @param {number} size @param {number} face @param {number} right @param {number} down from -1 to 1 */
const slotAt = (size, face, right, down) => (face * size + ((down + 1) / 2) * (size - 1)) * size + ((right + 1) / 2) * (size - 1);

/** The slots of a face that belong to its edge with another face. @param {number} size @param {number} face @param {number} other */
function border(size, face, other) {
  const [right, down] = wayTo(face, other);
  return Array.from({ length: size - 2 }, (_, i) => {
    const along = (2 * (i + 1)) / (size - 1) - 1;
    return Math.round(right ? slotAt(size, face, right, along) : slotAt(size, face, along, down));
  });
}

/** The slot of a face at its corner with two others. @param {number} size @param {number} face @param {number[]} others */
function cornerSlot(size, face, others) {
  const [a, b] = others.map((other) => wayTo(face, other));
  return slotAt(size, face, a[0] + b[0], a[1] + b[1]);
}

/** The slots inside a face. @param {number} size @param {number} face */
function inner(size, face) {
  const slots = [];
  for (let row = 1; row < size - 1; row++) for (let col = 1; col < size - 1; col++) slots.push((face * size + row) * size + col);
  return slots;
}

/** The colour that slots share, or -1. @param {Uint8Array} colors @param {number[]} slots */
const shared = (colors, slots) => (slots.every((slot) => colors[slot] === colors[slots[0]]) ? colors[slots[0]] : -1);

/** The colour of each centre, -1 where it is not built. @param {Uint8Array} colors @param {number} size */
const centersOf = (colors, size) => ALL_FACES.map((face) => shared(colors, inner(size, face)));

/** Whether centres are those of a solved cube in some hold. @param {number[]} homes */
function areHomes(homes) {
  if (new Set(homes).size !== 6 || homes.includes(-1)) return false;
  const place = ALL_FACES.map((color) => homes.indexOf(color));
  if (ALL_FACES.some((color) => place[opposite(color)] !== opposite(place[color]))) return false;
  const [u, r, f] = place.map((face) => NORMALS[face]);
  return u[0] * (r[1] * f[2] - r[2] * f[1]) - u[1] * (r[0] * f[2] - r[2] * f[0]) + u[2] * (r[0] * f[1] - r[1] * f[0]) < 0;
}

/** A cube's colours with what they say of its pieces. */
class Look {
  /** @param {Uint8Array} colors @param {number} size */
  constructor(colors, size) {
    this.colors = colors;
    this.size = size;
    this.homes = centersOf(colors, size);
    this.isHome = areHomes(this.homes);
    this.first = this.homes.indexOf(FIRST);
    this.last = opposite(this.first);
    this.sides = /** @type {number[]} */ ([]);
    this.hold(this.first);
  }

  /** Take a face as the first layer. @param {number} face */
  hold(face) {
    this.first = face;
    this.last = opposite(face);
    this.sides = ALL_FACES.filter((other) => other !== this.first && other !== this.last);
  }

  /** How much is done of the first two layers on a face that has its cross; else 0. @param {number} face */
  merit(face) {
    this.hold(face);
    if (!PIECES.cross(this).every((piece) => piece.isDone)) return 0;
    const [one, two] = [PIECES.L1(this), PIECES.L2(this)].map((pieces) => pieces.filter((piece) => piece.isDone).length);
    return one === 8 ? two : one;
  }

  /** @param {number[]} faces @returns {Piece} */
  edge([a, b]) {
    const { colors, size, homes } = this;
    const isDone = border(size, a, b).every((slot) => colors[slot] === homes[a]) && border(size, b, a).every((slot) => colors[slot] === homes[b]);
    return { kind: 'edge', colors: [homes[a], homes[b]], isDone };
  }

  /** @param {number[]} faces @returns {Piece} */
  corner(faces) {
    const isDone = this.stickers(faces).every((color, i) => color === this.homes[faces[i]]);
    return { kind: 'corner', colors: faces.map((face) => this.homes[face]), isDone };
  }

  /** @param {number[]} faces */
  stickers(faces) {
    return faces.map((face) => this.colors[cornerSlot(this.size, face, faces.filter((other) => other !== face))]);
  }

  /** A corner that is between the right faces, however it is twisted. @param {number[]} faces @returns {Piece} */
  placed(faces) {
    const wanted = faces.map((face) => this.homes[face]);
    return { kind: 'corner', colors: wanted, isDone: this.stickers(faces).every((color) => wanted.includes(color)) };
  }

  /** An edge of the last layer that is turned up, wherever it is. @param {number} side @returns {Piece} */
  turnedUp(side) {
    const { colors, size, homes, last } = this;
    const isDone = border(size, last, side).every((slot) => colors[slot] === homes[last]);
    return { kind: 'edge', colors: [homes[last], shared(colors, border(size, side, last))], isDone };
  }

  /** An edge whose wings are together, wherever it is. @param {number[]} faces @returns {Piece} */
  pair([a, b]) {
    const found = [border(this.size, a, b), border(this.size, b, a)].map((slots) => shared(this.colors, slots));
    return { kind: 'pair', colors: found, isDone: !found.includes(-1) };
  }

  /** @param {number} color @returns {Piece} */
  center(color) {
    return { kind: 'center', colors: [color], isDone: this.homes.includes(color) };
  }

  /** @param {number} face @param {number[][]} all */
  on(face, all) {
    return all.filter((faces) => faces.includes(face));
  }
}

/** The pieces of each goal, in the order in which they are done. @type {Record<string, (look: Look) => Piece[]>} */
const PIECES = {
  'first-center': (look) => [look.center(FIRST)],
  centers: (look) => ALL_FACES.map((color) => look.center(color)),
  pairs: (look) => [...PIECES.centers(look), ...EDGES.map((faces) => look.pair(faces))],
  cross: (look) => look.on(look.first, EDGES).map((faces) => look.edge(faces)),
  L1: (look) => [...PIECES.cross(look), ...look.on(look.first, CORNERS).map((faces) => look.corner(faces))],
  L2: (look) => [...PIECES.L1(look), ...EDGES.filter((faces) => faces.every((face) => look.sides.includes(face))).map((faces) => look.edge(faces))],
  'last-edges-up': (look) => [...PIECES.L2(look), ...look.sides.map((side) => look.turnedUp(side))],
  'last-up': (look) => [...PIECES['last-edges-up'](look), ...look.on(look.last, CORNERS).map((faces) => {
    const color = look.stickers(faces)[faces.indexOf(look.last)];
    return /** @type {Piece} */ ({ kind: 'corner', colors: look.stickers(faces), isDone: color === look.homes[look.last] });
  })],
  L3x: (look) => [...PIECES.L2(look), ...look.on(look.last, EDGES).map((faces) => look.edge(faces))],
  'last-corners-placed': (look) => [...PIECES.L3x(look), ...look.on(look.last, CORNERS).map((faces) => look.placed(faces))],
  solved: (look) => [...EDGES.map((faces) => look.edge(faces)), ...CORNERS.map((faces) => look.corner(faces))],
};
const NEEDS_CENTERS = ['cross', 'L1', 'L2', 'last-edges-up', 'last-up', 'L3x', 'last-corners-placed', 'solved'];

/**
 * The colour of the first layer: whoever began with another one may go on with it, so the most complete
 * layer with a cross counts, as for the solver.
 * @param {Uint8Array} colors @param {number} size
 */
export function firstColor(colors, size) {
  const look = new Look(colors, size);
  if (!look.isHome) return FIRST;
  const merits = ALL_FACES.map((color) => look.merit(look.homes.indexOf(color)));
  return merits.indexOf(Math.max(...merits));
}

/**
 * The pieces that a goal is about, and which of them are done. On a cube whose centres are not built,
 * goals of a 3x3 are about the centres.
 * @param {string} goal @param {Uint8Array} colors @param {number} size @param {number} [first] colour of the first layer
 * @returns {Piece[]}
 */
export function goalPieces(goal, colors, size, first = firstColor(colors, size)) {
  const look = new Look(colors, size);
  if (look.isHome) look.hold(look.homes.indexOf(first));
  if (NEEDS_CENTERS.includes(goal) && !look.isHome) return ALL_FACES.map((color) => ({ ...look.center(color), isDone: false }));
  return PIECES[goal](look);
}

/** Whether a goal is reached, by whatever turns. @param {string} goal @param {Uint8Array} colors @param {number} size */
export function isReached(goal, colors, size) {
  const isLast = goal === 'centers' || goal === 'pairs';
  return goalPieces(goal, colors, size).every((piece) => piece.isDone) && (!isLast || areHomes(centersOf(colors, size)));
}

/**
 * Edges and corners, and which of them are where they belong if the faces get these colours.
 * @param {Uint8Array} colors @param {number} size @param {number[]} homes
 */
export function placedPieces(colors, size, homes) {
  const look = new Look(colors, size);
  look.homes = homes;
  return PIECES.solved(look);
}

/**
 * How many centre pieces have the colour of their face, of how many. Where it is not known which colours the faces
 * get, that is the one that most of a face has: more of them, and a centre is nearer to being built.
 * @param {Uint8Array} colors @param {number} size @param {number[] | null} [homes] colours of the faces
 */
export function centerPieces(colors, size, homes = null) {
  const done = ALL_FACES.map((face) => {
    const counts = [0, 0, 0, 0, 0, 0, 0];
    for (const slot of inner(size, face)) counts[colors[slot]]++;
    if (homes) return counts[homes[face]];
    return size % 2 ? counts[colors[(face * size + (size - 1) / 2) * size + (size - 1) / 2]] : Math.max(...counts);
  });
  return { done: done.reduce((sum, count) => sum + count, 0), all: 6 * (size - 2) ** 2 };
}

/** The slots of edges whose wings are not together. @param {Uint8Array} colors @param {number} size */
export function unpairedSlots(colors, size) {
  const look = new Look(colors, size);
  return EDGES.filter((faces) => !look.pair(faces).isDone).flatMap(([a, b]) => [...border(size, a, b), ...border(size, b, a)]);
}

/** What people call a piece; its colours come in the order of their names, as in what solvers say. @param {Piece} piece @param {string[]} names of the colours */
export function pieceName({ kind, colors }, names) {
  const said = [...colors].filter((color) => color >= 0).sort((a, b) => (COLORS[a].name < COLORS[b].name ? -1 : 1)).map((color) => names[color]).join('-');
  return `${said} ${{ center: 'centre', edge: 'edge', corner: 'corner', pair: 'edge' }[kind]}`;
}

/** The same piece in another state has the same key. @param {Piece} piece */
const keyOf = ({ kind, colors }) => kind + [...colors].sort((a, b) => a - b).join();

/** Pieces that were done before and are not any more. @param {Piece[]} before @param {Piece[]} now @returns {Piece[]} */
export function undone(before, now) {
  const still = new Set(now.filter((piece) => piece.isDone).map(keyOf));
  return before.filter((piece) => piece.isDone && !still.has(keyOf(piece)));
}

/** The kind of piece that a slot's sticker is on. @param {number} size @param {number} slot @returns {'center' | 'edge' | 'corner'} */
export function kindOf(size, slot) {
  const inFace = slot % (size * size);
  const isRim = (/** @type {number} */ at) => at === 0 || at === size - 1;
  const rims = Number(isRim(inFace % size)) + Number(isRim(Math.floor(inFace / size)));
  return rims === 2 ? 'corner' : rims === 1 ? 'edge' : 'center';
}
