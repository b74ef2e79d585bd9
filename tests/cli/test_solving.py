"""`cubesolve solve` and `cubesolve methods`."""

import json
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from cubesolve import SOLVERS, Alg, Cube, Interrupted, solve
from cubesolve.cli import main
from cubesolve.cli.search_line import SearchLine
from cubesolve.loading import Spent
from cubesolve.protocols import clock, deadlines


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    try:
        code = main(arguments)
    except SystemExit as error:
        code = int(error.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_a_method_that_is_not_in_time_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "source", count().__next__)
    monkeypatch.setattr(clock, "cpu_source", clock.source)
    monkeypatch.setattr(deadlines, "spent_loading", Spent)
    wanted = ["solve", "--size", "6", "--random", "3", "--time", "0.5", "--method"]
    code, out, err = run(capsys, *wanted, "beginner")
    assert (code, out) == (1, "")
    assert "no solution by beginner within 0.5 s: allow more time, or use the method fast" in err
    assert run(capsys, *wanted, "short")[0] == 0


@pytest.mark.parametrize("wrong", ["nan", "-1", "inf", "-inf", "1e400", "true", "1s", ""])
def test_limits_that_are_none(capsys: pytest.CaptureFixture[str], wrong: str) -> None:
    for option, expected in (
        ("--time", "expected seconds, such as 0.5"),
        ("--nodes", "expected a whole number of at least 1"),
        ("--moves", "expected a whole number of at least 0"),
    ):
        code, out, err = run(capsys, "solve", "--random", "3", f"{option}={wrong}")
        assert (code, out) == (2, "")
        assert f"argument {option}: {expected}, got {wrong!r}" in err


def test_the_moves_solve_the_cube(capsys: pytest.CaptureFixture[str]) -> None:
    for size in ("2", "3", "4"):
        code, out, _ = run(capsys, "solve", "--size", size, "--random", "3")
        assert code == 0
        cube = Cube.random_state(int(size), 3)
        cube.play(out.strip())
        assert cube.solved
        _, human, _ = run(capsys, "solve", "--size", size, "--random", "3", "--keep-rotations")
        cube = Cube.random_state(int(size), 3)
        cube.play(human.strip())
        assert cube.solved
        _, blocks, _ = run(capsys, "solve", "--size", size, "--random", "3", "--notation", "blocks")
        words = [line.split() for line in blocks.splitlines()]
        moves = [(face, int(a), int(b), int(turns)) for face, a, b, turns in words]
        cube = Cube.random_state(int(size), 3)
        cube.play(Alg.from_blocks(moves, int(size)))
        assert cube.solved


def test_a_solved_cube_needs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "solve", "--size", "5") == (0, "\n", "")


def test_explanations_have_titles_counts_and_nets(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "solve", "--size", "4", "--random", "1", "--explain", "--nets")
    assert "1. " in out
    assert "OBTM" in out
    assert out.count("W") > 16
    assert "4 steps by short" in out


def test_json_is_the_documented_schema(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "solve", "--size", "4", "--random", "1", "--json")
    data = json.loads(out)
    assert list(data) == [
        "version", "size", "scheme", "facelets", "method", "what", "alg", "moves", "steps",
        "counts", "results", "metric", "seconds",
    ]  # fmt: skip
    assert list(data["steps"][0]) == [
        "phase", "parity", "layer", "title", "explanation", "reason", "moved", "targets",
        "trackers", "alg", "moves", "parts",
    ]  # fmt: skip
    assert data["version"] == 2


def test_facelets_come_from_a_file_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "cube.txt"
    file.write_text(Cube.from_alg("R U").facelets())
    code, out, _ = run(capsys, "solve", "--facelets", str(file))
    assert code == 0
    assert Cube.from_alg(f"R U {out.strip()}").solved


@pytest.mark.parametrize(
    "arguments",
    [
        ("--what", "OLL", "--method", "beginner", "--random", "1"),
        ("--method", "magic"),
        ("--facelets", "UUUF URRR FRFF DDDD LLLL BBBB"),
        ("--facelets", "UUUFURRRFRFFDDDDLLLLBBBB", "--allow-invalid"),
    ],
)
def test_what_cannot_be_solved_is_bad_input(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, "solve", *arguments)
    assert (code, out) == (2, "")
    assert err


def test_methods_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "methods")
    assert all(name in out for name in SOLVERS)
    _, out, _ = run(capsys, "methods", "--json")
    assert [method["name"] for method in json.loads(out)["methods"]] == list(SOLVERS)


def test_steps_may_be_written_in_any_case(capsys: pytest.CaptureFixture[str]) -> None:
    for what in ("Centers", "centers", "CENTERS"):
        code, out, _ = run(capsys, "solve", "--size", "4", "--random", "1", "--what", what)
        assert code == 0
        cube = Cube.random_state(4, 1)
        cube.play(out.strip())
        assert all(center.is3x3 for center in cube.centers)
    assert run(capsys, "solve", "--what", "nothing")[0] == 2


def test_options_of_a_method(capsys: pytest.CaptureFixture[str]) -> None:
    cube = Cube.random_state(5, 3)
    how = ("--size", "5", "--random", "3", "--method", "cfop")
    detect = run(capsys, "solve", *how, "--parity", "detect")[1].strip()
    assert detect == str(solve(cube, "cfop", parity="detect").alg)
    simple = run(capsys, "solve", *how, "--parity", "detect", "--simple-edge-parity")[1].strip()
    assert simple == str(solve(cube, "cfop", parity="detect", advanced_edge_parity=False).alg)
    assert len({detect, simple, str(solve(cube, "cfop").alg)}) == 3
    code, _, err = run(capsys, "solve", "--random", "1", "--method", "layers", "--parity", "detect")
    assert code == 2
    assert "layers has no option parity: use it with beginner and cfop" in err


def test_limits_and_metrics_of_a_search(capsys: pytest.CaptureFixture[str]) -> None:
    cube = Cube.random_state(3, 3)
    short = run(capsys, "solve", "--random", "3", "--moves", "21")[1]
    assert len(Alg.parse(short).moves) <= 21
    few = run(capsys, "solve", "--random", "3", "--nodes", "1")[1]
    many = run(capsys, "solve", "--random", "3", "--nodes", "200000")[1]
    assert len(Alg.parse(many).moves) < len(Alg.parse(few).moves)
    for text in (short, few, many, run(capsys, "solve", "--random", "3", "--time", "0.01")[1]):
        solved = cube.copy()
        solved.play(text)
        assert solved.solved
    two = run(capsys, "solve", "--scramble", "R2 U2 R2", "--size", "2", "--metric", "QTM", "--json")
    assert json.loads(two[1])["counts"]["QTM"] == 6
    code, _, err = run(capsys, "solve", "--random", "3", "--method", "cfop", "--metric", "QTM")
    assert code == 2
    assert "cfop cannot minimise QTM" in err
    for bad in ("-1", "nan", "soon", "inf"):
        assert run(capsys, "solve", "--random", "3", f"--time={bad}")[0] == 2
    code, out, err = run(capsys, "solve", "--random", "3", "--method", "optimal", "--time", "0.1")
    assert code == 0
    assert "before the proof" in err
    assert len(Alg.parse(out).moves) < 23
    assert not run(capsys, "solve", "--scramble", "R U F", "--method", "optimal")[2]
    code, _, err = run(capsys, "solve", "--size", "4", "--random", "3", "--method", "optimal")
    assert code == 2
    assert "optimal solves sizes 2 to 3, got 4" in err


@pytest.mark.parametrize("metric", ["obtm", "HTM", "htm", "Obtm"])
def test_metrics_in_any_case(metric: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--scramble", "R U2", "--metric", metric]) == 0
    assert capsys.readouterr().out == "U2 R'\n"


def test_htm_is_for_small_cubes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--size", "4", "--scramble", "R", "--metric", "htm"]) == 2
    assert "for size 4, use OBTM" in capsys.readouterr().err


def interrupted_solve(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], best: bool
) -> tuple[int, str, str]:
    def interrupt(cube: Cube, *args: object, **options: object) -> None:
        raise Interrupted(solve(cube) if best else None)

    monkeypatch.setattr("cubesolve.cli.solving.iter_solutions", interrupt)
    return run(capsys, "solve", "--scramble", "R U F")


def test_ctrl_c_writes_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = interrupted_solve(monkeypatch, capsys, best=True)
    assert (code, out) == (130, "F' U' R'\n")
    assert "interrupted" in err
    code, out, err = interrupted_solve(monkeypatch, capsys, best=False)
    assert (code, out, err) == (130, "", "cubesolve solve: interrupted\n")


@pytest.mark.parametrize("moment", ["on_better", "__exit__"])
def test_ctrl_c_between_two_solutions_writes_the_last_one(
    moment: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(line: SearchLine, *args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SearchLine, moment, interrupt)
    code, out, err = run(capsys, "solve", "--random", "2", "--nodes", "100000")
    assert code == 130
    assert err == "cubesolve solve: interrupted; this is the best solution so far\n"
    cube = Cube.random_state(3, 2)
    cube.play(out)
    assert cube.solved


def test_a_process_that_is_interrupted_tells_what_it_has() -> None:
    arguments = ["solve", "--random", "2", "--method", "two-phase", "--time", "60"]
    # The child says when its search has begun: the tables are there, and so is a solution.
    child = """
import sys
from cubesolve.cli import main
from cubesolve.methods.three.two_phase.search import TwoPhase
answer = TwoPhase.answer
def tell(engine):
    print("found", file=sys.stderr, flush=True)
    return answer(engine)
TwoPhase.answer = tell
sys.exit(main())
"""
    process = subprocess.Popen(
        [sys.executable, "-c", child, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    while process.stderr.readline() != "found\n":
        assert process.poll() is None
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(30)
    out, err = process.communicate()
    assert process.returncode == 130
    assert "interrupted" in err
    cube = Cube.random_state(3, 2)
    cube.play(out.strip())
    assert cube.solved or not out
