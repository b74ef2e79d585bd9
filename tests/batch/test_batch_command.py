"""`cubesolve batch`: every line answered once, also after a kill."""

import json
import os
import shlex
from multiprocessing import active_children
from pathlib import Path

import pytest

from cubesolve import Cube
from cubesolve.cli import inputs, main
from cubesolve.cli.main import COMMANDS

CUBES = [Cube.random(2, seed=seed) for seed in range(12)]


def run(folder: Path, out: str, *more: str) -> int:
    states = folder / "states.txt"
    lines = [cube.facelets() for cube in CUBES]
    lines[3:3] = ["UUUFURRRFRFFDDDDLLLLBBBB", "", "not a cube"]
    states.write_text("\n".join(lines) + "\n")
    given = ["batch", str(states), "--out", str(folder / out), "--method", "cfop"]
    return main([*given, "--processes", "1", *more])


def read(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_line_is_answered_and_a_bad_one_gets_its_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "out.jsonl", "--json") == 1
    answers = read(tmp_path / "out.jsonl")
    assert [answer["line"] for answer in answers] == [1, 2, 3, 4, *range(6, 16)]
    assert [answer["line"] for answer in answers if "error" in answer] == [4, 6]
    good = [answer for answer in answers if "error" not in answer]
    for cube, answer in zip(CUBES, good, strict=True):
        twin = cube.copy()
        twin.play(str(answer["alg"]))
        assert twin.solved
    summary = json.loads(capsys.readouterr().out)
    assert (summary["solved"], summary["failed"]) == (12, 2)
    lengths = sorted(answer["counts"]["OBTM"] for answer in good)  # type: ignore[index]
    assert summary["mean"] == pytest.approx(sum(lengths) / 12, abs=1e-4)
    assert (summary["least"], summary["greatest"]) == (lengths[0], lengths[-1])
    assert summary["percentiles"]["50"] == lengths[5]
    assert (tmp_path / "out.svg").read_text().count("<title>") >= 1


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    run(tmp_path, "whole.jsonl")
    run(tmp_path, "out.jsonl")
    out = tmp_path / "out.jsonl"
    whole = out.read_bytes()
    for cut in (0, 100, len(whole) // 2, len(whole) - 1):
        out.write_bytes(whole[:cut])
        run(tmp_path, "out.jsonl")
        assert [a["line"] for a in read(out)] == [1, 2, 3, 4, *range(6, 16)]
        drop = ("seconds",)
        assert [{k: v for k, v in a.items() if k not in drop} for a in read(out)] == [
            {k: v for k, v in a.items() if k not in drop} for a in read(tmp_path / "whole.jsonl")
        ]


def test_answers_of_another_run_are_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path, "out.jsonl")
    kept = (tmp_path / "out.jsonl").read_bytes()
    assert run(tmp_path, "out.jsonl", "--moves", "3") == 2
    assert "other moves" in capsys.readouterr().err
    assert (tmp_path / "out.jsonl").read_bytes() == kept
    assert run(tmp_path, "out.jsonl", "--moves", "3", "--overwrite") == 1


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("out.jsonl.run", b"", "out.jsonl.run is damaged"),
        ("out.jsonl.run", b"[1, 2]", "out.jsonl.run is damaged"),
        ("out.jsonl.run", b"\xff", "out.jsonl.run is damaged"),
        ("out.jsonl.run", b"[" * 200_000, "out.jsonl.run is damaged"),
        ("out.jsonl", b"no answer\n", "line 1 of"),
        ("out.jsonl", b"[]\n", "line 1 of"),
        ("out.jsonl", b"[" * 200_000 + b"\n", "line 1 of"),
        ("out.jsonl", b'{"error": 5}\n', "line 1 of"),
        ("out.jsonl", b'{"counts": {"OBTM": 3}, "metric": "OBTM", "seconds": 1}\n', "line 1 of"),
        ("out.jsonl", b'{"counts": 3, "metric": "OBTM", "seconds": 1}\n', "line 1 of"),
    ],
)
def test_what_is_damaged_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes, words: str
) -> None:
    (tmp_path / "states.txt").write_text("")
    given = ["batch", str(tmp_path / "states.txt"), "--out", str(tmp_path / "out.jsonl")]
    assert main(given) == 0
    (tmp_path / "out.jsonl").write_text('{"error": "it cannot be solved"}\n')
    (tmp_path / name).write_bytes(data)
    assert main(given) == 2
    assert words in capsys.readouterr().err
    assert (tmp_path / name).read_bytes() == data
    assert main([*given, "--overwrite"]) == 0


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("states.txt", "would write over the cubes"),
        ("../{}/states.txt", "would write over the cubes"),
        ("link", "would write over the cubes"),
        ("out.svg", "is for their histogram"),
        ("/", "expected the name of a file"),
    ],
)
def test_neither_cubes_nor_answers_are_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], out: str, words: str
) -> None:
    (tmp_path / "link").symlink_to("states.txt")
    assert run(tmp_path, out.format(tmp_path.name), "--overwrite") == 2
    assert words in capsys.readouterr().err
    assert len((tmp_path / "states.txt").read_text().splitlines()) == 15


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no such devices")
def test_a_device_that_never_ends_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(inputs, "_MOST_BYTES", 100_000)
    monkeypatch.setattr(inputs, "_PIECE", 10_000)
    assert main(["batch", "/dev/zero", "--out", str(tmp_path / "out.jsonl")]) == 2
    with open("/dev/zero", encoding="utf-8") as endless:
        monkeypatch.setattr("sys.stdin", endless)
        for command in ("apply -", "check -", "solve --facelets -"):
            assert main(command.split()) == 2
    assert capsys.readouterr().err.count("expected at most 100,000 bytes") == 4


def test_a_run_that_could_not_begin_leaves_nothing(tmp_path: Path) -> None:
    assert run(tmp_path, "out.jsonl", "--scheduler", "nowhere at all") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["states.txt"]
    run(tmp_path, "out.jsonl")
    kept = (tmp_path / "out.jsonl").read_bytes()
    (tmp_path / "out.jsonl").write_bytes(kept[: len(kept) // 2])
    assert run(tmp_path, "out.jsonl", "--scheduler", "nowhere at all") == 1
    assert (tmp_path / "out.jsonl").read_bytes()


@pytest.mark.slow
def test_metrics_are_those_of_solve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "states.txt").write_text("R U2 [2]R\n")
    out = tmp_path / "out.jsonl"
    given = ["batch", str(tmp_path / "states.txt"), "--out", str(out), "--scrambles", "--json"]
    for size, metric, counted in ((12, None, "SST"), (12, "RBTM", "RBTM"), (2, "HTM", "OBTM")):
        more = ["--size", str(size), "--nodes", "1000", "--overwrite", "--processes", "1"]
        assert main([*given, *more, *(["--metric", metric] if metric else [])]) == 0
        assert json.loads(capsys.readouterr().out)["metric"] == counted
        assert read(out)[0]["metric"] == counted


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_what_is_no_file_is_neither_read_nor_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "out.jsonl")
    for more in ((), ("--overwrite",)):
        assert run(tmp_path, "out.jsonl", *more) == 2
        assert "expected the name of a file" in capsys.readouterr().err
    assert (tmp_path / "out.jsonl").is_fifo()


def test_parquet_has_the_same_answers(tmp_path: Path) -> None:
    from pyarrow import parquet

    run(tmp_path, "out.jsonl")
    run(tmp_path, "out.parquet")
    rows = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    answers = read(tmp_path / "out.jsonl")
    assert [row["line"] for row in rows] == [answer["line"] for answer in answers]
    assert [row["alg"] for row in rows] == [answer.get("alg") for answer in answers]
    assert not (tmp_path / "out.parquet.jsonl").exists()


def test_processes_end_with_the_run(tmp_path: Path) -> None:
    """The error of a bad line holds on to the frames of the run, and they to its processes."""
    assert run(tmp_path, "out.jsonl", "--processes", "2") == 1
    assert active_children() == []


def test_help_has_examples_that_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("states.txt").write_text(CUBES[0].facelets())
    Path("scrambles.txt").write_text("Rw U2 F'\n")
    with pytest.raises(SystemExit):
        main(["batch", "--help"])
    helped = capsys.readouterr().out
    for example in COMMANDS["batch"].examples:
        assert example in helped
        if "--scheduler" not in example:  # test_solve_many.py starts a cluster
            assert main(shlex.split(example)[1:]) == 0
