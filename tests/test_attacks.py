"""Ctrl-C while tables are built, and damaged caches: never a crash, never another answer.

`benchmarks/attack.py` does the same for longer.
"""

from pathlib import Path

import pytest

from attacks import DAMAGES, damage_caches, interrupt_work


@pytest.mark.slow
def test_interrupted_builds_do_not_crash(tmp_path: Path) -> None:
    seen = interrupt_work("2", tmp_path, seed=1, tries=40)
    assert seen.faults == []
    assert seen.hits > 20


@pytest.mark.slow
def test_damaged_caches_do_not_matter(tmp_path: Path) -> None:
    seen = damage_caches(tmp_path, seed=1, tries=4)
    assert seen.faults == []
    assert seen.hits >= len(DAMAGES)
