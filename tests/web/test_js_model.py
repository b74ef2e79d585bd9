"""The page's own cube and its reader of notation agree with the package's."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from cubesolve import SOLVERS, Alg, Cube, Move, NotationError, solve
from cubesolve.model.geometry import geometry
from cubesolve.moves.packing import pack_moves, unpack_moves, words_from_text, words_to_text
from cubesolve.notation import Block, Turn
from cubesolve.protocols.phases import Phase
from node import Node

sys.path.insert(0, str(Path(__file__).parent.parent / "notation"))
from algs import AMOUNTS
from test_errors import MALFORMED, PIECES, SIZED, marked

from oracle import Oracle, all_tokens

SIZES = [2, 3, 4, 5, 7, 50]
FACES = "URFDLB"
BLOCK = tuple[str, int, int, int]

TURN = "([face, first, last, turns]) => ({ face, first, last, turns })"
PLAY = f"""({{ cube, track, facelets }}, [size, moves, start]) => {{
  const played = new track.Track(size, start ? facelets.colorsFrom(start) : null);
  const turns = moves.map({TURN});
  played.replace(turns.map((turn) => ({{ turns: [turn], label: JSON.stringify(turn) }})), null);
  played.seek(turns.length);
  const stickers = Int32Array.from({{ length: 6 * size * size }}, (_, slot) => slot);
  for (const turn of turns) cube.turnSlots(stickers, size, turn);
  return {{ stickers: [...stickers], facelets: played.facelets(), solved: played.isSolved() }};
}}"""
READ = """({ notation }, [size, texts]) => texts.map((text) => {
  try {
    return notation.parse(text, size);
  } catch (error) {
    if (error.name !== 'NotationError') throw error;
    return { problem: error.message, position: error.position, hint: error.hint };
  }
})"""


def random_blocks(size: int, count: int, seed: int) -> list[BLOCK]:
    rng = random.Random(seed)
    blocks = []
    for _ in range(count):
        first, last = sorted((rng.randint(1, size), rng.randint(1, size)))
        blocks.append((rng.choice(FACES), first, last, rng.randint(1, 3)))
    return blocks


@pytest.mark.parametrize("size", SIZES)
def test_random_turns(modules: Node, size: int) -> None:
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
def test_every_turn_against_the_oracle(modules: Node, size: int) -> None:
    """The oracle shares no code with either; letters from a face read as its outer layers."""
    for face in FACES:
        for turns in (1, 2, 3):
            oracle = Oracle(size)
            oracle.play(f"{face}{turns}")
            got = modules.evaluate(PLAY, [size, [(face, 1, 1, turns)], None])
            assert got["stickers"] == oracle.stickers()


@pytest.mark.parametrize("size", SIZES[:-1])
def test_where_slots_go(modules: Node, size: int) -> None:
    blocks = random_blocks(size, 60, seed=100 + size)
    wrong = modules.evaluate(
        """({ cube }, [size, moves]) => {
          const wrong = [];
          for (const [face, first, last, turns] of moves) {
            const turn = { face, first, last, turns };
            const stickers = Int32Array.from({ length: 6 * size * size }, (_, slot) => slot);
            cube.turnSlots(stickers, size, turn);
            stickers.forEach((sticker, slot) => {
              if (cube.slotAfter(size, turn, sticker) !== slot) wrong.push([turn, sticker]);
            });
          }
          return wrong;
        }""",
        [size, blocks],
    )
    assert wrong == []


BESIDE = """({ geometry }, size) => Array.from({ length: 6 * size * size }, (_, slot) =>
  [[-1, 0], [1, 0], [0, -1], [0, 1]].map((way) => geometry.slotBeside(size, slot, ...way)))"""


@pytest.mark.parametrize("size", [2, 3, 4])
def test_stickers_beside_each_other(modules: Node, size: int) -> None:
    """On one face they are a row or a column apart, beyond its edge they are of one piece."""
    laid = geometry(size)
    for slot, beside in enumerate(modules.evaluate(BESIDE, size)):
        face, row, column = laid.place(slot)
        for down, right, found in zip((-1, 1, 0, 0), (0, 0, -1, 1), beside, strict=True):
            if {row + down, column + right} <= set(range(size)):
                assert laid.place(found) == (face, row + down, column + right)
            else:
                assert found in laid.piece(slot)
                assert found != slot
        assert len(set(beside)) == 4


@pytest.mark.parametrize("size", [2, 3, 6])
def test_facelets_there_and_back(modules: Node, size: int) -> None:
    cube = Cube.random_state(size, seed=5)
    blocks = random_blocks(size, 30, seed=6)
    got = modules.evaluate(PLAY, [size, blocks, cube.facelets()])
    cube.play(Alg.from_blocks(blocks, size))
    assert got["facelets"] == cube.facelets()


def test_solved_however_held(modules: Node) -> None:
    got = modules.evaluate(
        """({ track, cube }) => {
          const whole = { face: 'R', first: 1, last: 4, turns: 1 };
          const turn = { face: 'L', first: 2, last: 3, turns: 3 };
          const played = new track.Track(4);
          const before = played.isSolved();
          return [before, ...[whole, turn, cube.invert(turn)].map((next) => {
            played.push({ turns: [next], label: '' });
            return played.isSolved();
          })];
        }"""
    )
    assert got == [True, True, False, True]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("facelets.readFacelets('U'.repeat(53), 'WRGYOB')", "got 53"),
        ("facelets.readFacelets('', 'WRGYOB')", "got 0"),
        ("facelets.readFacelets('U'.repeat(50) + 'QUUU', 'WRGYOB')", "got U at place 1"),
        ("facelets.readFacelets('W'.repeat(50) + 'QWWW', 'WRGYOB')", "got Q at place 51"),
        ("new track.Track(1)", "at least 2, got 1"),
        ("new track.Track(2.5)", "at least 2, got 2.5"),
        ("turn({face: 'R', first: 0, last: 1, turns: 1})", "within 1..3, got 0..1"),
        ("turn({face: 'R', first: 2, last: 4, turns: 1})", "within 1..3, got 2..4"),
        ("turn({face: 'R', first: 1, last: 1, turns: 4})", "got 4"),
        ("turn({face: 'x', first: 1, last: 1, turns: 1})", "got x"),
    ],
)
def test_what_a_cube_refuses(modules: Node, call: str, message: str) -> None:
    got = modules.evaluate(
        f"""({{ cube, facelets, track }}) => {{
          const turn = (one) => cube.turnSlots(new Uint8Array(54), 3, one);
          try {{ return {call}; }} catch (error) {{ return error.message; }}
        }}"""
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
        # A browser does not know the names of characters.
        number = "".join(f"{ord(letter):04X}" for letter in text[error.position - 1 :][:1])
        problem = re.sub(r", got '.*' \(.*\)$", f", got U+{number}", error.problem)
        return {"problem": problem, "position": len(before) // 2, "hint": error.hint}


def without_places(got: Any) -> Any:
    if isinstance(got, dict):
        return got
    return [{"label": step["label"], "turns": step["turns"]} for step in got]


def check_texts(modules: Node, texts: list[str], size: int) -> int:
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
def test_texts_read_alike(modules: Node, size: int) -> None:
    assert check_texts(modules, NESTED, size) < len(NESTED) // 3


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7])
def test_every_word_reads_alike(modules: Node, size: int) -> None:
    texts = [token + amount for token in all_tokens(size) for amount in AMOUNTS]
    assert check_texts(modules, texts, size) == 0


def test_faulty_texts_are_refused_alike(modules: Node) -> None:
    texts = [marked(faulty)[0] for faulty in MALFORMED]
    texts += [f"// \U0001f600\n{text}" for text in texts]
    assert check_texts(modules, texts, 7) == len(texts)


@pytest.mark.parametrize("size", sorted({size for size, _ in SIZED}))
def test_moves_that_a_size_has_not_are_refused_alike(modules: Node, size: int) -> None:
    texts = [marked(faulty)[0] for of, faulty in SIZED if of == size]
    assert check_texts(modules, texts, size) == len(texts)


@pytest.mark.parametrize("size", [3, 4])
def test_texts_of_random_pieces(modules: Node, size: int) -> None:
    rng = random.Random(size)
    texts = ["".join(rng.choices(PIECES, k=rng.randint(1, 12))) for _ in range(3_000)]
    texts += ["".join(rng.choices("RUFw'2[](),:-013M xyz.", k=8)) for _ in range(3_000)]
    assert check_texts(modules, texts, size) < len(texts) - 100


def test_deep_brackets(modules: Node) -> None:
    texts = ["(" * deep + "R" + ")" * deep for deep in (100, 101)] + ["[R," * 101, "(" * 100_000]
    assert check_texts(modules, texts, 3) == 3


def test_too_many_moves(modules: Node) -> None:
    (got,) = modules.evaluate(READ, [3, ["((R U)9999)9999"]])
    assert got["problem"].startswith("this expands to 199960002 moves")
    assert got["position"] == 0


@pytest.mark.parametrize(
    ("text", "is_bare"),
    [
        ("turn <[1]M'> so that they meet, out of the way with <F'> <L> <F>, and back", False),
        ("carry the row from R to B, turn B. A U2 is none; UFR and A B A' B' are not", False),
        ("<3Rw'> then <2-3Uw>. It's <x2>; after <U'> it is, ends with <[1:2]E2>", False),
        ("<F> lifts the front: <R> <U> <R'> <U'>, then <x> and <y>.", True),
    ],
)
def test_moves_in_a_sentence(modules: Node, text: str, is_bare: bool) -> None:
    function = "({ move_text }, [text, isBare]) => move_text.movesIn(text, isBare)"
    found = modules.evaluate(function, [re.sub("[<>]", "", text), is_bare])
    assert "".join(one if isinstance(one, str) else f"<{one['move']}>" for one in found) == text


def test_places_of_moves(modules: Node) -> None:
    text = "R (U2' [2]F)2 // x\n[r, D]"
    (got,) = modules.evaluate(READ, [4, [text]])
    words = [text[step["from"] : step["to"]] for step in got]
    assert words == ["R", *["U2'", "[2]F"] * 2, "r", "D", "r", "D"]


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8])
def test_turns_are_written_plainly(modules: Node, size: int) -> None:
    blocks = [
        Block(face, first, last, turns)
        for face in FACES
        for first in range(1, size + 1)
        for last in range(first, size + 1)
        for turns in (1, 2, 3)
    ]
    got = modules.evaluate(
        f"""({{ notation }}, [size, moves]) =>
          moves.map({TURN}).map((turn) => notation.formatTurn(turn, size))""",
        [size, blocks],
    )
    for block, text in zip(blocks, got, strict=True):
        move = Move.from_block(block, size)
        turn: Turn = move.resolve(size)[0]
        if block.first + block.last == size + 1 and 1 < block.first < block.last:
            assert text == str(move)  # as near to one face as to the other: the face stays
        else:
            assert text == str(Move.from_turn(turn, size))


# Solutions.


def packed(alg: Alg, size: int) -> str:
    return words_to_text(pack_moves(alg, size))


@pytest.mark.parametrize("size", [2, 3, 8, 1000])
def test_packed_turns_read_alike(modules: Node, size: int) -> None:
    alg = Alg.from_blocks(random_blocks(size, 200, seed=size), size)
    got = modules.evaluate(
        """({ packed }, [size, text]) => Array.from(packed.readWords(text, size), packed.turnOf)
          .map(({ face, first, last, turns }) => [face, first, last, turns])""",
        [size, packed(alg, size)],
    )
    assert got == [list(block) for block in alg.blocks(size)]


@pytest.mark.parametrize(
    ("text", "message"), [("JQA=", "cut off"), ("JAAAAA==", "damaged"), ("pQAAAA==", "damaged")]
)
def test_packed_turns_that_cannot_be_are_refused(modules: Node, text: str, message: str) -> None:
    got = modules.evaluate(
        """({ packed }, text) => {
          try { return packed.readWords(text, 3); } catch (error) { return error.message; }
        }""",
        text,
    )
    assert message in got


SEEK = """({ solution, track, facelets }, [json, own, places]) => {
  const played = new track.Track(json.size, facelets.colorsFrom(json.facelets));
  played.replace(own.map((turn) => ({ turns: [turn], label: JSON.stringify(turn) })), null);
  played.seek(own.length);
  const { moves, notes } = solution.readSolution(json);
  played.setSolution(moves, notes);
  while (!played.prepare(1));
  return places.map((at) => {
    played.seek(at);
    return played.facelets();
  });
}"""


@pytest.mark.parametrize(("size", "method"), [(9, "fast"), (12, "fast"), (5, "layers")])
def test_every_place_of_a_packed_solution(modules: Node, size: int, method: str) -> None:
    """Also backwards, with key frames and without, and across turns made by hand before it."""
    start = Cube.random_state(size, seed=3)
    before = Cube.from_facelets(start.facelets())
    own = random_blocks(size, 20, seed=4)
    before.play(Alg.from_blocks(own, size))
    data = solve(before, method).to_json(packed=True)
    words = words_from_text(data["packed"])
    rng = random.Random(5)
    places = [rng.randint(0, len(own) + len(words)) for _ in range(30)]
    states = {}
    for at in places:
        cube = start.copy()
        cube.play(Alg.from_blocks(own[:at], size))
        cube.play(unpack_moves(words[: max(0, at - len(own))], size))
        states[at] = cube.facelets()
    turns = [dict(zip(("face", "first", "last", "turns"), each, strict=True)) for each in own]
    data["facelets"] = start.facelets()
    got = modules.evaluate(SEEK, [data, turns, places])
    assert got == [states[at] for at in places]


@pytest.mark.parametrize("size", [203, 230])
def test_a_film_shows_what_is_in_its_layers(modules: Node, size: int) -> None:
    alg = Alg.from_blocks(random_blocks(size, 300, seed=size), size)
    places = [0, 1, 40, 299, len(alg.blocks(size)), 150]
    got = modules.evaluate(
        """({ film, moves, packed, walk }, [size, text, places]) => {
          const words = packed.readWords(text, size);
          const start = Uint8Array.from({ length: 6 * size * size }, (_, slot) => (slot * 7) % 6);
          const shown = new film.Film(size, start, words);
          const whole = new walk.Walk(new moves.Moves(size, words), start);
          const wrong = places.filter((at) => {
            whole.seek(at);
            shown.seek(at);
            const cells = shown.cellsOf(whole.colors(), size);
            return !shown.walk.colors().every((color, slot) => color === cells[slot]);
          });
          const mirrored = shown.layers.map((layer) => size + 1 - layer).reverse();
          return [shown.size, wrong, mirrored.every((layer, k) => layer === shown.layers[k])];
        }""",
        [size, packed(alg, size), places],
    )
    assert got == [200 + size % 2, [], True]


def test_a_long_way_is_a_film_but_for_its_ends(modules: Node) -> None:
    got = modules.evaluate(
        """({ packed, track }) => {
          const size = 600;
          const half = Uint32Array.from({ length: 425_000 }, (_, k) => {
            const layer = 1 + ((k * 37) % size);
            return packed.withLayers((((k * 5) % 6) << 2) | (1 + (k % 3)), layer, layer);
          });
          const back = half.slice().reverse().map((word) => (word & ~3) | (4 - (word & 3)));
          const words = new Uint32Array([...half, ...back]);
          const played = new track.Track(size);
          const json = { what: 'all', steps: [], scheme: 'WRGYOB' };
          played.setSolution(words, { json, steps: [], phases: [] });
          const seen = (at) => {
            played.seek(at);
            return [played.isThin, played.picture().size, played.isSolved()];
          };
          const [middle, end] = [half.length, words.length];
          const found = [10, middle, middle + 1, end, end - 1].map(seen);
          played.seek(half.length);
          let refused = '';
          try { played.push({ turns: [], label: '' }); } catch (error) { refused = error.message; }
          played.seek(words.length);
          played.push({ turns: [{ face: 'R', first: 1, last: 1, turns: 1 }], label: 'R' });
          return [found, refused, played.moves.length, played.isSolved()];
        }"""
    )
    whole, thin = [False, 600, False], [True, 200, False]
    assert got == [
        [whole, thin, thin, [False, 600, True], whole],
        "only some layers are known at this place",
        1,
        False,
    ]


PHASES = "({ solution }, json) => solution.readSolution(json).notes"


def solution_json(*steps: dict[str, Any]) -> dict[str, Any]:
    plain = {"title": "", "explanation": "", "alg": "R", "parity": None, "layer": None}
    marks: dict[str, Any] = {"moved": [], "targets": [], "trackers": []}
    return {"size": 5, "steps": [{**plain, **marks, **step} for step in steps]}


def test_every_phase_has_a_name_and_a_colour_of_its_own(modules: Node) -> None:
    json = solution_json(*({"phase": phase.value} for phase in Phase))
    found = modules.evaluate(PHASES, json)["phases"]
    names = [phase["name"] for phase in found]
    assert len(set(names)) == len(Phase)
    assert [names[list(Phase).index(Phase.OTHER)]] == [n for n in names if n == "Other moves"]
    again = modules.evaluate(PHASES, {**json, "steps": json["steps"][::-1]})["phases"]
    assert {(p["name"], p["color"]) for p in again} == {(p["name"], p["color"]) for p in found}


def test_phases_are_read_from_ids_and_layers_never_from_titles(modules: Node) -> None:
    misleading = {"title": "Fix the parity of the last layer's centres"}
    json = solution_json(
        {"phase": "edges", **misleading},
        {"phase": "edges"},
        {"phase": "middle-layers", "layer": 2, **misleading},
        {"phase": "middle-layers", "layer": 3},
        {"phase": "parity", "parity": "wings", "title": "Turn two layers"},
    )
    notes = modules.evaluate(PHASES, json)
    found = [(phase["name"], phase["from"], phase["to"]) for phase in notes["phases"]]
    assert found == [("Edges", 0, 2), ("Layer 2", 2, 3), ("Layer 3", 3, 4), ("Parity", 4, 5)]
    assert [step["parity"] for step in notes["steps"]] == [None] * 4 + ["wings"]


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("size", [3, 4])
def test_phases_of_real_solutions_follow_each_other(modules: Node, name: str, size: int) -> None:
    if not SOLVERS[name].fits(size):
        pytest.skip("not for this size")
    solution = solve(Cube.from_alg("R U2 F' Lw D B2" if size > 3 else "R U2 F'", size), name)
    notes = modules.evaluate(PHASES, solution.to_json())
    ends = [0, *(phase["to"] for phase in notes["phases"])]
    assert [phase["from"] for phase in notes["phases"]] == ends[:-1]
    assert ends[-1] == notes["steps"][-1]["to"]
    assert "Other moves" not in {phase["name"] for phase in notes["phases"]}
