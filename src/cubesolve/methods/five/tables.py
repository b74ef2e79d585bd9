"""The tables of the 5x5 search that are kept: names, what they hold, and how they are built.

The small set (`cubesolve.search.table_sets`) is without the hashes of the last phases; solutions
are a little longer with it.
"""

from __future__ import annotations

from collections.abc import Callable

from cubesolve.search.pruning import Progress
from cubesolve.search.table_file import Arrays
from cubesolve.search.table_sets import Room, TableSet
from cubesolve.search.table_store import Table

_SIZE = 5
_VERSION = 1
#: Up to which distance the hashes of phases 1, 3, 4 and 5 go, and how many slots they have.
NEAREST_1, NEAREST_3, NEAREST_4, NEAREST_5 = 7, 8, 7, 9
NEAREST_1_SMALL = 6
_MANY_SLOTS, _SLOTS_3, _SLOTS_1_SMALL = 1 << 25, 1 << 23, 1 << 21


def build_coordinates(progress: Progress) -> Arrays:
    """Return what turns and symmetries make of all coordinates."""
    from cubesolve.methods.five import centers, last_edges, middle, wings

    builders = (
        centers.build_coordinates_1,
        centers.build_coordinates_2,
        wings.build_coordinates_3,
        middle.build_coordinates_4,
        last_edges.build_coordinates_5,
    )
    found: Arrays = {}
    for phase, build in enumerate(builders, 1):
        found |= {f"{phase}-{name}": array for name, array in build().items()}
        progress(phase / len(builders))
    return found


def of_phase(coordinates: Arrays, phase: int) -> Arrays:
    """Return the coordinates of one phase."""
    prefix = f"{phase}-"
    return {
        name.removeprefix(prefix): array
        for name, array in coordinates.items()
        if name.startswith(prefix)
    }


def _near_1(progress: Progress, c: Arrays) -> Arrays:
    from cubesolve.methods.five.centers import build_near_1

    return build_near_1(of_phase(c, 1), NEAREST_1, _MANY_SLOTS, progress)


def _near_1_small(progress: Progress, c: Arrays) -> Arrays:
    from cubesolve.methods.five.centers import build_near_1

    return build_near_1(of_phase(c, 1), NEAREST_1_SMALL, _SLOTS_1_SMALL, progress)


def _distances_2(progress: Progress, c: Arrays) -> Arrays:
    from cubesolve.methods.five.centers import build_distances_2

    return build_distances_2(of_phase(c, 2), progress)


def _near_3(progress: Progress, c: Arrays) -> Arrays:
    from cubesolve.methods.five.wings import build_distances_3, build_near_3

    own = of_phase(c, 3)
    near = build_near_3(own, NEAREST_3, _SLOTS_3, progress)
    return near | build_distances_3(own, lambda share: None)


def _distances_4(progress: Progress, c: Arrays) -> Arrays:
    from cubesolve.methods.five.middle import build_distances_4

    return build_distances_4(of_phase(c, 4), progress)


def _low_ud(progress: Progress, c: Arrays) -> Arrays:
    from cubesolve.methods.five.middle import build_low_ud

    return build_low_ud(of_phase(c, 4), progress)


def _near_4(progress: Progress, c: Arrays) -> Arrays:
    from cubesolve.methods.five.middle import build_near_4

    return build_near_4(of_phase(c, 4), NEAREST_4, _MANY_SLOTS, progress)


def _distances_5(progress: Progress, c: Arrays) -> Arrays:
    from cubesolve.methods.five.last_edges import build_distances_5

    return build_distances_5(of_phase(c, 5), progress)


def _near_5(progress: Progress, c: Arrays) -> Arrays:
    from cubesolve.methods.five.last_edges import build_near_5

    return build_near_5(of_phase(c, 5), NEAREST_5, _MANY_SLOTS, progress)


def _table(name: str, holds: str, build: Callable[..., Arrays], only_in: str = "") -> Table:
    return Table(
        f"five-{name}",
        _VERSION,
        _SIZE,
        f"5x5 {holds}",
        build,
        needs=(COORDINATES,),
        only_in=only_in,
    )


_LARGE, _SMALL = TableSet.LARGE, TableSet.SMALL
COORDINATES = Table(
    "five-coordinates", _VERSION, _SIZE, "5x5 turns and symmetries", build_coordinates
)
CENTERS_NEAR = _table("centers-near", "centres that are nearly done", _near_1, _LARGE)
CENTERS_NEAR_SMALL = _table(
    "centers-near-small", "centres that are nearly done, the small table", _near_1_small, _SMALL
)
CENTERS = _table("centers", "distances of centres", _distances_2)
WINGS = _table("wings", "places of wings and flips of edges", _near_3)
MIDDLE = _table("middle", "distances of the first four edges", _distances_4)
MIDDLE_CENTERS = _table(
    "middle-centers", "distances of the first four edges with centres", _low_ud, _LARGE
)
MIDDLE_NEAR = _table("middle-near", "first four edges that are nearly done", _near_4, _LARGE)
LAST = _table("last", "distances of the last eight edges", _distances_5)
LAST_NEAR = _table("last-near", "last eight edges that are nearly done", _near_5, _LARGE)
# The largest work comes first, so that two cores are done at about the same time.
TABLES = (
    COORDINATES,
    MIDDLE_CENTERS,
    LAST,
    MIDDLE,
    WINGS,
    MIDDLE_NEAR,
    LAST_NEAR,
    CENTERS_NEAR,
    CENTERS_NEAR_SMALL,
    CENTERS,
)
#: What the sets need, the 3x3 search included.
ROOM = {_LARGE: Room(disk=580, memory=1_500), _SMALL: Room(disk=310, memory=1_000)}
