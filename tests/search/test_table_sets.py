"""Two sets of tables: which is asked for, and what is said where room is short."""

import warnings

import pytest

from cubesolve.methods.five.tables import ROOM, TABLES
from cubesolve.search import table_sets
from cubesolve.search.table_sets import TableSet, chosen_set, in_set, warn_of_little_room


@pytest.fixture(autouse=True)
def _empty_folder(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUBESOLVE_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.delenv("CUBESOLVE_TABLES", raising=False)


def test_a_word_asks_for_a_set(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen_set() == TableSet.LARGE
    monkeypatch.setenv("CUBESOLVE_TABLES", "small")
    assert chosen_set() == TableSet.SMALL
    monkeypatch.setenv("CUBESOLVE_TABLES", "SMALLER")
    with pytest.raises(ValueError, match="expected CUBESOLVE_TABLES to be large or small"):
        chosen_set()


def test_each_set_has_what_both_need() -> None:
    large, small = (in_set(TABLES, each) for each in (TableSet.LARGE, TableSet.SMALL))
    assert large[0] == small[0] == TABLES[0]  # the one that all others need
    assert set(large) | set(small) == set(TABLES)
    assert len(small) < len(large)


def test_little_room_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_sets, "_free_memory", lambda: 10**6)
    monkeypatch.setattr(table_sets, "_free_disk", lambda: 12)
    with pytest.warns(UserWarning, match=r"5x5: 12 MB of disk free, \d+ MB needed; .*=small"):
        warn_of_little_room(TABLES, ROOM)
    monkeypatch.setattr(table_sets, "_free_disk", lambda: 10**6)
    monkeypatch.setattr(table_sets, "_free_memory", lambda: 34)
    monkeypatch.setenv("CUBESOLVE_TABLES", "small")
    with pytest.warns(UserWarning, match=r"34 MB of memory free, \d+ MB needed$"):
        warn_of_little_room(TABLES, ROOM)


def test_enough_room_is_not_worth_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_sets, "_free_memory", lambda: None)
    monkeypatch.setattr(table_sets, "_free_disk", lambda: 10**6)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_little_room(TABLES, ROOM)
