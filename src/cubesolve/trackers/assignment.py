"""Which colour belongs on which face of an even cube, where no middle centre says so."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cubesolve.model import Color, ColorScheme, Cube, FaceName
from cubesolve.model.geometry import CORNER_FACES, EDGE_FACES, N_FACES

Part = frozenset[int]  # its faces: one for a centre, two for an edge, three for a corner

_CORNER_FACES, _EDGE_FACES = np.array(CORNER_FACES), np.array(EDGE_FACES)
_CORNERS = [frozenset(faces) for faces in CORNER_FACES]
_EDGES = [frozenset(faces) for faces in EDGE_FACES]
_CENTERS = [frozenset((face,)) for face in range(N_FACES)]
_LEAST_PARTS = 3  # two fit together by chance on one random 4x4 in 25


def center_counts(cube: Cube) -> npt.NDArray[np.int64]:
    """Return for each face how many of its centre cells have each colour of the scheme."""
    grids = cube.colors().reshape(N_FACES, cube.size, cube.size)[:, 1:-1, 1:-1]
    return np.stack([np.bincount(g.ravel(), minlength=N_FACES) for g in grids])


def check_scheme(cube: Cube, scheme: ColorScheme) -> None:
    """Raise `TypeError` or `ValueError` unless a scheme is a hold of the cube's own."""
    if not isinstance(scheme, ColorScheme):
        kind = type(scheme).__name__
        raise TypeError(f"expected scheme to be a ColorScheme, got {scheme!r} ({kind})")
    if cube.scheme.is_same_cube(scheme):
        return
    foreign = [color for color in scheme.colors if color not in cube.scheme.colors]
    if foreign:
        names = ", ".join(color.name.lower() for color in foreign)
        why = f"this cube has no {names}"
    elif cube.scheme.is_same_cube(scheme.mirrored()):
        why = "that is its mirror image"
    else:
        why = "other colours are opposite each other there"
    raise ValueError(
        f"expected one of the 24 holds of the scheme {cube.scheme}, got {scheme}: {why}"
    )


def best_scheme(cube: Cube) -> ColorScheme:
    """Return the hold of the cube's scheme that agrees with most of what is finished.

    Centres that are all built decide alone. Otherwise each centre cell that has its colour counts
    one, and so does each sticker of the edges and corners in a block (see `block_stickers`).

    Among equals, the one whose best face, and then whose best face of the others, agrees most: that
    is the order in which trackers are made. Among those, the first of the 24 holds in their fixed
    order. So it is always a hold of the scheme, and always the same for the same colours.
    """
    counts = center_counts(cube)
    schemes = cube.scheme.rotations()
    blocks = dict(zip(schemes, block_stickers(cube, schemes), strict=True))

    def merit(scheme: ColorScheme) -> tuple[bool, int, int, int]:
        agree = _agreement(cube, counts, scheme)
        first, third, _ = steps(agree)
        built = sum(agree) == counts.sum()
        return built, sum(agree) + blocks[scheme], agree[first], agree[third]

    return max(schemes, key=merit)  # max keeps the first of equals


def block_stickers(cube: Cube, schemes: list[ColorScheme]) -> list[int]:
    """Return for each scheme how many stickers of edges and corners are in blocks.

    A part fits a scheme if it is whole and has the colours of its faces. A block is made of three
    or more fitting parts that touch: a corner touches the edges that end in it, an edge also the
    centres on its two sides. The stickers of centres are not counted here.
    """
    colors = cube.colors()
    edges = colors[cube.geometry.edge_slots]
    whole = (edges == edges[:, :1]).all(axis=(1, 2))
    if not whole.any():  # only edges join parts
        return [0] * len(schemes)
    corners = colors[np.array(cube.geometry.corner_slots)]
    counts = center_counts(cube)
    stickers = (0, 0, 2 * cube.n_slices, 3)  # of a part on so many faces
    found = []
    for scheme in schemes:
        goal = np.array(_numbers(cube, scheme))
        joints = _where(_EDGES, whole & (edges[:, 0] == goal[_EDGE_FACES]).all(axis=1))
        ends = _where(_CORNERS, (corners == goal[_CORNER_FACES]).all(axis=1))
        ends += _where(_CENTERS, counts[range(N_FACES), goal] == cube.n_slices**2)
        found.append(sum(stickers[len(part)] for part in _in_blocks(joints, ends)))
    return found


def _where(parts: list[Part], fits: npt.NDArray[np.bool_]) -> list[Part]:
    return [part for part, yes in zip(parts, fits, strict=True) if yes]


def _in_blocks(edges: list[Part], others: list[Part]) -> list[Part]:
    """Return the parts that are in blocks: edges, and the corners and centres that they touch."""
    blocks: list[set[Part]] = []
    for edge in edges:
        block = {edge, *(part for part in others if part < edge or edge < part)}
        for other in [other for other in blocks if other & block]:
            blocks.remove(other)
            block |= other
        blocks.append(block)
    return [part for block in blocks if len(block) >= _LEAST_PARTS for part in block]


def steps(agree: list[int]) -> tuple[int, int, int]:
    """Return the faces in the order in which they are tracked: one of each opposite pair.

    First the face that agrees most, then the one that agrees most of those beside it and its
    opposite, then the better of the two that are left; the lower number among equals.
    """
    left = list(range(N_FACES))
    order = []
    while left:
        face = max(left, key=lambda f: (agree[f], -f))
        order.append(face)
        left = [f for f in left if f % 3 != face % 3]
    return order[0], order[1], order[2]


def tracking_order(cube: Cube, scheme: ColorScheme) -> list[tuple[FaceName, Color]]:
    """Return the three faces to mark, each with the colour that belongs on it by this scheme."""
    agree = _agreement(cube, center_counts(cube), scheme)
    return [(cube.faces[face].name, scheme.colors[face]) for face in steps(agree)]


def _agreement(cube: Cube, counts: npt.NDArray[np.int64], scheme: ColorScheme) -> list[int]:
    """Return for each face how many of its centre cells have the colour that belongs there."""
    return [int(counts[face, color]) for face, color in enumerate(_numbers(cube, scheme))]


def _numbers(cube: Cube, scheme: ColorScheme) -> list[int]:
    """Return the colours of a scheme as the numbers that `Cube.colors` has for them."""
    return [cube.scheme.colors.index(color) for color in scheme.colors]
