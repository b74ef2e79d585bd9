"""What loading takes is counted once, whatever is loaded for it, and also where it fails."""

import pytest

from cubesolve import loading
from cubesolve.loading import Spent, loads, spent_loading


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    time = [0.0]
    monkeypatch.setattr(loading, "_now", lambda: Spent(time[0], 2 * time[0]))
    monkeypatch.setattr(loading, "_total", Spent())
    return time


def test_what_is_loaded_for_something_is_part_of_it(clock: list[float]) -> None:
    @loads
    def part() -> None:
        clock[0] += 1

    @loads
    def whole() -> None:
        clock[0] += 2
        part()
        part()

    whole()
    assert spent_loading() == Spent(4.0, 8.0)
    clock[0] += 100
    part()
    assert spent_loading() == Spent(5.0, 10.0)


def test_what_fails_is_counted_too(clock: list[float]) -> None:
    @loads
    def interrupted() -> None:
        clock[0] += 1
        raise KeyboardInterrupt

    for number in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            interrupted()
        assert spent_loading() == Spent(number, 2 * number)


def test_the_compiler_and_tables_are_loaded(clock: list[float]) -> None:
    from cubesolve.kernels.compiling import njit
    from cubesolve.search.table_store import kept

    @njit()
    def one() -> int:
        return 1

    before = spent_loading()
    slow = kept(lambda key, on_progress: clock.append(clock.pop() + 3))
    slow("a", lambda what, share: None)
    slow("a", lambda what, share: None)
    assert spent_loading().seconds == before.seconds + 3
    assert one() == 1
