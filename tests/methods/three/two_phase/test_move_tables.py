"""Tables of turns, entry by entry against states that are turned piece by piece."""

from functools import cache

import numpy as np
import pytest
from sticker_search import (
    NAMES,
    PHASE_2_NAMES,
    SOLVED,
    Bytes,
    cubies,
    random_phase_2_states,
    random_states,
    replayed,
    states_of,
    turns,
    values_of,
)
from sticker_search import corners_and_edges as as_cubies

from cubesolve import Metric
from cubesolve.methods.three.two_phase.coordinates import Coordinate
from cubesolve.methods.three.two_phase.cubie import ALL_TURNS, PHASE_2_TURNS, TURNS, Cubies
from cubesolve.methods.three.two_phase.symmetry import build_moves, conjugate_turns
from cubesolve.methods.three.two_phase.tables import (
    Tables,
    build_coordinates,
    tables_for,
)
from cubesolve.protocols import no_progress
from cubesolve.search.table_file import Arrays

C = Coordinate
SMALL = [C.TWIST, C.FLIP, C.SLICE_SORTED, C.U_EDGES, C.D_EDGES, C.CORNERS, C.UD_EDGES]
TURNS_OF = {c: PHASE_2_TURNS if c == C.UD_EDGES else ALL_TURNS for c in SMALL}


@cache
def fresh() -> Arrays:
    """Return tables that were built by this run, not read from the cache folder."""
    return build_coordinates(lambda share: None)


def tables() -> Tables:
    return tables_for(Metric.OBTM, no_progress)


def check_entries(coordinate: Coordinate, step: int) -> None:
    """Compare every `step`-th row of a table with turns of the oracle on the value's state."""
    table = build_moves(coordinate, TURNS_OF[coordinate])
    assert table.shape == (coordinate.size, len(TURNS_OF[coordinate]))
    values = range(0, coordinate.size, step)
    corners, edges = states_of(coordinate, values)
    for column, turn in enumerate(TURNS_OF[coordinate]):
        turn_corners, turn_edges = as_cubies(turns()[turn])
        after = values_of(coordinate, corners[:, turn_corners], edges[:, turn_edges])
        assert np.array_equal(table[::step, column], after), NAMES[turn]


@pytest.mark.parametrize("coordinate", SMALL, ids=lambda c: c.name)
def test_entries(coordinate: Coordinate) -> None:
    check_entries(coordinate, max(1, coordinate.size // 4000))


@pytest.mark.slow
@pytest.mark.parametrize("coordinate", SMALL, ids=lambda c: c.name)
def test_every_entry(coordinate: Coordinate) -> None:
    check_entries(coordinate, 1)


@pytest.mark.parametrize("coordinate", SMALL, ids=lambda c: c.name)
def test_turns_of_any_state(coordinate: Coordinate) -> None:
    """A table holds for all states of a value, not for the one that it was made from."""
    table = build_moves(coordinate, TURNS_OF[coordinate])
    states = random_phase_2_states if coordinate == C.UD_EDGES else random_states
    for state in states(30, 6):
        before = coordinate.of(state)
        after = [coordinate.of(state.play([turn])) for turn in TURNS_OF[coordinate]]
        assert list(table[before]) == after


@pytest.mark.parametrize("coordinate", SMALL, ids=lambda c: c.name)
def test_a_turn_is_undone_by_its_inverse(coordinate: Coordinate) -> None:
    table = build_moves(coordinate, TURNS_OF[coordinate])
    names = [NAMES[turn] for turn in TURNS_OF[coordinate]]
    for column, name in enumerate(names):
        if "'" not in name:
            back = table[:, names.index(name if "2" in name else name + "'")]
            assert np.array_equal(back[table[:, column]], np.arange(coordinate.size))


def test_one_table_serves_all_placements() -> None:
    table = build_moves(C.SLICE_SORTED)
    assert np.array_equal(table, build_moves(C.U_EDGES))
    assert np.array_equal(table, build_moves(C.D_EDGES))


def class_of(number: np.uint32) -> int:
    return int(number) >> 4


@pytest.mark.parametrize(
    ("coordinate", "name", "chosen"),
    [(C.FLIP_SLICE, "flip_slice", ALL_TURNS), (C.CORNERS, "corners", PHASE_2_TURNS)],
)
def test_class_moves(coordinate: Coordinate, name: str, chosen: tuple[int, ...]) -> None:
    """The smallest of a class, turned, is in the class that the table says, by that symmetry."""
    number, smallest, moves = (fresh()[f"{name}_{key}"] for key in ("number", "smallest", "moves"))
    assert moves.shape == (len(smallest), len(chosen))
    step = len(smallest) // 2500 or 1
    corners, edges = states_of(coordinate, smallest[::step].tolist())
    for column, turn in enumerate(chosen):
        turn_corners, turn_edges = as_cubies(turns()[turn])
        after = values_of(coordinate, corners[:, turn_corners], edges[:, turn_edges])
        assert np.array_equal(moves[::step, column], number[after])


@pytest.mark.slow
def test_every_class_move_of_flip_slice() -> None:
    number, smallest, moves = (
        fresh()[f"flip_slice_{key}"] for key in ("number", "smallest", "moves")
    )
    corners, edges = states_of(C.FLIP_SLICE, smallest.tolist())
    for turn, row in enumerate(turns()):
        turn_corners, turn_edges = as_cubies(row)
        after = values_of(C.FLIP_SLICE, corners[:, turn_corners], edges[:, turn_edges])
        assert np.array_equal(moves[:, turn], number[after])


@pytest.mark.parametrize(
    ("coordinate", "name", "chosen"),
    [(C.FLIP_SLICE, "flip_slice", ALL_TURNS), (C.CORNERS, "corners", PHASE_2_TURNS)],
)
def test_class_moves_of_any_state(
    coordinate: Coordinate, name: str, chosen: tuple[int, ...]
) -> None:
    """A state's class turns as the symmetry to its smallest sees the turn."""
    number, moves = fresh()[f"{name}_number"], fresh()[f"{name}_moves"]
    for state in random_states(30, 7):
        here = int(number[coordinate.of(state)])
        for turn in chosen:
            column = chosen.index(int(conjugate_turns()[here & 15, turn]))
            there = class_of(number[coordinate.of(state.play([turn]))])
            assert class_of(moves[here >> 4, column]) == there


def test_what_is_kept_is_what_is_built() -> None:
    """The tables in the cache folder are those of this code."""
    kept, built = tables(), fresh()
    for name in ("twist", "flip", "placement", "corners", "ud_edges", "join_edges"):
        assert np.array_equal(getattr(kept, name), built[name]), name
    assert np.array_equal(kept.flip_slice, built["flip_slice_number"])
    assert np.array_equal(kept.corner_classes, built["corners_number"])
    assert np.array_equal(kept.twist_conjugates, built["twist_conjugates"])
    assert np.array_equal(kept.edge_conjugates, built["edge_conjugates"])


def test_places_of_the_slice() -> None:
    for state in random_states(50, 8):
        before = C.SLICE_SORTED.of(state) // 24
        after = [C.SLICE_SORTED.of(state.play([turn])) // 24 for turn in ALL_TURNS]
        assert list(tables().slice[before]) == after


def test_order_of_the_slice_in_phase_2() -> None:
    seen = set()
    for state in random_phase_2_states(150, 9):
        before = C.SLICE_SORTED.of(state) - 494 * 24
        after = [C.SLICE_SORTED.of(state.play([turn])) - 494 * 24 for turn in PHASE_2_TURNS]
        assert list(tables().slice_perm[before]) == after
        seen.add(before)
    assert seen == set(range(24))


def test_edges_of_u_and_d_join() -> None:
    join = tables().join_edges
    assert np.array_equal(np.sort(join), np.arange(40320))
    for state in random_phase_2_states(300, 10):
        both = C.U_EDGES.of(state) * 24 + C.D_EDGES.of(state) % 24
        assert join[both] == C.UD_EDGES.of(state)


def test_costs() -> None:
    assert TURNS.costs(Metric.OBTM) == (1,) * 18
    assert TURNS.costs(Metric.QTM) == (1, 2, 1) * 6
    names = [NAMES[turn] for turn in tables().phase_2_turns]
    assert names == PHASE_2_NAMES
    assert list(tables().phase_2_costs) == [1] * 10
    with pytest.raises(ValueError, match="OBTM or QTM"):
        TURNS.costs(Metric.SST)


def test_turns_after_a_turn() -> None:
    """Two turns in the order allowed reach each of the 243 states of two turns, and each once."""
    after = TURNS.after
    pairs = [(a, b) for a in range(18) for b in range(18) if after[a] >> b & 1]
    reached: set[bytes] = set()
    for a, b in pairs:
        state: Bytes = replayed(SOLVED, [NAMES[a], NAMES[b]])
        reached.add(state.tobytes())
    assert len(pairs) == len(reached) == 243
    assert not any(int(bits) >> 18 for bits in after)


def test_lowest_bit() -> None:
    table = tables().lowest_bit
    for bit in range(18):
        for higher in (0, 0x3FFFF << (bit + 1) & 0x3FFFF):
            bits = 1 << bit | higher
            low = bits & -bits
            assert table[((low * 0x077CB531) & 0xFFFFFFFF) >> 27] == bit


def test_seen_turns() -> None:
    """Bits of images under a symmetry are looked up as the turns they are images of."""
    images = conjugate_turns()
    rng = np.random.default_rng(11)
    for symmetry in range(16):
        for chosen in rng.integers(1 << 18, size=20):
            wanted = {turn for turn in range(18) if chosen >> images[symmetry, turn] & 1}
            halves = tables().seen_turns[symmetry]
            found = int(halves[0, chosen & 511] | halves[1, chosen >> 9])
            assert {turn for turn in range(18) if found >> turn & 1} == wanted


def test_states_of_the_oracle_are_read_alike() -> None:
    """What the tests above turn is what the package reads from a cube."""
    state = replayed(SOLVED, ["R", "U2", "F'"])
    assert cubies(state) == Cubies.solved().play(map(NAMES.index, ["R", "U2", "F'"]))
