"""The page's own cube and its reader of notation agree with the package's, in a real browser."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from cubesolve import Alg, Cube, Move, NotationError
from cubesolve.notation import Block, Turn

sys.path.insert(0, str(Path(__file__).parent.parent / "notation"))
from algs import AMOUNTS
from test_errors import MALFORMED, PIECES, SIZED, marked

from oracle import Oracle, all_tokens

SIZES = [2, 3, 4, 5, 7, 50]
FACES = "URFDLB"
BLOCK = tuple[str, int, int, int]

PLAY = """async ([size, moves, facelets]) => {
  const { Cube } = await import('/static/js/model/cube.js');
  const cube = facelets ? Cube.fromFacelets(facelets) : new Cube(size);
  for (const [face, first, last, turns] of moves) cube.turn({ face, first, last, turns });
  return { stickers: [...cube.stickers], facelets: cube.facelets(), solved: cube.isSolved() };
}"""
READ = """async ([size, texts]) => {
  const { parse } = await import('/static/js/model/notation.js');
  return texts.map((text) => {
    try {
      return parse(text, size);
    } catch (error) {
      if (error.name !== 'NotationError') throw error;
      return { problem: error.message, position: error.position, hint: error.hint };
    }
  });
}"""


@pytest.fixture
def modules(page: Page, site: str) -> Page:
    page.goto(f"{site}/blank.html")
    return page


def random_blocks(size: int, count: int, seed: int) -> list[BLOCK]:
    rng = random.Random(seed)
    blocks = []
    for _ in range(count):
        first, last = sorted((rng.randint(1, size), rng.randint(1, size)))
        blocks.append((rng.choice(FACES), first, last, rng.randint(1, 3)))
    return blocks


@pytest.mark.parametrize("size", SIZES)
def test_random_turns(modules: Page, size: int) -> None:
    blocks = random_blocks(size, 500, seed=size)
    cube = Cube(size)
    cube.play(Alg.from_blocks(blocks, size))
    got = modules.evaluate(PLAY, [size, blocks, None])
    assert got == {
        "stickers": cube.stickers.tolist(),
        "facelets": cube.facelets(),
        "solved": False,
    }


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_turn_against_the_oracle(modules: Page, size: int) -> None:
    """The oracle shares no code with either; letters from a face read as its outer layers."""
    for face in FACES:
        for turns in (1, 2, 3):
            oracle = Oracle(size)
            oracle.play(f"{face}{turns}")
            got = modules.evaluate(PLAY, [size, [(face, 1, 1, turns)], None])
            assert got["stickers"] == oracle.stickers()


@pytest.mark.parametrize("size", SIZES[:-1])
def test_where_slots_go(modules: Page, size: int) -> None:
    blocks = random_blocks(size, 60, seed=100 + size)
    wrong = modules.evaluate(
        """async ([size, moves]) => {
          const { Cube, slotAfter } = await import('/static/js/model/cube.js');
          const wrong = [];
          for (const [face, first, last, turns] of moves) {
            const turn = { face, first, last, turns };
            const cube = new Cube(size).turn(turn);
            cube.stickers.forEach((sticker, slot) => {
              if (slotAfter(size, turn, sticker) !== slot) wrong.push([turn, sticker]);
            });
          }
          return wrong;
        }""",
        [size, blocks],
    )
    assert wrong == []


@pytest.mark.parametrize("size", [2, 3, 6])
def test_facelets_there_and_back(modules: Page, size: int) -> None:
    cube = Cube.random_state(size, seed=5)
    blocks = random_blocks(size, 30, seed=6)
    got = modules.evaluate(PLAY, [size, blocks, cube.facelets()])
    cube.play(Alg.from_blocks(blocks, size))
    assert got["facelets"] == cube.facelets()


def test_solved_however_held_and_copies(modules: Page) -> None:
    got = modules.evaluate(
        """async () => {
          const { Cube, invert } = await import('/static/js/model/cube.js');
          const cube = new Cube(4);
          const whole = { face: 'R', first: 1, last: 4, turns: 1 };
          const turn = { face: 'L', first: 2, last: 3, turns: 3 };
          const held = cube.clone().turn(whole);
          const turned = held.clone().turn(turn);
          return [held, turned, turned.clone().turn(invert(turn)), cube].map((c) => c.isSolved());
        }"""
    )
    assert got == [True, False, True, True]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("Cube.fromFacelets('U'.repeat(53))", "got 53"),
        ("Cube.fromFacelets('')", "got 0"),
        ("Cube.fromFacelets('U'.repeat(50) + 'XUUU')", "got X at place 51"),
        ("new Cube(1)", "at least 2, got 1"),
        ("new Cube(2.5)", "at least 2, got 2.5"),
        ("new Cube(3).turn({face: 'R', first: 0, last: 1, turns: 1})", "within 1..3, got 0..1"),
        ("new Cube(3).turn({face: 'R', first: 2, last: 4, turns: 1})", "within 1..3, got 2..4"),
        ("new Cube(3).turn({face: 'R', first: 1, last: 1, turns: 4})", "got 4"),
        ("new Cube(3).turn({face: 'x', first: 1, last: 1, turns: 1})", "got x"),
    ],
)
def test_what_a_cube_refuses(modules: Page, call: str, message: str) -> None:
    got = modules.evaluate(
        "import('/static/js/model/cube.js')"
        f".then(({{ Cube }}) => {call}).catch((error) => error.message)"
    )
    assert isinstance(got, str)
    assert message in got


# Notation.


def steps(text: str, size: int) -> list[dict[str, Any]]:
    """Return the package's reading of a text, without places."""
    return [
        {
            "label": str(move),
            "turns": [block._asdict() for block in move.blocks(size)],
        }
        for move in Alg.parse(text, size)
    ]


def expected(text: str, size: int) -> Any:
    try:
        return steps(text, size)
    except NotationError as error:
        before = text[: error.position - 1].encode("utf-16-le", "surrogatepass")
        return {"problem": error.problem, "position": len(before) // 2, "hint": error.hint}


def without_places(got: Any) -> Any:
    if isinstance(got, dict):
        return got
    return [{"label": step["label"], "turns": step["turns"]} for step in got]


def check_texts(modules: Page, texts: list[str], size: int) -> int:
    """Compare every text and return how many are refused."""
    read = modules.evaluate(READ, [size, texts])
    refused = 0
    for text, got in zip(texts, read, strict=True):
        assert without_places(got) == expected(text, size), text
        refused += isinstance(got, dict)
    return refused


NESTED = [
    "", " ", "R U R' U'", "(R U)3 F", "(R U)2' F'", "[R, U]", "[R: U]", "[R, U]2'", "[R U: F]'",
    "[R: [U, F2]]3'", "([R, U] . F)2 // a (comment\n# another ]\nx y' z2", "R4 U4'", "M4",
    "R\u2019 U\u2018 F\u20322 D\u02bc",
    "[1,3]R [2:]U' R[2:3] [:-1]Rw [:2]F 2-3Lw2 3r' [2:-1]D", "m e' s2 [1]M [1:2]E",
    "[2,1,2:3]R [3,1]U [:]M [2:]S", "RUFDLB'2 xyzXYZ", "\ufeffR\u00a0U\u2028F\x1cD\x85L",
    "// \U0001f600\nR U", "(((R)))3", "[[R, U], [F: D]2']'", "R'2 U'3 F3' D5",
    "[1 , 3]R [ 2 : 3 ]U",
]  # fmt: skip


@pytest.mark.parametrize("size", [4, 5, 7])
def test_texts_read_alike(modules: Page, size: int) -> None:
    assert check_texts(modules, NESTED, size) < len(NESTED) // 3


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7])
def test_every_word_reads_alike(modules: Page, size: int) -> None:
    texts = [token + amount for token in all_tokens(size) for amount in AMOUNTS]
    assert check_texts(modules, texts, size) == 0


def test_faulty_texts_are_refused_alike(modules: Page) -> None:
    texts = [marked(faulty)[0] for faulty in MALFORMED]
    texts += [f"// \U0001f600\n{text}" for text in texts]
    assert check_texts(modules, texts, 7) == len(texts)


@pytest.mark.parametrize("size", sorted({size for size, _ in SIZED}))
def test_moves_that_a_size_has_not_are_refused_alike(modules: Page, size: int) -> None:
    texts = [marked(faulty)[0] for of, faulty in SIZED if of == size]
    assert check_texts(modules, texts, size) == len(texts)


@pytest.mark.parametrize("size", [3, 4])
def test_texts_of_random_pieces(modules: Page, size: int) -> None:
    rng = random.Random(size)
    texts = ["".join(rng.choices(PIECES, k=rng.randint(1, 12))) for _ in range(3_000)]
    texts += ["".join(rng.choices("RUFw'2[](),:-013M xyz.", k=8)) for _ in range(3_000)]
    assert check_texts(modules, texts, size) < len(texts) - 100


def test_deep_brackets(modules: Page) -> None:
    texts = ["(" * deep + "R" + ")" * deep for deep in (100, 101)] + ["[R," * 101, "(" * 100_000]
    assert check_texts(modules, texts, 3) == 3


def test_too_many_moves(modules: Page) -> None:
    (got,) = modules.evaluate(READ, [3, ["((R U)9999)9999"]])
    assert got["problem"].startswith("this expands to 199960002 moves")
    assert got["position"] == 0


def test_places_of_moves(modules: Page) -> None:
    text = "R (U2' [2]F)2 // x\n[r, D]"
    (got,) = modules.evaluate(READ, [4, [text]])
    words = [text[step["from"] : step["to"]] for step in got]
    assert words == ["R", *["U2'", "[2]F"] * 2, "r", "D", "r", "D"]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8])
def test_turns_are_written_plainly(modules: Page, size: int) -> None:
    blocks = [
        Block(face, first, last, turns)
        for face in FACES
        for first in range(1, size + 1)
        for last in range(first, size + 1)
        for turns in (1, 2, 3)
    ]
    got = modules.evaluate(
        """async ([size, moves]) => {
          const { formatTurn } = await import('/static/js/model/notation.js');
          return moves.map(([face, first, last, turns]) =>
            formatTurn({ face, first, last, turns }, size));
        }""",
        [size, blocks],
    )
    for block, text in zip(blocks, got, strict=True):
        move = Move.from_block(block, size)
        turn: Turn = move.resolve(size)[0]
        if block.first + block.last == size + 1 and 1 < block.first < block.last:
            assert text == str(move)  # as near to one face as to the other: the face stays
        else:
            assert text == str(Move.from_turn(turn, size))
