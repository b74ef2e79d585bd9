"""The first cross: which face to hold down, and the shortest way to the cross on it.

A table tells how far every arrangement of the four edges is from the cross.
"""

from __future__ import annotations

from cubesolve.checkpoints import Pieces, made_once
from cubesolve.model import Cube, Face
from cubesolve.protocols import Phase
from cubesolve.search.four_pieces import FourPieces
from cubesolve.stages.shadow import DualOperator
from cubesolve.stages.three.macros import carried
from cubesolve.words import three as words
from cubesolve.words.reasons import fewest_for_cross

FACE_TURNS = tuple(face + amount for face in "URFDLB" for amount in ("", "2", "'"))
_CROSS = ("DF", "DR", "DB", "DL")
TO_DOWN = {"D": "", "U": "x2", "F": "x'", "B": "x", "L": "z'", "R": "z"}


def hold_first_layer_down(dual: DualOperator, shortest: bool = False) -> None:
    """Hold the face with the most of a first layer down.

    If none has a cross yet, it is the scheme's top colour, or with `shortest` the colour whose
    cross takes the fewest turns.
    """
    shadow = dual.shadow
    first = shadow.scheme.colors[0]

    def merit(face: Face) -> tuple[int, int, bool]:
        progress = _progress(shadow, face.name)
        turns = 0
        if shortest and not progress:
            held = shadow.copy()
            held.play(TO_DOWN[face.name])
            turns = len(cross_turns(held))
        return progress, -turns, face.color == first

    face = max(shadow.faces, key=merit)
    color = face.color.name.lower()
    with dual.annotate(*words.hold_down(color), phase=Phase.CROSS) as step:
        step.layer = 1
        dual.play(TO_DOWN[face.name])


def _progress(shadow: Cube, name: str) -> int:
    """Return how many parts around a face are solved if its cross is, else 0."""
    face = shadow.face(name)
    if not all(edge.match_faces for edge in face.edges):
        return 0
    done = 4 + sum(corner.match_faces for corner in face.corners)
    if done == 8:
        others = [e for e in shadow.edges if not e.on_face(face) and not e.on_face(face.opposite)]
        done += sum(edge.match_faces for edge in others)
    return done


def first_cross(dual: DualOperator) -> None:
    """Put the four edges of D to their centres, by the fewest turns."""
    turns = cross_turns(dual.shadow)
    with dual.annotate(
        *words.first_cross(dual.color_name("D")),
        phase=Phase.CROSS,
        targets=dual.parts(("DF", "DR", "DB", "DL")),
    ) as step:
        step.layer = 1
        step.reason = fewest_for_cross(len(turns))
        dual.play(" ".join(turns))


def cross_turns(cube: Cube) -> list[str]:
    """Return the fewest face turns that put the four edges of D to their centres, on a 3x3."""
    table, numbers = _table()
    return table.fewest_turns([numbers[slot] for slot in _edge_slots(cube)])


def _edge_slots(cube: Cube) -> list[int]:
    """Return where the stickers of D's colour are that belong on the four edges of D."""
    found = []
    for name in _CROSS:
        part = cube.edge(name)
        piece = cube.find_edge_by_color(part.position_id)
        assert piece is not None
        found.append(next(e.slot for e in piece.edges if e.color == cube.down.color))
    return found


@made_once
def _table() -> Pieces[tuple[FourPieces, dict[int, int]]]:
    """Return the table of the four edges, and the number of each edge slot in it."""
    solved = Cube(3)
    slots = sorted(slot for edge in solved.edges for slot in edge.slots)
    numbers = {slot: number for number, slot in enumerate(slots)}
    turns = {turn: [numbers[carried(turn)[slot]] for slot in slots] for turn in FACE_TURNS}
    home = [numbers[slot] for slot in _edge_slots(solved)]
    return (yield from FourPieces.build(home, turns)), numbers
