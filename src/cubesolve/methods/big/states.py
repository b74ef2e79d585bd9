"""Cubes on their way through the stages, many at once, and how each was reached."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cubesolve.methods.big.layout import Layout, layout
from cubesolve.model import Cube
from cubesolve.model.geometry import N_FACES
from cubesolve.search.coordinates import Bytes
from cubesolve.search.orbits import N_FACE_TURNS, Ints, faces_of
from cubesolve.search.symmetry import AXIS_SYMMETRIES, FACE_MAPS

_SPARE = 32  # turns that there is room for beyond those that were made


class States(NamedTuple):
    """Cubes, one in each row: colours by slot, and how they were reached.

    A cube is turned as a whole by a rotation, `views`, before its first turn, and its colours are
    named by faces. `ends` is how many turns there were when each stage has ended.
    """

    size: int
    colors: Bytes
    views: Ints
    paths: Bytes
    lengths: Ints
    ends: Ints

    @property
    def n(self) -> int:
        """How many there are."""
        return len(self.lengths)

    def pick(self, numbers: npt.NDArray[np.integer]) -> States:
        """Return some of them."""
        size, colors, views, paths, lengths, ends = self
        return States(
            size, colors[numbers], views[numbers], paths[numbers], lengths[numbers], ends[numbers]
        )

    def played(self, starts: Ints, turns: npt.NDArray[np.integer], lengths: Ints) -> States:
        """Return what turns lead to: row by row from the state with that number."""
        from cubesolve.kernels.beam import play_turns

        found = self.pick(starts)._with_room_for(lengths)
        turns = np.ascontiguousarray(turns, np.int64)
        play_turns(found.colors, turns, lengths, layout(self.size).gathers)
        for k in range(turns.shape[1]):
            longer = np.flatnonzero(lengths > k)
            found.paths[longer, found.lengths[longer] + k] = turns[longer, k]
        return found._replace(lengths=found.lengths + lengths)

    def _with_room_for(self, more: Ints) -> States:
        """Return them with room for so many more turns of each."""
        longest = int((self.lengths + more).max(initial=0))
        if longest <= self.paths.shape[1]:
            return self
        wider = longest + _SPARE - self.paths.shape[1]
        return self._replace(paths=np.pad(self.paths, ((0, 0), (0, wider))))

    def at_end_of(self, stage: int) -> States:
        """Return them with the mark that a stage has ended."""
        self.ends[:, stage:] = self.lengths[:, None]
        return self

    def shortest_first(self) -> States:
        """Return them by length, each state once."""
        found = self.pick(np.argsort(self.lengths, kind="stable"))
        rows = np.ascontiguousarray(found.colors).view(f"V{found.colors.shape[1]}").ravel()
        _, first = np.unique(rows, return_index=True)
        return found.pick(np.sort(first))

    def renamed(self, to: Ints) -> States:
        """Return them with other names for the colours: `to[row, color]`, or `to[color]`."""
        names = np.broadcast_to(to, (self.n, N_FACES)).astype(np.uint8)
        return self._replace(colors=np.take_along_axis(names, self.colors.astype(np.int64), 1))

    def turns_of(self, number: int) -> list[tuple[int, ...]]:
        """Return the turns of each stage of one of them, as the cube was held at first."""
        back = np.argsort(FACE_MAPS[int(self.views[number])])
        path = self.paths[number, : self.lengths[number]].astype(np.int64)
        face = path % N_FACE_TURNS // 3
        path = (path + 3 * (back[face] - face)).tolist()
        ends = [0, *self.ends[number].tolist()]
        return [tuple(path[a:b]) for a, b in pairwise(ends)]


def joined(parts: list[States]) -> States:
    """Return several sets of states as one."""
    size = parts[0].size
    fields = zip(*(part[1:] for part in parts), strict=True)
    colors, views, paths, lengths, ends = (np.concatenate(each) for each in fields)
    return States(size, colors, views, paths, lengths, ends)


def start(cube: Cube, stages: int) -> States:
    """Return a cube as its stages begin: along each axis, and with each pair of colours on it.

    On odd sizes the middles say which colours belong to an axis.
    """
    found = [_seen(cube.size, faces_of(cube), view) for view in AXIS_SYMMETRIES]
    colors, views = np.stack(found), np.array(AXIS_SYMMETRIES)
    if cube.is_even:
        names = [np.array(FACE_MAPS[s]) for s in AXIS_SYMMETRIES]
        colors = np.concatenate([to[colors] for to in names]).astype(np.uint8)
        views = np.tile(views, len(names))
    count = len(views)
    return States(
        cube.size,
        colors,
        views,
        np.zeros((count, _SPARE), np.uint8),
        np.zeros(count, np.int64),
        np.zeros((count, stages), np.int64),
    )


def _seen(size: int, faces: Bytes, view: int) -> Bytes:
    """Return the faces that colours belong to as a rotation of the cube shows them."""
    names = np.array(FACE_MAPS[view], np.uint8)
    found: Bytes = names[faces[layout(size).rotations[view]]]
    return found


def glued(states: States, layers: list[int]) -> Bytes:
    """Return the colours of cubes of which some layers are left, by slot of the smaller cube."""
    size = states.size
    faces = states.colors.reshape(-1, N_FACES, size, size)
    chosen = faces[:, :, layers][:, :, :, layers]
    return np.ascontiguousarray(chosen.reshape(states.n, -1))


def unglued(turns: npt.NDArray[np.integer], cube: Layout, width: int) -> npt.NDArray[np.int64]:
    """Return turns of a 4x4 or a 5x5 as those of a cube whose block of two has so many layers."""
    wide = turns >= N_FACE_TURNS
    found: npt.NDArray[np.int64] = np.where(wide, turns + N_FACE_TURNS * (width - 2), turns)
    return found
