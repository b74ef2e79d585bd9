import io
import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cubesolve import Alg, Cube, random_moves, random_state_scramble
from cubesolve.cli import inputs, main
from cubesolve.cli.main import COMMANDS

SOLVED = "U" * 9 + "R" * 9 + "F" * 9 + "D" * 9 + "L" * 9 + "B" * 9


class Run:
    """What a run of the command line gave."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


Call = Callable[..., Run]


class FakeInput:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    def call(*arguments: str, stdin: str | bytes = "") -> Run:
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", FakeInput(data))
        try:
            code = main(arguments)
        except SystemExit as error:
            code = int(error.code or 0)
        out, err = capsys.readouterr()
        return Run(code, out, err)

    return call


def test_show_a_solved_cube(run: Call) -> None:
    shown = run("show", "--size", "2")
    assert shown.code == 0
    assert shown.out.split() == list("WWWWOOGGRRBBOOGGRRBBYYYY")


def test_show_json_is_a_cube_that_can_be_read_back(run: Call) -> None:
    data = json.loads(run("show", "--size", "4", "--random", "5", "--json").out)
    assert data["facelets"] == Cube.random_state(4, 5).facelets()
    assert (data["version"], data["size"], data["scheme"]) == (1, 4, "WRGYOB")
    again = json.loads(run("show", "--facelets", "-", "--json", stdin=data["facelets"]).out)
    assert again == data


@pytest.mark.parametrize("command", ["draw", "solve", "web"])
def test_unknown_arguments_show_what_the_command_takes(run: Call, command: str) -> None:
    told = run(command, *(["a.svg"] if command == "draw" else []), "--colour")
    assert told.code == 2
    assert told.err.startswith(f"usage: cubesolve {command} [-h]")
    assert told.err.endswith(f"cubesolve {command}: error: unrecognized arguments: --colour\n")


@pytest.mark.parametrize("option", ["--size", "--time", "--out"])
def test_dashes_are_no_value(run: Call, option: str) -> None:
    told = run("solve", "--scramble", "R", f"{option}=--")
    assert told.code == 2
    assert told.err.endswith(f"solve: error: argument {option}: expected one argument\n")


def test_show_draws_into_a_file(run: Call, tmp_path: Path) -> None:
    target = tmp_path / "cube.svg"
    assert run("show", "--size", "5", "--svg", str(target), "--view", "net").code == 0
    assert target.read_text().startswith("<svg")
    assert run("show", "--svg", "-").out.startswith("<svg")


def test_colours_only_where_wanted(run: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in run("show").out  # a pipe
    assert "\x1b[48;5;" in run("show", "--color", "always").out
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert "\x1b[48;2;" in run("show", "--color", "always").out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "\x1b[48;2;" in run("show").out
    assert "\x1b" not in run("show", "--color", "never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("show").out


def test_scrambles_are_the_moves_of_their_seeds(run: Call) -> None:
    lines = run("scramble", "--size", "5", "--seed", "3", "--count", "2").out.splitlines()
    assert lines == [str(random_moves(5, None, 3)), str(random_moves(5, None, 4))]
    assert len(Alg.parse(run("scramble", "--length", "7").out)) == 7
    small = run("scramble", "--size", "2", "--seed", "3", "--count", "2").out.splitlines()
    assert small == [str(random_state_scramble(2, seed)) for seed in (3, 4)]
    state = run("scramble", "--size", "4", "--state", "--seed", "9").out.strip()
    assert state == Cube.random_state(4, 9).facelets()


def test_scrambles_in_json_are_written_one_by_one(
    run: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as are asked for need not fit in memory."""
    asked = ("scramble", "--size", "5", "--seed", "3", "--count", "2", "--json")
    whole = run(*asked).out
    assert [one["seed"] for one in json.loads(whole)["scrambles"]] == [3, 4]

    def ends(size: int, length: int | None, seed: int) -> Alg:
        if seed == 4:
            raise KeyboardInterrupt
        return random_moves(size, length, seed)

    monkeypatch.setattr("cubesolve.cli.commands.random_moves", ends)
    done = run(*asked)
    assert done.code == 130
    assert done.out == whole[: whole.index(', {"seed": 4')]


def test_scramble_json_moves_reach_the_same_state(run: Call) -> None:
    data = json.loads(run("scramble", "--size", "6", "--seed", "1", "--json").out)
    (one,) = data["scrambles"]
    assert one["seed"] == 1
    replayed = Cube.from_alg(Alg.from_blocks(one["moves"], 6), 6)
    assert replayed == Cube.from_alg(one["alg"], 6)


def test_apply_plays_on_the_named_cube(run: Call) -> None:
    text = "R U 2F' m"
    done = run("apply", text, "--size", "5", "--scramble", "L2 D")
    expected = Cube.from_alg(f"L2 D {text}", 5)
    assert done.out.splitlines()[-1] == expected.facelets()
    piped = run("apply", "-", "--size", "5", "--random", "4", "--json", stdin=text)
    cube = Cube.random_state(5, 4)
    cube.play(text)
    assert json.loads(piped.out)["facelets"] == cube.facelets()


def test_check_says_yes_and_no(run: Call) -> None:
    good = run("check", SOLVED)
    assert (good.code, good.out) == (0, "this 3x3 can be solved\n")
    twisted = list(SOLVED)
    twisted[8], twisted[9], twisted[20] = twisted[20], twisted[8], twisted[9]
    bad = run("check", "".join(twisted))
    assert bad.code == 1
    assert "corner twist" in bad.out
    assert "UFR" in bad.out
    data = json.loads(run("check", "-", "--json", stdin="".join(twisted)).out)
    assert data["valid"] is False
    (problem,) = data["problems"]
    assert (problem["kind"], problem["places"]) == ("corner twist", ["UFR"])
    assert sorted(problem["slots"]) == [8, 9, 20]


@pytest.mark.parametrize("text", ["", "UUU", "U" * 53, SOLVED[:-1] + "?", "W" * 27 + "U" * 27])
def test_check_names_what_is_no_cube_at_all(run: Call, text: str) -> None:
    bad = run("check", "-", stdin=text)
    assert bad.code == 1
    assert bad.out
    assert "letter" in bad.out


def test_alg_tells_all(run: Call) -> None:
    out = run("alg", "[R, U]", "--size", "4").out
    assert "R U R' U'" in out
    assert "[U, R]" in out
    assert "OBTM 4" in out
    data = json.loads(run("alg", "Rw 2R' x", "--size", "4", "--json").out)
    assert data["simplified"] == "R x"
    assert data["counts"] == {"OBTM": 1, "RBTM": 1, "SST": 1, "QTM": 1, "ETM": 3}
    assert data["moves"] == [["R", 1, 2, 1], ["R", 2, 2, 3], ["R", 1, 4, 1]]


def test_alg_changes_in_the_order_given(run: Call) -> None:
    assert run("alg", "R U", "--mirror", "M", "--inverse").out == "U L\n"
    assert run("alg", "F U", "--rotate", "y").out == "L U\n"
    assert run("alg", "x R U", "--without-rotations").out == "R F x\n"
    assert run("alg", "(R U)2", "--expand").out == "R U R U\n"
    assert run("alg", "R U U' R", "--simplify").out == "R2\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("alg", "R U Q2"),
        ("alg", "[0]M"),
        ("alg", "M", "--size", "4"),
        ("alg", "R", "--rotate", "U"),
        ("alg", "R", "--rotate", "Q"),
        ("alg", "(((R)99999999)99999999)99999999"),
        ("apply", "9R"),
        ("apply", "R", "--size", "1"),
        ("apply", "R", "--size", "99999"),
        ("apply", "-", "--facelets", "-"),
        ("show", "--facelets", "UUU"),
        ("show", "--facelets", SOLVED, "--size", "4"),
        ("show", "--size", "x"),
        ("show", "--scheme", "WWWWWW"),
        ("show", "--scheme", "QRGYOB"),
        ("show", "--random", "-1"),
        ("show", "--svg", "/no/such/folder/cube.svg"),
        ("show", "--random", "1", "--scramble", "R"),
        ("scramble", "--size", "20000", "--state"),
        ("scramble", "--length", "99999999999"),
        ("nothing",),
        (),
    ],
)
def test_bad_input_is_two_and_a_message(run: Call, arguments: tuple[str, ...]) -> None:
    bad = run(*arguments)
    assert bad.code == 2
    assert bad.out == ""
    assert "cubesolve" in bad.err
    assert "Traceback" not in bad.err


def test_the_caret_points_at_the_fault(run: Call) -> None:
    first, second, hint = run("alg", "R U Q2").err.splitlines()
    assert first.endswith('expected a move at 5: "R U Q2"')
    assert first[second.index("^")] == "Q"
    assert "hint" in hint


def test_bytes_that_are_no_text(run: Call) -> None:
    bad = run("alg", "-", stdin=b"R \xff")
    assert bad.code == 2
    assert "byte 3" in bad.err


def as_in_a_shell(run: Call, line: str) -> None:
    """Run commands that pipes join, or that read a file, as a shell would."""
    done = Run(0, "", "")
    for part in line.split(" | "):
        command, *words = shlex.split(part)
        assert command == "cubesolve"
        if "<" in words:
            *words, _, file = words
            done.out = Path(file).read_text(encoding="utf-8")
        done = run(*words, stdin=done.out)
        assert (done.code, done.err) == (0, ""), part


# `web` runs until it is interrupted: tests/web starts its examples. Those of `tables` would clear
# the tables that other tests use: test_tables.py runs them. Those of `batch` and `scan` need files
# that tests/batch and tests/scan have. Those of `completion` are for shells: test_completion.py.
ELSEWHERE = ("web", "tables", "batch", "scan", "completion")
LONG = ("solve", "draw")  # with examples that take seconds


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in LONG else ())
        for name in COMMANDS
        if name not in ELSEWHERE
    ],
)
def test_help_has_examples_that_work(
    name: str, run: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("facelets.txt").write_text(SOLVED)
    helped = run(name, "--help").out
    for example in COMMANDS[name].examples:
        assert example in helped
        as_in_a_shell(run, example)


def test_the_command_is_installed() -> None:
    command = Path(sys.executable).with_name("cubesolve")
    scramble = f"{command} scramble --size 5 --seed 1 | {command} apply - --size 5 --json"
    done = subprocess.run(scramble, shell=True, capture_output=True, text=True, check=True)
    assert (
        json.loads(done.stdout)["facelets"] == Cube.from_alg(random_moves(5, seed=1), 5).facelets()
    )


def test_a_closed_pipe_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m cubesolve scramble --count 20000 --length 20 | head -1",
        shell=True,
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


def test_what_brackets_make_of_little_is_bounded(run: Call) -> None:
    text = "R"
    for _ in range(20):
        text = f"[{text}, U]"
    asked = run("alg", text, "--json")
    assert (asked.code, asked.out) == (2, "")
    assert "more than 200000" in asked.err


@pytest.mark.parametrize("size", [3, 7, 30])
def test_facelets_with_blanks_from_standard_input(run: Call, size: int) -> None:
    text = Cube(size).facelets()
    lines = "\n".join(" ".join(text[i : i + size]) for i in range(0, len(text), size))
    shown = run("show", "--facelets", "-", "--json", stdin="\ufeff" + lines)
    assert shown.code == 0, shown.err
    assert json.loads(shown.out)["facelets"] == text


def test_standard_input_is_no_name_of_a_file(run: Call, tmp_path: Path) -> None:
    path = tmp_path / "cube.txt"
    path.write_text(Cube(2).facelets())
    assert run("show", "--facelets", str(path), "--json").code == 0
    assert run("show", "--facelets", "-", stdin=str(path)).code == 2


def test_a_size_that_cannot_be_written(run: Call) -> None:
    asked = run("scramble", "--size", "300000000")
    assert (asked.code, asked.out) == (2, "")
    assert "expected a size of at most 99999999" in asked.err


def test_a_scramble_that_would_never_end_is_refused(run: Call) -> None:
    asked = run("scramble", "--size", "99999999")
    assert (asked.code, asked.out) == (2, "")
    assert "give a length of at most 10000000" in asked.err
    assert len(run("scramble", "--size", "99999999", "--length", "3").out.split()) == 3


@pytest.mark.parametrize(
    ("letter", "name"),
    [("\u200b", "ZERO WIDTH SPACE"), ("\u0412", "CYRILLIC CAPITAL LETTER VE")],
)
def test_letters_that_are_not_what_they_look_like_are_named(
    run: Call, letter: str, name: str
) -> None:
    asked = run("check", f"UUU{letter}URRRRFFFFDDDDLLLLBBB")
    assert name in asked.out


def test_a_file_of_facelets_that_is_no_text_or_never_ends(
    run: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cube.txt"
    path.write_bytes(Cube(2).facelets().encode() + b"\xe9")
    asked = run("show", "--facelets", str(path))
    assert (asked.code, asked.out) == (2, "")
    assert f"{path} is not UTF-8 text at byte 25" in asked.err
    monkeypatch.setattr(inputs, "_MOST_BYTES", 20)
    asked = run("show", "--facelets", str(path))
    assert (asked.code, asked.out) == (2, "")
    assert "expected at most 20 bytes" in asked.err


def test_a_limit_of_time_that_no_timer_takes(run: Call) -> None:
    asked = run("web", "--time-limit", "9" * 18, "--host", "nowhere.invalid")
    assert (asked.code, asked.out) == (2, "")
    assert "expected a --time-limit of at most 1000000000 seconds" in asked.err


def test_a_size_that_no_big_cube_has(run: Call) -> None:
    asked = run("solve", "--size", "9" * 18, "--random", "1")
    assert (asked.code, asked.out) == (2, "")
    assert "expected a size from 2 to 67108863" in asked.err


def test_a_number_with_too_many_digits(run: Call) -> None:
    asked = run("scramble", "--size", "9" * 19)
    assert (asked.code, asked.out) == (2, "")
    assert f"expected a number of at most 18 digits, got '{'9' * 19}'" in asked.err
