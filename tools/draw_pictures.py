"""Draw the pictures of the documentation with the package itself: `make pictures`."""

from __future__ import annotations

from pathlib import Path

from cubesolve import (
    Color,
    Cube,
    FaceName,
    FacesTrackerHolder,
    Mark,
    Marker,
    draw,
    film,
    solve,
    svg,
)
from cubesolve.commutators import CellSet, commutator, face_cycle, rings, wing_commutator

HERE = Path(__file__).parent.parent / "docs" / "pictures"

SOLVE_SEED = 74  # one that is solved in few moves


def pictures() -> dict[str, str]:
    """Return every picture by its file name."""
    return {
        "readme.svg": _readme(),
        "solve.svg": _solve(),
        "ids.svg": _ids(),
        "orbits.svg": _orbits(),
        "swapped-corners.svg": _swapped_corners(),
        "trackers.svg": _trackers(),
        "commutator-block.svg": _commutator(CellSet.of_block(((0, 0), (0, 2)))),
        "commutator-set.svg": _commutator(CellSet((1,), (0, 2, 4))),
        "wings.svg": _wings(),
        "cage-edges.svg": _cage("edges"),
        "cage-built.svg": _cage("cage"),
        "cage-cycle.svg": _face_cycle(),
        "layers-first.svg": _layers("first-layer", "middle-1", 1),
        "layers-middle.svg": _layers("middle-2", "middle-3", 1),
        "layers-wings.svg": _layers("middle-2", "middle-3", -2),
        "layers-last.svg": _layers("middle", "last-edges", 0),
        **_stickerings(),
        **_hidden_faces(),
    }


def _readme() -> str:
    cube = Cube(7)
    cube.play("3Rw U 2-3Fw' 2L2 3D [2,4]B y Rw' F 3U2")
    return svg(cube, hints=True, width=460)


def _solve() -> str:
    """Film how a 3x3 is solved."""
    cube = Cube.random_state(3, seed=SOLVE_SEED)
    return film(cube, solve(cube, "cfop").alg, width=260).svg()


def _case(alg: str) -> Cube:
    """Return the cube that an alg solves."""
    cube = Cube(3)
    cube.take_back(alg)
    return cube


def _stickerings() -> dict[str, str]:
    """Draw one case for each stage, and arrows."""
    sune, t_perm = _case("R U R' U R U2 R'"), _case("R U R' U' R' F R2 U' R' U' R U R' F'")
    pair = _case("U R U' R'")
    cross = _case("F R D L2 U F' B2")
    arrows = ("UFR-UBR", "UBR-UFR", "UL-UR", "UR-UL")
    return {
        "draw-cross.svg": draw(cross, stickering="cross", width=150).svg(),
        "draw-f2l.svg": draw(pair, stickering="f2l", width=150).svg(),
        "draw-oll.svg": draw(sune, stickering="oll", view="top", width=150).svg(),
        "draw-pll.svg": draw(t_perm, stickering="pll", view="top", width=150, arrows=arrows).svg(),
        "draw-own.svg": draw(sune, stickering="UFR UF F", width=150).svg(),
    }


def _hidden_faces() -> dict[str, str]:
    """Draw what is done with the faces that look away, and another look."""
    cube = _case("R U2 F' L D2 B")
    colors = ("#f4f1e8", "#c8553d", "#588b8b", "#ffd5a0", "#f28f3b", "#2d3047")
    return {
        "draw-none.svg": draw(cube, width=150).svg(),
        "draw-floating.svg": draw(cube, hidden="floating", width=200).svg(),
        "draw-through.svg": draw(cube, hidden="through", width=150).svg(),
        "draw-colors.svg": draw(cube, colors=colors, plastic="#3a2e39", width=150).svg(),
    }


def _ids() -> str:
    cube = Cube(5)
    cube.play("F 2R")
    edge = cube.edge("UF")
    wing = edge.get_slice(0)
    markers = {wing.edges[0].slot: Marker(Mark.DOT), wing.edges[1].slot: Marker(Mark.DOT)}
    return svg(cube, markers=markers, targets=edge, width=300)


def _orbits() -> str:
    cube = Cube(6)
    markers = {}
    for cell, color in (((0, 1), Color.BLACK), ((1, 0), Color.PURPLE)):
        slice_ = cube.center("F").get_slice(*cell)
        for other in cube.orbit(slice_):
            markers[other.edges[0].slot] = Marker(Mark.DOT, color)
    return svg(cube, "net", markers=markers, width=420)


def _swapped_corners() -> str:
    cube = Cube(4)
    letters = list(cube.facelets())
    first, second = cube.corner("UFR"), cube.corner("UFL")
    for a, b in zip(first.slots, second.slots, strict=True):
        letters[a], letters[b] = letters[b], letters[a]
    held = Cube.from_facelets("".join(letters))
    return svg(held, targets=[held.corner("UFR"), held.corner("UFL")], width=260)


def _trackers() -> str:
    cube = Cube.random_state(6, seed=3)
    with FacesTrackerHolder(cube):
        return svg(cube, "net", width=420)


def _commutator(cells: CellSet) -> str:
    """Draw the three sets of a commutator from U to F: source, target and second."""
    result = commutator(7, FaceName.U, FaceName.F, cells)
    cube = Cube(7)
    markers = {}
    for face, places, mark in (
        (FaceName.U, result.source, Marker(Mark.DOT)),
        (FaceName.F, result.target, Marker(Mark.RING)),
        (FaceName.U, result.second, Marker(Mark.CROSS)),
    ):
        for cell in places:
            markers[cube.center(face).get_slice(*cell).edge.slot] = mark
    return svg(cube, markers=markers, width=300)


def _wings() -> str:
    """Draw the three edges of a commutator of wings on the left."""
    cube = Cube(5)
    markers = {}
    for cycle in wing_commutator(5, [1, 3]).cycles:
        for (edge, index), mark in zip(cycle, (Mark.DOT, Mark.RING, Mark.CROSS), strict=True):
            for slot in cube.edge(edge).get_slice(index).slots:
                markers[slot] = Marker(mark)
    return svg(cube, yaw=-36, markers=markers, width=300)


def _cage(what: str) -> str:
    """Draw a cube whose edges are paired, or that is a cage with its centres to come."""
    cube = Cube.random_state(6, seed=5)
    cube.play(solve(cube, "cage", what).alg)
    return svg(cube, width=260)


def _face_cycle() -> str:
    """Draw the three sets of a commutator round U, F and D: source, target and second."""
    ring = next(ring for ring in rings() if ring.target == FaceName.F and ring.axis == 0)
    found = face_cycle(6, ring, CellSet((1,), (0, 3)), (3, 1), 1)
    cube = Cube(6)
    markers = {}
    for face, places, mark in (
        (found.source_face, found.source, Marker(Mark.DOT)),
        (found.target_face, found.target, Marker(Mark.RING)),
        (found.second_face, found.second, Marker(Mark.CROSS)),
    ):
        for cell in places:
            markers[cube.center(face).get_slice(*cell).edge.slot] = mark
    return svg(cube, "net", markers=markers, width=420)


def _layers(done: str, what: str, number: int) -> str:
    """Draw a 6x6 that is solved so far by layers, and what a step further on will move."""
    cube = Cube.random_state(6, seed=2)
    cube.play(solve(cube, "layers", done).alg)
    steps = solve(cube, "layers", what).steps
    for step in steps[:number]:
        cube.play(step.alg)
    markers = {slot: Marker(Mark.DOT) for slot in steps[number].moved}
    return svg(cube, "net", markers=markers, targets=steps[number].targets, width=420)


def main() -> None:
    """Write the pictures into their folder."""
    HERE.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (HERE / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
