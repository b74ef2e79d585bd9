"""Ctrl-C while tables are built, and damaged caches: never a crash, never another answer.

`benchmarks/attack.py` does the same for longer.
"""

from pathlib import Path

import pytest

from attacks import DAMAGES, damage_caches, interrupt_first_use, interrupt_work


@pytest.mark.slow
@pytest.mark.parametrize(("what", "tries"), [("2", 20), ("three-coordinates", 8), ("fast", 40)])
def test_interrupted_work_does_not_crash(what: str, tries: int, tmp_path: Path) -> None:
    seen = interrupt_work(what, tmp_path, seed=2, tries=tries)
    assert seen.faults == []
    assert seen.hits > tries // 2


@pytest.mark.slow
def test_what_is_loaded_first_can_be_loaded_again(tmp_path: Path) -> None:
    seen = interrupt_first_use(tmp_path, seed=1, tries=6)
    assert seen.faults == []
    assert seen.hits > 0


@pytest.mark.slow
def test_damaged_caches_do_not_matter(tmp_path: Path) -> None:
    seen = damage_caches(tmp_path, seed=1, tries=4)
    assert seen.faults == []
    assert seen.hits >= len(DAMAGES)
