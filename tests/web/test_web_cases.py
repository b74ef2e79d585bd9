"""The page's case sheets are the package's own, and every case is what it says it is."""

from __future__ import annotations

from cubesolve import Cube, SolveStep, case_sheets
from cubesolve.stages.progress import Progress
from cubesolve.web.cases import FILE, cases_text

STEPS = {"L2": SolveStep.F2L, "pairs": SolveStep.EDGES, "solved": SolveStep.ALL}


def test_the_page_has_the_cases_of_the_package() -> None:
    advice = "run python -m cubesolve.web.cases"
    assert FILE.read_text(encoding="utf-8") == cases_text(), advice


def test_no_case_is_solved_and_each_algorithm_solves_it() -> None:
    cases = [case for sheet in case_sheets().values() for case in sheet]
    for case in cases:
        cube = case.cube
        step = STEPS.get(case.goal, SolveStep.OLL)
        assert not Progress(cube).has_reached(step), case.name
        cube.play(case.alg)
        assert cube.solved, case.name
    names = [case.name for case in cases]
    assert len(set(names)) == len(names)


def test_positions_of_a_sheet_differ_in_every_hold() -> None:
    """Pairs are not counted twice, whichever way U was turned."""
    seen = set()
    for case in case_sheets()["f2l"]:
        cube = case.cube
        seen.add(where_the_pair_is(cube))
    assert len(seen) == 41


def where_the_pair_is(cube: Cube) -> frozenset[tuple[int, int]]:
    """Return the four places that turns of U bring a corner and its edge to."""
    found = set()
    turned = cube.copy()
    for _ in range(4):
        stickers = turned.stickers.tolist()
        found.add((stickers.index(29), stickers.index(23)))  # one sticker of DFR, one of FR
        turned.play("U")
    return frozenset(found)
