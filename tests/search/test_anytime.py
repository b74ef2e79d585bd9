"""The loop of searches that can be stopped: better and better solutions, until a limit."""

from collections.abc import Iterator

import pytest

from cubesolve.protocols import Limit, now, stoppable
from cubesolve.search.anytime import Answer, Anytime, Engine, Found, Status, best_of, with_nodes


class Script:
    """An engine that finds solutions of given costs, 1,000 nodes after each other."""

    def __init__(self, *costs: int) -> None:
        self.costs = list(costs)
        self.nodes = 0
        self.to_beat: list[int] = []

    def advance(self, nodes: int) -> Status:
        assert nodes > 0
        self.nodes += 1000
        if not self.costs:
            return Status.EXHAUSTED
        return Status.FOUND if self.nodes % 2000 == 0 else Status.PAUSED

    def answer(self) -> Answer:
        cost = self.costs.pop(0)
        return Answer(tuple(range(cost)), cost)

    def beat(self, cost: int) -> None:
        self.to_beat.append(cost)


def search(engine: Engine, limit: Limit) -> Anytime:
    return Anytime(engine, limit, now())


def test_until_nothing_is_better() -> None:
    engine = Script(9, 7, 6)
    found = list(search(engine, Limit()))
    assert [(each.cost, each.nodes, each.is_optimal) for each in found] == [
        (9, 2000, False),
        (7, 4000, False),
        (6, 6000, False),
        (6, 7000, True),
    ]
    assert found[-1].turns == found[-2].turns
    assert engine.to_beat == [9, 7, 6]


def test_the_first_is_waited_for_whatever_the_limit() -> None:
    for limit in (Limit(nodes=1), Limit(time=0.0)):
        assert [each.cost for each in search(Script(9, 7, 6), limit)] == [9]


def test_time_does_not_wait_for_the_first_where_there_is_a_rival() -> None:
    for limit, nodes in ((Limit(time=0.0), 0), (Limit(nodes=1), 2000)):
        engine = Script(9, 7, 6)
        assert list(Anytime(engine, limit, now(), rival=8)) == []
        assert engine.nodes == nodes


def test_limits_end_it_and_another_one_goes_on() -> None:
    running = search(Script(9, 7, 6), Limit(moves=7))
    assert [each.cost for each in running] == [9, 7]
    assert running.is_over
    running.limit = Limit(nodes=6000)
    assert [each.cost for each in running] == [6]
    assert running.best is not None
    assert running.best.cost == 6


def interrupted(*found: Found) -> Iterator[Found]:
    yield from found
    raise KeyboardInterrupt


def test_ctrl_c_ends_it_with_the_best_so_far() -> None:
    first, second = Found((1, 2), 2, 10, 0.1), Found((1,), 1, 20, 0.2)
    with stoppable() as stopped:
        assert best_of(interrupted(first, second)) is second
        assert stopped.error is not None
        with pytest.raises(KeyboardInterrupt):  # the second time is enough
            best_of(interrupted(first, second))
    with stoppable(), pytest.raises(KeyboardInterrupt):  # nothing was found yet
        best_of(interrupted())
    with pytest.raises(KeyboardInterrupt):  # nobody waits for the best so far
        best_of(interrupted(first, second))


def test_the_smaller_number_of_nodes_counts() -> None:
    assert with_nodes(Limit(moves=3), 50) == Limit(moves=3, nodes=50)
    assert with_nodes(Limit(nodes=40), 50).nodes == 40
