"""`Alg`: a sequence of moves, groups, commutators and conjugates as a value, without a cube.

Everything that can be played becomes an `Alg` here: see `Playable` and `as_alg`.
"""

from __future__ import annotations

import reprlib
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, islice
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias, Union, overload

from cubesolve.errors import NotationError
from cubesolve.notation.move import MAX_NUMBER, Block, Move, amount_text

if TYPE_CHECKING:
    from cubesolve.notation.metrics import Metric

MAX_MOVES = 10_000_000  # what an algorithm may expand to, and what may be written in brackets
MAX_DEPTH = 100  # brackets within brackets, lists within lists
_codes_of = attrgetter("codes")
_MOST_SHOWN = 10_000  # moves that an error writes out
_LESS = "nest less, or repeat fewer times"
SHORT = 80  # characters; programs play the same short texts again and again


@dataclass(frozen=True, slots=True)
class Pause:
    """A rest (`.`): it turns nothing."""

    def inverse(self) -> Pause:
        """Return a pause."""
        return self

    def __str__(self) -> str:
        return "."


@dataclass(frozen=True, slots=True)
class Group:
    """An algorithm in parentheses, played `amount` times (negative: backwards)."""

    alg: Alg
    amount: int = 1

    def __post_init__(self) -> None:
        _check(self.amount, self.alg)

    def inverse(self) -> Group:
        """Return the group that takes this one back."""
        return Group(self.alg, -self.amount)

    def __str__(self) -> str:
        return f"({self.alg}){amount_text(self.amount)}"


@dataclass(frozen=True, slots=True)
class Commutator:
    """`[A, B]`: A, B, A backwards, B backwards."""

    first: Alg
    second: Alg
    amount: int = 1

    def __post_init__(self) -> None:
        _check(self.amount, self.first, self.second)

    def inverse(self) -> Commutator:
        """Return `[B, A]`, which takes `[A, B]` back."""
        return Commutator(self.second, self.first, self.amount)

    def __str__(self) -> str:
        return f"[{self.first}, {self.second}]{amount_text(self.amount)}"


@dataclass(frozen=True, slots=True)
class Conjugate:
    """`[A: B]`: A, B, A backwards."""

    first: Alg
    second: Alg
    amount: int = 1

    def __post_init__(self) -> None:
        _check(self.amount, self.first, self.second)

    def inverse(self) -> Conjugate:
        """Return `[A: B']`, which takes `[A: B]` back."""
        return Conjugate(self.first, self.second.inverse(), self.amount)

    def __str__(self) -> str:
        return f"[{self.first}: {self.second}]{amount_text(self.amount)}"


Node = Move | Pause | Group | Commutator | Conjugate
_NODES = (Move, Pause, Group, Commutator, Conjugate)
_NODE_TYPES = frozenset(_NODES)
_MOVES_ONLY = {Move}
_NOT_MOVES = (bytes, bytearray, dict, set, frozenset)  # they have items, but no moves in an order


class HasAlg(Protocol):
    """Something with an algorithm to play, such as a `Solution` or one of its steps."""

    @property
    def alg(self) -> Alg:
        """The algorithm."""
        ...


#: Text, a move, an algorithm, a solution, or an iterable of these.
Playable: TypeAlias = Union[str, Node, "Alg", HasAlg, Iterable["Playable"]]


@dataclass(frozen=True, init=False)
class Alg:
    """A sequence of moves, groups, commutators and conjugates.

    It is made of text, of a move, or of a list of moves, algorithms and texts. Nested parts stay as
    they are until `expand()`, and `==` compares what is written. Length, items, slices and `in` go
    by `moves`, in which groups, commutators and conjugates are written out and pauses left out.

    >>> alg = Alg("F [R, U]")
    >>> print(alg.expand(), "|", alg.inverse(), "|", alg * 2)
    F R U R' U' | [U, R] F' | (F [R, U])2
    >>> len(alg), alg[0], alg[1:3], "U'" in alg
    (5, Move("F"), Alg("R U"), True)
    """

    nodes: tuple[Node, ...]

    stickers_after: ClassVar[Callable[[Alg, int], bytes] | None] = None
    """What says where an algorithm takes the stickers of a size; `model` puts itself here."""

    def __init__(self, what: Playable = ()) -> None:
        nodes = tuple(what if isinstance(what, (list, tuple)) else _parts(what))
        kinds = set(map(type, nodes))
        if not kinds <= _NODE_TYPES:
            nodes = tuple(islice(_flat(nodes, MAX_DEPTH), MAX_MOVES + 1))
            if len(nodes) > MAX_MOVES:
                raise ValueError(f"there are more than {MAX_MOVES} moves in these lists")
            kinds = set(map(type, nodes))
        object.__setattr__(self, "nodes", nodes)
        if kinds <= _MOVES_ONLY:
            self.__dict__["moves"] = nodes  # known already, and asked for by all that play

    @classmethod
    def parse(cls, text: str, size: int | None = None) -> Alg:
        """Return the algorithm that the text spells; with a size, every move must exist there.

        Raises `NotationError`, which knows the place and often a hint.
        """
        if not isinstance(text, str):
            raise TypeError(f"expected moves as text, got {reprlib.repr(text)}")
        parse_alg, parse_short = _parsers()
        if size is None and len(text) <= SHORT:
            return parse_short(text)
        return parse_alg(text, size)

    @classmethod
    def from_blocks(cls, blocks: Iterable[Block | tuple[str, int, int, int]], size: int) -> Alg:
        """Return the algorithm that `[face, first, last, turns]` blocks stand for on this size."""
        return cls(Move.from_block(block, size) for block in blocks)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All moves in the order of play, groups and commutators written out."""
        return tuple(node for node in self.expand().nodes if isinstance(node, Move))

    @cached_property
    def codes(self) -> array[int]:
        """The moves as integers, for the kernel that turns; see `Move.codes`."""
        return array("q", chain.from_iterable(map(_codes_of, self.moves)))

    def expand(self) -> Alg:
        """Return the same moves and pauses without groups, commutators and conjugates."""
        self.check_length(MAX_MOVES)
        return Alg(_expand(self))

    def check_length(self, most: int) -> None:
        """Raise `NotationError` if `expand()` would give more moves than this."""
        if self.expanded_length > most:
            problem = f"this expands to {self.expanded_length} moves, more than {most}"
            text = str(self) if self.written_length <= _MOST_SHOWN else "…"
            raise NotationError(problem, text, 1, _LESS)

    @cached_property
    def expanded_length(self) -> int:
        """How many moves and pauses `expand()` gives, counted without expanding.

        >>> Alg("[[R, U], F]1000").expanded_length
        10000
        """
        return sum(map(_expanded_length, self.nodes))

    @cached_property
    def written_length(self) -> int:
        """How many moves and pauses are written."""
        if self.is_flat:
            return len(self.nodes)
        return sum(sum(part.written_length for part in _inside(n)) or 1 for n in self.nodes)

    @cached_property
    def depth(self) -> int:
        """How many brackets are within each other.

        >>> Alg("R").depth, Alg("R ([U, F] D)2 (L)2").depth
        (0, 2)
        """
        if self.is_flat:
            return 0
        depths = (part.depth + 1 for node in self.nodes for part in _inside(node))
        return max(depths, default=0)

    @property
    def is_flat(self) -> bool:
        """Whether there are only moves: no brackets, and no pauses."""
        return self.__dict__.get("moves") is self.nodes

    @cached_property
    def distinct_moves(self) -> tuple[Move, ...]:
        """Each move that occurs, once, in the order in which they are written."""
        found: dict[Move, None] = {}
        for node in self.nodes:
            if isinstance(node, Move):
                found[node] = None
            for part in _inside(node):
                found.update(dict.fromkeys(part.distinct_moves))
        return tuple(found)

    def inverse(self) -> Alg:
        """Return the algorithm that takes this one back."""
        return Alg(node.inverse() for node in reversed(self.nodes))

    def simplify(self, size: int | None = None) -> Alg:
        """Return moves with the same effect, merged where turns of one axis meet; never longer.

        With a size, turns counted from opposite faces and slices are merged too.

        >>> print(Alg.parse("R L R' U U' 2L").simplify(), "|", Alg.parse("R M' L' U").simplify(3))
        Lw | x U
        """
        from cubesolve.notation.simplify import simplify

        return simplify(self, size)

    def without_rotations(self, size: int, *, keep_hold: bool = False) -> Alg:
        """Return the same turns with whole-cube turns absorbed into the moves that follow them.

        The cube ends in the same state up to how it is held; with `keep_hold`, the turns of the
        whole cube that remain are written at the end.

        >>> print(Alg.parse("y R x U").without_rotations(3))
        B R
        """
        from cubesolve.notation.transform import without_rotations

        return without_rotations(self, size, keep_hold)

    def mirror(self, across: str = "M") -> Alg:
        """Return what a mirror in the layer M, E or S shows; in M, left and right change places.

        >>> print(Alg.parse("R U 3Rw'").mirror())
        L' U' 3Lw
        """
        from cubesolve.notation.transform import mirror

        return mirror(self, across)

    def rotate(self, rotation: Playable) -> Alg:
        """Return the algorithm for a cube that was turned as a whole first.

        `rotation + alg.rotate(rotation)` does the same as `alg + rotation`.

        >>> print(Alg.parse("F [2]M").rotate("y"))
        L 3B
        """
        from cubesolve.notation.transform import rotate

        return rotate(self, as_alg(rotation))

    def count(self, metric: Metric | str, size: int) -> int:
        """Return the length in a metric (OBTM, RBTM, SST, QTM, ETM) on a cube of this size.

        Small letters will do, and on a 2x2 or 3x3 OBTM is also called HTM.

        >>> Alg.parse("Rw U 3R x").count("OBTM", 5), Alg.parse("R L R").count("OBTM", 3)
        (4, 2)
        """
        from cubesolve.notation.metrics import count

        return count(self, metric, size)

    def blocks(self, size: int) -> list[Block]:
        """Return all moves as `[face, first, last, turns]` blocks, for programs and robots."""
        return [block for move in self.moves for block in move.blocks(size)]

    def equivalent(self, other: Playable, size: int) -> bool:
        """Whether both do the same to every cube of this size, sticker by sticker.

        The hold counts: `x` is not the same as nothing. So do centre cells of one colour that
        change places. Raises `NotationError` for a move that this size has not.

        >>> Alg("R M' L'").equivalent("x", size=3), Alg("x").equivalent("", size=3)
        (True, False)
        """
        after = Alg.stickers_after
        assert after is not None, "the model is loaded with the package"
        return after(self, size) == after(as_alg(other), size)

    def __add__(self, other: str | Node | Alg | HasAlg) -> Alg:
        alg = _alg_of(other)
        return NotImplemented if alg is None else Alg(self.nodes + alg.nodes)

    def __radd__(self, other: str | Node | HasAlg) -> Alg:
        alg = _alg_of(other)
        return NotImplemented if alg is None else alg + self

    def __mul__(self, times: int) -> Alg:
        if not isinstance(times, int):
            return NotImplemented
        if times == 0 or not self.nodes:
            return Alg()
        if times == 1:
            return self
        return self.inverse() if times == -1 else Alg((Group(self, times),))

    __rmul__ = __mul__

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Alg: ...
    def __getitem__(self, index: int | slice) -> Move | Alg:
        return Alg(self.moves[index]) if isinstance(index, slice) else self.moves[index]

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __contains__(self, move: Move | str) -> bool:
        return (Move.parse(move) if isinstance(move, str) else move) in self.moves

    def __len__(self) -> int:
        return len(self.moves)

    def __bool__(self) -> bool:
        return bool(self.nodes)

    def __str__(self) -> str:
        return " ".join(map(str, self.nodes))

    def __repr__(self) -> str:
        return f'Alg("{self}")'

    def __reduce__(self) -> tuple[type[Alg], tuple[tuple[Node, ...]]]:
        # What is worked out from the nodes would make a pickle several times as long.
        return Alg, (self.nodes,)

    def __deepcopy__(self, memo: object) -> Alg:
        return self  # a value of values


@cache
def _parsers() -> tuple[Callable[[str, int | None], Alg], Callable[[str], Alg]]:
    """Return what reads texts, which needs this module; asked for once, since texts are many."""
    from cubesolve.notation.parser import parse_alg, parse_short

    return parse_alg, parse_short


def as_alg(what: Playable) -> Alg:
    """Return what can be played as an algorithm; raise `TypeError` for anything else.

    >>> as_alg(["R U", Move("F2"), Alg("[D, L]")])
    Alg("R U F2 [D, L]")
    """
    alg = _alg_of(what)
    return Alg(what) if alg is None else alg


def _alg_of(what: object) -> Alg | None:
    """Return what is an algorithm by itself; `None` for lists of them, and for anything else."""
    if isinstance(what, Alg):
        return what
    if isinstance(what, str):
        return Alg.parse(what)
    if isinstance(what, _NODES):
        return Alg((what,))
    alg = getattr(what, "alg", None)
    return alg if isinstance(alg, Alg) else None


def _parts(what: Playable) -> Iterable[Playable]:
    """Return what an algorithm is made of, one after the other."""
    alg = _alg_of(what)
    if alg is not None:
        return alg.nodes
    if isinstance(what, Iterable) and not isinstance(what, _NOT_MOVES):
        return what
    shown = reprlib.repr(what)
    raise TypeError(
        "expected moves as text, a Move, an Alg, a Solution, or a list of these;"
        f" got {shown} ({type(what).__name__})"
    )


def _flat(what: Iterable[Playable], depth: int) -> Iterator[Node]:
    """Yield the nodes of what can be played, also in lists of lists, so many within each other."""
    if not depth:
        raise ValueError(f"lists of moves are nested deeper than {MAX_DEPTH}")
    for part in what:
        if isinstance(part, _NODES):
            yield part
        else:
            yield from _flat(_parts(part), depth - 1)


def _check(amount: int, *parts: Alg) -> None:
    """Refuse what could not be written and read back."""
    if not 1 <= abs(amount) <= MAX_NUMBER:
        raise ValueError(
            f"expected an amount from 1 to {MAX_NUMBER} in either direction, got {amount}"
        )
    if not all(part.nodes for part in parts):
        raise ValueError("a group, commutator or conjugate needs moves in every part")
    if any(part.depth >= MAX_DEPTH for part in parts):
        raise NotationError(f"brackets are nested deeper than {MAX_DEPTH}", "…", 1, _LESS)
    written = sum(part.written_length for part in parts)
    if written > MAX_MOVES:
        problem = f"there are {written} moves in these brackets, more than {MAX_MOVES}"
        raise NotationError(problem, "…", 1, _LESS)


def _expanded_length(node: Node) -> int:
    match node:
        case Group(inner, amount):
            return inner.expanded_length * abs(amount)
        case Commutator(first, second, amount):
            return 2 * (first.expanded_length + second.expanded_length) * abs(amount)
        case Conjugate(first, second, amount):
            return (2 * first.expanded_length + second.expanded_length) * abs(amount)
        case _:
            return 1


def _inside(node: Node) -> tuple[Alg, ...]:
    """Return the algorithms that a node is made of."""
    match node:
        case Group(inner):
            return (inner,)
        case Commutator(first, second) | Conjugate(first, second):
            return first, second
        case _:
            return ()


def _expand(alg: Alg) -> Iterator[Node]:
    for node in alg.nodes:
        match node:
            case Group(inner, amount):
                once = list(_expand(inner))
            case Commutator(first, second, amount):
                a, b = list(_expand(first)), list(_expand(second))
                once = a + b + _backwards(a) + _backwards(b)
            case Conjugate(first, second, amount):
                a, b = list(_expand(first)), list(_expand(second))
                once = a + b + _backwards(a)
            case _:
                yield node
                continue
        if amount < 0:
            once = _backwards(once)
        for _ in range(abs(amount)):
            yield from once


def _backwards(nodes: list[Node]) -> list[Node]:
    return [node.inverse() for node in reversed(nodes)]
