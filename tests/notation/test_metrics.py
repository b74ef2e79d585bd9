"""Metrics against a search over all turns, and examples with known values."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from algs import playable, repeatable, words
from hypothesis import given, settings
from hypothesis import strategies as st

from cubesolve import Alg, Metric, NotationError
from oracle import read_token

Vector = tuple[int, ...]  # quarter turns of each layer, counted and seen from one face

NET_METRICS = ["OBTM", "RBTM", "SST", "QTM"]


def steps_of(metric: str, size: int) -> Iterator[Vector]:
    """Yield what counts as one in a metric, as DESIGN says it in words."""
    if metric == "QTM":  # any set of layers by a quarter turn
        for chosen in product((0, 1), repeat=size):
            yield chosen
            yield tuple(-layer % 4 for layer in chosen)
        return
    for first, last in product(range(size), repeat=2):
        allowed = {
            "OBTM": first <= last and (first == 0 or last == size - 1),
            "RBTM": first <= last,
            "SST": first == last,
        }
        if allowed[metric]:
            for turns in (1, 2, 3):
                yield tuple(turns * (first <= layer <= last) for layer in range(size))


def held(metric: str, vector: Vector) -> Vector:
    """Return the vector, in OBTM with the whole cube turned so that the first layer has not moved.

    Outer blocks of both sides reach a state only up to a turn of the whole cube; where single
    layers, ranges or sets are counted, layers that turn are layers that turn.
    """
    whole = vector[0] if metric == "OBTM" else 0
    return tuple((turns - whole) % 4 for turns in vector)


@cache
def distances(metric: str, size: int) -> dict[Vector, int]:
    """Return how many steps the net turns of the layers need."""
    steps = {held(metric, step) for step in steps_of(metric, size)}
    home = (0,) * size
    found: dict[Vector, int] = {home: 0}
    queue: deque[Vector] = deque([home])
    while queue:
        vector = queue.popleft()
        for step in steps:
            further = tuple((a + b) % 4 for a, b in zip(vector, step, strict=True))
            if further not in found:
                found[further] = found[vector] + 1
                queue.append(further)
    return found


def net(text: str, size: int) -> Vector:
    """Return the net turns of the layers from R, U or F for words about one axis.

    Words that turn the whole cube are left out.
    """
    turned = [0] * size
    for face, layers, turns in (read_token(word, size) for word in text.split()):
        if len(set(layers)) == size:
            continue
        for layer in layers:
            if face in "RUF":
                turned[layer - 1] += turns
            else:
                turned[size - layer] -= turns
    return tuple(turns % 4 for turns in turned)


@pytest.mark.parametrize("metric", NET_METRICS)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_all_net_turns_count_what_a_search_finds(metric: str, size: int) -> None:
    found = distances(metric, size)
    assert len(found) == 4 ** (size - 1 if metric == "OBTM" else size)
    wrong = {}
    for vector in product(range(4), repeat=size):
        distance = found[held(metric, vector)]
        turned = [f"[{i + 1}]R{turns}" for i, turns in enumerate(vector) if turns]
        alg = Alg.parse(" ".join(turned))
        if alg.count(metric, size) != distance:
            wrong[str(alg)] = (alg.count(metric, size), distance)
    assert not wrong, f"{len(wrong)} of {4**size}: {list(wrong.items())[:5]}"


@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_spelling_does_not_matter(size: int, axis: int) -> None:
    @settings(repeatable, max_examples=25)
    @given(st.lists(words(size, axis), max_size=5).map(" ".join))
    def check(text: str) -> None:
        vector = net(text, size)
        for metric in NET_METRICS:
            expected = distances(metric, size)[held(metric, vector)]
            assert Alg.parse(text).count(metric, size) == expected, metric

    check()


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7])
def test_laws_of_counting(size: int) -> None:
    @settings(repeatable, max_examples=10)
    @given(playable(size), playable(size), st.sampled_from("xyz"))
    def check(a: Alg, b: Alg, rotation: str) -> None:
        for metric in Metric:
            both = (a + b).count(metric, size)
            assert both <= a.count(metric, size) + b.count(metric, size)
            assert a.inverse().count(metric, size) == a.count(metric, size)
            assert a.mirror().count(metric, size) == a.count(metric, size)
            assert a.rotate(rotation).count(metric, size) == a.count(metric, size)
            assert a.expand().count(metric, size) == a.count(metric, size)
            turned = Alg.parse(rotation) + a + rotation
            more = 2 if metric is Metric.ETM else 0
            assert turned.count(metric, size) == a.count(metric, size) + more
        # A range is two outer blocks, a layer is a range, and a range is at most its layers.
        assert a.count("OBTM", size) <= 2 * a.count("RBTM", size)
        assert a.count("RBTM", size) <= a.count("SST", size) <= size * a.count("RBTM", size)
        assert a.count("ETM", size) == len(a)

    check()


@pytest.mark.parametrize(
    ("text", "size", "counts"),
    [  # OBTM, RBTM, SST, QTM, ETM
        ("", 3, (0, 0, 0, 0, 0)),
        ("R", 3, (1, 1, 1, 1, 1)),
        ("R2", 3, (1, 1, 1, 2, 1)),
        ("R'", 3, (1, 1, 1, 1, 1)),
        ("R3", 3, (1, 1, 1, 1, 1)),
        ("R4", 3, (0, 0, 0, 0, 1)),
        ("x y2 z'", 3, (0, 0, 0, 0, 3)),
        ("Rw", 3, (1, 1, 2, 1, 1)),
        ("R M' L'", 3, (0, 1, 3, 1, 3)),
        ("Rw", 5, (1, 1, 2, 1, 1)),
        ("3Rw", 7, (1, 1, 3, 1, 1)),
        ("3Rw", 3, (0, 0, 0, 0, 1)),
        ("M", 3, (2, 1, 1, 1, 1)),
        ("M2", 5, (2, 1, 1, 2, 1)),
        ("2R", 4, (2, 1, 1, 1, 1)),
        ("2-3Rw", 6, (2, 1, 2, 1, 1)),
        ("m", 5, (2, 1, 3, 1, 1)),
        ("R L", 4, (2, 2, 2, 2, 2)),
        ("R L'", 5, (2, 2, 2, 1, 2)),
        ("[1,3]R", 7, (3, 2, 2, 1, 1)),
        ("[2,4]R", 7, (4, 2, 2, 1, 1)),
        ("R R", 3, (1, 1, 1, 2, 2)),
        ("R R'", 3, (0, 0, 0, 0, 2)),
        ("R L R'", 3, (1, 1, 1, 1, 3)),
        ("R U R' U'", 3, (4, 4, 4, 4, 4)),
        ("R x R", 3, (1, 1, 1, 2, 3)),
        ("R y R", 3, (2, 2, 2, 2, 3)),
        ("R 2R", 5, (1, 1, 2, 1, 2)),
        ("R 2R2", 5, (2, 2, 2, 2, 2)),
        ("R . R", 3, (1, 1, 1, 2, 2)),
        ("[R, U]2", 3, (8, 8, 8, 8, 8)),
        ("Rw U 3R x", 5, (4, 3, 4, 3, 4)),
    ],
)
def test_known_counts(text: str, size: int, counts: tuple[int, ...]) -> None:
    alg = Alg.parse(text)
    assert tuple(alg.count(metric, size) for metric in (*NET_METRICS, "ETM")) == counts


@pytest.mark.parametrize(
    ("first", "second", "size"),
    [
        ("R L", "R2", 2),
        ("R L'", "x M", 3),
        ("R M' L'", "x", 3),
        ("R 2R2 3R'", "x' 2R 3R2", 3),
        ("Rw Lw'", "y", 4),
        ("Rw", "L", 3),
        ("m", "R' L", 5),
    ],
)
def test_outer_blocks_are_counted_up_to_a_turn_of_the_whole_cube(
    first: str, second: str, size: int
) -> None:
    assert Alg.parse(first).count("OBTM", size) == Alg.parse(second).count("OBTM", size)


@pytest.mark.parametrize("name", ["obt", "STM", "", "OBTM "])
def test_a_metric_that_is_none(name: str) -> None:
    with pytest.raises(ValueError, match="expected one of the metrics OBTM, RBTM, SST, QTM, ETM"):
        Alg.parse("R").count(name, 3)


@pytest.mark.parametrize("metric", list(Metric))
def test_moves_must_exist_to_be_counted(metric: Metric) -> None:
    for text, size in [("M", 4), ("R 4R", 3), ("4R4", 3), ("R U [2]M U'", 3)]:
        with pytest.raises(NotationError):
            Alg.parse(text).count(metric, size)
    assert Alg.parse("R M").count(metric, 3) == Alg.parse("R M").count(metric.value, 3)


def test_counting_costs_no_memory_for_layers() -> None:
    alg = Alg.parse("2-10000000Rw U")
    assert alg.count("SST", 99_999_999) == 10_000_000
    assert alg.count("OBTM", 99_999_999) == 3
