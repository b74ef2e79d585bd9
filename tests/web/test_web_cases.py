"""The page's case sheets are the package's own, and every case is what it says it is."""

from __future__ import annotations

from cubesolve import Alg, Cube, SolveStep, case_sheets
from cubesolve.stages.progress import Progress
from cubesolve.web.cases import FILE, cases_text
from oracle import Oracle
from published_cases import OLL, PLL

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


def carried(move: str) -> list[int]:
    cube = Oracle(3)
    cube.play(move)
    return cube.stickers()


TURN, SPIN = carried("U"), carried("y")


def solved_by(alg: str) -> str:
    """Return the cube that an algorithm solves."""
    cube = Oracle(3)
    cube.play(str(Alg(alg).inverse()))
    return cube.facelets()


def in_every_hold(colors: str) -> list[str]:
    """Return the colours as face letters of the hold, for the four holds with U on top."""
    seen = []
    for _ in range(4):
        held = {colors[9 * face + 4]: name for face, name in enumerate("URFDLB")}
        seen.append("".join(held[color] for color in colors))
        colors = "".join(colors[slot] for slot in SPIN)
    return seen


def oll_pattern(alg: str) -> str:
    """Return where the last layer's colour is, and that the first two layers are solved."""
    holds = in_every_hold(solved_by(alg))
    for hold in holds:
        assert all(hold[9 * face + 3 : 9 * face + 9] == name * 6 for face, name in SIDES)
    return min(hold.translate(str.maketrans("RFLB", "....")) for hold in holds)


def pll_pattern(alg: str) -> str:
    """Return the whole cube, whichever way its last layer is turned."""
    colors, seen = solved_by(alg), []
    for _ in range(4):
        seen += in_every_hold(colors)
        colors = "".join(colors[slot] for slot in TURN)
    return min(seen)


SIDES = [(1, "R"), (2, "F"), (4, "L"), (5, "B")]


def test_cases_have_the_names_that_cubers_know_them_by() -> None:
    sheets = case_sheets()
    by_oll = {oll_pattern(alg): f"OLL {number}" for number, alg in OLL.items()}
    by_pll = {pll_pattern(alg): f"PLL {name}" for name, alg in PLL.items()}
    assert len(by_oll) == 57
    assert len(by_pll) == 21
    for case in sheets["oll"]:
        assert by_oll[oll_pattern(str(case.alg))] == case.name
    for case in sheets["pll"]:
        assert by_pll[pll_pattern(str(case.alg))] == case.name


def test_last_edges_are_as_many_as_their_names_say() -> None:
    for case in case_sheets()["edges"]:
        wings = [
            {edge.get_slice(k).colors for k in range(case.size - 2)} for edge in case.cube.edges
        ]
        unpaired = sum(len(colors) > 1 for colors in wings)
        assert unpaired == 2 or (unpaired == 1 and "two" not in case.name), case.name
