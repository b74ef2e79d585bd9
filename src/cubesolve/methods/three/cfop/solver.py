"""`CFOP3x3`: cross, first two layers in pairs, then the last layer in two looks."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush

from cubesolve.errors import (
    EvenCubeCornerSwapException,
    EvenCubeEdgeParityException,
    InternalSWError,
)
from cubesolve.methods.three.cfop.cases import OLL, PLL
from cubesolve.model import Cube
from cubesolve.notation import Alg
from cubesolve.operator import Operator
from cubesolve.protocols import Phase, SolveStep
from cubesolve.stages.progress import status_3x3
from cubesolve.stages.shadow import DualOperator
from cubesolve.stages.three.cross import first_cross
from cubesolve.stages.three.macros import (
    BOTTOM_CORNERS,
    UP_TURNS,
    carried,
    corner_inserts,
    joined_length,
    length,
)
from cubesolve.stages.three.stages import solve_in_stages
from cubesolve.words import reasons
from cubesolve.words import three as words

PairState = tuple[int, int]  # slots of one sticker of the corner, and of one of the edge

_EDGE_ABOVE = {"DFR": "FR", "DFL": "FL", "DBL": "BL", "DBR": "BR"}
_AUF = ("", *UP_TURNS)  # turns of U before and after a case
_SIDES_OF_U = (9, 10, 11, 18, 19, 20, 36, 37, 38, 45, 46, 47)  # on R, F, L, B
_TOP = ("UF", "UR", "UB", "UL", "UFR", "UFL", "UBL", "UBR")


class CFOP3x3:
    """Cross, F2L, OLL, PLL: each step can be asked for alone."""

    steps = (SolveStep.L1X, SolveStep.F2L, SolveStep.OLL, SolveStep.PLL)
    phases = (Phase.CROSS, Phase.PAIRS, Phase.OLL, Phase.PLL)
    can_detect_parity = True

    def solve_3x3(self, operator: Operator, what: SolveStep) -> None:
        """Solve a reduced cube up to a step.

        Raises `EvenCubeEdgeParityException` from OLL and `EvenCubeCornerSwapException` from PLL
        where an even cube shows a case that no 3x3 has.
        """
        reach = (first_cross, first_two_layers, orient_last_layer, permute_last_layer)
        stages = list(zip(self.steps, reach, strict=True))
        solve_in_stages(operator, stages, what, shortest_cross=True)

    def status(self, cube: Cube) -> str:
        """Return in words how far a cube is solved."""
        return status_3x3(cube, self.steps)


def first_two_layers(dual: DualOperator) -> None:
    """Solve the four corners of D with the edges above them, each time the cheapest pair."""
    shadow = dual.shadow
    while True:
        unsolved = tuple(corner for corner in BOTTOM_CORNERS if not _is_paired(shadow, corner))
        if not unsolved:
            return
        states = {corner: _pair_state(shadow, corner) for corner in unsolved}
        ways = {
            corner: " ".join(_pair_path(unsolved, corner, states[corner])) for corner in unsolved
        }
        cost = {corner: joined_length(ways[corner]) for corner in unsolved}
        corner = min(unsolved, key=lambda name: cost[name])
        edge = _EDGE_ABOVE[corner]
        piece, partner = (_piece_of(shadow, name) for name in (corner, edge))
        colors = "-".join(sorted(c.name.lower() for c in shadow.edge(edge).position_id))
        with dual.annotate(
            *words.insert_pair(colors, *map(dual.place, (piece, partner, edge))),
            phase=Phase.PAIRS,
            moved=dual.parts([piece, partner]),
            targets=dual.parts([corner, edge]),
        ) as step:
            step.reason = reasons.cheapest("pair", cost.pop(corner), list(cost.values()))
            dual.play(ways[corner])


def orient_last_layer(dual: DualOperator) -> None:
    """Turn all of the last layer up, by one algorithm."""
    key = _orientation(dual.shadow)
    if all(key[:9]):
        return
    found = _oll_table().get(key)
    if found is None:
        edges_up = sum(key[k] for k in (1, 3, 5, 7))
        problem = f"{edges_up} edges of the last layer are turned up: no 3x3 has that"
        odd = edges_up % 2 == 1 and dual.is_even
        raise (EvenCubeEdgeParityException if odd else InternalSWError)(problem)
    turn, name = found
    with dual.annotate(
        *words.orient_last_layer(name, dual.color_name("U")),
        phase=Phase.OLL,
        moved=dual.parts(_TOP),
        targets=dual.parts(_TOP),
    ) as step:
        step.layer = dual.size
        stickers = f"The {dual.color_name('U')} stickers"
        step.reason = reasons.recognised(name, _as_held(dual, turn), stickers)
        dual.play(f"{turn} {OLL[name]}")


def permute_last_layer(dual: DualOperator) -> None:
    """Put the pieces of the last layer in their places, by one algorithm."""
    found = _pll_table().get(_arrangement(dual.shadow))
    if found is None:
        problem = "the pieces of the last layer are permuted as no 3x3 can have them"
        raise (EvenCubeCornerSwapException if dual.is_even else InternalSWError)(problem)
    before, name, after = found
    with dual.annotate(
        *(words.permute_last_layer(name) if name else words.turn_last_home()),
        phase=Phase.PLL,
        moved=dual.parts(_TOP),
        targets=dual.parts(_TOP),
    ) as step:
        step.layer = dual.size
        sides = "The colours around the last layer"
        if name:
            step.reason = reasons.recognised(name, _as_held(dual, before), sides)
        else:
            step.reason = reasons.only_turned()
        dual.play(f"{before} {_without_rotations(PLL[name]) if name else ''} {after}")


def _as_held(dual: DualOperator, turn: str) -> str:
    """Return a turn of the last layer, or none, as it is for a cube that is never turned round."""
    return turn and dual.place("U") + turn[1:]


# Pairs


def _is_paired(shadow: Cube, corner: str) -> bool:
    return shadow.corner(corner).match_faces and shadow.edge(_EDGE_ABOVE[corner]).match_faces


def _piece_of(shadow: Cube, name: str) -> str:
    """Return where the piece is that belongs at a part."""
    part = shadow.corner(name) if len(name) == 3 else shadow.edge(name)
    piece = shadow.find_part_by_colors(part.position_id)
    assert piece is not None
    return piece.name


def _pair_state(shadow: Cube, corner: str) -> PairState:
    """Return where the sticker of D of a corner, and that of the edge's first face, are."""
    found = []
    for part in (shadow.corner(corner), shadow.edge(_EDGE_ABOVE[corner])):
        color = part.edges[0].face.color
        piece = shadow.find_part_by_colors(part.position_id)
        assert piece is not None
        found.append(next(edge.slot for edge in piece.edges if edge.color == color))
    return found[0], found[1]


def _macros(unsolved: tuple[str, ...]) -> list[str]:
    return [*UP_TURNS, *(macro for corner in unsolved for macro in corner_inserts(corner))]


@cache
def _distances(unsolved: tuple[str, ...], corner: str) -> dict[PairState, int]:
    """Return how many turns each state of a pair is from its slot, other free slots in use."""
    goal = _pair_state(Cube(3), corner)
    macros = [(carried(macro), length(macro)) for macro in _macros(unsolved)]
    best = {goal: 0}
    heap = [(0, goal)]
    while heap:
        cost, state = heappop(heap)
        if cost > best[state]:
            continue
        for to, more in macros:  # each macro's inverse is one of them
            further = to[state[0]], to[state[1]]
            if cost + more < best.get(further, 10**9):
                best[further] = cost + more
                heappush(heap, (cost + more, further))
    return best


def _pair_path(unsolved: tuple[str, ...], corner: str, state: PairState) -> list[str]:
    distances = _distances(unsolved, corner)
    path = []
    while distances[state]:
        for macro in _macros(unsolved):
            to = carried(macro)
            further = to[state[0]], to[state[1]]
            if distances[further] + length(macro) == distances[state]:
                path.append(macro)
                state = further
                break
    return path


def pair_algs(corner: str = "DFR") -> list[Alg]:
    """Return an algorithm for each way in which a pair can lie, all other pairs solved.

    Turns of U aside there are 41; the shortest come first.
    """
    unsolved = (corner,)
    distances = _distances(unsolved, corner)
    up = carried("U")
    seen: set[PairState] = set()
    algs = []
    for state in sorted(distances, key=lambda one: (distances[one], one)):
        if state in seen:
            continue
        turned = state
        for _ in range(4):
            seen.add(turned)
            turned = up[turned[0]], up[turned[1]]
        path = _pair_path(unsolved, corner, state)
        if any(macro not in UP_TURNS for macro in path):
            algs.append(Alg.parse(" ".join(path)).simplify(3))
    return algs


# Cases


def _orientation(shadow: Cube) -> tuple[bool, ...]:
    """Return which stickers of U, and of the sides around it, have the colour of U."""
    up = shadow.sticker_at(4) // 9
    slots = (*range(9), *_SIDES_OF_U)
    return tuple(shadow.sticker_at(slot) // 9 == up for slot in slots)


def _arrangement(shadow: Cube) -> tuple[int, ...]:
    """Return for each sticker around U the face whose centre has its colour."""
    face_of = {shadow.sticker_at(9 * face + 4) // 9: face for face in range(6)}
    return tuple(face_of[shadow.sticker_at(slot) // 9] for slot in _SIDES_OF_U)


@cache
def _without_rotations(text: str) -> str:
    return str(Alg.parse(text).without_rotations(3))


@cache
def _oll_table() -> dict[tuple[bool, ...], tuple[str, str]]:
    """Return for each orientation of the last layer a turn of U and the case that follows."""
    found: dict[tuple[bool, ...], tuple[str, str]] = {}
    for turn in _AUF:
        for name, text in OLL.items():
            state = Alg.parse(text).inverse() + Alg.parse(turn).inverse()
            found.setdefault(_orientation(Cube.from_alg(state)), (turn, name))
    return found


@cache
def _pll_table() -> dict[tuple[int, ...], tuple[str, str, str]]:
    """Return for each arrangement of the last layer the case and the turns of U around it."""
    found: dict[tuple[int, ...], tuple[str, str, str]] = {}
    for after in _AUF:
        state = Alg.parse(after).inverse()
        found.setdefault(_arrangement(Cube.from_alg(state)), ("", "", after))
    for before in _AUF:
        for after in _AUF:
            for name, text in PLL.items():
                alg = Alg.parse(_without_rotations(text))
                state = (Alg.parse(before) + alg + Alg.parse(after)).inverse()
                found.setdefault(_arrangement(Cube.from_alg(state)), (before, name, after))
    return found
