"""Faulty texts: each is refused at its place, and nothing but `NotationError` ever comes out."""

from __future__ import annotations

import pickle

import pytest
from algs import repeatable, stickers
from hypothesis import given, settings
from hypothesis import strategies as st

from cubesolve import Alg, Cube, CubeSolveError, Move, NotationError, Operator

# An @ stands before the character that is at fault.
MALFORMED = [
    # Characters that begin no move.
    *["@Q", "R U @Q2", "@q", "@A", "@C'", "@w", "@W", "R @i", "@O", "@T2", "R@W", "r@W", "Rw@w"],
    *["R2@w", "R'@w", "@\u00e9", "R@\u00e9", "@\u00df", "@\u0130", "@\u0280", "@!", "@$", "@%"],
    *["@&", "@*", "@+", "@-", "@/", "R@/", "R@/U", "@<", "@=", "@>", "@?", "@\\", "@^", "@_", "@{"],
    *["@|", "@}", "@~", "@;", '@"', "R@;U", "R @; U", "R@+U", "R@-", "R @- U", "R@^2", "R@*2"],
    *["R@|U", "@\x00", "R@\x00", "R @\x00U", "@\x07", "R@\x7f", "@\x1b[31mR", "@\ud800"],
    *["R@\udfff", "@\U0001f600", "R @\U0001f600 U", "@\u202eR", "@\u200bR", "R@\u200b", "R@\u0301"],
    *["@\uff32", "@\u0420", "R @\u216b", "@\u0663R", "R@\u0663", "R@\u00b2", "@\u00bdR"],
    *["R@\ufffeU", "R@\u201d", "R@\u2033", "@\ufffd", "@Hello", "M@ove", "x@T"],
    # Amounts.
    *["R@0", "R@0'", "R'@0", "R@00", "R@000'", "R2'@2", "R'@'", "R2'@'", "R'2@'", "R@\"", "R @'"],
    *["R @2", "R @2'", "R U @'", "@'", "@'R", "@2", "@2'", "@22", "R @3 U", "R.@5", "R@100000000"],
    *["R'@123456789", "R@999999999999999999999", "x@0", "M@0", "m@0'", "Rw@0", "R@-1", "R2@-"],
    *["R@+2", "R(@2", "R2@:3", "R@:2", "R@,U", "R @, U", "@,", "@:", "R @: U"],
    # Layers before the letter.
    *["@0R", "@0Rw", "@00R", "@0-2Rw", "2-@0Rw", "@3-2Rw", "@9-1r", "1-2@R", "2-4@L'", "@1Rw"],
    *["@1r", "@1Rw2", "@2-R", "@2-Rw", "@-2Rw", "@2--3Rw", "@2-3-4Rw", "@2:3R", "@1,3R", "@2 R"],
    *["@2-3 Rw", "@2- 3Rw", "@100000000R", "@123456789Rw", "R U @3", "@2-4", "@3w", "@3(R)"],
    *["@3[R, U]", "@2.R", "@2'R", "@3Q", "2-@100000000Rw", "@3\nR"],
    # Sets of layers.
    *["[@]R", "[@ ]R", "[@]M", "[]@x", "R[@]", "M[@]", "[1,@]R", "[@,1]R", "[1,@,2]R", "[@,]R"],
    *["R[1,@]", "[@0]R", "[@0]M", "[@0]E", "[@0]S'", "[@00]R", "[1,@0]R", "[@0:2]R", "[1:@0]R"],
    *["[1:@0]M", "R[@0]", "[1:@-0]R", "[@0:]R", "[:@0]R", "[@-1]R", "[@-1]M", "[@-2:]R"],
    *["[@-3:-1]R", "[@1-2]R", "[@1:2:3]R", "[@::]R", "[@1::2]R", "[@:--1]R", "[@:-]R", "[@1:-]R"],
    *["[@2 3]R", "[1,@2 3]R", "[@3:2]R", "[1,@5:4]R", "[@2:1]M", "[@100000000]R"],
    *["[1:@100000000]R", "[1:@-100000000]R", "[@999999999:]R", "[@- 1]R", "@[2]", "@[2:3]"],
    *["R @[2]", "@[2] R", "@[2]\nR", "@[2]Q", "@[]", "@[1,3]'", "@[:]", "@[,]", "@[:]2", "@[2\n]R"],
    *["@[2]2R", "@[2][3]R", "@[2](R)", "@[2].", "@[2]w", "[@2]Rw", "[@1,3]Rw", "[@2]r", "[@2:2]Rw"],
    *["[2]R[@3]", "[2]R[@]", "2R[@3]", "2-3Rw[@2]", "3Rw[@3]", "R[2] @[3]", "R[@2:1]", "R[@-1]"],
    *["R[2]@w", "Rw[@2]", "r[@1,3]", "R[@2 3]", "R[@2:3", "[@1"],
    # Slices and turns of the whole cube.
    *["2@M", "3@M'", "2-3@M", "@Mw", "@Ew2", "@Sw", "2@m", "@mw", "[@2]m", "m[@2]", "[@1:2]e"],
    *["s[@:]", "2@x", "[2]@x", "@xw", "@Xw", "3@Y", "1-2@z", "x[@2]", "y[@]", "[:]@z'"],
    # Brackets.
    *["@(R", "@(R U", "R @(U", "@(R (U)", "@(R U'", "R@)", "@)", "(R)@)", "R U@) F", "(@)"],
    *["R (@) U", "(R)2@)", "(R@]", "(R@,U)", "(R@:U)", "(R U@]", "((@))", "(R (@))", "(@,R)"],
    *["(@]", "(R)@0", "(R)@0'", "(R)'@0", "(R) @2", "(R)2'@2", "(R)'@'", "(R)@100000000", "(R)@-1"],
    *["(R)@w", "(@Q)", "(R @Q)", "(R@W)", "@[R", "@[R,", "@[R,U", "@[R:", "@[R: U", "@[", "@[(R)"],
    *["R @[U", "[R@]", "[R U@]", "[R@)", "[R,@]", "[R:@]", "[@,R]", "[@:R]", "[@,U]", "[R,@,U]"],
    *["[R,U@,F]", "[R:U@:F]", "[R,U@:F]", "[R:U@,F]", "[R,U@)", "[R,@)", "[@)", "R@]", "@]"],
    *["[R,U]@]", "[R,U]@0", "[R:U]@0'", "[R,U] @2", "[R,U]@w", "[@Q,R]", "[R,@Q]", "[R, @2]"],
    *["[@2, R]", "[R,U]2'@2", "[R@;U]", "[R.@5,U]", "[R,[U@]", "[[R,U]@]", "[R, (U@]", "([R, U@)"],
    *["@([R, U]", "[[1:2]R@]", "[R, @[2]]", "[@[2], R]", "@[R U, F"],
    # Several lines and comments.
    *["R U\n@Q", "R\nU\n  @Q2", "\n\n@Q", "R // fine\n@Q", "R # fine\n @0R", "// x\r\n@Q\r\n"],
    *["R\r\nU @'", "@(R // never )", "@[R, U # ]", "@[R, U // ]\n", "R @/", "R @/ / x", "\t@Q"],
    *["R\t\t@Q", "R\u2028@Q", "R U F @Q D\nL", "R (U\n@, F)", "@(R\nU\nF", "(R\nU)\n@)"],
    *["[R,\nU\n@: F]", "[R\n@]"],
]  # fmt: skip
SIZED = [
    *[(2, "@M"), (4, "@M"), (4, "R @E2"), (6, "U @S'"), (2, "@m"), (2, "R @s"), (2, "@[1]M")],
    *[(8, "R\n@M"), (2, "@3R"), (3, "@4R"), (3, "R U @4R'"), (2, "@3Rw"), (3, "U @4r")],
    *[(4, "@5Lw"), (5, "@2-6Rw"), (3, "@[4]R"), (3, "R[1] @R[4]"), (3, "@[1,4]R"), (3, "@[2:4]R")],
    *[(2, "@[2:]R"), (2, "@[2:-1]R"), (3, "@[2:-2]R"), (3, "@[:-3]Rw"), (3, "@[:-4]R")],
    *[(5, "@[1,4:-2]R"), (5, "@[1,4:-3]R"), (3, "@[5:]R"), (3, "@[2]M"), (4, "@[3]M")],
    *[(5, "@[1,4]E"), (3, "@[2:]S"), (4, "@[1:3]M"), (3, "@[:-1]M"), (5, "@[4:]M"), (4, "(R @M)2")],
    *[(4, "[R, U @M]"), (4, "[@M: U]"), (4, "R // x\nU @M'"), (4, "R . @E"), (2, "Rw @3R4")],
    *[(3, "@99999999R"), (3, "@99999999Rw"), (3, "@[99999999:]R"), (4, "@M4"), (3, "RUF' @4R")],
    *[(3, "(R U) @4R"), (3, "R\u2019 @4R"), (4, "r @R[5]\u2019"), (17, "@18R"), (17, "@[16]M")],
    *[(17, "@[:-17]R")],
]  # fmt: skip


def marked(text: str) -> tuple[str, int]:
    """Return the text without its mark, and where that was, from 1."""
    assert text.count("@") == 1, text
    return text.replace("@", ""), text.index("@") + 1


def check_message(error: NotationError, of: str | None = None) -> None:
    """The place is in the text, and the message shows it with a caret below."""
    text, position = error.text, error.position
    assert of is None or text == of
    assert 1 <= position <= len(text) + 1
    lines = str(error).split("\n")
    assert len(lines) == (3 if error.hint else 2)
    before = text[: position - 1].split("\n")
    line, column = len(before), len(before[-1]) + 1
    assert (error.line, error.column) == (line, column)
    where = f"line {line}, {column}" if "\n" in text else f"{column}"
    head = f'{error.problem} at {where}: "'
    assert lines[0].startswith(head)
    assert lines[0].endswith('"')
    assert lines[1].strip(" ") == "^"
    at = lines[1].index("^")
    assert at >= len(head)
    under = text[position - 1 : position]
    if under in ("", "\n"):
        assert at == len(lines[0]) - 1  # behind the last character, below the closing quote
    else:
        assert lines[0][at] == (under if under.isprintable() else " ")
    if error.hint:
        assert lines[2] == f"hint: {error.hint}"
    assert error.problem
    assert error.problem == error.problem.strip().rstrip(".")


def test_there_are_many() -> None:
    assert len(set(MALFORMED)) >= 200
    assert len(set(MALFORMED)) == len(MALFORMED)


@pytest.mark.parametrize("faulty", MALFORMED, ids=ascii)
def test_refused_at_its_place(faulty: str) -> None:
    text, position = marked(faulty)
    with pytest.raises(NotationError) as caught:
        Alg.parse(text)
    check_message(caught.value)
    assert (caught.value.text, caught.value.position) == (text, position)
    with pytest.raises(NotationError) as sized:
        Alg.parse(text, 7)
    assert str(sized.value) == str(caught.value)


@pytest.mark.parametrize(("size", "faulty"), SIZED, ids=ascii)
def test_refused_on_a_size(size: int, faulty: str) -> None:
    text, position = marked(faulty)
    Alg.parse(text)  # some cube has it
    with pytest.raises(NotationError) as caught:
        Alg.parse(text, size)
    check_message(caught.value)
    assert (caught.value.text, caught.value.position) == (text, position)
    assert f"size {size}" in caught.value.problem
    cube = Cube(size)
    with pytest.raises(NotationError) as played:
        cube.play(text)
    assert str(played.value) == str(caught.value)
    with pytest.raises(NotationError):
        cube.play(Alg.parse(text))
    with pytest.raises(NotationError):
        Operator(cube).play(text)
    with pytest.raises(NotationError):
        Alg.parse(text).count("ETM", size)
    with pytest.raises(NotationError):
        Alg.parse(text).count("OBTM", size)
    assert cube.stickers.tolist() == list(range(6 * size * size))


@pytest.mark.parametrize("faulty", [*MALFORMED[:40:4], *MALFORMED[40::7]], ids=ascii)
@pytest.mark.parametrize("before", ["R U ", "R\nU\n", "(U)2 ", "// x\n", "[R, U] . "], ids=ascii)
def test_the_place_moves_with_the_fault(faulty: str, before: str) -> None:
    text, position = marked(faulty)
    with pytest.raises(NotationError) as caught:
        Alg.parse(before + text)
    check_message(caught.value)
    assert caught.value.position == len(before) + position


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("(" * 100_000, 101),
        ("(" * 100_000 + "R" + ")" * 100_000, 101),
        ("[" * 100_000, 101),
        ("[R," * 100_000, 301),
        ("([R:" * 50_000, 201),
        (")" * 100_000, 1),
        ("]" * 100_000, 1),
        ("(R)" * 1_000 + "(" * 101 + "R" + ")" * 101, 3_101),
        ("R " * 100_000 + "Q", 200_001),
        ("R\n" * 10_000 + "Q", 20_001),
        ("'" * 100_000, 1),
        ("1" * 100_000, 1),
        ("1" * 100_000 + "R", 1),
        ("R" + "9" * 100_000, 2),
        ("R'" + "9" * 100_000, 3),
        ("(R)" + "9" * 100_000, 4),
        ("[R, U]" + "9" * 5_000 + "'", 7),
        ("[" + "1," * 50_000 + "0]R", 100_002),
        ("[" + "1:" * 50_000 + "]R", 2),
        ("[1:" + "9" * 5_000 + "]R", 4),
        ("2-" + "9" * 5_000 + "Rw", 3),
        ("R // " + "(" * 100_000 + "\nQ", 100_007),
        ("Q" * 100_000, 1),
        (" " * 100_000 + "Q", 100_001),
        ("\x00" * 1_000, 1),
    ],
    ids=lambda value: ascii(value)[:12] if isinstance(value, str) else None,
)
def test_huge_texts(text: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        Alg.parse(text)
    assert caught.value.position == position
    assert caught.value.text == text
    check_message(caught.value)
    assert len(str(caught.value)) < 700


def test_deep_but_allowed() -> None:
    text = "(" * 100 + "R" + ")" * 100
    alg = Alg.parse(text)
    assert str(alg) == text
    assert alg.moves == (Move("R"),)
    assert alg.inverse().moves == (Move("R", amount=-1),)
    assert Alg.parse("(R)" * 500).moves == (Move("R"),) * 500  # depth counts what is open


def test_the_message_of_the_readme() -> None:
    with pytest.raises(NotationError) as caught:
        Alg.parse("R U Q2")
    assert str(caught.value).startswith('expected a move at 5: "R U Q2"\n')
    assert str(caught.value).split("\n")[1] == " " * 27 + "^"


def test_a_message_in_several_lines_of_text() -> None:
    with pytest.raises(NotationError) as caught:
        Alg.parse("R U\nF (D\nL2 B3 Q)")
    error = caught.value
    assert (error.line, error.column, error.position) == (3, 7, 16)
    assert str(error).startswith('expected a move at line 3, 7: "L2 B3 Q)"\n')


@pytest.mark.parametrize("before", [0, 1, 30, 59, 60, 61, 62, 63, 119, 121, 500])
@pytest.mark.parametrize("after", [0, 1, 59, 60, 61, 500])
def test_long_lines_are_shown_in_part(before: int, after: int) -> None:
    text = ("RUFDLB" * 100)[:before] + "Q" + ("rufdlb" * 100)[:after]
    with pytest.raises(NotationError) as caught:
        Alg.parse("x\n" + text + "\ny")
    check_message(caught.value)
    shown = str(caught.value).split("\n")[0].split('"')[1]
    assert len(shown) <= 122
    if len(text) <= 120:
        assert shown == text
    else:
        assert shown.strip("\u2026") in text
        assert shown.startswith("\u2026") == (before > 60)
        assert shown.endswith("\u2026") == (after > 59)


@pytest.mark.parametrize("size", [4, 6, 8, 20])
@pytest.mark.parametrize("letter", "MES")
def test_the_hint_for_a_missing_middle_layer_is_good(size: int, letter: str) -> None:
    with pytest.raises(NotationError) as caught:
        Alg.parse(letter, size)
    half = size // 2 - 1
    for word in (f"[{half}]{letter}", f"[{half + 1}]{letter}", letter.lower()):
        assert word in caught.value.hint.replace(",", "").split()
        Alg.parse(word, size)
    middle = sorted(
        block.first for k in (half, half + 1) for block in Move.parse(f"[{k}]{letter}").blocks(size)
    )
    assert middle == [size // 2, size // 2 + 1]


@pytest.mark.parametrize(
    ("text", "hinted"),
    [("1Rw", "R"), ("[2]Rw", "[2]R"), ("2-4R", "2-4Rw"), ("rw", "r or Rw"), ("[2]m", "[2]M")],
)
def test_hints_name_what_to_write(text: str, hinted: str) -> None:
    with pytest.raises(NotationError) as caught:
        Alg.parse(text)
    assert caught.value.hint == f"write {hinted}"
    for word in hinted.split(" or "):
        Alg.parse(word)


@pytest.mark.parametrize("text", ["", " ", "R U", "(R)", "[R, U]", ".", "// R", "R2 R2"])
def test_a_move_is_exactly_one(text: str) -> None:
    with pytest.raises(NotationError, match="expected exactly one move"):
        Move.parse(text)


@pytest.mark.parametrize(
    ("position", "line", "column"),
    [(1, 1, 1), (3, 1, 3), (4, 2, 1), (5, 3, 1), (6, 3, 2), (7, 3, 3), (8, 4, 1)],
)
def test_places_at_the_ends_of_lines(position: int, line: int, column: int) -> None:
    error = NotationError("expected a move", "RU\n\nFD\n", position)
    assert (error.line, error.column) == (line, column)
    check_message(error)


def test_the_error_as_a_value() -> None:
    with pytest.raises(NotationError) as caught:
        Alg.parse("R U\nQ2")
    error = caught.value
    assert isinstance(error, CubeSolveError)
    assert isinstance(error, ValueError)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    assert (again.text, again.position, again.hint) == (error.text, error.position, error.hint)


# Any text at all.


def check_any_text(text: str) -> None:
    try:
        alg = Alg.parse(text)
    except NotationError as error:
        check_message(error, text)
        return
    assert Alg.parse(str(alg)) == alg
    for size in (2, 3, 4):
        try:
            sized = Alg.parse(text, size)
        except NotationError as error:
            check_message(error)
            with pytest.raises(NotationError):
                stickers(text, size)
        else:
            assert sized == alg
            stickers(text, size)


@settings(repeatable, max_examples=250)
@given(st.text(max_size=40))
def test_any_text(text: str) -> None:
    check_any_text(text)


@settings(repeatable, max_examples=600)
@given(st.text("RUFw'2[](),:;-0123M xyz./#\n", max_size=24))
def test_any_text_of_the_alphabet(text: str) -> None:
    check_any_text(text)


PIECES = ["R", "U'", "F2", "Rw", "3R", "2-3Rw", "[2]R", "[2:]", "M", "m", "x", "(", ")", "[", "]"]
PIECES += [",", ":", " ", "\n", "2", "'", "-", "0", ".", "//", "#", "w", "[1,3]", "R[", "\u2019"]


@settings(repeatable, max_examples=600)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_any_text_of_pieces(text: str) -> None:
    check_any_text(text)


@pytest.mark.parametrize(
    ("letter", "name"),
    [
        ("\u200b", "ZERO WIDTH SPACE"),
        ("\u202e", "RIGHT-TO-LEFT OVERRIDE"),
        ("\xad", "SOFT HYPHEN"),
        ("\x07", "a control character"),
        ("\udcff", "half a character"),
        ("\ue000", "a private character"),
        ("\u0378", "no character"),
        # These count as printable.
        ("\u3164", "HANGUL FILLER"),
        ("\ufe0f", "VARIATION SELECTOR-16"),
        ("\u0412", "CYRILLIC CAPITAL LETTER VE"),
        ("\u03a5", "GREEK CAPITAL LETTER UPSILON"),
        ("\u2212", "MINUS SIGN"),
        ("\u2033", "DOUBLE PRIME"),
    ],
)
def test_letters_that_are_not_what_they_look_like_are_named(letter: str, name: str) -> None:
    with pytest.raises(NotationError) as caught:
        Alg.parse(f"R {letter}U")
    assert name in caught.value.problem
    assert caught.value.position == 3
