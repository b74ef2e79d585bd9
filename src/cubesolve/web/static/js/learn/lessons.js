/**
 * The lessons, as data: a goal, an idea, an example, and then tasks for the reader's own hands.
 *
 * @typedef {object} Task One thing to do; the page sees by the state when it is done.
 * @property {string} say what to do
 * @property {'corner' | 'edge' | 'center'} [tap] a sticker of such a piece
 * @property {string} [like] the state that these moves lead to, by whatever turns
 * @property {string} [reach] a goal of `model/goals.js`
 * @property {string} [what] how far the solver goes that gives hints
 * @property {string} [needs] the goal that must be reached before; a cube that has it is kept
 * @property {string} [from] moves that make the start from a solved cube
 * @property {string} [case] a case of the sheets that makes the start
 * @property {string} [then] moves after the case's
 * @property {string} [way] moves from the start that hints lead along, where the lesson teaches others than the solver plays
 * @property {string} [hint] for a task that no solver knows, or what its way is for
 *
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} chapter
 * @property {string} title
 * @property {number} size
 * @property {boolean} [isDown] whether the first layer is held at the bottom
 * @property {string} goal
 * @property {string[]} idea
 * @property {{alg: string, text: string, parts?: [number, number]}} [example] an algorithm, shown on the case that it solves; a
 *   commutator with the lengths of its parts
 * @property {Task[]} tasks
 */

const BASICS = 'Get to know your cube';
const THREE = 'Solve a 3x3';
const BIG = 'From 3x3 to 4x4 and 5x5';
const COMMUTATORS = 'Commutators';

/** @type {Lesson[]} */
export const LESSONS = [
  {
    id: 'pieces', chapter: BASICS, title: 'The pieces', size: 3,
    goal: 'Tell centres, edges and corners apart.',
    idea: [
      'A cube is made of pieces, not of stickers. A corner has three stickers and always keeps them; an edge has two; a centre has one.',
      'On a 3x3 the centres never change places. So a centre tells which colour its face will have: the face around the white centre becomes the white face.',
      'A piece is solved when each of its stickers has the colour of the centre of its face.',
    ],
    example: { alg: "R", text: 'One turn moves four corners and four edges. The centre only turns in its place.' },
    tasks: [
      { say: 'Tap a corner, or go to one with the arrow keys and press Enter.', tap: 'corner', hint: 'Corners are where three faces meet.' },
      { say: 'Tap an edge.', tap: 'edge', hint: 'Edges are between two corners.' },
      { say: 'Tap a centre.', tap: 'center', hint: 'A centre is in the middle of its face.' },
    ],
  },
  {
    id: 'turns', chapter: BASICS, title: 'Turns and their letters', size: 3,
    goal: 'Read R, U and F, and turn them.',
    idea: [
      'Each face has a letter: R right, L left, U up, D down, F front, B back. The letter alone is a quarter turn clockwise, as you would see it if you looked straight at that face.',
      'A prime turns the other way: R\' is R backwards. A 2 is half a turn: R2.',
      'You need not learn this by heart now. Point at a move, or tap it, to read it in words.',
    ],
    example: { alg: "R U R' U'", text: 'Cubers meet these four turns everywhere. Watch how they take a corner out and put it back.' },
    tasks: [
      { say: 'Do R: turn the right face away from you.', like: 'R' },
      { say: 'Do U\': turn the top face to the right.', like: "U'" },
      { say: 'Do F2: turn the front face halfway round.', like: 'F2' },
      { say: 'Now four in a row: R U R\' U\'.', like: "R U R' U'" },
    ],
  },
  {
    id: 'layers', chapter: BASICS, title: 'Layers, slices and the whole cube', size: 4,
    goal: 'Read 2R, Rw, M and x.',
    idea: [
      'On bigger cubes a number says which layer: 2R is the second layer from the right, alone.',
      'A small w means wide: Rw turns the outer two layers on the right together, 3Rw three.',
      'x, y and z turn the whole cube in your hands: x goes along with R, y with U, z with F. On a 3x3, M is the middle layer next to L, and turns as L does.',
    ],
    example: { alg: "2R U2 2R'", text: 'An inner layer goes out, the top turns, and the layer comes back: this is how centres are built.' },
    tasks: [
      { say: 'Do 2R: turn the second layer from the right away from you.', like: '2R' },
      { say: 'Do Uw: turn the two layers at the top to the left.', like: 'Uw' },
      { say: 'Do x: turn the whole cube away from you.', like: 'x' },
    ],
  },
  {
    id: 'cross', chapter: THREE, title: '1. The white cross', size: 3, isDown: true,
    goal: 'Put the four white edges around the white centre, each beside the centre of its other colour.',
    idea: [
      'Hold the white centre at the bottom. Find a white edge: its other colour tells below which side it belongs.',
      'Bring it into the top layer. Turn the top until the edge is above the centre of its other colour. Then turn that face halfway round: the edge drops into its place.',
      'If white then looks sideways instead of down, bring the edge out again with a quarter turn and come in from the side.',
    ],
    example: { alg: "F2", text: 'The edge is above its own centre, with white on top: one half turn puts it home.' },
    tasks: [{ say: 'Make the white cross at the bottom.', reach: 'cross', what: 'L1x' }],
  },
  {
    id: 'corners', chapter: THREE, title: '2. The white corners', size: 3, isDown: true,
    goal: 'Put the four white corners between the edges of the cross.',
    idea: [
      'Find a white corner in the top layer. Turn the top until the corner is above its place: its two other colours are those of the faces beside it.',
      'If its white sticker looks to the right, R U R\' brings it in. If it looks to the front, F\' U\' F does. If it looks up, turn it sideways first with R U2 R\' U\'.',
      'A white corner that is in the bottom layer, but wrong, comes out with R U R\'.',
    ],
    example: { alg: "R U R'", text: 'Make room, bring the corner above the gap, and close it again. The cross is broken for a moment and whole again at the end.' },
    tasks: [{ say: 'Solve the white layer.', reach: 'L1', what: 'L1', needs: 'cross' }],
  },
  {
    id: 'middle', chapter: THREE, title: '3. The middle layer', size: 3, isDown: true,
    goal: 'Put the four edges without yellow between the side centres.',
    idea: [
      'Look for an edge in the top layer without yellow. Turn the top until its front colour matches the centre below it.',
      'Its colour on top says where it goes. To the right: U R U\' R\' U\' F\' U F. To the left: U\' L\' U L U F U\' F\'.',
      'The idea: move the edge away from where it goes, take the corner out with R U\' R\', so that they meet, and put both back. An edge that is in the middle layer, but wrong, comes out when you put another one in its place.',
    ],
    example: { alg: "U R U' R' U' F' U F", text: 'The edge leaves, the corner comes out, they join, and go in together.' },
    tasks: [{ say: 'Solve the middle layer.', reach: 'L2', what: 'L2', needs: 'L1' }],
  },
  {
    id: 'last-cross', chapter: THREE, title: '4. The yellow cross', size: 3, isDown: true,
    goal: 'Turn all four yellow edges up, and bring each to its side.',
    idea: [
      'On top you see a yellow dot, a corner of three, a bar, or a cross. F R U R\' U\' F\' takes you from one to the next. Hold a bar from left to right, and a corner of three at the back left.',
      'When the cross is there, turn the top until two edges match their sides. R U R\' U R U2 R\' cycles three edges and leaves the one in front. Hold the right edges at the back and on the right, or the only right one in front. If two right ones face each other, do it once from any side first.',
    ],
    example: { alg: "F R U R' U' F'", text: 'F lifts the front, R U R\' U\' exchanges what is above, F\' puts the front back.' },
    tasks: [{ say: 'Make the yellow cross, with all its sides matching.', reach: 'L3x', what: 'L3x', needs: 'L2' }],
  },
  {
    id: 'last-corners', chapter: THREE, title: '5. The last corners', size: 3, isDown: true,
    goal: 'Put the last four corners in place, twist them, and you are done.',
    idea: [
      'First the places: U R U\' L\' U R\' U\' L cycles three corners and leaves the one at the front right. Hold a corner there that is between its own three colours. If there is none, do it once from any side; then there is one.',
      'Then the twists: with a twisted corner at the front right, do R\' D\' R D until its yellow is on top. Turn only the top to bring the next twisted corner there. The rest looks mixed up in between: it comes back with the last one.',
    ],
    example: { alg: "R' D' R D R' D' R D", text: 'Twice these four turns twist the corner at the front right, and disturb only the layers below.' },
    tasks: [{ say: 'Solve the cube.', reach: 'solved', what: 'all', needs: 'L3x' }],
  },
  {
    id: 'centres', chapter: BIG, title: 'Centres of a 4x4', size: 4,
    goal: 'Build six centres of one colour each.',
    idea: [
      'A 4x4 has four centre pieces on each face, and none of them is fixed. Once all six centres are built, and the edges are paired, the cube turns like a 3x3.',
      'Opposite faces keep their colours: white and yellow, green and blue, red and orange. Build two opposite centres first.',
      'Make a bar of two pieces, bring it over with an inner layer, turn that face to save it, and turn the layer back.',
    ],
    example: { alg: "2R U2 2R'", text: 'The bar travels, the face turns to take it, the layer returns with another bar.' },
    tasks: [{ say: 'Build all six centres.', reach: 'centers', what: 'centers' }],
  },
  {
    id: 'pairing', chapter: BIG, title: 'Pairing edges', size: 4,
    goal: 'Join the two halves of every edge.',
    idea: [
      'Each edge of a 4x4 is in two halves, the wings. Two wings of one edge belong side by side.',
      'Bring both to the front, one on the left and one on the right, at different heights. An inner layer turns them together. Put another edge in the place of the pair, and turn the layer back: the centres are whole again.',
      'The last two edges need a little more: a sheet in the drills has all their cases.',
    ],
    example: { alg: "[2]E R U R' F R' F' R [2]E'", text: 'Slice, flip the edge in front, slice back. This solves the last two edges.' },
    tasks: [{ say: 'Pair all twelve edges.', reach: 'pairs', what: 'edges', needs: 'centers' }],
  },
  {
    id: 'oll-parity', chapter: BIG, title: 'Parity: one flipped edge', size: 4,
    goal: 'Flip one edge, which a 3x3 could never ask for.',
    idea: [
      'On a 3x3 every turn flips edges two at a time, so a single flipped edge cannot be. On a 4x4 the edge is two wings that have changed places.',
      'One quarter turn of an inner layer moves four wings round, which is an odd number of swaps. A cube whose wings are swapped an odd number of times needs one more such turn, and everything around it is there to bring the centres back.',
    ],
    tasks: [{ say: 'Flip the edge at the front of the top layer.', case: '4x4 OLL parity', reach: 'solved', what: 'all' }],
  },
  {
    id: 'pll-parity', chapter: BIG, title: 'Parity: two swapped edges', size: 4,
    goal: 'Swap two edges, which a 3x3 could never ask for.',
    idea: [
      'On a 3x3, corners and edges are always swapped together: two edges alone cannot change places. On a 4x4 an edge is two wings, so to swap two edges means two swaps of wings, and nothing forbids it.',
      'Half turns of inner layers swap the halves of edges across the cube: three of them, with the top layers in between, leave just one swap.',
    ],
    tasks: [{ say: 'Swap the two edges back.', case: '4x4 PLL parity', reach: 'solved', what: 'all' }],
  },
  {
    id: 'whole-four', chapter: BIG, title: 'Finish a 4x4, both parities included', size: 4,
    goal: 'Solve a 4x4 whose centres are built and whose edges are paired.',
    idea: [
      'From here on turn only outer layers, as on a 3x3: cross, corners, middle layer, last layer.',
      'When you meet one flipped edge, or two swapped ones, you have seen it before: that is parity. It is no mistake of yours; half of all 4x4s have each.',
    ],
    tasks: [{ say: 'Solve the cube. Both parities are waiting for you.', case: '4x4 OLL parity', then: "2R2 U2 2R2 Uw2 2R2 Uw2 R U F' D2 L B' R2 U", reach: 'solved', what: 'all' }],
  },
  {
    id: 'five', chapter: BIG, title: 'What a 5x5 adds', size: 5,
    goal: 'Fix the one parity that a 5x5 has.',
    idea: [
      'The middle of every centre is fixed again, as on a 3x3: it tells the colour of its face. Around it are corner pieces and side pieces of the centre, which never trade roles.',
      'An edge has a middle piece and two wings. Join both wings to their middle piece.',
      'A 5x5 has no PLL parity, and a flipped edge shows itself while you pair the last one: its middle is right and both wings are swapped.',
    ],
    tasks: [{ say: 'Swap the two wings of the last edge.', case: '5x5 last edge', reach: 'solved', what: 'all' }],
  },
  {
    id: 'commutator', chapter: COMMUTATORS, title: 'A, B, A back, B back', size: 3,
    goal: 'See why A B A\' B\' moves so little.',
    idea: [
      'Do something, A. Do something else, B. Undo A, undo B. If A and B had nothing to do with each other, all would be as before. Whatever is left comes from the pieces that both of them moved.',
      'If A and B share exactly one piece, just three pieces change places. This is how to move three pieces and leave everything else alone.',
      'In the example A is blue and B is orange; each comes back in italics.',
    ],
    example: { alg: "[R U R', D]", parts: [3, 1], text: 'A is R U R\', which takes one corner out of the bottom layer. B is D, which turns that layer. They share one corner.' },
    tasks: [{ say: 'Undo a commutator: three corners have changed places. Turn them back.', from: "[R U R', D]", way: "[D, R U R']", reach: 'solved', what: 'all', hint: 'Take A B A\' B\' back from its end: B, A, then B backwards and A backwards. That is a commutator, too, with the parts exchanged.' }],
  },
];
