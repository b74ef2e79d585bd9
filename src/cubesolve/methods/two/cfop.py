"""`CFOP2x2`: the first layer at once, then the last in two looks, OLL and PLL."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from cubesolve.errors import InternalSWError
from cubesolve.methods.two.cases import OLL, PLL
from cubesolve.methods.two.goals import goal_of
from cubesolve.methods.two.holding import Held, Layers, Places, hold_down, home
from cubesolve.model import Cube
from cubesolve.notation import Alg
from cubesolve.operator import Operator
from cubesolve.protocols import Phase, SolverResults, SolveStep
from cubesolve.stages.progress import status_of
from cubesolve.stages.three.macros import BOTTOM_CORNERS, TOP_CORNERS, UP_TURNS, carried
from cubesolve.words import reasons
from cubesolve.words import two as words

_AUF = ("", *UP_TURNS)  # turns of U before and after a case


class Case(NamedTuple):
    """A case of the last layer, with turns of U around its algorithm; turns alone have no name."""

    name: str
    alg: Alg

    @property
    def cost(self) -> int:
        """How many turns it takes."""
        return self.alg.count("OBTM", 2)


class CFOP2x2:
    """Solves a 2x2 by cases: a layer in the fewest turns, one of 7 cases, and one of 2."""

    phases = (Phase.FIRST_LAYER, Phase.OLL, Phase.PLL)

    def solve(self, operator: Operator, what: SolveStep) -> SolverResults:
        """Play until `what` is reached; a 2x2 has no parity."""
        goal = goal_of(what)
        if goal is not None:
            two = hold_down(operator, _merit)
            _first_layer(two)
            if goal != SolveStep.L1:
                _orient_last(two)
            if goal == SolveStep.ALL:
                _permute_last(two)
        return SolverResults()

    def status(self, cube: Cube) -> str:
        """Return in words how far a cube is solved."""
        return status_of(cube, (SolveStep.L1, SolveStep.OLL))


def _merit(layers: Layers) -> tuple[int, ...]:
    """Return what is left of each part of the way, so that no part is undone for a later one."""
    first = layers.first_distance
    if first:
        return (first,)
    oll = _oll_cases()[_orientation(layers.last)].cost
    return 0, oll, 0 if oll else _pll_cases()[layers.last].cost


def _first_layer(two: Held) -> None:
    """Bring the four corners of the first layer together, by the fewest turns."""
    came = tuple(two.corner_at(slot).name for slot in two.layers.first)
    said = words.first_layer(two.color(3).name.lower())
    turns = two.layers.first_turns()
    moved, targets = two.corners(came), two.corners(BOTTOM_CORNERS)
    with two.step(said, Phase.FIRST_LAYER, moved, targets, reasons.shortest_layer(len(turns))):
        two.operator.play(" ".join(turns))


def _orient_last(two: Held) -> None:
    """Turn all corners of the last layer up, by one algorithm."""
    case = _oll_cases().get(_orientation(two.layers.last))
    if case is None:
        raise InternalSWError("no case turns the last layer up")
    corners = two.corners(TOP_CORNERS)
    up = two.color(0).name.lower()
    reason = reasons.recognised(case.name, "", f"The {up} stickers")
    with two.step(words.orient_last(case.name, up), Phase.OLL, corners, corners, reason):
        two.operator.play(case.alg)


def _permute_last(two: Held) -> None:
    """Put the corners of the last layer in their places, by one algorithm."""
    case = _pll_cases().get(two.layers.last)
    if case is None:
        raise InternalSWError("no case puts the last layer in its place")
    corners = two.corners(TOP_CORNERS)
    said = words.permute_last(case.name) if case.name else words.turn_last_home()
    reason = (
        reasons.recognised(case.name, "", "The colours around the last layer")
        if case.name
        else reasons.only_turned()
    )
    with two.step(said, Phase.PLL, corners, corners, reason):
        two.operator.play(case.alg)


def _orientation(last: Places) -> Places:
    """Return where stickers of the last layer's colour are, of whichever corners."""
    return tuple(sorted(last))


def _before(alg: Alg) -> Places:
    """Return where the corners of the last layer are before an algorithm solves them."""
    there = carried(str(alg.inverse()), 2)
    return tuple(there[slot] for slot in home().last)


@cache
def _oll_cases() -> dict[Places, Case]:
    """Return the case for each orientation of the last layer."""
    found = {_orientation(home().last): Case("", Alg())}
    for turn in _AUF:
        for name, text in OLL.items():
            alg = Alg.parse(f"{turn} {text}")
            found.setdefault(_orientation(_before(alg)), Case(name, alg))
    return found


@cache
def _pll_cases() -> dict[Places, Case]:
    """Return the case with the fewest turns for each arrangement of a last layer turned up."""
    cases = [Case("", Alg.parse(turn)) for turn in _AUF]
    cases += [
        Case(name, Alg.parse(f"{before} {text} {after}"))
        for name, text in PLL.items()
        for before in _AUF
        for after in _AUF
    ]
    found: dict[Places, Case] = {}
    for case in sorted(cases, key=lambda case: case.cost):
        found.setdefault(_before(case.alg), case)
    return found
