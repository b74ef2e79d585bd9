"""`BigCube`: cubes of tens of thousands of layers, with no array of stickers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cubesolve.errors import InternalSWError, UnsupportedSizeError
from cubesolve.machine import n_cores, require_memory
from cubesolve.model.big_random import RandomState
from cubesolve.model.big_state import (
    BigState,
    all_colors,
    cube_of,
    edge_colors,
    has_all_centers,
    has_all_pieces,
    held,
    layers_of,
    n_chunks,
    n_columns,
    n_rows,
    n_words,
    read_state,
    region_colors,
)
from cubesolve.model.colors import DEFAULT_SCHEME, Color, ColorScheme, check_scheme
from cubesolve.model.cube import Cube
from cubesolve.model.geometry import FACE_NAMES, MAX_SIZE, N_FACES, Ints, checked_size
from cubesolve.model.identify import Colors
from cubesolve.model.orbit_places import N_PLACES

LARGEST = (1 << 26) - 1  # layers that the words of turns have bits for
_ROWS_AT_ONCE = 64

Progress = Callable[[str, float | None], None]


class BigCube:
    """A cube of any size, which needs 2.25 N² bytes: its colours lie in planes of bits.

    It can be drawn at random or made from a `Cube`; `solve_big` solves it in place. Turns are not
    played on it. Rows and columns count from 0 at the top left of a face, as in `Cube.stickers`.

    >>> cube = BigCube.random_state(100, seed=1)
    >>> cube.solved, cube.color_at("F", 0, 0), int(cube.counts().sum())
    (False, Color.GREEN, 60000)
    """

    def __init__(
        self, size: int, scheme: ColorScheme = DEFAULT_SCHEME, state: BigState | None = None
    ) -> None:
        size = checked_size(size, LARGEST)
        check_scheme(scheme)
        self.size = size
        self.scheme = scheme
        self.colors: tuple[Color, ...] = scheme.colors
        """The colour that belongs on each face as the cube is held, in the order URFDLB."""
        self.state = _solved_state(size) if state is None else state

    @classmethod
    def random_state(
        cls,
        size: int,
        seed: int | None = None,
        scheme: ColorScheme = DEFAULT_SCHEME,
        on_progress: Progress | None = None,
    ) -> BigCube:
        """Return a state drawn uniformly from those that turns reach; the same for the same seed.

        A seed stands for another state than in `Cube.random_state`. Raises `NotEnoughRoomError` if
        the memory does not suffice.
        """
        cube = cls(size, scheme, BigState(size, np.empty(0, np.uint64), *_no_pieces()))
        require_memory(bytes_needed(size), f"a cube of size {size}")
        drawn = RandomState(size, seed, scheme)
        planes = np.empty(n_words(size), np.uint64)
        rows = n_rows(size)
        starts = range(0, rows, _ROWS_AT_ONCE)
        with ThreadPoolExecutor(n_cores()) as pool:
            work = [
                pool.submit(drawn.draw_rows, planes, first, min(rows, first + _ROWS_AT_ONCE))
                for first in starts
            ]
            try:
                for number, each in enumerate(work, 1):
                    each.result()
                    if on_progress is not None:
                        on_progress("drawing a random state", number / len(work))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        cube.state = drawn.with_planes(planes)
        return cube

    random = random_state

    @classmethod
    def from_cube(cls, cube: Cube) -> BigCube:
        """Return the state of a cube; raise `InvalidCubeError` for one that no turns reach."""
        if not isinstance(cube, Cube):
            raise TypeError(f"expected a Cube, got {cube!r}")
        faces, colors = held(cube, cube.colors())
        state = read_state(faces, cube.size)
        if not (has_all_pieces(state) and has_all_centers(state)):
            cube.check_solvable()
            raise InternalSWError("pieces are missing, but nothing is wrong with the cube")
        big = cls(cube.size, cube.scheme, state)
        big.colors = colors
        return big

    def to_cube(self) -> Cube:
        """Return the same state as a `Cube`, of sizes that it can have."""
        if self.size > MAX_SIZE:
            raise UnsupportedSizeError(
                f"a Cube has at most {MAX_SIZE} layers, this has {self.size}"
            )
        return cube_of(self._as_seen(all_colors(self.state)), self.scheme)

    @property
    def nbytes(self) -> int:
        """How many bytes the state takes."""
        return int(self.state.planes.nbytes + self.state.wings.nbytes)

    @property
    def solved(self) -> bool:
        """Whether every sticker is on its face."""
        from cubesolve.kernels.big_planes import first_unsolved

        state = self.state
        if not (state.small == np.repeat(np.arange(N_FACES), 9)).all():
            return False
        if not (state.wings == np.arange(N_PLACES)).all():
            return False
        return bool(first_unsolved(state.planes, 0, len(state.planes)) < 0)

    def color_at(self, face: str, row: int, column: int) -> Color:
        """Return the colour of a sticker."""
        (number,) = self.face_colors(face, row, column, 1, 1).ravel()
        return self.scheme.colors[int(number)]

    def face_colors(
        self,
        face: str,
        row: int = 0,
        column: int = 0,
        height: int | None = None,
        width: int | None = None,
        step: int = 1,
    ) -> Colors:
        """Return a face, or part of it, as numbers of colours in `scheme.colors`.

        With a step, every so manieth row and column is there.

        >>> BigCube(500).face_colors("R", 10, 20, height=2, width=3)
        array([[1, 1, 1],
               [1, 1, 1]], dtype=uint8)
        """
        if face not in tuple(FACE_NAMES):
            raise ValueError(f"expected a face of {FACE_NAMES}, got {face!r}")
        if step < 1:
            raise ValueError(f"expected a step of at least 1, got {step}")
        rows = self._stretch("row", row, height, step)
        columns = self._stretch("column", column, width, step)
        return self._as_seen(region_colors(self.state, FACE_NAMES.index(face), rows, columns))

    def _stretch(self, what: str, first: int, count: int | None, step: int) -> range:
        """Return the rows or columns from a first one on."""
        last = self.size if count is None else first + count * step - (step - 1)
        if not 0 <= first < last <= self.size:
            raise ValueError(
                f"expected {what}s from 0 to {self.size - 1}, got {first} to {last - 1}"
            )
        return range(first, last, step)

    def counts(self) -> Ints:
        """Return (face, colour): how many stickers of each colour of the scheme each face shows."""
        from cubesolve.kernels.big_planes import count_colors

        state = self.state
        found = np.zeros((N_FACES, N_FACES), np.int64)
        if state.rows:
            count_colors(state.planes, 0, state.rows, n_columns(self.size), found)
        for slots, colors in edge_colors(state):
            np.add.at(found, (slots // self.size**2, colors), 1)
        if self.size % 2:
            found += np.eye(N_FACES, dtype=np.int64)
        seen = self._seen()
        return found[:, np.argsort(seen)]

    def layers(self, chosen: Sequence[int]) -> Cube:
        """Return the small cube that the outer layers, some others and the middle one make.

        Layers count from 2 at a face on, up to the middle; those opposite to them come along. Turns
        of these layers move no other stickers into theirs, so they are turns of the small cube.
        """
        return cube_of(self._as_seen(layers_of(self.state, chosen)), self.scheme)

    def _seen(self) -> Ints:
        """Return the number that the colour of each face has in the scheme."""
        return np.array([self.scheme.colors.index(color) for color in self.colors])

    def _as_seen(self, faces: Colors) -> Colors:
        """Return colours by their numbers in the scheme."""
        seen = self._seen().astype(np.uint8)
        return faces if (seen == np.arange(N_FACES)).all() else seen[faces]

    def __repr__(self) -> str:
        return f"<BigCube of size {self.size}, {self.nbytes / (1 << 20):.0f} MiB>"


def bytes_needed(size: int) -> int:
    """Return how much memory a cube of a size takes."""
    return 8 * (n_words(size) + n_rows(size) * N_PLACES)


def _no_pieces() -> tuple[Ints, Ints]:
    return np.empty((0, N_PLACES), np.int64), np.empty(0, np.int64)


def _solved_state(size: int) -> BigState:
    from cubesolve.kernels.big_planes import solve_all

    require_memory(bytes_needed(size), f"a cube of size {size}")
    planes = np.empty(n_words(size), np.uint64)
    solve_all(planes, 0, n_rows(size) * n_chunks(size))
    wings = np.tile(np.arange(N_PLACES), (n_rows(size), 1))
    return BigState(size, planes, wings, np.repeat(np.arange(N_FACES), 9))
