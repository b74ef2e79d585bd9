"""`LongAlg`: an algorithm over an array, with no Python object for a move that nobody looks at."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, TypeVar, cast, overload

import numpy as np
import numpy.typing as npt

from cubesolve.notation import Alg, Block, Metric, Move, Node, metric_for
from cubesolve.notation.layers import FACES

Turns = npt.NDArray[np.int32]
Kind = TypeVar("Kind")

_PIECE = 65_536  # turns that are made into moves at once
_SHOWN = 12
_METRICS = (Metric.OBTM, Metric.RBTM, Metric.SST, Metric.QTM)


@lru_cache(maxsize=500_000)
def move_of(word: int) -> Move:
    """Return the move that a word stands for.

    >>> move_of(3 << 5 | 1 << 2 | 3)
    Move("3R'")
    """
    layer, amount = word >> 5, word & 3
    return Move(FACES[(word >> 2) & 7], ((layer, layer),), -1 if amount == 3 else amount)


def word_of(move: Move) -> int:
    """Return the word of a turn of a single layer, counted from a face; `ValueError` for others."""
    if move.letter not in FACES or len(move.layers) != 1 or not move.turns:
        raise ValueError(f"expected a turn of one layer counted from a face, got {move}")
    first, last = move.layers[0]
    if first != last:
        raise ValueError(f"expected a turn of one layer, got {move}")
    return first << 5 | FACES.index(move.letter) << 2 | move.turns


class _Known(dict[int, Kind]):
    """What a function makes of each word: a long algorithm has the same ones again and again."""

    def __init__(self, make: Callable[[int], Kind]) -> None:
        self.make = make

    def __missing__(self, word: int) -> Kind:
        made = self[word] = self.make(word)
        return made


def _text_of(word: int) -> str:
    return str(move_of(word))


def _block_of(word: int) -> Block:
    layer = word >> 5
    return Block(FACES[(word >> 2) & 7], layer, layer, word & 3)


class PackedMoves(Sequence[Move]):
    """Moves as a sequence over an array: each is made when it is looked at.

    >>> moves = PackedMoves(np.array([1 << 5 | 1 << 2 | 1, 2 << 5 | 2], np.int32))
    >>> len(moves), moves[-1], list(moves[:1])
    (2, Move("2U2"), [Move("R")])
    """

    def __init__(self, turns: Turns) -> None:
        self.turns = turns

    def __len__(self) -> int:
        return len(self.turns)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> PackedMoves: ...
    def __getitem__(self, index: int | slice) -> Move | PackedMoves:
        if isinstance(index, slice):
            return PackedMoves(self.turns[index])
        return move_of(int(self.turns[index]))

    def __iter__(self) -> Iterator[Move]:
        for start in range(0, len(self.turns), _PIECE):
            yield from map(move_of, self.turns[start : start + _PIECE].tolist())

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        try:
            return bool((self.turns == word_of(move)).any())
        except ValueError:
            return False

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PackedMoves):
            return bool(np.array_equal(self.turns, other.turns))
        if isinstance(other, Sequence) and len(other) == len(self):
            return all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = " ".join(map(str, self[:_SHOWN]))
        return f"<{len(self)} moves: {shown}{' …' if len(self) > _SHOWN else ''}>"


class LongAlg(Alg):
    """An algorithm of turns of single layers, kept as an array of words.

    It is an `Alg` in all that it answers; lengths, inverse, merging and playing run on the array.
    A word is layer from 1 << 5 | face << 2 | clockwise quarter turns, faces in the order URFDLB.

    >>> alg = LongAlg.pack("R 3U' F2", 5)
    >>> print(alg, len(alg), alg.count("OBTM", 5), alg.inverse())
    R 3U' F2 3 4 F2 3U R'
    """

    def __init__(self, turns: Turns, size: int) -> None:
        self.__dict__["turns"] = np.ascontiguousarray(turns, dtype=np.int32)
        self.__dict__["size"] = size

    turns: Turns
    size: int

    @classmethod
    def pack(cls, moves: Alg | str | Iterable[Move], size: int) -> LongAlg:
        """Return moves, each a turn of one layer of a face, as an array."""
        alg = Alg.parse(moves, size) if isinstance(moves, str) else moves
        return cls(np.fromiter(map(word_of, alg), np.int32), size)

    @classmethod
    def of_layers(cls, alg: Alg, size: int) -> LongAlg:
        """Return an algorithm with each turn of several layers as turns of one layer each.

        >>> print(LongAlg.of_layers(Alg("3Rw U2"), 5))
        R 2R 3R U2
        """
        turns = [
            layer << 5 | FACES.index(face) << 2 | turns
            for face, first, last, turns in alg.blocks(size)
            for layer in range(first, last + 1)
        ]
        return cls(np.array(turns, np.int32), size)

    @property
    def packed(self) -> PackedMoves:
        """The moves as a sequence that makes none of them before it is asked for."""
        return PackedMoves(self.turns)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All moves as objects: for short ones."""
        return tuple(self.packed)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All moves as objects: for short ones; `packed` makes none before it is asked for."""
        return cast(tuple[Move, ...], self.nodes)

    @property
    def codes(self) -> array[int]:
        """The moves as integers, for the kernel that turns."""
        from cubesolve.kernels.turn_words import codes_of_words

        codes = np.empty(len(self.turns), np.int64)
        codes_of_words(self.turns, codes)
        return array("q", codes.tobytes())

    def blocks(self, size: int) -> list[Block]:
        """Return all turns as `[face, first, last, turns]` blocks, for programs and robots.

        >>> LongAlg.pack("R 3U'", 5).blocks(5)[1]
        Block(face='U', first=3, last=3, turns=3)
        """
        if size < self.size:
            return super().blocks(size)  # it says which turn such a cube does not have
        known = _Known(_block_of)
        return list(map(known.__getitem__, self._checked().tolist()))

    def expand(self) -> LongAlg:
        """Return it as it is: there are no groups in it."""
        return self

    def inverse(self) -> LongAlg:
        """Return the algorithm that takes this one back."""
        from cubesolve.kernels.turn_words import invert_words

        out = np.empty_like(self.turns)
        invert_words(self.turns, out)
        return LongAlg(out, self.size)

    def simplify(self, size: int | None = None) -> LongAlg:
        """Return the turns of each layer merged where only turns about its axis are between them.

        Layers turn alone here, so neighbours that turn alike stay two moves.

        >>> print(LongAlg.pack("R 2L R' U D U' F F' D'", 4).simplify())
        2L
        """
        from cubesolve.kernels.turn_words import merge_words, new_run

        out, starts = np.empty_like(self.turns), np.empty(len(self.turns), np.int64)
        count = merge_words(self._checked(), self.size, new_run(self.size), out, starts)
        return LongAlg(out[:count].copy(), self.size)

    def without_rotations(self, size: int, *, keep_hold: bool = False) -> LongAlg:
        """Return it as it is: no word turns the whole cube."""
        return self

    def counts(self) -> dict[Metric, int]:
        """Return the length in every metric.

        >>> LongAlg.pack("R 2R U 2U2", 4).counts()[Metric.SST]
        4
        """
        from cubesolve.kernels.turn_words import N_METRICS, count_rest, count_words, new_run

        found, run = np.zeros(N_METRICS, np.int64), new_run(self.size)
        count_words(self._checked(), self.size, run, found)
        count_rest(self.size, run, found)
        counts = dict(zip(_METRICS, map(int, found), strict=True))
        return {**counts, Metric.ETM: len(self.turns)}

    def _checked(self) -> Turns:
        """Return the turns for kernels that have no room for layers which are not there."""
        from cubesolve.kernels.turn_words import first_wrong

        wrong = first_wrong(self.turns, self.size)
        if wrong >= 0:
            raise ValueError(f"move {wrong + 1} is no turn of a cube of size {self.size}")
        return self.turns

    @cached_property
    def _counts(self) -> dict[Metric, int]:
        return self.counts()

    def count(self, metric: Metric | str, size: int) -> int:
        """Return the length in a metric."""
        return self._counts[metric_for(metric, self.size)]

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> LongAlg: ...
    def __getitem__(self, index: int | slice) -> Move | LongAlg:
        if isinstance(index, slice):
            return LongAlg(self.turns[index], self.size)
        return move_of(int(self.turns[index]))

    def __iter__(self) -> Iterator[Move]:
        return iter(self.packed)

    def __contains__(self, move: Move | str) -> bool:
        return (Move.parse(move) if isinstance(move, str) else move) in self.packed

    def __len__(self) -> int:
        return len(self.turns)

    def __bool__(self) -> bool:
        return len(self.turns) > 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LongAlg):
            return bool(np.array_equal(self.turns, other.turns))
        if not isinstance(other, Alg):
            return NotImplemented
        return len(other.nodes) == len(self) and self.nodes == other.nodes

    def __hash__(self) -> int:
        return hash((self.nodes,))

    def __str__(self) -> str:
        texts = _Known(_text_of)
        pieces = (self.turns[at : at + _PIECE] for at in range(0, len(self.turns), _PIECE))
        return " ".join(" ".join(map(texts.__getitem__, piece.tolist())) for piece in pieces)

    def __repr__(self) -> str:
        if len(self) <= _SHOWN:
            return f'LongAlg.pack("{self}", {self.size})'
        return f"<LongAlg of size {self.size}, {self.packed!r:.200}>"

    def __reduce__(self) -> Any:
        return LongAlg, (self.turns, self.size)
