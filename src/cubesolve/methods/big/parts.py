"""Parts of stages: what each may turn, and how its states are measured.

The cuts of a cube are frozen from the middle outwards. Step `s` of the first two stages, A and B,
turns blocks of up to `s + 1` layers; afterwards that cut is not turned by a quarter again.

- **A** brings the centres of R and L to these faces, **B** those of U and D, and makes the
  permutation of the wings even. In step `s` it is the cells `(s, s)` and those in the middle of row
  `s` that come to their faces; then, in each row `i` before, the two cells `(i, s)` get the colours
  that the middle of the row has, so that the middle of the row has grown by one cell on each side.
- **Joining** layer `f` to those before it gives the cells of its row the colours that the same
  cells of the row before have: then cut `f` is frozen for good. The corner cell of the block, `(f -
  1, f - 1)`, may differ: it is the x-centre of a later 5x5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple, ParamSpec

import numpy as np
import numpy.typing as npt

from cubesolve.checkpoints import Pieces, made_once
from cubesolve.methods.big import balls, quads
from cubesolve.methods.big.conjugates import (
    conjugates,
    conjugates_of_middle,
    slices,
    with_faces,
)
from cubesolve.methods.big.layout import (
    N_AXES,
    N_PLACES,
    RL_SHIFT,
    SHIFTS,
    Cell,
    Layout,
    Word,
    face,
    is_half,
    joining_turns,
    layout,
)
from cubesolve.methods.big.quads import N_SPLITS, UNKNOWN, Pair, Quad
from cubesolve.model.geometry import N_FACES, L, R
from cubesolve.protocols import ProgressListener, no_progress
from cubesolve.search.masks import MaskRanks, mask_ranks, ranks_within
from cubesolve.search.orbits import Ints
from cubesolve.search.read_only import read_only

if TYPE_CHECKING:
    from cubesolve.kernels.beam import Stage

_FAR = 50_000  # the weight of what cannot be reached
_MISMATCH = 5  # the weight of one place in which two orbits differ
_USUAL_POWER = 1.5  # of distances; then places that differ count as they are
_AT_ONCE = 20_000  # sets or splits that are looked at before the next look at the clock
_ALL_PLACES = 0xFFFFFF
_PER_FACE_PAIR = 8
_MANY_GROUPS = 4  # that a beam joins at once
_MANY_ROWS = 4  # more than can be kept in agreement while all turns are made
_GOALS = (0xFF0000, 0x0000FF)  # of A and B

Triple = tuple[Cell, Cell, Cell]
P = ParamSpec("P")


class Part(NamedTuple):
    """One beam search: its turns, the cells whose orbits it looks at, and how it measures them.

    What counts as one turn may be a word of several. `chosen` are the colours that make a set of
    places of an orbit, `parity` the wings whose permutation shall be even, by their layer, or 0.
    Words that do the same to what is looked at are searched as one; `alike` has all of them.
    """

    words: Sequence[Word]
    cells: tuple[Cell, ...]
    chosen: npt.NDArray[np.bool_]
    parity: int
    stage: Stage
    alike: Sequence[Sequence[Word]]

    def spelled(
        self, numbers: npt.NDArray[np.integer], lengths: Ints, most: int
    ) -> tuple[Ints, Ints]:
        """Return rows of turns for rows of so many words, by their numbers.

        A row is spelled in several ways if its words can be, as long as there are not too many
        rows: it comes with the numbers of the rows that were spelled.
        """
        rows: list[list[int]] = []
        spelled: list[int] = []
        each = max(1, most // max(1, len(numbers)))
        for number, (row, length) in enumerate(
            zip(numbers.tolist(), lengths.tolist(), strict=True)
        ):
            words = [self.alike[k] for k in row[:length]]
            in_all = prod(map(len, words))
            count = min(each, in_all)
            rows.extend(_spelling(words, k * in_all // count) for k in range(count))
            spelled.extend([number] * count)
        found = np.zeros((len(rows), max(map(len, rows), default=0)), np.int64)
        for to, turns in zip(found, rows, strict=True):
            to[: len(turns)] = turns
        return found, np.array(spelled, np.int64)

    def weighed(self, power: float) -> Part:
        """Return the part with distances that count by a power of them."""
        stage = self.stage._replace(weights=weights(power), mismatches=_mismatches(power))
        return self._replace(stage=stage)


MadePart = Callable[[], Part]


def _spelling(words: Sequence[Sequence[Word]], number: int) -> list[int]:
    """Return the turns of words, each chosen of several: the number says how."""
    turns: list[int] = []
    for choices in words:
        number, choice = divmod(number, len(choices))
        turns.extend(choices[choice])
    return turns


class Goal(NamedTuple):
    """What a stage reaches next: at once, or bit by bit where that is too much for a beam.

    Parts are made when they are first asked for. Those that are `alone` may follow in any order,
    and each leaves what the others are about as it is. They take more turns.
    """

    at_once: MadePart
    alone: Sequence[MadePart] = ()


@cache
def weights(power: float) -> npt.NDArray[np.int64]:
    """Return what distances count: ten times a power of them."""
    found = np.round(10 * np.arange(256, dtype=np.float64) ** power).astype(np.int64)
    found[UNKNOWN] = _FAR
    return read_only(np.minimum(found, _FAR))


@cache
def _mismatches(power: float) -> npt.NDArray[np.int64]:
    """Return what so many places count in which two orbits differ."""
    counts = np.arange(N_PLACES + 1, dtype=np.float64)
    return read_only(np.round(_MISMATCH * counts ** (power / _USUAL_POWER)).astype(np.int64))


def middle(cube: Layout, row: int) -> Cell:
    """Return the cell that stands for the middle of a row."""
    return (row, cube.size // 2) if cube.is_odd else (row, cube.inner)


@cache
def steps_to_axis(size: int, stage: int) -> list[Goal]:
    """Return the goals of stage A or B, told by 0 and 1, from the middle outwards."""
    cube = layout(size)
    found: list[Goal] = []
    for step in range(cube.inner, 0, -1):
        found.extend(_step_to_axis(cube, stage, step))
    return found


def _turns_to_axis(cube: Layout, stage: int, step: int) -> list[int]:
    return [
        turn
        for turn in cube.searched
        if cube.width(turn) <= step + 1
        and (stage == 0 or face(turn) in (R, L) or cube.width(turn) == 1 or is_half(turn))
    ]


def _step_to_axis(cube: Layout, stage: int, step: int) -> list[Goal]:
    corner: Cell = (step, step)
    is_inmost = step == cube.inner and not cube.is_odd
    placed = [corner] if is_inmost else [corner, middle(cube, step)]
    if is_inmost:
        rows = [((i, step), (i, step + 1)) for i in range(1, step)]
    else:
        rows = [
            ((i, each), middle(cube, i))
            for i in range(1, step)
            for each in (step, cube.size - 1 - step)
        ]
    turns = _turns_to_axis(cube, stage, step)
    freely = _words(turns)
    parity = step if stage == 1 else 0
    if not rows or (is_inmost and len(rows) == 1):
        return [Goal(_later(_part, cube, stage, freely, Units(placed, rows), parity, 1.0))]
    keeping = [
        turn
        for turn in turns
        if cube.width(turn) <= step or is_half(turn) or (stage == 0 and face(turn) in (R, L))
    ]
    placing = _later(_part, cube, stage, freely, Units(placed), parity, _USUAL_POWER)
    n_rows = step - 1
    each = len(rows) // n_rows
    growing = [
        _later(_part, cube, stage, _words(keeping), Units((), rows[-each * count :]), 0, 1.0)
        for count in range(1, n_rows + 1)
    ]
    alone = [
        _later(_row_alone, cube, stage, keeping, step, rows[each * (row - 1) : each * row])
        for row in range(n_rows, 0, -1)
    ]
    return [Goal(placing), *_rows_in(growing, alone)]


def _row_alone(cube: Layout, stage: int, turns: list[int], step: int, row: list[Pair]) -> Part:
    """Return how one more row comes to agree with its middle; turns keep the others as they are."""
    number = row[0][0][0]
    words = _words([turn for turn in turns if cube.width(turn) <= step])
    one = slices(turns, number + 1, number)
    both = [(*a, *b) for a in one for b in one if face(a[0]) + N_AXES == face(b[0])]
    words += conjugates(cube, turns, step + 1, [*one, *both])
    cells = tuple(dict.fromkeys(chain(*row)))
    words = _acting(cube, sorted(words, key=len), cells, SHIFTS)
    return _part(cube, stage, words, Units((), row), 0, 1.0)


def _words(turns: Sequence[int]) -> list[Word]:
    return [(turn,) for turn in turns]


def _rows_in(growing: list[MadePart], alone: list[MadePart]) -> list[Goal]:
    """Return how rows come to agree with their middle, the one next to the middle first.

    `growing` are the parts for the first row, the first two, and so on. Two rows take no more turns
    at once than one by one; three take fewer if one is there, and four are one by one. Where there
    are more, each of them is brought in alone.
    """
    n_rows = len(growing)
    if n_rows > _MANY_ROWS:
        return [Goal(growing[1], alone[:2]), *map(Goal, alone[2:])]
    counts = {1: [1], 2: [2], 3: [1, 3]}.get(n_rows, range(2, n_rows + 1))
    return [Goal(growing[count - 1], alone[:count]) for count in counts]


class Units(NamedTuple):
    """What a part measures: cells on their axis, cells that agree, and splits of faces."""

    placed: Sequence[Cell] = ()
    equal: Sequence[Pair] = ()
    pairs: Sequence[Pair] = ()
    triples: Sequence[Triple] = ()
    quads: Sequence[Quad] = ()
    shifts: Sequence[int] = ()


@cache
def joining(size: int, layer: int) -> list[Goal]:
    """Return how a layer is joined to those before it: on R and L first, then on other faces.

    Where there are many groups of cells, those near the middle come first, and then all the others.
    """
    groups = _groups(size, layer)
    corner: Triple = ((layer - 1, layer), (layer, layer - 1), (layer, layer))
    cube = layout(size)
    found = []
    for later, shifts in ((False, (RL_SHIFT,)), (True, SHIFTS[:2])):
        turns = joining_turns(cube, layer, later=later)
        alone = [
            *(_later(_group_alone, cube, layer, turns, group, shifts) for group in groups),
            _later(_corner_alone, cube, layer, turns, corner, shifts),
        ]
        others = max(0, len(groups) - _MANY_GROUPS)
        words = _words(turns)
        if others:
            units = _joined(groups[others:], (), shifts)
            first = _later(_part, cube, 2, words, units, 0, _USUAL_POWER)
            found.append(Goal(first, alone[others:-1]))
            words = _beside(cube, layer, turns, others)
        units = _joined(groups[:others] or groups, corner, shifts)
        last = _later(_part, cube, 2, words, units, 0, _USUAL_POWER)
        found.append(Goal(last, [*alone[: others or len(groups)], alone[-1]] if groups else ()))
    return found


def _joined(groups: list[list[Pair]], corner: tuple[Cell, ...], shifts: Sequence[int]) -> Units:
    """Return what is measured of groups, and of a corner if there is one."""
    return Units(
        pairs=[group[0] for group in groups if len(group) == 1],
        triples=[(corner[0], corner[1], corner[2])] if corner else (),
        quads=quads.quads_of(corner, groups),
        shifts=shifts,
    )


def _beside(cube: Layout, layer: int, turns: list[int], count: int) -> list[Word]:
    """Return words that move cells of the first groups and beside the corner, not of the others."""
    last = layer + count  # where the cells of the last of these groups are
    middles = [
        middle
        for first in (1, *range(layer + 1, last + 1))
        for width in range(max(first, layer) + 1, last + 2)
        for middle in slices(turns, width, first)
    ]
    words = _words([turn for turn in turns if cube.width(turn) != layer])
    return words + conjugates(cube, turns, layer, middles)


def _group_alone(
    cube: Layout, layer: int, turns: list[int], group: list[Pair], shifts: Sequence[int]
) -> Part:
    """Return how the cells of a group come to agree; turns keep those of other groups."""
    number = group[0][0][1]
    if len(group) == 1:
        words = conjugates_of_middle(cube, turns, layer)
    else:
        middles = slices(turns, number + 1, number)
        middles += with_faces(cube, turns, middles)
        words = conjugates(cube, turns, layer, middles)
    words += _words([turn for turn in turns if cube.width(turn) != layer])
    return _part(cube, 2, words, _joined([group], (), shifts), 0, _USUAL_POWER)


def _corner_alone(
    cube: Layout, layer: int, turns: list[int], corner: Triple, shifts: Sequence[int]
) -> Part:
    """Return how the cells beside the corner come to agree; turns keep those of all groups."""
    words = conjugates(cube, turns, layer, slices(turns, layer + 1, 1))
    words += _words([turn for turn in turns if cube.width(turn) != layer])
    units = Units(triples=[corner], shifts=shifts)
    return _part(cube, 2, words, units, 0, _USUAL_POWER)


def load_tables(size: int, on_progress: ProgressListener = no_progress) -> None:
    """Load the tables that joining the layers of a size needs."""
    if _groups(size, 2)[:1] and len(_groups(size, 2)[0]) == 2:
        for later in (False, True):
            quads.distances(later, on_progress)


def _groups(size: int, layer: int) -> list[list[Pair]]:
    """Return the cells beside the corner that shall agree with those of the row before."""
    cube = layout(size)
    row = layer - 1
    found = [
        [((row, other), (layer, other)), ((other, row), (other, layer))]
        for other in range(layer + 1, cube.inner + 1)
    ]
    if cube.is_odd:
        found.append([(middle(cube, row), middle(cube, layer))])
    return found


def _chosen(stage: int) -> npt.NDArray[np.bool_]:
    """Return the colours that make sets: of R and L, of U and D, or one of each axis."""
    colors = np.arange(N_FACES)
    return (colors % 3 == 1, colors % 3 == 0, colors < 3)[stage]


def _later(make: Callable[P, Part], *args: P.args, **kwargs: P.kwargs) -> MadePart:
    """Return what makes a part, once."""
    return cache(partial(make, *args, **kwargs))


def _part(
    cube: Layout, stage: int, words: Sequence[Word], units: Units, parity: int, power: float
) -> Part:
    from cubesolve.kernels.beam import Stage

    several = (*units.equal, *units.pairs, *units.triples, *(quad.cells for quad in units.quads))
    cells = tuple(dict.fromkeys(chain(units.placed, *several)))
    at = {cell: k for k, cell in enumerate(cells)}
    words = sorted(words, key=len)
    if units.quads:  # where there is little to join, ends that differ elsewhere are worth more
        words = _acting(cube, words, cells, units.shifts)
    alike = _alike(cube, words, cells, parity) if stage in (0, 1) else [[word] for word in words]
    words = [each[0] for each in alike]
    ranks = _ranks(stage)
    sets = [(at[cell], row) for row, cell in enumerate(units.placed)]
    by_shift = [(shift, pair) for pair in units.pairs for shift in units.shifts]
    triples = [(shift, triple) for triple in units.triples for shift in units.shifts]
    tables, numbers = _tables(cube, words, cells)
    flips = [_is_odd(cube, word, parity) for word in words]
    found = Stage(
        tables=tables,
        turned=read_only(numbers),
        flips=read_only(np.array(flips, np.uint32)),
        costs=read_only(np.array([len(word) for word in words], np.int64)),
        axes=read_only(np.array(_axes(words), np.int16)),
        cuts=read_only(np.array([cube.cut(word[0]) for word in words], np.int16)),
        sets=_table(sets, 2),
        high=ranks.high,
        low=ranks.low,
        distances=_rows(
            [_set_distances(stage, tables[numbers[:, k]], np.array(flips)) for k, _ in sets]
        ),
        equal=_table([(at[a], at[b]) for a, b in units.equal], 2),
        pairs=_table([(at[a], at[b], s, n) for n, (s, (a, b)) in enumerate(by_shift)], 4),
        pair_distances=_rows(
            [_split_distances(tables[numbers[:, [at[c] for c in p]]], s) for s, p in by_shift]
        ),
        triples=_table([(*(at[c] for c in t), s, n) for n, (s, t) in enumerate(triples)], 5),
        triple_distances=_rows(
            [_split_distances(tables[numbers[:, [at[c] for c in t]]], s) for s, t in triples]
        ),
        quads=_table(_quads(units, at), 7),
        quad_distances=(
            quads.distances(RL_SHIFT not in units.shifts, no_progress) if units.quads else _rows([])
        ),
        labels=quads.labels() if units.quads else read_only(np.zeros((0, 256), np.int32)),
        split_of=quads.split_numbers(),
        weights=weights(power),
        mismatches=_mismatches(_USUAL_POWER),
        odd=_n_sets(stage),
        places=_places(units.shifts) if units.quads else _ALL_PLACES,
        ball=(
            balls.ball_of(stage, _GOALS[stage], tables[numbers], np.array(flips))
            if len(cells) == len(units.placed) == 2
            else balls.no_ball()
        ),
    )
    return Part(words, cells, _chosen(stage), parity, found, alike)


def _quads(units: Units, at: Mapping[Cell, int]) -> list[tuple[int, ...]]:
    """Return for each quad, and each pair of faces, its cells by their numbers, and its kind."""
    return [
        (*(at[cell] for cell in quad.cells), shift, quad.kind, quads.label(quad, shift))
        for quad in units.quads
        for shift in units.shifts
    ]


def _places(shifts: Sequence[int]) -> int:
    """Return the places of some faces as bits."""
    return sum(0xFF << shift for shift in shifts)


def _is_odd(cube: Layout, word: Word, parity: int) -> bool:
    """Tell whether a word makes the permutation of the wings of a layer odd."""
    odd = sum(cube.width(turn) > parity and not is_half(turn) for turn in word)
    return parity > 0 and odd % 2 == 1


def _axes(words: Sequence[Word]) -> list[int]:
    """Return the axis of each turn; a word of several has one for itself."""
    return [
        face(word[0]) % N_AXES if len(word) == 1 else N_AXES + k for k, word in enumerate(words)
    ]


def _alike(
    cube: Layout, words: Sequence[Word], cells: tuple[Cell, ...], parity: int
) -> list[list[Word]]:
    """Return words of one length in groups that do the same to cells and to the parity of wings."""
    _, numbers = _tables(cube, words, cells)
    found: dict[tuple[int, ...], list[Word]] = {}
    for word, row in zip(words, numbers.tolist(), strict=True):
        found.setdefault((len(word), _is_odd(cube, word, parity), *row), []).append(word)
    return list(found.values())


def _acting(
    cube: Layout, words: Sequence[Word], cells: tuple[Cell, ...], shifts: Sequence[int]
) -> list[Word]:
    """Return the words that do something to cells on some faces, of those that do the same one."""
    tables, numbers = _tables(cube, words, cells)
    images = tables[numbers][:, :, [shift // 8 for shift in shifts]]
    places = np.uint32(_places(shifts))
    still = np.left_shift(np.arange(256, dtype=np.uint32), np.array(shifts, np.uint32)[:, None])
    found: dict[bytes, Word] = {np.broadcast_to(still, images.shape[1:]).tobytes(): ()}
    for word, image in zip(words, images, strict=True):
        found.setdefault((image & places).tobytes(), word)
    return [word for word in found.values() if word]


def _tables(
    cube: Layout, words: Sequence[Word], cells: tuple[Cell, ...]
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int32]]:
    """Return the tables that a part needs, and by word and orbit which of them."""
    turned = np.stack([cube.perms(cell, words) for cell in cells], axis=1)
    used, numbers = np.unique(turned, return_inverse=True)
    return read_only(cube.tables(used)), numbers.reshape(turned.shape).astype(np.int32)


def _table(rows: Sequence[tuple[int, ...]], columns: int) -> npt.NDArray[np.int64]:
    return read_only(np.array(rows, np.int64).reshape(-1, columns))


def _rows(rows: list[npt.NDArray[np.uint8]]) -> npt.NDArray[np.uint8]:
    return read_only(np.stack(rows) if rows else np.zeros((0, 1), np.uint8))


@cache
def _ranks(stage: int) -> MaskRanks:
    return ranks_within(range(16), _PER_FACE_PAIR) if stage == 1 else mask_ranks(_PER_FACE_PAIR)


def _n_sets(stage: int) -> int:
    return comb(24 if stage == 0 else 16, _PER_FACE_PAIR)


def _set_distances(
    stage: int, tables: npt.NDArray[np.uint32], flips: npt.NDArray[np.bool_]
) -> npt.NDArray[np.uint8]:
    """Return how far each set of places is from its faces, with an even number of flips or odd."""
    rows = np.concatenate([tables.reshape(len(tables), -1), flips[:, None]], axis=1)
    return _grown_sets(stage, np.unique(rows.astype(np.uint32), axis=0).tobytes())


@made_once
def _grown_sets(stage: int, turns: bytes) -> Pieces[npt.NDArray[np.uint8]]:
    """Return the same for the bytes of tables and flips: most steps and sizes share them."""
    from cubesolve.kernels.beam import grow_sets

    rows = np.frombuffer(turns, np.uint32).reshape(-1, 3 * 256 + 1)
    size = 2 * _n_sets(stage)
    distances = np.full(size, UNKNOWN, np.uint8)
    queue = np.zeros(size, np.uint32)
    queue[0] = _GOALS[stage]
    tables = read_only(rows[:, :-1].reshape(-1, 3, 256))
    flips, reached = read_only(rows[:, -1]), np.array([0, 1])
    while grow_sets(tables, flips, _ranks(stage), distances, queue, reached, _AT_ONCE):
        yield
    return read_only(distances)


def _split_distances(tables: npt.NDArray[np.uint32], shift: int) -> npt.NDArray[np.uint8]:
    """Return how far splits of two faces are from agreeing; `tables[turn, orbit]` move them."""
    moves = quads.split_moves(tables, shift)
    return _grown_splits(moves.shape[1], moves.tobytes())


@made_once
def _grown_splits(digits: int, turns: bytes) -> Pieces[npt.NDArray[np.uint8]]:
    """Return the same for the bytes of what turns do to splits."""
    from cubesolve.kernels.beam import grow_distances

    moves = np.frombuffer(turns, np.int32).reshape(-1, digits, N_SPLITS)
    size = N_SPLITS**digits
    distances = np.full(size, UNKNOWN, np.uint8)
    queue = np.zeros(size, np.int32)
    equal = np.arange(N_SPLITS) * sum(N_SPLITS**k for k in range(digits))
    distances[equal] = 0
    queue[:N_SPLITS] = equal
    moves, reached = read_only(moves.copy()), np.array([0, N_SPLITS])
    while grow_distances(moves, distances, queue, reached, _AT_ONCE):
        yield
    return read_only(distances)
