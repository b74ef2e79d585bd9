"""The grammar: every form, equal spellings, and what a word does on a cube of each size."""

from __future__ import annotations

import re
from itertools import product

import pytest
from algs import (
    AMOUNTS,
    any_algs,
    any_moves,
    oracle_stickers,
    playable,
    repeatable,
    stickers,
    texts,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from cubesolve import Alg, Cube, Move, NotationError, UnsupportedSizeError
from cubesolve.notation import Block, Commutator, Conjugate, Group, Pause, Turn
from oracle import Oracle, all_tokens, read_token

SIZES = [*range(2, 10), 17]

FACE_SPELLINGS = [
    ["R", "1R", "[1]R", "R[1]", "[1:1]R", "1-1Rw", "[1,1]R", "[ 1 ]R", "R[1 : 1]"],
    ["Rw", "r", "2Rw", "2r", "1-2Rw", "1-2r", "[1:2]R", "[:2]R", "R[:2]", "[2,1]R", "[1:2]Rw"],
    ["3Rw", "[:3]r", "Rw[:3]", "r[1:3]", "3r", "1-3Rw", "[1:3]R", "[1:2,3]R", "[1:2,2:3]R"],
    ["3R", "[3]R", "R[3]", "[3:3]R", "[3,3]R"],
    ["2-4Rw", "2-4r", "[2:4]R", "R[2:4]", "[2:4]Rw", "[2,3,4]R", "[2:3,4]R", "[ 2 : 4 ]R"],
    ["[1,3]R", "R[1,3]", "[3,1]R", "[1, 3]R", "[1,3,1]R"],
    ["[:-1]Rw", "[:-1]R", "[1:-1]R", "R[:-1]", "[1:]R", "[:]R", "Rw[:]"],
    ["[2:]R", "R[2:]", "[2:-1]R", "[2:]Rw"],
    ["[2:-2]R", "R[2:-2]", "[2:-2]r"],
]
SLICE_SPELLINGS = [
    ["m", "[:]M", "M[:]", "[1:]M"],
    ["[2]M", "M[2]", "[2:2]M", "[2,2]M"],
    ["[1,3]M", "M[1,3]", "[3,1]M"],
    ["[2:]M", "M[2:]"],
    ["[1:2]M", "[:2]M", "[1,2]M", "M[:2]"],
]
AMOUNT_SPELLINGS = [
    ["R'", "R\u2019", "R\u2018", "R\u2032", "R\u02bc", "R\u00b4", "R`", "R\u02b9", "R\uff07"],
    ["R2'", "R'2", "R2\u2019", "R\u20322"],
    ["R", "R1"],
    ["R'", "R1'", "R'1"],
]
OTHER_SPELLINGS = [
    ["x", "X"],
    ["y2'", "Y'2"],
    ["z'", "Z'"],
    ["R U F", "RUF", "R\tU\nF", "  R U\r\nF  "],
    ["R2 U", "R2U"],
    ["R' U", "R'U"],
    ["R U", "R // the first\nU", "R # the first\nU", "R//\nU", "# x\n\n// y\nR U #", "R U // (["],
    ["2R U", "R[2]U", "2RU"],
    ["(R U)2'", "(R U)'2", "( R U )2\u2019", "(RU)2'", "(R // a )\n U)2'"],
    ["[R, U]", "[R,U]", "[ R , U ]", "[R\n,\nU]"],
    ["[R: U]", "[R:U]", "[ R : U ]"],
    ["R . U", "R.U", "R . // rest\nU"],
    ["[2R, [1,3]U]", "[[2]R,U[1,3]]"],
]


def respelled(spellings: list[list[str]], letter: str) -> list[list[str]]:
    """The same with another letter."""
    table = str.maketrans({"R": letter, "r": letter.lower(), "M": letter, "m": letter.lower()})
    return [[word.translate(table) for word in words] for words in spellings]


@pytest.mark.parametrize(
    "equal",
    [
        *(words for face in "RLUDFB" for words in respelled(FACE_SPELLINGS, face)),
        *(words for name in "MES" for words in respelled(SLICE_SPELLINGS, name)),
        *AMOUNT_SPELLINGS,
        *OTHER_SPELLINGS,
    ],
    ids=lambda equal: equal[0],
)
def test_equal_spellings_are_one_value(equal: list[str]) -> None:
    algs = [Alg.parse(text) for text in equal]
    assert set(algs) == {algs[0]}
    assert {str(alg) for alg in algs} == {str(algs[0])}


def test_different_moves_are_different_values() -> None:
    groups = [
        *(words for face in "RLUDFB" for words in respelled(FACE_SPELLINGS, face)),
        *(words for name in "MES" for words in respelled(SLICE_SPELLINGS, name)),
        ["M"],
        ["E"],
        ["S"],
        ["x"],
        ["y"],
        ["z"],
    ]
    seen: set[Move] = set()
    for words in groups:
        for amount in ("", "'", "2", "2'", "3"):
            move = Move.parse(words[0] + amount)
            assert move not in seen
            seen.add(move)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("r", "Rw"),
        ("3r2'", "3Rw2'"),
        ("[3]R", "3R"),
        ("[2:4]R", "2-4Rw"),
        ("R[1,3]'", "[1,3]R'"),
        ("[:-1]R", "[:-1]Rw"),
        ("[:]M", "m"),
        ("M[2:]", "[2:]M"),
        ("X3", "x3"),
        ("R\u20192", "R2'"),
        ("(R  U)3'", "(R U)3'"),
        ("[R,U]2", "[R, U]2"),
        ("[R:U]'", "[R: U]'"),
        ("R.U", "R . U"),
        ("", ""),
        ("// nothing", ""),
    ],
)
def test_the_spelling_shown(text: str, shown: str) -> None:
    assert str(Alg.parse(text)) == shown


def test_nodes() -> None:
    r, u = Alg.parse("R"), Alg.parse("U")
    assert Alg.parse("(R)3'").nodes == (Group(r, -3),)
    assert Alg.parse("[R, U]2").nodes == (Commutator(r, u, 2),)
    assert Alg.parse("[R: U]'").nodes == (Conjugate(r, u, -1),)
    assert Alg.parse(".R").nodes == (Pause(), Move("R"))
    assert Alg.parse("((R))").nodes == (Group(Alg([Group(r)])),)
    assert Alg.parse("2-4Lw2'").nodes == (Move("L", ((2, 4),), -2),)
    assert Alg.parse("[1,3:]D").nodes == (Move("D", ((1, 1), (3, -1))),)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("[R, U]", "R U R' U'"),
        ("[R: U]", "R U R'"),
        ("[R, U]2", "R U R' U' R U R' U'"),
        ("[R, U]'", "U R U' R'"),
        ("[R2' U: F]'", "R2' U F' U' R2"),
        ("(R U)2'", "U' R' U' R'"),
        ("(R U')3", "R U' R U' R U'"),
        ("[R U: [F, D]]", "R U F D F' D' U' R'"),
        ("[[R: U], F']", "R U R' F' R U' R' F"),
        ("((R)2 U)2'", "U' R' R' U' R' R'"),
        ("R . U .", "R U"),
    ],
)
def test_brackets_written_out(text: str, moves: str) -> None:
    assert Alg.parse(text).moves == Alg.parse(moves).nodes
    assert len(Alg.parse(text)) == len(moves.split())
    assert list(Alg.parse(text)) == list(Alg.parse(moves).nodes)


def test_pauses_survive_until_the_moves_are_asked_for() -> None:
    assert str(Alg.parse("(R .)2").expand()) == "R . R ."
    assert str(Alg.parse("[R ., U]").expand()) == "R . U . R' U'"


# parse(str(a)) == a


@settings(repeatable, max_examples=80)
@given(any_algs)
def test_reading_what_was_written(alg: Alg) -> None:
    again = Alg.parse(str(alg))
    assert again == alg
    assert hash(again) == hash(alg)
    assert eval(repr(alg)) == alg


@settings(repeatable, max_examples=150)
@given(any_moves)
def test_reading_a_move_that_was_written(move: Move) -> None:
    assert Move.parse(str(move)) == move
    assert hash(Move.parse(str(move))) == hash(move)
    assert eval(repr(move)) == move


@repeatable
@given(texts(5), st.sampled_from(["// x\n", "# x\n", ". ", "\u2028"]))
def test_reading_a_text_twice(text: str, before: str) -> None:
    alg = Alg.parse(text)
    assert Alg.parse(str(alg)) == alg
    # What stands before a flat text sends it through the reader of nested texts instead.
    assert Alg.parse(before + text).moves == alg.moves
    assert Alg.parse(before + text + "\n" + before, 5).moves == alg.moves
    assert Alg.parse(f"({text or '.'})").moves == alg.moves


@repeatable
@given(playable(4))
def test_brackets_as_text_and_as_nodes_act_alike(alg: Alg) -> None:
    assert stickers(str(alg), 4) == stickers(alg, 4)


# What words do: the oracle knows.


@pytest.mark.parametrize("size", SIZES)
def test_every_word_turns_what_the_oracle_turns(size: int) -> None:
    cube, oracle = Cube(size), Oracle(size)
    for i, token in enumerate(all_tokens(size)):
        word = token + AMOUNTS[i % len(AMOUNTS)]
        cube.play(word)
        oracle.play(word)
        assert cube.stickers.tolist() == oracle.stickers(), word


@pytest.mark.parametrize("size", SIZES)
def test_every_word_resolves_to_the_layers_of_the_oracle(size: int) -> None:
    for i, token in enumerate(all_tokens(size)):
        word = token + AMOUNTS[i % len(AMOUNTS)]
        face, layers, turns = read_token(word, size)
        blocks = Move.parse(word).blocks(size)
        assert all(block.face == face and block.turns == turns % 4 for block in blocks), word
        found = [layer for block in blocks for layer in range(block.first, block.last + 1)]
        assert found == (sorted(layers) if turns % 4 else []), word


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 9])
def test_blocks_and_turns_are_the_move_again(size: int) -> None:
    for token in all_tokens(size):
        for amount in ("", "2", "'"):
            move = Move.parse(token + amount)
            state = stickers(move, size)
            blocks = [(*block,) for block in move.blocks(size)]
            assert stickers(Alg.from_blocks(blocks, size), size) == state, move
            turns = [Move.from_turn(turn, size) for turn in move.resolve(size)]
            assert stickers(Alg(turns), size) == state, move
            spelled = Alg.parse(str(Alg(turns)), size)
            assert spelled.blocks(size) == Alg(turns).blocks(size)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8, 9, 17])
def test_random_words_turn_what_the_oracle_turns(size: int) -> None:
    @settings(repeatable, max_examples=8)
    @given(texts(size, most=30))
    def check(text: str) -> None:
        assert stickers(text, size) == oracle_stickers(text, size)

    check()


BEFORE = [
    *["", "0", "1", "2", "3", "02", "1-2", "2-2", "2-3", "3-2", "0-2", "1-"],
    *["[]", "[0]", "[1]", "[3]", "[01]", "[1:2]", "[2:2]", "[2:3]", "[3:2]", "[:2]", "[2:]"],
    *["[:]", "[1:]", "[:-1]", "[2:-1]", "[:-2]", "[2:-2]", "[-1]", "[-2:]", "[:-0]"],
    *["[1,3]", "[3,1]", "[1:,2]", "[1,]", "[,1]", "[1:-1,2]", "[1:2:3]", "[1-2]"],
]
AFTER = ["", "w", "[1]", "[2:3]", "[:-1]", "[]", "[1,3]", "w[2:3]", "w[2]", "[2]w"]
ENDS = ["", "2'", "'2", "0", "''", "02"]

ONLY_OURS = re.compile(
    r"""0\d.* | .*\[0\d.* | .*[a-zA-Z\]]'?0\d.*     # zeros in front of a number
      | [MES]\[.+\][^w]* | \[.*:-\d.*\][MES][^w]*   # sets after a slice; [:-1]M
      | .*[URFDLB]w\[.+\].* | [urfdlb]\[.+\].*      # sets after a wide letter
      | \[.+\][urfdlb][^w]*                         # sets before a lower-case letter
    """,
    re.VERBOSE,
)
ONLY_THE_ORACLES = re.compile(
    r"""1([URFDLB]w|[urfdlb]).*                     # wide, but one layer
      | \[(?:\d|(?P<k>\d):(?P=k)|.*,.*)\][URFDLB]w.*           # wide, but no range
    """,
    re.VERBOSE,
)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_accepted_is_what_the_oracle_accepts_but_for_known_kinds(size: int) -> None:
    both = 0
    for word in map("".join, product(BEFORE, "RbMsx", AFTER, ENDS)):
        try:
            face, layers, turns = read_token(word, size)
        except ValueError:
            if accepted(word, size):
                assert ONLY_OURS.fullmatch(word), word
            continue
        if not accepted(word, size):
            assert ONLY_THE_ORACLES.fullmatch(word), word
            continue
        both += 1
        blocks = Move.parse(word).blocks(size)
        found = [layer for block in blocks for layer in range(block.first, block.last + 1)]
        assert found == (sorted(layers) if turns % 4 else []), word
        assert {block.face for block in blocks} <= {face}
    assert both > 80


def accepted(word: str, size: int) -> bool:
    try:
        Alg.parse(word, size)
    except NotationError:
        return False
    return True


@pytest.mark.parametrize(
    ("word", "size", "same"),
    [
        ("M[2]", 5, "[2]M"),
        ("M[:2]'", 6, "[:2]M'"),
        ("[:-1]M", 5, "[1:2]M"),
        ("[2:-1]E", 6, "[2:3]E"),
        ("[1:-2,4]S", 6, "[1:2,4]S"),
        ("r[2:3]", 5, "[2:3]R"),
        ("[2:-2]r", 5, "[2:3]R"),
        ("Lw[:-1]2", 4, "[1:3]L2"),
        ("02R", 3, "2R"),
        ("R02'", 3, "R2'"),
        ("[2:-1,4]R", 4, "[2:4]R"),
        ("[2:-1,4]R", 5, "[2:4]R"),
        ("[2:-1,4]R", 7, "[2:6]R"),
        ("[:-4,3:-1]B'", 5, "[1,3:4]B'"),
        ("[:-3,2:-2]B'", 5, "[1:3]B'"),
    ],
)
def test_what_only_our_grammar_has(word: str, size: int, same: str) -> None:
    assert stickers(word, size) == oracle_stickers(same, size)
    assert stickers(Move.parse(word), size) == oracle_stickers(same, size)


@pytest.mark.parametrize("size", [3, 4, 5, 9])
@pytest.mark.parametrize(("name", "face"), [("M", "L"), ("E", "D"), ("S", "F")])
def test_slices_follow_their_face(name: str, face: str, size: int) -> None:
    for k in range(1, size - 1):
        assert stickers(f"[{k}]{name}", size) == stickers(f"{k + 1}{face}", size)
    assert stickers(name.lower(), size) == stickers(f"2-{size - 1}{face}w", size)
    if size % 2:
        assert stickers(name, size) == stickers(f"{size // 2 + 1}{face}", size)


@pytest.mark.parametrize(
    ("block", "size", "text"),
    [
        (("R", 1, 1, 1), 3, "R"),
        (("R", 1, 2, 3), 5, "Rw'"),
        (("L", 2, 4, 2), 5, "2-4Lw2"),
        (("D", 5, 5, 1), 5, "5D"),
        (("B", 1, 3, 1), 3, "z'"),
        (("L", 1, 4, 3), 4, "x"),
        (("D", 1, 2, 2), 2, "y2"),
        (Block("U", 1, 3, 1), 3, "y"),
    ],
)
def test_blocks_for_programs(block: tuple[str, int, int, int], size: int, text: str) -> None:
    assert Move.from_block(block, size) == Move.parse(text)
    assert stickers(Alg.from_blocks([block], size), size) == stickers(text, size)


@pytest.mark.parametrize(
    "block",
    [
        ("R", 0, 1, 1),
        ("R", 2, 1, 1),
        ("R", 1, 4, 1),
        ("R", 1, 1, 0),
        ("R", 1, 1, 4),
        ("M", 1, 1, 1),
        ("x", 1, 3, 1),
        ("", 1, 1, 1),
        ("RU", 1, 1, 1),
        ("UR", 1, 1, 1),
        ("r", 1, 1, 1),
    ],
)
def test_blocks_that_are_none(block: tuple[str, int, int, int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        Move.from_block(block, 3)


def test_examples_of_the_robot_form() -> None:
    assert Alg.parse("Rw [1,3]L' M x2 U4").blocks(5) == [
        Block("R", 1, 2, 1),
        Block("L", 1, 1, 3),
        Block("L", 3, 3, 3),
        Block("L", 3, 3, 1),
        Block("R", 1, 5, 2),
    ]
    assert Move.parse("[1,3]L").resolve(5) == (Turn(0, 4, 4, 3), Turn(0, 2, 2, 3))


@pytest.mark.parametrize(
    ("letter", "layers", "amount"),
    [
        ("Q", ((1, 1),), 1),
        ("r", ((1, 1),), 1),
        ("R", (), 1),
        ("R", ((0, 1),), 1),
        ("R", ((1, 0),), 1),
        ("M", ((0, 2),), 1),
        ("R", ((1, 1),), 0),
        ("x", (), 0),
    ],
)
def test_moves_that_are_none(letter: str, layers: tuple[tuple[int, int], ...], amount: int) -> None:
    with pytest.raises(ValueError, match=r"expected|layers|layer|turn"):
        Move(letter, layers, amount)


def test_the_smallest_size_is_two() -> None:
    for size in (1, 0, -3):
        with pytest.raises(UnsupportedSizeError, match="at least 2"):
            Move.parse("R").resolve(size)
    assert Move.parse("R").resolve(2) == (Turn(0, 0, 0, 1),)
