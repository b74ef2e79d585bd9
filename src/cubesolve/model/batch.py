"""`CubeBatch`: thousands of cubes as one array, turned in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from math import isqrt
from types import ModuleType
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from cubesolve.model.colors import DEFAULT_SCHEME, ColorScheme
from cubesolve.model.cube import Cube, narrowest
from cubesolve.model.geometry import N_FACES, Ints, geometry
from cubesolve.model.identify import Colors
from cubesolve.model.move_sets import MoveSet, move_set
from cubesolve.notation import Playable, as_alg, outer_blocks, scramble_length

Mask = npt.NDArray[np.bool_]
Rows = slice | Sequence[int] | npt.NDArray[np.integer[Any]] | Mask
Seed = int | np.random.BitGenerator | None


@cache
def _kernels() -> ModuleType:
    """Return the compiled functions; Numba is loaded only by who uses them."""
    from cubesolve.kernels import batch

    return batch


class CubeBatch:
    """Many cubes of one size as one array (cube, slot), for learning and for statistics.

    It starts with solved cubes. `batch[7]` is one of them as a `Cube`, `batch[mask]` a batch of
    some; both are copies.

    >>> batch = CubeBatch(1000, size=3)
    >>> batch.play("R U")
    >>> batch.play_each(["U'", "F"], np.arange(1000) % 2)
    >>> batch.play("R'")
    >>> int(batch.solved.sum()), batch[1] == Cube.from_alg("R U F R'")
    (500, True)
    """

    def __init__(self, count: int, size: int = 3, scheme: ColorScheme = DEFAULT_SCHEME) -> None:
        if count < 0:
            raise ValueError(f"expected a count of at least 0, got {count}")
        self.geometry = geometry(size)
        self.size = size
        self.scheme = scheme
        n_slots = self.geometry.n_slots
        self._home = np.arange(n_slots, dtype=narrowest(n_slots))
        self._stickers = np.tile(self._home, (count, 1))
        self._last_moves: tuple[object, MoveSet] | None = None

    # Making batches, and reading them as cubes

    @classmethod
    def from_cubes(cls, cubes: Iterable[Cube]) -> CubeBatch:
        """Return a batch with copies of these cubes, at least one, all of one size and scheme."""
        given = list(cubes)
        if not given:
            raise ValueError("expected at least one cube; CubeBatch(0, size) is an empty batch")
        first = given[0]
        batch = cls(len(given), first.size, first.scheme)
        for row, cube in enumerate(given):
            batch[row] = cube
        return batch

    @classmethod
    def from_stickers(
        cls, stickers: npt.ArrayLike, scheme: ColorScheme = DEFAULT_SCHEME
    ) -> CubeBatch:
        """Return a batch with these sticker numbers, an array (cube, slot), as they are."""
        given = np.asarray(stickers)
        size = isqrt(given.shape[-1] // N_FACES) if given.ndim == 2 else 0
        if N_FACES * size * size != given.shape[-1]:
            raise ValueError(f"expected an array (cube, slot) of 6xNxN slots, got {given.shape}")
        batch = cls(len(given), size, scheme)
        if given.size and (given.min() < 0 or given.max() >= batch.geometry.n_slots):
            raise ValueError(f"expected sticker numbers below {batch.geometry.n_slots}")
        batch._stickers[:] = given
        return batch

    @classmethod
    def random_state(cls, count: int, size: int = 3, seed: int | None = None) -> CubeBatch:
        """Return states drawn uniformly from those that turns reach.

        Cube `i` is `Cube.random_state(size, seed + i)`.
        """
        batch = cls(count, size)
        for row in range(count):
            batch[row] = Cube.random_state(size, None if seed is None else seed + row)
        return batch

    random = random_state

    def __len__(self) -> int:
        return len(self._stickers)

    @overload
    def __getitem__(self, rows: int) -> Cube: ...

    @overload
    def __getitem__(self, rows: Rows) -> CubeBatch: ...

    def __getitem__(self, rows: int | Rows) -> Cube | CubeBatch:
        if isinstance(rows, int | np.integer):
            cube = Cube(self.size, self.scheme)
            cube.set_stickers(self._stickers[rows])
            return cube
        part = CubeBatch(0, self.size, self.scheme)
        part._stickers = np.array(self._stickers[rows], order="C")
        return part

    def __setitem__(self, rows: int | Rows, cubes: Cube | CubeBatch) -> None:
        if (cubes.size, cubes.scheme) != (self.size, self.scheme):
            raise ValueError(
                f"expected cubes of size {self.size} in {self.scheme!r}, got size {cubes.size} in"
                f" {cubes.scheme!r}"
            )
        self._stickers[rows] = cubes.stickers

    def __iter__(self) -> Iterator[Cube]:
        return (self[row] for row in range(len(self)))

    def copy(self) -> CubeBatch:
        """Return a batch with copies of all cubes."""
        return self[:]

    # Changing them

    def play(self, alg: Playable) -> None:
        """Play an algorithm on every cube, as `Cube.play` does on one."""
        moves = move_set((as_alg(alg),), self.size)
        _kernels().turn_all(self._stickers, self.geometry.turning_table, moves.turns)

    def play_each(self, moves: Iterable[Playable], choices: npt.ArrayLike | None = None) -> None:
        """Play a move on each cube: `moves[choices[i]]` on cube `i`, nothing where that is -1.

        Several choices for each cube, an array (cube, turn), are played one after the other. A
        move may be a whole algorithm. Without choices there is one move for each cube, in order.

        >>> batch = CubeBatch(2)
        >>> batch.play_each(["R", "U2"])
        >>> [cube == Cube.from_alg(alg) for cube, alg in zip(batch, ["R", "U2"])]
        [True, True]
        """
        known = self._known(moves)
        if choices is None:
            choices = np.arange(known.count)
        self._turn(known, self._checked(choices, known.count))

    def _known(self, moves: Iterable[Playable]) -> MoveSet:
        """Return the set of moves; the same tuple as the last time need not be read again."""
        if self._last_moves is None or self._last_moves[0] is not moves:
            found = move_set(moves, self.size)
            if not isinstance(moves, tuple):
                return found
            self._last_moves = moves, found
        return self._last_moves[1]

    def _checked(self, choices: npt.ArrayLike, n_moves: int) -> Ints:
        given = np.asarray(choices)
        if given.size and given.dtype.kind not in "iu":
            raise TypeError(f"expected whole numbers as choices, got {given.dtype}")
        if given.ndim not in (1, 2) or len(given) != len(self):
            raise ValueError(
                f"expected choices for {len(self)} cubes, got an array of {given.shape}"
            )
        if given.size and (given.min() < -1 or given.max() >= n_moves):
            raise ValueError(f"expected choices from -1 to {n_moves - 1}")
        return np.ascontiguousarray(given if given.ndim == 2 else given[:, None], dtype=np.int64)

    def _turn(self, moves: MoveSet, choices: Ints) -> None:
        table = self.geometry.turning_table
        _kernels().turn_each(self._stickers, table, moves.turns, moves.starts, choices)

    def scramble(
        self,
        length: npt.ArrayLike | None = None,
        seed: Seed = None,
        moves: Iterable[Playable] | None = None,
        where: Rows | None = None,
    ) -> Ints:
        """Play random moves on the cubes as they are now; return the choices that were played.

        `length` is one for all or one for each cube, else that of `random_moves`; the moves are
        turns of outer blocks unless given; no move undoes or repeats one before it. `where` picks
        some of the cubes. The same seed draws the same moves on every machine; a bit generator
        goes on from where it is.
        """
        if where is not None:
            part = self[where]
            choices = part.scramble(length, seed, moves)
            self[where] = part
            return choices
        known = self._known(outer_blocks(self.size) if moves is None else moves)
        if not known.count:
            raise ValueError("expected at least one move to scramble with")
        lengths = np.asarray(scramble_length(self.size) if length is None else length)
        lengths = np.broadcast_to(lengths, len(self)).astype(np.int64)
        if lengths.size and lengths.min() < 0:
            raise ValueError(f"expected a length of at least 0, got {lengths.min()}")
        choices = np.empty((len(self), lengths.max(initial=0)), dtype=np.int64)
        bits = seed if isinstance(seed, np.random.BitGenerator) else np.random.PCG64(seed)
        # One bit less, and the numbers fit where the compiler divides whole numbers.
        raws = (bits.random_raw(choices.size) >> np.uint64(1)).astype(np.int64)
        used = np.zeros(known.count, dtype=np.int64)
        _kernels().draw_moves(raws.reshape(choices.shape), lengths, known.kinds, used, choices)
        self._turn(known, choices)
        return choices

    def reset(self, where: Rows | None = None) -> None:
        """Solve all cubes, or some."""
        self._stickers[slice(None) if where is None else where] = self._home

    # Reading them

    @property
    def stickers(self) -> npt.NDArray[Any]:
        """Sticker numbers (cube, slot), in the narrowest type, as a view that cannot be written."""
        view = self._stickers.view()
        view.flags.writeable = False
        return view

    def colors(self) -> Colors:
        """Return (cube, slot) the face, 0 to 5, that has the slot's colour on the solved cube."""
        found = np.empty(self._stickers.shape, dtype=np.uint8)
        _kernels().write_colors(self._stickers, self.geometry.area, found)
        return found

    def one_hot(self) -> Colors:
        """Return (cube, slot, 6) a one for the colour of each slot, zeros for the others."""
        found = np.zeros((*self._stickers.shape, N_FACES), dtype=np.uint8)
        _kernels().write_one_hot(self._stickers, self.geometry.area, found)
        return found

    @property
    def solved(self) -> Mask:
        """Which cubes are solved: every face has one colour, in any hold, as `Cube.solved`."""
        return self._mask(_kernels().find_solved)

    @property
    def home(self) -> Mask:
        """Which cubes look like new ones as they are held: solved, with each colour on its face."""
        return self._mask(_kernels().find_home)

    def _mask(self, kernel: Callable[..., None]) -> Mask:
        found = np.empty(len(self), dtype=np.bool_)
        kernel(self._stickers, self.geometry.area, found)
        return found

    def strangers(self) -> npt.NDArray[np.int32]:
        """Return how many stickers of each cube differ from the most common colour of their face.

        None on a solved cube, in any hold, and on no other.
        """
        found = np.empty(len(self), dtype=np.int32)
        kernels, area = _kernels(), self.geometry.area
        ones = np.left_shift(1, kernels.COUNTER_BITS * np.arange(N_FACES)).repeat(area)
        kernels.count_strangers(self._stickers, area, ones, found)
        return found

    # As a value

    def __eq__(self, other: object) -> bool:
        """Whether both look the same: size, scheme and the colour of every slot of every cube."""
        if not isinstance(other, CubeBatch):
            return NotImplemented
        return (self.size, self.scheme) == (other.size, other.scheme) and np.array_equal(
            self.colors(), other.colors()
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<CubeBatch of {len(self)} cubes of size {self.size}>"

    def __reduce__(self) -> tuple[Callable[..., CubeBatch], tuple[object, ...]]:
        return _unpickled, (self.size, self.scheme.letters, self._stickers)


def _unpickled(size: int, scheme: str, stickers: npt.NDArray[Any]) -> CubeBatch:
    batch = CubeBatch(0, size, ColorScheme.parse(scheme))
    batch._stickers = stickers
    return batch
