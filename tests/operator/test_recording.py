"""Recordings: text that is an algorithm with comments, read back without loss."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cubesolve import (
    BOY,
    DEFAULT_SCHEME,
    Alg,
    Color,
    ColorScheme,
    Cube,
    CubeSolveError,
    InvalidCubeError,
    NotationError,
    Operator,
    Recording,
    Step,
    solve,
)
from oracle import Oracle, all_tokens

laws = settings(derandomize=True, deadline=None, max_examples=80)
SCHEMES = (DEFAULT_SCHEME, BOY, ColorScheme.parse("PKCLNA").mirrored())
SOLVED_2 = "UUUURRRRFFFFDDDDLLLLBBBB"
HEAD = f"// cubesolve recording 1\n// size: 2\n// scheme: WRGYOB\n// start: {SOLVED_2}\n"
titles = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp", "Zs"]) | st.just(" "), max_size=20
).map(str.strip)
explanations = st.lists(titles.filter(bool), max_size=3).map("\n".join)


def played(size: int, seed: int, texts: list[tuple[str, str]]) -> Operator:
    """Return an operator with nested steps of these titles and explanations."""
    random = Random(seed)
    tokens = all_tokens(size)
    cube = Cube.random_state(size, seed % 100, SCHEMES[seed % len(SCHEMES)])
    cube.play(random.choice(["x", "y'", "z2"]))
    op = Operator(cube)
    left = list(texts)

    def some_moves(least: int) -> None:
        for _ in range(random.randrange(least, 20 if random.randrange(4) == 0 else 4)):
            op.play(random.choice(tokens) + random.choice(["", "2", "'", "3", "4"]))

    def step() -> None:
        title, explanation = left.pop()
        moved = random.sample(range(6 * size**2), random.randrange(3))
        targets = random.sample(range(6 * size**2), random.randrange(3))
        kind: dict[str, str] = random.choice(
            [{}, {"phase": "edges"}, {"phase": "parity", "parity": "wings"}]
        )
        layer = random.choice([None, 1, size])
        with op.annotate(title, explanation, moved=moved, targets=targets, **kind) as made:
            made.layer = layer
            some_moves(random.randrange(2))
            while left and random.randrange(2):
                step()
                some_moves(0)

    some_moves(0)
    while left:
        step()
        some_moves(0)
    op.undo(random.randrange(3))
    return op


def seen(steps: list[Step] | tuple[Step, ...]) -> list[Step]:
    """Return the steps without the numbers of stickers, which a text does not keep."""
    return [replace(step, stickers=()) for step in steps]


texts = st.lists(st.tuples(titles, explanations), max_size=4)
sessions = st.builds(played, st.integers(2, 6), st.integers(0, 10**6), texts)


@laws
@given(sessions)
def test_text_and_back(op: Operator) -> None:
    recording = Recording.of(op)
    text = recording.to_text()
    again = Recording.from_text(text)
    assert again.to_text() == text
    assert (again.size, again.scheme, again.start) == (
        recording.size,
        recording.scheme,
        recording.start,
    )
    assert again.moves == recording.moves == op.history.moves
    assert seen(again.steps) == seen(recording.steps) == seen(op.steps)
    crlf = Recording.from_text(text.replace("\n", "\r\n"))
    assert crlf == again


@laws
@given(sessions)
def test_a_recording_is_an_algorithm(op: Operator) -> None:
    recording = Recording.of(op)
    alg = Alg.parse(recording.to_text())
    assert alg.moves == recording.moves
    cube = Cube.from_facelets(recording.start, recording.scheme)
    cube.play(alg)
    assert cube == op.cube


@laws
@given(sessions, st.booleans())
def test_replay(op: Operator, through_text: bool) -> None:
    recording = Recording.of(op)
    if through_text:
        recording = Recording.from_text(recording.to_text())
    again = recording.replay()
    assert again.cube == op.cube
    assert again.cube is not op.cube
    assert again.history.moves == op.history.moves
    assert seen(again.steps) == seen(op.steps)
    assert recording.cube().facelets() == recording.start
    assert Recording.of(again).to_text() == recording.to_text()
    again.undo(10**6)
    assert again.cube == recording.cube()


@laws
@given(sessions)
def test_a_recording_is_played_after_other_moves(op: Operator) -> None:
    """Its steps lie where its moves do, and have the marks of trackers that they had."""
    recording = Recording.of(op)
    for step in recording.steps:
        step.trackers = ((step.start, Color.RED),)
    later = Operator(recording.cube())
    later.play("R R'")
    recording.play_on(later)
    assert later.cube == op.cube
    assert later.history.moves[2:] == op.history.moves
    assert [(step.start - 2, step.end - 2) for step in later.steps] == [
        (step.start, step.end) for step in op.steps
    ]
    assert [step.trackers for step in later.steps] == [step.trackers for step in recording.steps]


def test_the_start_is_the_cube_before_the_first_move() -> None:
    oracle = Oracle(4)
    oracle.play("Rw U2")
    op = Operator(Cube.from_facelets(oracle.facelets()))
    op.play("F [2]D'")
    op.undo()
    recording = Recording.of(op)
    assert recording.start == oracle.facelets()
    assert list(map(str, recording.moves)) == ["F"]
    assert op.cube.facelets() != recording.start  # and it was not touched


def test_a_recording_of_an_invalid_cube() -> None:
    op = Operator(Cube.from_facelets("U" * 24, allow_invalid=True))
    op.play("R")
    recording = Recording.from_text(Recording.of(op).to_text())
    assert recording.replay().cube == op.cube


def test_a_recording_inside_an_open_step() -> None:
    op = Operator(Cube(3))
    with op.annotate("a"), op.annotate("b"):
        op.play("R U")
        recording = Recording.of(op)
    op.play("F")
    assert [(s.title, s.start, s.end) for s in recording.steps] == [("a", 0, 2), ("b", 0, 2)]
    assert Recording.from_text(recording.to_text()).steps == recording.steps


def test_steps_without_moves_do_not_spread() -> None:
    text = HEAD + "// step: a\n// end\n// step: b\nR\n// end\nU\n"
    op = Recording.from_text(text).replay()
    assert [(s.title, s.depth, s.start, s.end) for s in op.steps] == [("b", 0, 0, 1)]


def test_nested_steps_without_moves() -> None:
    recording = Recording.from_text(HEAD + "// step: a\n// step: b\n// end\n// end\nU\n")
    assert Recording.from_text(recording.to_text()) == recording


def test_unknown_comments_are_passed_over() -> None:
    text = HEAD + "// made by hand\n# R U\nR // U\n\n// note: x\n(U R)2 // end\n"
    assert list(map(str, Recording.from_text(text).moves)) == ["R", "U", "R", "U", "R"]


MALFORMED = {
    "": 1,
    "R U": 1,
    "// cubesolve recording 2\n": 1,
    "// cubesolve recording 1\n": 1,
    HEAD.replace("// size: 2\n", ""): None,
    HEAD.replace("// scheme: WRGYOB\n", ""): None,
    HEAD.replace("// start:", "// begin:"): None,
    HEAD.replace("size: 2", "size: 3"): None,
    HEAD.replace("size: 2", "size: two"): 2,
    HEAD.replace("size: 2", "size: -2"): 2,
    HEAD.replace("size: 2", "size: ²"): 2,
    HEAD.replace("size: 2", "size: "): 2,
    HEAD.replace("size: 2", "size: 99999999999999999999"): 2,
    HEAD.replace("size: 2", "size: 1"): None,
    HEAD.replace("size: 2", "size: 0") + "R\n": None,
    HEAD.replace("size: 2", "size: 1") + "R\n": None,
    HEAD.replace("WRGYOB", "WRGYOO"): 3,
    HEAD.replace("WRGYOB", "WRG"): 3,
    HEAD + "R Q\n": 5,
    HEAD + "R\nU (F\n": 6,
    HEAD + "R M\n": None,
    HEAD + "[3]R\n": None,
    HEAD + "// end\n": 5,
    HEAD + "// step: a\nR\n": None,
    HEAD + "// about: a\n": 5,
    HEAD + "// moved: 1\n": 5,
    HEAD + "// step: a\n// moved: one\nR\n// end\n": 6,
    HEAD + "// step: a\n// moved: 24\nR\n// end\n": None,
    HEAD + "// step: a\n// targets: -1\nR\n// end\n": None,
    HEAD + "((((R)9999)9999)9999)9999\n": 5,
}


@pytest.mark.parametrize("text", MALFORMED)
def test_malformed_recordings(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Recording.from_text(text)
    error = caught.value
    assert error.text == text
    assert 1 <= error.position <= len(text) + 1
    assert str(error)
    line = MALFORMED[text]
    assert line is None or error.line == line


@pytest.mark.parametrize("start", ["", "U", "U" * 23, "U" * 23 + "?", "U" * 12 + "W" * 12])
def test_a_start_that_is_no_cube(start: str) -> None:
    with pytest.raises(InvalidCubeError) as caught:
        Recording.from_text(HEAD.replace(SOLVED_2, start))
    assert all(problem.places for problem in caught.value.problems)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(sessions, st.integers(0, 10**6), st.text(max_size=4), st.integers(0, 5))
@example(Operator(Cube(2)), 34, "1", 1)
def test_damaged_recordings(op: Operator, at: int, inserted: str, dropped: int) -> None:
    text = Recording.of(op).to_text()
    at %= len(text)
    damaged = text[:at] + inserted + text[at + dropped :]
    try:
        recording = Recording.from_text(damaged)
    except (NotationError, InvalidCubeError):
        return
    assert recording.replay().history.moves == recording.moves
    assert Recording.from_text(recording.to_text()).moves == recording.moves


def test_save_and_load(tmp_path: Path) -> None:
    op = played(4, 3, [("Möbius ☃", "Erste Zeile\nzweite"), ("b", "")])
    recording = Recording.of(op)
    path = tmp_path / "a recording.txt"
    recording.save(path)
    assert Recording.load(str(path)).to_text() == recording.to_text()
    assert path.read_text(encoding="utf-8") == recording.to_text()
    recording.save(str(path))
    assert [file.name for file in tmp_path.iterdir()] == ["a recording.txt"]


@pytest.mark.parametrize("title", ["a\rU2 D2", "a\r", "\r// end"])
def test_what_a_title_says_is_never_a_move(tmp_path: Path, title: str) -> None:
    """A title that would not survive a file is refused, or comes back as it was."""
    op = Operator(Cube(3))
    try:
        with op.annotate(title):
            op.play("R")
    except ValueError:
        return
    path = tmp_path / "recording.txt"
    Recording.of(op).save(path)
    assert Recording.load(path).moves == op.history.moves


@pytest.mark.parametrize("explanation", ["a\rU2 D2", "a\r\nb"])
def test_what_an_explanation_says_is_never_a_move(tmp_path: Path, explanation: str) -> None:
    op = Operator(Cube(3))
    with op.annotate("a", explanation):
        op.play("R")
    path = tmp_path / "recording.txt"
    Recording.of(op).save(path)
    assert Recording.load(path).moves == op.history.moves


@pytest.mark.parametrize("broken", ["write_text", "replace"])
def test_save_is_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    path = tmp_path / "recording.txt"
    first = Recording.of(Operator(Cube(2)))
    first.save(path)
    op = Operator(Cube(3))
    op.play("R U")

    def fail(self: Path, *args: object, **options: object) -> None:
        if broken == "write_text":
            with self.open("w") as file:
                file.write("half of")
        raise OSError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(Path, broken, fail)
        with pytest.raises(OSError, match="disk full"):
            Recording.of(op).save(path)
    assert path.read_text(encoding="utf-8") == first.to_text()
    assert [file.name for file in tmp_path.iterdir()] == ["recording.txt"]


def test_a_text_that_cannot_be_encoded_leaves_the_file(tmp_path: Path) -> None:
    path = tmp_path / "recording.txt"
    path.write_text("kept", encoding="utf-8")
    op = Operator(Cube(2))
    with op.annotate("\ud800"):
        op.play("R")
    with pytest.raises((UnicodeEncodeError, CubeSolveError)):
        Recording.of(op).save(path)
    assert path.read_text(encoding="utf-8") == "kept"
    assert len(list(tmp_path.iterdir())) == 1


def test_steps_that_were_partly_undone_still_nest() -> None:
    """Undo and redo within and across steps never let them cross, so a recording adds no moves."""
    op = Operator(Cube(3))
    with op.annotate("A"):
        with op.annotate("B"):
            op.play("R U F")
        op.undo()
    op.redo()
    assert Recording.from_text(Recording.of(op).to_text()).moves == op.history.moves
    op = Operator(Cube(3))
    with op.annotate("A"):
        op.play("R U")
    op.play("F")
    op.undo(2)
    with op.annotate("B"):
        op.redo(2)
    recording = Recording.from_text(Recording.of(op).to_text())
    assert recording.moves == op.history.moves
    assert recording == Recording.of(op)


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.integers(0, 10**6))
def test_any_session_can_be_recorded(seed: int) -> None:
    random = Random(seed)
    op = Operator(Cube(3))

    def session(depth: int) -> None:
        for _ in range(random.randrange(1, 5)):
            match random.randrange(5):
                case 0 | 1:
                    op.play(random.choice(["R", "U2", "F' L", "M"]))
                case 2:
                    op.undo(random.randrange(1, 4))
                case 3:
                    op.redo(random.randrange(1, 4))
                case _ if depth < 3:
                    with op.annotate(f"step {random.randrange(100)}"):
                        session(depth + 1)

    session(0)
    recording = Recording.of(op)
    again = Recording.from_text(recording.to_text())
    assert again == recording
    assert again.replay().cube == op.cube
    assert again.replay().steps == list(recording.steps)


@pytest.mark.parametrize(("method", "size"), [("layers", 6), ("beginner", 4), ("cage", 5)])
def test_a_recorded_solve_keeps_what_programs_go_by(method: str, size: int) -> None:
    """Phases, parities and layers of a solver's steps come back from text."""
    solution = solve(Cube.random_state(size, 2), method)
    op = Operator(Cube.random_state(size, 2))
    for step in solution.steps:
        with op.annotate(step.title, phase=step.phase, parity=step.parity or "") as made:
            made.layer = step.layer
            op.play(step.alg)
    again = Recording.from_text(Recording.of(op).to_text()).replay()
    seen = [(step.phase, step.parity or None, step.layer) for step in again.steps]
    assert seen == [(step.phase, step.parity, step.layer) for step in solution.steps]
    assert len({phase for phase, _, _ in seen}) > 2


@pytest.mark.parametrize("layer", ["", "-1", "two", "1 2", "²", "9" * 30])
def test_a_layer_that_is_none(layer: str) -> None:
    with pytest.raises(NotationError, match="expected a layer's number after layer") as caught:
        Recording.from_text(f"{HEAD}// step: A\n// layer: {layer}\nR\n// end\n")
    assert caught.value.line == 6
