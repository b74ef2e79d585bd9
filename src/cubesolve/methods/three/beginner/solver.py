"""`BeginnerSolver3x3`: layer by layer, as it is taught to beginners."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import Any

from cubesolve.errors import (
    EvenCubeCornerSwapException,
    EvenCubeEdgeParityException,
    InternalSWError,
)
from cubesolve.model import Cube, Part
from cubesolve.notation import Alg
from cubesolve.operator import Operator
from cubesolve.protocols import Phase, SolveStep
from cubesolve.stages.progress import status_3x3
from cubesolve.stages.shadow import DualOperator
from cubesolve.stages.three.cross import first_cross
from cubesolve.stages.three.macros import (
    BOTTOM_CORNERS,
    HOLDS,
    TOP_CORNERS,
    UP_TURNS,
    carried,
    cheapest,
    corner_inserts,
    held,
    joined_length,
)
from cubesolve.stages.three.stages import solve_in_stages
from cubesolve.words import reasons
from cubesolve.words import three as words
from cubesolve.words.grammar import Words

AnyPart = Part[Any]
State = tuple[int, ...]  # the sticker in each of some slots

_EDGE_INSERTS = (("FR", "U R U' R' U' F' U F"), ("FL", "U' L' U L U F U' F'"))
_MIDDLE_EDGES = ("FR", "FL", "BL", "BR")
_TOP_EDGES = ("UF", "UR", "UB", "UL")
_TURN_EDGES = ("F R U R' U' F'", "F U R U' R' F'")
_CYCLE_EDGES = ("R U R' U R U2 R'", "R U2 R' U' R U' R'")
_CYCLE_CORNERS = ("U R U' L' U R' U' L", "L' U R U' L U R' U'")
_TWIST = "R' D' R D R' D' R D"


class BeginnerSolver3x3:
    """Cross, corners, middle layer, cross, corners: each step can be asked for alone."""

    steps = (SolveStep.L1X, SolveStep.L1, SolveStep.L2, SolveStep.L3X, SolveStep.L3)
    phases = (Phase.CROSS, Phase.FIRST_LAYER, Phase.MIDDLE_LAYERS, Phase.LAST_LAYER)
    can_detect_parity = True

    def solve_3x3(self, operator: Operator, what: SolveStep) -> None:
        """Solve a reduced cube up to a step.

        Raises `EvenCubeEdgeParityException` from the last cross and `EvenCubeCornerSwapException`
        from the last corners where an even cube shows what no 3x3 can.
        """
        stages = (first_cross, first_corners, middle_edges, last_cross, last_corners)
        solve_in_stages(operator, list(zip(self.steps, stages, strict=True)), what)

    def status(self, cube: Cube) -> str:
        """Return in words how far a cube is solved."""
        return status_3x3(cube, self.steps)


def first_corners(dual: DualOperator) -> None:
    """Put the four corners of D below their centres."""
    shadow = dual.shadow
    _place_one_by_one(
        dual,
        [shadow.corner(name) for name in BOTTOM_CORNERS],
        lambda part: corner_inserts(part.name),
        (Phase.FIRST_LAYER, 1),
    )


def middle_edges(dual: DualOperator) -> None:
    """Put the four edges of the middle layer between their centres."""
    shadow = dual.shadow
    _place_one_by_one(
        dual,
        [shadow.edge(name) for name in _MIDDLE_EDGES],
        lambda part: _edge_inserts()[part.name],
        (Phase.MIDDLE_LAYERS, 2 if dual.size == 3 else None),
    )


def _place_one_by_one(
    dual: DualOperator,
    parts: Sequence[AnyPart],
    inserts: Callable[[AnyPart], Sequence[str]],
    belongs: tuple[Phase, int | None],
) -> None:
    """Solve parts of the shadow, each time the one that is cheapest to solve.

    Turns of U are free to use, and inserts into places that are not solved yet. `belongs` is the
    phase of the steps, and the layer that they build.
    """
    phase, layer = belongs
    while unsolved := [part for part in parts if not part.match_faces]:
        macros = [*UP_TURNS, *(macro for part in unsolved for macro in inserts(part))]
        ways = [(part, *_way(dual.shadow, part, macros)) for part in unsolved]
        costs = [joined_length(" ".join(path)) for _, _, path in ways]
        best = costs.index(min(costs))
        part, came, path = ways[best]
        colors = "-".join(sorted(color.name.lower() for color in part.position_id))
        kind = type(part).__name__.lower()
        with dual.annotate(
            *words.place(colors, kind, dual.place(came), dual.place(part.name)),
            phase=phase,
            moved=dual.parts([came]),
            targets=dual.parts([part.name]),
        ) as step:
            step.layer = layer
            step.reason = reasons.cheapest(kind, costs.pop(best), costs)
            dual.play(" ".join(path))


def _way(shadow: Cube, part: AnyPart, macros: Sequence[str]) -> tuple[str, list[str]]:
    """Return where the piece of a part is, and the cheapest way to bring it home."""
    wanted = part.position_id
    piece = shadow.find_part_by_colors(wanted)
    assert piece is not None
    color = min(wanted)
    start = next(edge.slot for edge in piece.edges if edge.color == color)
    goal = next(edge.slot for edge in part.edges if edge.face.color == color)
    path = cheapest(start, goal, macros)
    if path is None:
        raise InternalSWError(f"no way brings the piece of {part.name} home")
    return piece.name, path


def last_cross(dual: DualOperator) -> None:
    """Turn the edges of U up, then cycle them to their centres."""
    shadow = dual.shadow
    slots = [slot for name in _TOP_EDGES for slot in shadow.edge(name).slots]
    up, homes = _home(shadow, shadow.up.slots[4]), [_home_of_face(shadow, slot) for slot in slots]

    def turned(state: State) -> tuple[bool, ...]:
        return tuple(sticker // 9 == up for sticker in state[::2])

    start = tuple(map(shadow.sticker_at, slots))
    if sum(turned(start)) % 2:
        problem = f"{sum(turned(start))} edges of the last layer are turned up: no 3x3 has that"
        raise (EvenCubeEdgeParityException if dual.is_even else InternalSWError)(problem)
    _search(
        dual,
        slots,
        turned,
        lambda state: all(turned(state)),
        held(*_TURN_EDGES),
        (words.last_cross(dual.color_name("U")), _TOP_EDGES),
    )
    _search(
        dual,
        slots,
        lambda state: state,
        lambda state: all(sticker // 9 == home for sticker, home in zip(state, homes, strict=True)),
        UP_TURNS + held(*_CYCLE_EDGES),
        (words.cycle_last_edges(), _TOP_EDGES),
    )


def last_corners(dual: DualOperator) -> None:
    """Cycle the corners of U to their places, then twist them."""
    shadow = dual.shadow
    slots = [slot for name in TOP_CORNERS for slot in shadow.corner(name).slots]
    homes = _pieces(tuple(_home_of_face(shadow, slot) * 9 for slot in slots))
    found = _search(
        dual,
        slots,
        _pieces,
        lambda state: _pieces(state) == homes,
        held(*_CYCLE_CORNERS),
        (words.cycle_last_corners(), TOP_CORNERS),
    )
    if not found:
        problem = "two corners of the last layer are swapped: no 3x3 has that"
        raise (EvenCubeCornerSwapException if dual.is_even else InternalSWError)(problem)
    up = shadow.up.color

    def is_twisted(name: str) -> bool:
        return shadow.corner(name).face_color(shadow.up) != up

    if not any(map(is_twisted, TOP_CORNERS)):
        return
    with dual.annotate(
        *words.twist_last_corners(),
        phase=Phase.LAST_LAYER,
        moved=dual.parts(TOP_CORNERS),
        targets=dual.parts(TOP_CORNERS),
    ) as step:
        step.layer = dual.size
        step.reason = reasons.twist_one_by_one(sum(map(is_twisted, TOP_CORNERS)))
        for _ in range(4):
            while is_twisted("UFR"):
                dual.play(_TWIST)
            dual.play("U")


def _home(shadow: Cube, slot: int) -> int:
    """Return the face that has a slot's colour on the solved cube."""
    return shadow.sticker_at(slot) // 9


def _home_of_face(shadow: Cube, slot: int) -> int:
    """Return the face that has, on the solved cube, the colour of the centre of a slot's face."""
    return _home(shadow, slot // 9 * 9 + 4)


def _pieces(state: State) -> tuple[tuple[int, ...], ...]:
    """Return which corner piece is at each corner, however it is twisted."""
    homes = [sticker // 9 for sticker in state]
    return tuple(tuple(sorted(homes[k : k + 3])) for k in range(0, len(homes), 3))


def _search(
    dual: DualOperator,
    slots: Sequence[int],
    key: Callable[[State], Hashable],
    is_goal: Callable[[State], bool],
    macros: Sequence[str],
    said: tuple[Words, Sequence[str]],
) -> bool:
    """Play the fewest macros that bring stickers of some slots to a goal; return if there is a way.

    The macros may carry what is in these slots only to these slots.
    """
    place = {slot: k for k, slot in enumerate(slots)}
    moves = [(macro, [place[carried(macro)[slot]] for slot in slots]) for macro in macros]
    start = tuple(map(dual.shadow.sticker_at, slots))
    seen = {key(start)}
    queue: deque[tuple[State, list[str]]] = deque([(start, [])])
    while queue:
        state, path = queue.popleft()
        if is_goal(state):
            text, parts = said
            with dual.annotate(
                *text,
                phase=Phase.LAST_LAYER,
                moved=dual.parts(parts),
                targets=dual.parts(parts),
            ) as step:
                step.layer = dual.size
                step.reason = reasons.fewest_algorithms(len(path))
                dual.play(" ".join(path))
            return True
        for macro, there in moves:
            further = [0] * len(slots)
            for k, sticker in zip(there, state, strict=True):
                further[k] = sticker
            reached = tuple(further)
            if key(reached) not in seen:
                seen.add(key(reached))
                queue.append((reached, [*path, macro]))
    return False


@cache
def _edge_inserts() -> dict[str, list[str]]:
    """Return both algorithms that bring an edge from U into each place of the middle layer."""
    turns = dict(zip("FRBL", "LFRB", strict=True))  # what y makes of the sides
    found: dict[str, list[str]] = {name: [] for name in _MIDDLE_EDGES}
    for first, text in _EDGE_INSERTS:
        name = first
        for hold in HOLDS:
            found["".join(sorted(name, key="FBRL".index))].append(str(Alg.parse(text).rotate(hold)))
            name = "".join(turns[face] for face in name)
    return found
