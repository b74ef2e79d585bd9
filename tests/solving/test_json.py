"""Solutions as JSON: what is written is read back, and what cannot be is refused in words."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from cubesolve import BOY, Alg, Cube, InvalidCubeError, Metric, Phase, Solution, solve
from cubesolve.solving.registry import SOLVERS

CASES = [(name, size) for name in SOLVERS for size in (2, 3, 4, 5) if SOLVERS[name].fits(size)]
CASES.remove(("optimal", 3))  # its proof takes minutes


def through_json(solution: Solution) -> dict[str, Any]:
    """Return what a program reads from a file that another one wrote."""
    read: dict[str, Any] = json.loads(json.dumps(solution.to_json()))
    return read


def check_round_trip(solution: Solution) -> None:
    data = through_json(solution)
    read = Solution.from_json(data)
    assert read.to_json() == data
    moves = Alg(move for step in solution.steps for move in step.alg.moves)
    assert read == replace(solution, human=moves, seconds=round(solution.seconds, 6))


@pytest.mark.parametrize(("method", "size"), CASES)
def test_what_is_written_is_read_back(method: str, size: int) -> None:
    check_round_trip(solve(Cube.random_state(size, 7), method))
    check_round_trip(solve(Cube(size), method))


def test_a_part_a_metric_a_proof_and_a_scheme_are_read_back() -> None:
    check_round_trip(solve(Cube.random_state(6, 1, BOY), "layers", "middle-2"))
    found = solve(Cube.from_alg("R U2 F"), "optimal", metric="QTM")
    assert (found.metric, found.results.is_optimal) == (Metric.QTM, True)
    check_round_trip(found)
    data = through_json(found)
    assert (data["metric"], data["results"]["is_optimal"]) == ("QTM", True)


def first_version(solution: Solution) -> dict[str, Any]:
    """Return a solution as version 1 wrote it."""
    data = through_json(solution)
    del data["metric"], data["results"]["is_optimal"]
    for step in data["steps"]:
        del step["phase"], step["parity"], step["layer"], step["reason"], step["parts"]
    return {**data, "version": 1}


def test_version_1_is_read_too() -> None:
    solution = solve(Cube.random_state(4, 3), "beginner")
    read = Solution.from_json(first_version(solution))
    assert {step.phase for step in read.steps} == {Phase.OTHER}
    assert (read.alg, read.metric, read.results) == (
        solution.alg,
        Metric.OBTM,
        solution.results,
    )
    assert read.to_json()["version"] == 2
    check_round_trip(read)


def set_to(*path: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: Any) -> None:
        for name in path[:-1]:
            data = data[name]
        data[path[-1]] = value

    return change


def without(*path: str | int) -> Callable[[dict[str, Any]], None]:
    def change(data: Any) -> None:
        for name in path[:-1]:
            data = data[name]
        del data[path[-1]]

    return change


WRONG: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (set_to("version", value=4), "version: expected 1 or 2 or 3, got 4"),
    (set_to("version", value="2"), "version: expected a whole number, got text"),
    (without("version"), "version is missing"),
    (set_to("size", value=5), "facelets: expected 150 letters for size 5, got 96"),
    (set_to("size", value=True), "size: expected a whole number, got true or false"),
    (set_to("scheme", value="WRGYO"), "scheme: "),
    (set_to("facelets", value=None), "facelets: expected text, got null"),
    (without("steps"), "steps is missing"),
    (set_to("steps", 0, value=[]), r"steps\[0\]: expected an object, got a list"),
    (without("steps", 1, "title"), r"steps\[1\].title is missing"),
    (without("steps", 1, "layer"), r"steps\[1\].layer is missing"),
    (set_to("steps", 1, "layer", value=5), r"steps\[1\].layer: expected a number from 1 to 4"),
    (set_to("steps", 2, "phase", value="magic"), r"steps\[2\].phase: expected parity, .*'magic'"),
    (set_to("steps", 2, "parity", value="wings"), r"steps\[2\].parity does not fit the phase"),
    (set_to("steps", 2, "alg", value="Q"), r"steps\[2\].alg: "),
    (set_to("steps", 2, "alg", value="5R"), r"steps\[2\].alg: "),
    (set_to("steps", 2, "moves", value=[]), r"steps\[2\].moves are not the moves of steps\[2\]"),
    (set_to("steps", 2, "moved", value=[96]), r"steps\[2\].moved\[0\]: .* from 0 to 95, got 96"),
    (set_to("steps", 2, "targets", value=["U"]), r"steps\[2\].targets\[0\]: .* got text"),
    (set_to("what", value="half"), "what: expected all, "),
    (set_to("metric", value="HTM2"), "metric: expected OBTM, "),
    (set_to("moves", value=[["U", 1, 1, 1]]), "moves are not the moves of alg"),
    (set_to("counts", "OBTM", value=1), "counts are not the lengths of the moves"),
    (set_to("results", value=None), "results: expected an object, got null"),
    (without("results", "is_optimal"), "results.is_optimal is missing"),
    (set_to("seconds", value="1"), "seconds: expected a number, got text"),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=[each[1] for each in WRONG])
def test_what_is_wrong_is_refused_in_words(
    change: Callable[[dict[str, Any]], None], message: str
) -> None:
    data = through_json(solve(Cube.random_state(4, 3), "beginner"))
    change(data)
    with pytest.raises(ValueError, match=message):
        Solution.from_json(data)


@pytest.mark.parametrize(
    ("size", "method"), [(2, "auto"), (4, "beginner"), (7, "cage"), (6, "layers"), (9, "fast")]
)
def test_packed_moves_come_back(size: int, method: str) -> None:
    solution = solve(Cube.random_state(size, 5), method)
    data = json.loads(json.dumps(solution.to_json(packed=True)))
    read = Solution.from_json(data)
    assert len(read.steps) == len(solution.steps)
    for step, packed in zip(solution.steps, read.steps, strict=True):
        assert packed.alg.equivalent(step.alg, size)
        assert replace(packed, alg=step.alg) == step
    if method == "fast":
        assert replace(read, seconds=0) == replace(solution, seconds=0)
    assert read.count("OBTM") == solution.count("OBTM")
    again = read.to_json(packed=True)
    assert {**again, "counts": data["counts"]} == data
    assert again["counts"]["OBTM"] == data["counts"]["OBTM"]


PACKED_WRONG: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (without("packed"), "packed is missing"),
    (set_to("packed", value="JQA?"), "packed: expected base64 of four bytes for each move"),
    (set_to("packed", value="JQA="), "packed: expected base64 of four bytes for each move"),
    (set_to("packed", value="JAAAAA=="), "packed: move 1 is not a turn of a cube of size 4"),
    (set_to("packed", value="JQAAAA=="), r"steps\[1\].range: expected a number from 1 to 1, got"),
    (set_to("steps", 1, "range", 0, value=0), r"steps\[1\].range: expected \["),
    (set_to("steps", 1, "range", value=[]), r"steps\[1\].range: expected a whole number"),
    (set_to("steps", value=[]), "packed has [0-9]+ moves, the steps have 0"),
    (set_to("counts", "OBTM", value=1), "counts are not the lengths of the moves"),
]


@pytest.mark.parametrize(("change", "message"), PACKED_WRONG)
def test_packed_moves_that_cannot_be_are_refused_in_words(
    change: Callable[[dict[str, Any]], None], message: str
) -> None:
    data = json.loads(json.dumps(solve(Cube.random_state(4, 3), "beginner").to_json(packed=True)))
    change(data)
    with pytest.raises(ValueError, match=message):
        Solution.from_json(data)


def test_moves_that_contradict_are_refused() -> None:
    solution = solve(Cube.random_state(4, 3), "beginner")
    other = through_json(solve(Cube.random_state(4, 4), "beginner"))
    data = through_json(solution)
    mixed = {**data, "steps": other["steps"]}
    with pytest.raises(ValueError, match="alg does not hold the moves of the steps"):
        Solution.from_json(mixed)
    with pytest.raises(ValueError, match="the moves do not solve the cube of facelets"):
        Solution.from_json({**data, "facelets": other["facelets"]})
    twisted = data["facelets"].replace("U", "R", 1)
    with pytest.raises(InvalidCubeError):
        Solution.from_json({**data, "facelets": twisted})
    with pytest.raises(ValueError, match="the solution: expected an object, got a list"):
        Solution.from_json([])  # type: ignore[arg-type]


def test_trackers_are_read_and_checked() -> None:
    data = through_json(solve(Cube.random_state(4, 3), "cage"))
    k = next(k for k, step in enumerate(data["steps"]) if step["trackers"])
    tracker = data["steps"][k]["trackers"][0]
    for name, wrong in (("face", "X"), ("color", "?"), ("slot", -1)):
        good, tracker[name] = tracker[name], wrong
        with pytest.raises(ValueError, match=rf"steps\[{k}\].trackers\[0\].{name}: expected"):
            Solution.from_json(data)
        tracker[name] = good
    Solution.from_json(data)
