"""How a 2x2 is held: a face down for the first layer, and the colour that belongs on each face.

No centres say where colours belong, so any of the 24 holds of the colours will do for any of the
six faces; a method takes the one that has most of its layer done already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from cubesolve.checkpoints import Pieces, made_once
from cubesolve.interrupts import restoring
from cubesolve.model import Color, Corner, Cube
from cubesolve.model.geometry import N_FACES
from cubesolve.operator import Operator
from cubesolve.protocols import Phase
from cubesolve.search.four_pieces import FourPieces
from cubesolve.stages.shadow import name_at_start
from cubesolve.stages.three.cross import FACE_TURNS, TO_DOWN
from cubesolve.stages.three.macros import BOTTOM_CORNERS, TOP_CORNERS, carried
from cubesolve.words import three as words
from cubesolve.words.grammar import Words

Places = tuple[int, ...]  # the slots of one sticker each of some corners

_CELLS = 4  # of a face


class Layers(NamedTuple):
    """Where the sticker of D of each corner of the first layer is, and that of U of the last."""

    first: Places
    last: Places

    @property
    def n_left(self) -> int:
        """How many corners of the first layer are not home."""
        return sum(a != b for a, b in zip(self.first, home().first, strict=True))

    @property
    def first_distance(self) -> int:
        """How many turns the first layer is from complete."""
        return _first_layers().distance(self.first)

    def first_turns(self) -> list[str]:
        """Return the fewest turns that complete the first layer."""
        return _first_layers().fewest_turns(self.first)


class Held:
    """A 2x2 that an operator holds with its first layer down.

    `goal` has the number of the colour that belongs on each face.
    """

    def __init__(self, operator: Operator, goal: tuple[int, ...]) -> None:
        self.operator = operator
        self.goal = goal

    @property
    def layers(self) -> Layers:
        """Where the corners of both layers are now."""
        return _layers(_pairs(self.operator.cube.colors().tolist()), self.goal)

    def color(self, face: int) -> Color:
        """Return the colour that belongs on a face."""
        return self.operator.cube.scheme.colors[self.goal[face]]

    def colors_of(self, corner: str) -> str:
        """Return the colours of the corner that belongs in a place, in words."""
        faces = [slot // _CELLS for slot in self.operator.cube.corner(corner).slots]
        return "-".join(sorted(self.color(face).name.lower() for face in faces))

    def corner_at(self, slot: int) -> Corner:
        """Return the corner that a slot is on."""
        return next(corner for corner in self.operator.cube.corners if slot in corner.slots)

    def corners(self, names: tuple[str, ...]) -> list[Corner]:
        """Return corners by the names of their places."""
        return [self.operator.cube.corner(name) for name in names]

    @restoring
    def step(
        self,
        said: Words,
        phase: Phase,
        moved: Sequence[Corner],
        targets: Sequence[Corner],
        reason: str,
    ) -> Iterator[None]:
        """Make one step of what is played inside."""
        with self.operator.annotate(*said, moved=moved, targets=targets, phase=phase) as step:
            step.layer = 1 if phase == Phase.FIRST_LAYER else 2
            step.reason = reason
            yield

    def place(self, name: str) -> str:
        """Return the name of a place as the cube was held at the start."""
        return name_at_start(self.operator.history, name)


def hold_down(operator: Operator, merit: Callable[[Layers], tuple[int, ...]]) -> Held:
    """Hold the face down, for the colours, that have the least `merit`; it comes in as corners.

    Among equals it is the first colour of the scheme, then the first of the holds.
    """
    cube = operator.cube
    goals = [tuple(map(cube.scheme.colors.index, s.colors)) for s in cube.scheme.rotations()]
    found = []
    for rotation in TO_DOWN.values():
        pairs = _pairs(_turned(cube, rotation))
        for goal in goals:
            found.append(((*merit(_layers(pairs, goal)), goal[3]), rotation, goal))
    _, rotation, goal = min(found, key=lambda each: each[0])
    held = Held(operator, goal)
    with held.step(words.hold_down(held.color(3).name.lower()), Phase.FIRST_LAYER, (), (), ""):
        operator.play(rotation)
    return held


@cache
def home() -> Layers:
    """Return where the corners of both layers are when all is solved."""
    return _layers(_pairs(Cube(2).colors().tolist()), tuple(range(N_FACES)))


def _turned(cube: Cube, rotation: str) -> list[int]:
    colors = cube.colors().tolist()
    turned = [0] * len(colors)
    for slot, there in enumerate(carried(rotation, 2)):
        turned[there] = colors[slot]
    return turned


def _pairs(colors: list[int]) -> dict[tuple[int, int], int]:
    """Return where each sticker is, named by its colour and that of the next one, clockwise."""
    return {
        (colors[slot], colors[following]): slot
        for slots in _corner_slots()
        for slot, following in zip(slots, (*slots[1:], slots[0]), strict=True)
    }


@cache
def _corner_slots() -> tuple[Places, ...]:
    return tuple(tuple(corner.slots) for corner in Cube(2).corners)


@cache
def _faces(names: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Return the first two faces, clockwise, of these corners; the first is U or D."""
    slots = [Cube(2).corner(name).slots for name in names]
    return tuple((first // _CELLS, second // _CELLS) for first, second, _ in slots)


def _layers(pairs: dict[tuple[int, int], int], goal: tuple[int, ...]) -> Layers:
    first, last = (
        tuple(pairs[goal[a], goal[b]] for a, b in _faces(names))
        for names in (BOTTOM_CORNERS, TOP_CORNERS)
    )
    return Layers(first, last)


@made_once
def _first_layers() -> Pieces[FourPieces]:
    turns = {turn: carried(turn, 2) for turn in FACE_TURNS}
    return (yield from FourPieces.build(home().first, turns))
