"""Draw the pictures of the documentation with the package itself: `make pictures`."""

from __future__ import annotations

from pathlib import Path

from cubesolve import Color, Cube, Mark, Marker, svg

HERE = Path(__file__).parent / "pictures"


def pictures() -> dict[str, str]:
    """Return every picture by its file name."""
    return {
        "readme.svg": _readme(),
        "ids.svg": _ids(),
        "orbits.svg": _orbits(),
        "swapped-corners.svg": _swapped_corners(),
    }


def _readme() -> str:
    cube = Cube(7)
    cube.play("3Rw U 2-3Fw' 2L2 3D [2,4]B y Rw' F 3U2")
    return svg(cube, hints=True, width=460)


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


def main() -> None:
    """Write the pictures into their folder."""
    HERE.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (HERE / name).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
