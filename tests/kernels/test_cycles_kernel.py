"""What changes of lists of turns are said to do is what they do: every cubie, by turning."""

import numpy as np
import pytest

from cubesolve.kernels.annealing_changes import meeting
from cubesolve.kernels.cycles import (
    Desk,
    cross_inside,
    cross_slice,
    crossed_end,
    crossing_behind,
    crossing_on_face,
    end_of_inside,
    is_movable,
    new_desk,
    note_commutator,
    write_commutator,
)
from cubesolve.kernels.drafts import draft_change
from cubesolve.kernels.points import (
    MOST_TURNS,
    OBTM,
    RBTM,
    SST,
    Turns,
    carry,
    carry_back,
    clear_bits,
    cost,
    index_of,
    new_turns,
    pack,
    pitch,
    point_of,
    push,
    set_bits,
    turn_labels,
)
from cubesolve.methods.annealed.cubies import cubies
from cubesolve.moves import LongAlg
from cubesolve.notation import Metric

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")  # of words of 64 bits

Turn = tuple[int, int, int]


def random_turn(rng: np.random.Generator, n: int, faces: float = 0.3) -> Turn:
    layer = int(rng.choice([0, n - 1])) if rng.random() < faces else int(rng.integers(1, n - 1))
    return int(rng.integers(3)), layer, int(rng.integers(1, 4))


def played(turns: list[Turn], n: int) -> np.ndarray:
    labels = np.arange(pitch(n) ** 3)
    for turn in turns:
        turn_labels(labels, n, *turn)
    return labels


def cycled(labels: np.ndarray, desk: Desk) -> np.ndarray:
    labels = labels.copy()
    for p, q, r in desk.cycles[: 3 * desk.count[0]].reshape(-1, 3):
        labels[q], labels[r], labels[p] = labels[p], labels[q], labels[r]
    return labels


def listed(turns: list[Turn]) -> Turns:
    moves = new_turns(len(turns) + 40)
    for k, turn in enumerate(turns):
        moves.axis[k], moves.layer[k], moves.turns[k] = turn
    return moves


def with_brackets(rng: np.random.Generator, n: int) -> list[Turn]:
    """Return random turns, some between the turn of a face and its inverse."""
    turns: list[Turn] = []
    while len(turns) < 12:
        if rng.random() < 0.5:
            axis, layer, amount = random_turn(rng, n, faces=1.0)
            other = (axis + int(rng.integers(1, 3))) % 3
            inside = {random_turn(rng, n)[1]: int(rng.integers(1, 4)) for _ in range(2)}
            turns += [(axis, layer, amount), *((other, k, t) for k, t in inside.items())]
            turns.append((axis, layer, 4 - amount))
        else:
            turns.append(random_turn(rng, n, faces=0.1))
    return turns


def crossed(desk: Desk, n: int, moves: Turns, length: int, gap: int, end: int, x: Turn) -> bool:
    """Note what moving a slice across turns does, one after the other; tell if it can be done."""
    desk.count[0] = 0
    t = gap
    while t < end:
        y = (moves.axis[t], moves.layer[t], moves.turns[t])
        last = t
        if y[0] != x[0] and 0 < y[1] < n - 1:
            for side in range(2):
                cross_slice(desk, n, moves, t + 1, x, y, side)
        elif y[0] != x[0]:
            last = end_of_inside(moves, length, t, y)
            for e in range(t + 1, last):
                inside = (moves.axis[e], moves.layer[e], moves.turns[e])
                after = last + 1 if e == last - 1 else e + 1
                if not cross_inside(desk, n, moves, after, x, y, inside, e == last - 1):
                    return False
        t = last + 1
    return True


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_moving_a_slice_across_turns(n: int) -> None:
    rng = np.random.default_rng(n)
    desk = new_desk(60, n)
    count = 0
    for _ in range(1500):
        turns = with_brackets(rng, n)
        gap = int(rng.integers(len(turns)))
        x = random_turn(rng, n, faces=0.0)
        until = min(len(turns), gap + int(rng.integers(1, 7)))
        moves = listed(turns)
        desk.bits[:] = 0
        set_bits(desk.bits, n, moves, 0, len(turns))
        end = crossed_end(moves, len(turns), gap, until, x, n - 1)
        if end < 0 or not crossed(desk, n, moves, len(turns), gap, end, x):
            continue
        count += desk.count[0] > 0
        back = (x[0], x[1], 4 - x[2])
        changed = [*turns[:gap], back, *turns[gap:end], x, *turns[end:]]
        assert (played(changed, n) == cycled(played(turns, n), desk)).all(), (turns, gap, end, x)
    assert count > 200


@pytest.mark.parametrize("n", [4, 5, 6])
def test_commutators_do_one_cycle(n: int) -> None:
    rng = np.random.default_rng(n)
    desk = new_desk(60, n)
    tried = 0
    for _ in range(3000):
        turns = [random_turn(rng, n) for _ in range(6)]
        x, f = random_turn(rng, n, 0.4), random_turn(rng, n, 0.6)
        if x[0] == f[0] or f[2] == 2:
            continue
        amount = int(rng.integers(1, 4))
        if rng.random() < 0.5:
            y = (x[0], int(rng.integers(n)), amount)
            found = crossing_on_face(desk.points, n - 1, x, f, y)
        else:
            if not (0 < x[1] < n - 1 and f[1] in (0, n - 1)):
                continue
            y = (3 - x[0] - f[0], int(rng.integers(1, n - 1)), amount)
            found = crossing_behind(desk.points, n - 1, x, f, y)
        if not found or not is_movable(desk.points, n - 1):
            continue
        tried += 1
        x_first, gap = bool(rng.integers(2)), int(rng.integers(7))
        write_commutator(desk.word, x, f, y, x_first)
        moves = listed(turns)
        desk.bits[:] = 0
        set_bits(desk.bits, n, moves, 0, 6)
        note_commutator(desk, n, moves, gap, x, f, y, x_first)
        word = list(zip(*(part.tolist() for part in desk.word), strict=True))
        changed = [*turns[:gap], *word, *turns[gap:]]
        assert (played(changed, n) == cycled(played(turns, n), desk)).all(), (x, f, y, x_first)
    assert tried > 300


@pytest.mark.parametrize("n", [5, 8])
def test_costs_are_those_of_the_metrics(n: int) -> None:
    rng = np.random.default_rng(n)
    for _ in range(300):
        moves, length = new_turns(40), 0
        for _ in range(12):
            axis, layer, amount = random_turn(rng, n)
            length = push(moves, length, axis if rng.random() < 0.4 else 1, layer, amount)
        words = [pack(*(int(part[k]) for part in moves)) for k in range(length)]
        counts = LongAlg(np.array(words, np.int32), n).counts()
        for number, metric in ((SST, Metric.SST), (RBTM, Metric.RBTM), (OBTM, Metric.OBTM)):
            assert cost(moves, 0, length, n - 1, number) == counts[metric]


@pytest.mark.parametrize("n", [4, 7])
def test_points_are_carried_as_labels_are(n: int) -> None:
    rng = np.random.default_rng(n)
    bits, points = np.zeros(3 * n, np.uint64), np.zeros(9, np.int64)
    for _ in range(30):
        turns = [random_turn(rng, n) for _ in range(MOST_TURNS)]
        moves, gap = listed(turns), int(rng.integers(MOST_TURNS + 1))
        bits[:] = 0
        set_bits(bits, n, moves, 0, 50)
        clear_bits(bits, n, moves, 40, 50)
        set_bits(bits, n, moves, 40, MOST_TURNS)
        after = played(turns[gap:], n)
        for index in rng.choice(cubies(n).surface, 20):
            point_of(points, index, n)
            to = carry(points, 0, n, moves, bits, gap)
            assert after[to] == index
            point_of(points, to, n)
            carry_back(points, n, moves, bits, gap, MOST_TURNS)
            assert index_of(points, 0, n) == index


@pytest.mark.parametrize("n", [4, 6])
def test_what_a_pair_of_turns_adds_is_known_before_it_is_put_in(n: int) -> None:
    rng = np.random.default_rng(n)
    desk = new_desk(80, n)
    known = 0
    for _ in range(2000):
        moves, length = new_turns(60), 0
        for turn in with_brackets(rng, n):
            length = push(moves, length, *turn)
        (axis, layer, amount), start = random_turn(rng, n, 0.0), int(rng.integers(length))
        end = min(length, start + int(rng.integers(1, 7)))
        while start < end and moves.axis[start] == axis:
            start += 1
        if start == end:
            continue
        for k, turns in enumerate((amount, 4 - amount)):
            desk.word.axis[k], desk.word.layer[k], desk.word.turns[k] = axis, layer, turns
        first, first_is_all = meeting(moves, length, start, axis, layer, amount)
        second, second_is_all = meeting(moves, length, end, axis, layer, 4 - amount)
        if first_is_all and second_is_all and first + second > -2:
            known += 1
            more = draft_change(moves, length, desk, 1, start, 1, end, SST, n - 1)[3]
            assert first + second == more
    assert known > 500
