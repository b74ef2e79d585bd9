/**
 * Text to turns: the grammar of the Python package's notation, with the same places of errors.
 *
 * @typedef {import('./cube.js').Turn} Turn
 * @typedef {object} Step One move of a text, written out and resolved for a size.
 * @property {Turn[]} turns Turns of one axis that happen at once; none for `R4`.
 * @property {number} from Where the move stands in the text.
 * @property {number} to Where it ends, exclusive.
 * @property {string} label The move as we write it, backwards inside a commutator's second half.
 *
 * @typedef {[number, number]} Range First and last layer; a last of zero or less counts from the far end.
 * @typedef {{letter: string, layers: Range[] | null, amount: number}} Move `layers` null: the middle
 *   layer of M, E, S, or the whole cube of x, y, z.
 * @typedef {{kind: 'move', move: Move, from: number, to: number}
 *   | {kind: 'pause'}
 *   | {kind: 'group' | 'commutator' | 'conjugate', parts: Node[][], amount: number}} Node
 */

import { FACES } from './geometry.js';

const MAX_DEPTH = 100; // brackets within brackets
const MAX_DIGITS = 8;
const MAX_STEPS = 1_000_000; // what a text may expand to on a page

const SLICES = 'MES';
const ROTATIONS = 'xyz';
const FOLLOWS = /** @type {Record<string, string>} */ ({ M: 'L', E: 'D', S: 'F', x: 'R', y: 'U', z: 'F' });
const SLICE_OF = /** @type {Record<string, string>} */ ({ R: 'M', L: 'M', U: 'E', D: 'E', F: 'S', B: 'S' });
const ROTATION_OF = /** @type {Record<string, string>} */ ({ R: 'x', L: 'x', U: 'y', D: 'y', F: 'z', B: 'z' });

const PRIMES = /[’‘′ʼ´`ʹ＇]/g;
const MOVE =
  /(?:\[(?<set>[\d:,\- \t]*)\]|(?<from>\d+)-(?<to>\d+)|(?<number>\d+))?(?<letter>[URFDLBMESXYZurfdlbmesxyz])(?<wide>w)?(?:\[(?<after>[\d:,\- \t]*)\])?(?<amount>\d+'?|'\d*)?/dy;
const AMOUNT = /\d+'?|'\d*/y;
// What Python takes for blank, so that both read the same text alike.
// eslint-disable-next-line no-control-regex
const BLANK = /(?:[\s\x1c-\x1f\x85]+|\/\/[^\n]*|#[^\n]*)+/y;
const LAYER_SET = /\[[\d:,\- \t\n\r\f\v]*\]/y;
const RANGE = /^(?:(\d+)|(\d*)[ \t]*:[ \t]*(-?\d+)?)$/d;

/** A text is no algorithm, or this size has no such move. */
export class NotationError extends Error {
  /** @param {string} problem @param {number} position 0-based column in the text @param {string} hint */
  constructor(problem, position, hint = '') {
    super(problem);
    this.name = 'NotationError';
    this.position = position;
    this.hint = hint;
  }
}

/** Match a sticky pattern at a place. @param {RegExp} pattern @param {string} text @param {number} at */
function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** @param {string} digits @param {number} at */
function readNumber(digits, at) {
  if (digits.length > MAX_DIGITS) throw new NotationError(`a number has at most ${MAX_DIGITS} digits`, at);
  const value = Number(digits);
  if (value === 0) throw new NotationError('layers and amounts count from 1', at);
  return value;
}

/** @param {string} word @param {number} at */
function readAmount(word, at) {
  const digits = word.replaceAll("'", '');
  const size = digits ? readNumber(digits, at + word.indexOf(digits)) : 1;
  return word.includes("'") ? -size : size;
}

/** @param {string} written @param {number} openEnd @param {number} at @returns {Range[]} */
function readSet(written, openEnd, at) {
  const ranges = /** @type {Range[]} */ ([]);
  for (const part of written.split(',')) {
    const word = part.trim();
    const start = at + part.length - part.trimStart().length;
    const match = RANGE.exec(word);
    if (!match) {
      const what = word ? 'expected layers such as 2 or 2:4' : 'an empty set of layers';
      throw new NotationError(what, at, '[2]R, [2:3]R, [1,3]R, [2:]R, [:-1]Rw');
    }
    const [, alone, low, high] = match;
    if (alone !== undefined) {
      const layer = readNumber(alone, start);
      ranges.push([layer, layer]);
    } else {
      const first = low ? readNumber(low, start) : 1;
      let last = openEnd;
      if (high !== undefined) {
        const place = start + (match.indices?.[3]?.[0] ?? 0);
        last = readNumber(high.replace('-', ''), place) * (high.startsWith('-') ? -1 : 1);
      }
      if (last > 0 && last < first) throw new NotationError('this range of layers runs backwards', at);
      ranges.push([first, last]);
    }
    at += part.length + 1;
  }
  return joined(ranges);
}

/** Sort ranges and join those that touch, where every size agrees. @param {Range[]} ranges */
function joined(ranges) {
  const near = /** @type {Range[]} */ ([]);
  const far = /** @type {Range[]} */ ([]);
  const order = (/** @type {Range} */ a, /** @type {Range} */ b) => a[0] - b[0] || a[1] - b[1];
  for (const [first, last] of [...ranges].sort(order)) {
    const previous = near[near.length - 1];
    if (last <= 0) {
      if (!far.some((range) => range[0] === first && range[1] === last)) far.push([first, last]);
    } else if (previous && first <= previous[1] + 1) {
      previous[1] = Math.max(previous[1], last);
    } else {
      near.push([first, last]);
    }
  }
  return [...near, ...far].sort(order);
}

/** A match of `MOVE`, with the places of its groups. */
class Spelled {
  /** @param {RegExpExecArray} match */
  constructor(match) {
    this.groups = /** @type {Record<string, string | undefined>} */ (match.groups);
    this.places = /** @type {Record<string, [number, number]>} */ (match.indices?.groups);
    this.letter = /** @type {string} */ (this.groups.letter);
    this.upper = this.letter.toUpperCase();
    this.counted = this.groups.number !== undefined || this.groups.from !== undefined;
    this.wide = this.groups.wide !== undefined;
    this.setName = this.groups.set !== undefined ? 'set' : 'after';
    /** The layers as they stand in brackets. */
    this.written = this.groups[this.setName];
  }

  amount() {
    const { amount } = this.groups;
    return amount ? readAmount(amount, this.place('amount')) : 1;
  }

  /** @param {string} name */
  place(name) {
    return this.places[name][0];
  }

  /** @param {string} problem @param {string} name @param {string} [hint] @returns {never} */
  fail(problem, name, hint) {
    throw new NotationError(problem, this.place(name), hint);
  }
}

/** The move that a match spells. @param {RegExpExecArray} match @returns {Move} */
function buildMove(match) {
  const word = new Spelled(match);
  const { groups, upper, counted } = word;
  const isRotation = 'XYZ'.includes(upper);
  if (groups.after !== undefined && (groups.set !== undefined || counted || isRotation)) {
    word.fail('expected the layers of a move only once', 'after', '[2:3]R or R[2:3]');
  }
  const amount = word.amount(); // before the layers: the first fault in this order is told
  if (isRotation) return buildRotation(word, amount);
  return SLICES.includes(upper) ? buildSlice(word, amount) : buildFaceTurn(word, amount);
}

/** @param {Spelled} word @param {number} amount @returns {Move} */
function buildRotation(word, amount) {
  const { letter } = word;
  if (word.written !== undefined || word.counted || word.wide) {
    word.fail('a turn of the whole cube takes no layers', 'letter', 'write x, y or z');
  }
  return { letter: letter.toLowerCase(), layers: null, amount };
}

/** @param {Spelled} word @param {number} amount @returns {Move} */
function buildSlice(word, amount) {
  const { letter, upper, written, setName } = word;
  if (word.counted || word.wide) {
    word.fail('write the layers of a slice in brackets', 'letter', `write [2]${upper} or [1:2]${upper}`);
  }
  if (letter !== upper) {
    if (written !== undefined) word.fail(`${letter} is all inner layers already`, setName, `write [2]${upper}`);
    return { letter: upper, layers: [[1, 0]], amount };
  }
  const layers = written === undefined ? null : readSet(written, 0, word.place(setName));
  return { letter, layers, amount };
}

/** @param {Spelled} word @param {number} amount @returns {Move} */
function buildFaceTurn(word, amount) {
  const { letter, upper, written } = word;
  const isLower = letter !== upper;
  if (isLower && word.wide) word.fail('a lower-case letter is wide already', 'wide', `write ${letter} or ${upper}w`);
  const wide = word.wide || isLower;
  const layers = written === undefined ? countedLayers(word, wide) : bracketedLayers(word, wide, written);
  return { letter: upper, layers, amount };
}

/** @param {Spelled} word @param {boolean} wide @param {string} written */
function bracketedLayers(word, wide, written) {
  const said = written.split(',').length;
  const layers = readSet(written, -1, word.place(word.setName));
  if (wide && (said > 1 || layers[0][0] === layers[0][1])) {
    word.fail('a set of layers needs no wide turn', word.setName, `write [${written}]${word.upper}`);
  }
  return layers;
}

/** @param {Spelled} word @param {boolean} wide @returns {Range[]} */
function countedLayers(word, wide) {
  const { upper } = word;
  const { from, to = '', number } = word.groups;
  if (from !== undefined) {
    if (!wide) word.fail('a range of layers is a wide turn', 'letter', `write ${from}-${to}${upper}w`);
    const first = readNumber(from, word.place('from'));
    const last = readNumber(to, word.place('to'));
    if (last < first) word.fail('this range of layers runs backwards', 'from');
    return [[first, last]];
  }
  if (number === undefined) return [[1, wide ? 2 : 1]];
  const count = readNumber(number, word.place('number'));
  if (wide && count === 1) word.fail('a wide turn takes at least 2 layers', 'number', `write ${upper}`);
  return [[wide ? 1 : count, count]];
}

/** Reads nested algorithms by recursive descent and knows the place of every fault. */
class Reader {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0;
    /** Every move in the order of the text. @type {Extract<Node, {kind: 'move'}>[]} */
    this.moves = [];
  }

  read() {
    const nodes = this.sequence();
    if (this.at < this.text.length) this.failHere();
    return nodes;
  }

  /** Read up to the end, or to a character that only an enclosing bracket understands. */
  sequence() {
    const nodes = /** @type {Node[]} */ ([]);
    for (;;) {
      const blank = matchAt(BLANK, this.text, this.at);
      if (blank) this.at += blank[0].length;
      if (this.at === this.text.length || '),]:'.includes(this.text[this.at])) return nodes;
      nodes.push(this.node());
    }
  }

  /** @returns {Node} */
  node() {
    const character = this.text[this.at];
    if (character === '.') {
      this.at += 1;
      return { kind: 'pause' };
    }
    if (character === '(') return this.group();
    if (character === '[' && !matchAt(LAYER_SET, this.text, this.at)) return this.bracket();
    return this.move();
  }

  /** @returns {Node} */
  move() {
    const match = matchAt(MOVE, this.text, this.at) ?? this.failHere();
    const from = this.at;
    this.at += match[0].length;
    const node = /** @type {const} */ ({ kind: 'move', move: buildMove(match), from, to: this.at });
    this.moves.push(node);
    return node;
  }

  /** @returns {Node} */
  group() {
    const start = this.enter();
    const nodes = this.sequence();
    if (!nodes.length && this.at < this.text.length) {
      throw new NotationError('expected a move in this group', this.at);
    }
    this.close(start, ')');
    return { kind: 'group', parts: [nodes], amount: this.amount() };
  }

  /** @returns {Node} */
  bracket() {
    const start = this.enter();
    const first = this.part(start);
    const separator = this.text[this.at];
    if (separator !== ',' && separator !== ':') {
      if (separator === undefined) throw new NotationError('this bracket is never closed', start);
      throw new NotationError('expected , or : in this bracket', this.at, '[A, B] or [A: B]');
    }
    this.at += 1;
    const second = this.part(start);
    this.close(start, ']');
    const kind = separator === ',' ? 'commutator' : 'conjugate';
    return { kind, parts: [first, second], amount: this.amount() };
  }

  /** @param {number} start */
  part(start) {
    const nodes = this.sequence();
    if (nodes.length) return nodes;
    if (this.at === this.text.length) throw new NotationError('this bracket is never closed', start);
    throw new NotationError('expected a move', this.at, '[A, B] or [A: B], neither part empty');
  }

  enter() {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) {
      throw new NotationError(`brackets are nested deeper than ${MAX_DEPTH}`, this.at);
    }
    return this.at++;
  }

  /** @param {number} start @param {string} bracket */
  close(start, bracket) {
    if (this.at === this.text.length) throw new NotationError('this bracket is never closed', start);
    if (this.text[this.at] !== bracket) throw new NotationError(`expected a move or ${bracket}`, this.at);
    this.at += 1;
    this.depth -= 1;
  }

  amount() {
    const match = matchAt(AMOUNT, this.text, this.at);
    if (!match) return 1;
    const amount = readAmount(match[0], this.at);
    this.at += match[0].length;
    return amount;
  }

  /** @returns {never} */
  failHere() {
    const character = this.text[this.at];
    if (')]'.includes(character)) {
      throw new NotationError(`there is no opening bracket for this ${character}`, this.at);
    }
    if (',:'.includes(character)) {
      throw new NotationError('expected a move', this.at, 'commutators are [A, B], conjugates [A: B]');
    }
    throw new NotationError(`expected a move${unseen(this.text, this.at)}`, this.at, hintFor(this.text, this.at));
  }
}

/**
 * Names a character that shows nothing, or may look like another one, by its number.
 * @param {string} text @param {number} at
 */
function unseen(text, at) {
  const code = text.codePointAt(at) ?? 0;
  const isPlain = code >= 0x20 && code < 0x7f;
  return isPlain ? '' : `, got U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** @param {string} text @param {number} at */
function hintFor(text, at) {
  const character = text[at];
  if (character === "'") return 'a prime comes right after its move, and only once';
  if (matchAt(LAYER_SET, text, at) || /^\p{Nd}/u.test(text.slice(at, at + 2))) {
    return 'layers are followed by a letter: [2:3]R, 3Rw, 2-4Rw';
  }
  if ('wW'.includes(character)) return 'a wide turn is written Rw or r';
  return 'moves begin with U R F D L B, M E S, x y z, or a lower-case letter for a wide turn';
}

/** The ranges for so many layers, joined. @param {Range[]} layers @param {number} limit */
function resolveLayers(layers, limit) {
  const found = layers.map(([first, last]) => {
    const end = last > 0 ? last : limit + last;
    if (Math.max(first, end) > limit) throw new RangeError(`there is no layer ${Math.max(first, end)}`);
    if (end < first) throw new RangeError('the set of layers is empty');
    return /** @type {Range} */ ([first, end]);
  });
  return joined(found);
}

/** Layers of a move counted from the face it follows. @param {Move} move @param {number} size @param {number} at */
function rangesOf(move, size, at) {
  const { letter, layers } = move;
  if (ROTATIONS.includes(letter)) return [/** @type {Range} */ ([1, size])];
  const slice = SLICES.includes(letter);
  const inner = size - 2;
  if (slice && inner === 0) {
    throw new NotationError(`a cube of size 2 has no inner layers for ${letter}`, at, 'turn its faces');
  }
  if (layers === null) {
    if (size % 2 === 0) {
      const half = inner / 2;
      throw new NotationError(
        `${letter} is the middle layer and a cube of size ${size} has none`,
        at,
        `write [${half}]${letter} or [${half + 1}]${letter} for a layer beside the middle, ` +
          `${letter.toLowerCase()} for all inner layers`,
      );
    }
    return [/** @type {Range} */ ([(size + 1) / 2, (size + 1) / 2])];
  }
  try {
    const ranges = resolveLayers(layers, slice ? inner : size);
    return slice ? ranges.map(([a, b]) => /** @type {Range} */ ([a + 1, b + 1])) : ranges;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const [where, hint] = slice
      ? [` for ${letter}`, `inner layers are 1 to ${inner}, 1 next to ${FOLLOWS[letter]}`]
      : ['', `layers are 1 to ${size}`];
    throw new NotationError(`${error.message}${where} on a cube of size ${size}`, at, hint);
  }
}

/** @param {number} amount */
const amountText = (amount) => (Math.abs(amount) === 1 ? '' : Math.abs(amount)) + (amount < 0 ? "'" : '');

/** @param {Range[]} layers @param {number} openEnd */
function setText(layers, openEnd) {
  return layers
    .map(([first, last]) => {
      if (first === last) return `${first}`;
      return `${first === 1 && last !== openEnd ? '' : first}:${last === openEnd ? '' : last}`;
    })
    .join(',');
}

/** The letter with its layers. @param {Move} move */
function layersText({ letter, layers }) {
  if (layers === null) return letter;
  if (SLICES.includes(letter)) {
    const all = layers.length === 1 && layers[0][0] === 1 && layers[0][1] === 0;
    return all ? letter.toLowerCase() : `[${setText(layers, 0)}]${letter}`;
  }
  if (layers.length === 1) {
    const [first, last] = layers[0];
    if (first === last) return first === 1 ? letter : `${first}${letter}`;
    if (last > 0) return first === 1 ? `${last === 2 ? '' : last}${letter}w` : `${first}-${last}${letter}w`;
    if (first === 1) return `[:${last}]${letter}w`;
  }
  return `[${setText(layers, -1)}]${letter}`;
}

/** A move of this size, forwards and backwards, without its place in the text. */
class Resolved {
  /** @param {Move} move @param {number} size @param {number} at */
  constructor(move, size, at) {
    const face = /** @type {Turn['face']} */ (FOLLOWS[move.letter] ?? move.letter);
    const ranges = rangesOf(move, size, at);
    const word = layersText(move);
    const [forwards, backwards] = [1, -1].map((sign) => {
      const amount = sign * move.amount;
      const turns = ((amount % 4) + 4) % 4;
      return {
        label: word + amountText(amount),
        turns: turns ? ranges.map(([first, last]) => ({ face, first, last, turns })) : [],
      };
    });
    this.forwards = forwards;
    this.backwards = backwards;
  }
}

/** How many moves the nodes expand to. @param {Node[]} nodes @returns {number} */
function lengthOf(nodes) {
  let total = 0;
  for (const node of nodes) {
    if (node.kind === 'move' || node.kind === 'pause') {
      total += 1;
    } else {
      const [a, b] = node.parts.map(lengthOf);
      const once = node.kind === 'group' ? a : node.kind === 'commutator' ? 2 * (a + b) : 2 * a + b;
      total += once * Math.abs(node.amount);
    }
  }
  return total;
}

/**
 * Write the nodes out.
 * @param {Node[]} nodes @param {boolean} backwards @param {(node: Extract<Node, {kind: 'move'}>, backwards: boolean) => void} emit
 */
function expand(nodes, backwards, emit) {
  for (const node of backwards ? [...nodes].reverse() : nodes) {
    if (node.kind === 'pause') continue;
    if (node.kind === 'move') {
      emit(node, backwards);
      continue;
    }
    const back = node.amount < 0 !== backwards;
    const [a, b] = node.parts;
    for (let round = Math.abs(node.amount); round > 0; round--) {
      if (node.kind === 'group') {
        expand(a, back, emit);
      } else if (node.kind === 'conjugate') {
        expand(a, false, emit);
        expand(b, back, emit);
        expand(a, true, emit);
      } else {
        const [first, second] = back ? [b, a] : [a, b];
        expand(first, false, emit);
        expand(second, false, emit);
        expand(first, true, emit);
        expand(second, true, emit);
      }
    }
  }
}

/**
 * The moves that a text spells, written out and resolved for a size.
 * @param {string} text @param {number} size @returns {Step[]}
 */
export function parse(text, size) {
  const plain = text.replace(PRIMES, "'");
  const reader = new Reader(plain);
  const nodes = reader.read();
  const resolved = /** @type {Map<string, Resolved>} */ (new Map());
  for (const { move, from, to } of reader.moves) {
    const word = plain.slice(from, to);
    if (!resolved.has(word)) resolved.set(word, new Resolved(move, size, from));
  }
  const length = lengthOf(nodes);
  if (length > MAX_STEPS) {
    const hint = 'make the numbers after the brackets smaller';
    throw new NotationError(`this expands to ${length} moves, more than ${MAX_STEPS}`, 0, hint);
  }
  const steps = /** @type {Step[]} */ ([]);
  expand(nodes, false, ({ from, to }, backwards) => {
    const found = /** @type {Resolved} */ (resolved.get(plain.slice(from, to)));
    steps.push({ ...(backwards ? found.backwards : found.forwards), from, to });
  });
  return steps;
}

/**
 * The plainest spelling of a turn: x, y, z; M, E, S in the middle; else layers from the nearer face.
 * @param {Turn} turn @param {number} size
 */
export function formatTurn({ face, first, last, turns }, size) {
  const amount = turns === 3 ? -1 : turns;
  const backwards = amount === 2 ? 2 : -amount;
  if (first === 1 && last === size) {
    return ROTATION_OF[face] + amountText('RUF'.includes(face) ? amount : backwards);
  }
  if (first === last && 2 * first === size + 1) {
    return SLICE_OF[face] + amountText('LDF'.includes(face) ? amount : backwards);
  }
  if (first + last <= size + 1) {
    return layersText({ letter: face, layers: [[first, last]], amount }) + amountText(amount);
  }
  const far = FACES[(FACES.indexOf(face) + 3) % 6];
  const layers = /** @type {Range[]} */ ([[size + 1 - last, size + 1 - first]]);
  return layersText({ letter: far, layers, amount }) + amountText(backwards);
}
