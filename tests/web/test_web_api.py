"""The API: what it answers is what the library says."""

from __future__ import annotations

import itertools
import json
import re
import shlex
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from web_attacks import at_rest
from web_server import RunningServer, processor_seconds, running_server, wait_until

from cubesolve import (
    SOLVERS,
    Alg,
    ColorScheme,
    Cube,
    Metric,
    ProgressListener,
    Solution,
    find_method,
    solve,
)
from cubesolve.web import jobs
from cubesolve.web.app import STATIC, TYPES

LONG_SOLVE = {"facelets": Cube.random_state(80, 1).facelets(), "method": "beginner"}


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_server("--workers", "2", "--time-limit", "120") as started:
        started.warm()
        yield started


@pytest.fixture
def client(server: RunningServer) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


def post(client: httpx.Client, path: str, body: Any, status: int = 200) -> Any:
    answer = client.post(path, json=body, headers={"Accept": "application/json"})
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    return answer.json()


def stream(client: httpx.Client, body: Any) -> list[Any]:
    answer = client.post("/api/solve", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(text) for text in answer.text.splitlines()]


def error(client: httpx.Client, path: str, body: Any) -> Any:
    return post(client, path, body, 422)["error"]


# -------------------------------------------------------------------- the page and its files


def test_the_page_and_every_file_has_its_type(client: httpx.Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert files
    for path in files:
        answer = client.get(f"/static/{path.relative_to(STATIC).as_posix()}")
        assert answer.status_code == 200
        assert answer.content == path.read_bytes()
        assert answer.headers["content-type"].partition(";")[0] == TYPES[path.suffix], path


def test_a_browser_keeps_files_but_asks_whether_they_are_current(client: httpx.Client) -> None:
    first = client.get("/")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/api/health").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/static/../api.py", "/static/%2e%2e/api.py", "/static/", "/static/none.js", "/none"]
)
def test_nothing_else_is_served(server: RunningServer, path: str) -> None:
    import http.client

    # httpx would tidy the path before sending it.
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"))
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.status == 404
    assert json.loads(answer.read())["error"]["kind"] == "not found"
    connection.close()


def test_a_wrong_method_is_told_the_right_one(client: httpx.Client) -> None:
    answer = client.get("/api/solve")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"
    assert answer.json()["error"]["kind"] == "method"


# -------------------------------------------------------------------- small answers


def test_health_and_methods(client: httpx.Client) -> None:
    assert client.get("/api/health").json()["status"] == "ok"
    listed = client.get("/api/methods").json()
    assert [method["name"] for method in listed["methods"]] == ["auto", *SOLVERS]
    for method in listed["methods"][1:]:
        assert method["steps"] == [step.value for step in SOLVERS[method["name"]].steps]
        assert method["largest"] <= listed["limits"]["solved_size"]


@pytest.mark.parametrize("size", [2, 3, 7, 100])
def test_a_scramble_leads_to_its_facelets(client: httpx.Client, size: int) -> None:
    found = post(client, "/api/scramble", {"size": size, "seed": 5})
    assert Cube.from_alg(found["alg"], size).facelets() == found["facelets"]
    assert post(client, "/api/scramble", {"size": size, "seed": 5, "kind": "moves"}) == found


def test_a_scramble_of_a_thousand_layers(client: httpx.Client) -> None:
    found = post(client, "/api/scramble", {"size": 1000, "seed": 5})
    assert len(found["facelets"]) == 6_000_000
    assert found["facelets"] != Cube(1000).facelets()


def test_a_seed_is_drawn_and_told(client: httpx.Client) -> None:
    first, second = (post(client, "/api/scramble", {"size": 3.0}) for _ in range(2))
    assert first["seed"] != second["seed"]
    assert post(client, "/api/scramble", {"size": 3, "seed": first["seed"]}) == first


def test_a_random_state_has_no_moves(client: httpx.Client) -> None:
    found = post(client, "/api/scramble", {"size": 5, "seed": 2, "kind": "state"})
    assert found["alg"] is None
    assert found["facelets"] == Cube.random_state(5, 2).facelets()


def test_check_names_what_the_library_names(client: httpx.Client) -> None:
    good = Cube.random_state(4, 1).facelets()
    assert post(client, "/api/check", {"facelets": good}) == {
        "ok": True, "size": 4, "facelets": good, "solved": False, "problems": [],
    }  # fmt: skip
    bad = "R" + Cube(3).facelets()[1:]
    found = post(client, "/api/check", {"facelets": bad, "size": 3})
    assert (found["ok"], found["facelets"]) == (False, bad)
    expected = Cube.from_facelets(bad, allow_invalid=True).problems()
    assert expected
    told = [(p["kind"], p["message"], tuple(p["slots"])) for p in found["problems"]]
    assert told == [(p.kind.value, p.message, p.slots) for p in expected]


def test_check_of_colours_in_a_scheme(client: httpx.Client) -> None:
    scheme = ColorScheme.parse("YRBWOG")
    cube = Cube.random_state(3, 4, scheme)
    found = post(client, "/api/check", {"colors": cube.color_letters(), "scheme": "YRBWOG"})
    assert (found["ok"], found["facelets"]) == (True, cube.facelets())


def test_check_of_what_cannot_be_read(client: httpx.Client) -> None:
    found = post(client, "/api/check", {"facelets": "?" + Cube(2).facelets()[1:]})
    assert (found["ok"], found["size"], found["facelets"]) == (False, None, None)
    assert found["problems"][0]["kind"] == "unknown letter"
    assert found["problems"][0]["slots"] == [0]
    found = post(client, "/api/check", {"facelets": ""})
    assert found["problems"][0]["kind"] == "wrong length"


def test_check_of_a_thousand_layers(client: httpx.Client) -> None:
    assert post(client, "/api/check", {"facelets": Cube(1000).facelets()})["solved"]
    assert error(client, "/api/check", {"facelets": Cube(1001).facelets()})["kind"] == "size"


def test_an_algorithm_is_read_and_counted(client: httpx.Client) -> None:
    alg = Alg.parse("[R, U] 2-3Lw2 x", 5)
    found = post(client, "/api/alg", {"alg": "[R, U]  2-3Lw2 x", "size": 5})
    assert found["alg"] == str(alg)
    assert Cube.from_alg(found["simplified"], 5) == Cube.from_alg(alg, 5)
    assert Alg.from_blocks([tuple(move) for move in found["moves"]], 5).blocks(5) == alg.blocks(5)
    assert found["counts"] == {metric.value: alg.count(metric, 5) for metric in Metric}


def test_the_examples_of_the_documentation_work(client: httpx.Client) -> None:
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    commands = re.findall(r"```sh\n(curl .*?)```", page, re.S)
    assert len(commands) == 7
    for command in commands:
        words = shlex.split(command)
        path = next(word for word in words if "://" in word).partition(":8230")[2]
        options = dict(itertools.pairwise(words))
        headers = dict(
            word.split(": ") for before, word in itertools.pairwise(words) if before == "-H"
        )
        method = "POST" if "-d" in words else "GET"
        answer = client.request(method, path, content=options.get("-d"), headers=headers)
        assert answer.status_code == 200, command
        assert json.loads(answer.text.splitlines()[-1])


# -------------------------------------------------------------------- solving


@pytest.mark.parametrize("method", ["auto", *SOLVERS])
def test_a_stream_ends_with_the_library_s_solution(client: httpx.Client, method: str) -> None:
    methods = client.get("/api/methods").json()["methods"]
    largest = next(each["largest"] for each in methods if each["name"] == method)
    cube = Cube.from_alg("R U F' L2 D", min(4, largest))  # a search for it is short
    lines = stream(client, {"facelets": cube.facelets(), "method": method})
    assert lines[-1]["type"] == "solution"
    assert {each["type"] for each in lines[:-1]} <= {"queued", "progress", "better"}
    solution = lines[-1]["solution"]
    cube.play(solution["alg"])
    assert cube.solved


def test_the_answer_is_the_solution_where_json_is_wanted(client: httpx.Client) -> None:
    scramble = "R U 2R' F2 Uw"
    body = {"scramble": scramble, "size": 5, "method": "beginner", "scheme": "YRBWOG"}
    cube = Cube.from_alg(scramble, 5, ColorScheme.parse("YRBWOG"))
    expected = solve(cube, "beginner").to_json()
    found = post(client, "/api/solve", body)
    assert found.pop("seconds") >= 0
    expected.pop("seconds")
    assert found == expected
    assert stream(client, body)[-1]["solution"]["steps"] == expected["steps"]


@pytest.mark.parametrize(
    ("size", "method", "limit"), [(3, "two-phase", {"nodes": 300_000}), (4, "short", {"nodes": 1})]
)
def test_a_search_tells_of_each_better_solution(
    client: httpx.Client, size: int, method: str, limit: dict[str, int]
) -> None:
    """Each solves the cube, so that whoever has enough can stop there."""
    cube = Cube.random_state(size, 2)
    lines = stream(client, {"facelets": cube.facelets(), "method": method, "limit": limit})
    better = [Solution.from_json(each["solution"]) for each in lines if each["type"] == "better"]
    lengths = [each.count("OBTM") for each in better]
    assert lengths == sorted(set(lengths), reverse=True)
    last = Solution.from_json(lines[-1]["solution"])
    assert last.alg == better[-1].alg
    for solution in better:  # `from_json` has checked that they solve what they start from
        assert solution.start == cube.facelets()


def test_moves_are_packed_where_there_are_many_or_as_asked(client: httpx.Client) -> None:
    cube = Cube.random_state(40, 1)
    body = {"facelets": cube.facelets(), "method": "fast"}
    packed = post(client, "/api/solve", body)
    assert packed["version"] == 3
    solution = Solution.from_json(packed)
    assert len(solution) > 10_000
    listed = post(client, "/api/solve", {**body, "moves": "lists"})
    assert (listed["version"], len(listed["moves"])) == (2, len(solution))
    short = {"scramble": "R U", "method": "two-phase"}
    assert post(client, "/api/solve", short)["alg"] == "U' R'"
    asked = post(client, "/api/solve", {**short, "moves": "packed"})
    assert Solution.from_json(asked).alg == Alg("U' R'")


def test_a_cube_of_a_thousand_layers(client: httpx.Client) -> None:
    solution = stream(client, {"scramble": "R 400U2", "size": 1000})[-1]["solution"]
    assert (solution["method"], solution["counts"]["SST"]) == ("fast", 2)


def test_a_long_solve_tells_how_far_it_is(client: httpx.Client) -> None:
    lines = stream(client, {"facelets": Cube.random_state(12, 1).facelets()})
    progress = [each for each in lines if each["type"] == "progress"]
    assert progress
    members = {"type", "moves", "what", "share", "best", "seconds"}
    assert all(set(each) == members for each in progress)
    assert all(each["share"] is None for each in progress if each["moves"])  # a step, not work
    assert [p["seconds"] for p in progress] == sorted(p["seconds"] for p in progress)


def test_long_work_tells_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that are built for a solve are told as words and a number, never as words alone."""

    def build_first(*arguments: Any, on_progress: ProgressListener, **others: Any) -> Solution:
        on_progress("building tables", 0.25)
        return solve(*arguments, **others)

    monkeypatch.setattr(jobs, "solve", build_first)
    heard: list[dict[str, Any]] = []
    wanted = {"scramble": "R", "method": "cfop", "what": "all", "metric": "OBTM"}
    jobs.solve_cube(wanted, heard.append)
    first = heard[0]  # what comes later depends on how quick the machine is
    assert isinstance(first.pop("seconds"), float)
    expected = {"type": "progress", "moves": 0, "what": "building tables", "share": 0.25}
    assert first == {**expected, "best": None}


def test_a_metric(client: httpx.Client) -> None:
    body = {"scramble": "R2 U2", "method": "optimal"}
    for metric, length in (("OBTM", 2), ("QTM", 4)):
        found = post(client, "/api/solve", {**body, "metric": metric})
        assert (found["metric"], found["counts"][metric]) == (metric, length)
        assert found["results"]["is_optimal"]
    listed = client.get("/api/methods").json()["methods"]
    metrics = {each["name"]: each["metrics"] for each in listed}
    assert (metrics["auto"], metrics["beginner"]) == (["OBTM", "QTM"], [])


def test_the_metrics_of_each_size_are_those_that_a_solve_takes(client: httpx.Client) -> None:
    for listed in client.get("/api/methods").json()["methods"]:
        for size in (2, 3, 4, 5, 10, 11, 32, 33, 128, 129):
            if not listed["smallest"] <= size <= (listed["largest"] or size):
                continue
            told = [each["metrics"] for each in listed["metrics_from"] if each["size"] <= size][-1]
            method = find_method(listed["name"], size)
            assert told[:1] in ([], [method.metric_at(size).value])
            for metric in Metric:
                asked = find_method(listed["name"], size, metric=metric)
                taken = bool(told) and asked.fits(size) and asked.shortens(metric, size)
                assert (metric.value in told) == taken, (listed["name"], size, metric)


def test_a_step_and_a_solved_cube(client: httpx.Client) -> None:
    state = Cube.random_state(4, 1)
    body = {"facelets": state.facelets(), "method": "beginner", "what": "centers"}
    found = post(client, "/api/solve", body)
    state.play(found["alg"])
    assert all(state.is_uniform_center(face) for face in range(6))
    assert post(client, "/api/solve", {"scramble": ""})["moves"] == []


@pytest.mark.parametrize("method", ["auto", *SOLVERS])
def test_every_step_that_is_listed_can_be_asked_for(client: httpx.Client, method: str) -> None:
    listed = {each["name"]: each["steps"] for each in client.get("/api/methods").json()["methods"]}
    size = 2 if method == "optimal" else 4
    state = Cube.random_state(size, 1)
    for step in listed[method]:
        body = {"facelets": state.facelets(), "method": method, "what": step}
        expected = solve(state, method, step).to_json()
        found = post(client, "/api/solve", body)
        members = ("what", "method", "alg")
        assert [found[name] for name in members] == [expected[name] for name in members]


@pytest.mark.parametrize("method", ["auto", "cfop"])
def test_options_of_a_method(client: httpx.Client, method: str) -> None:
    listed = {each["name"]: each for each in client.get("/api/methods").json()["methods"]}
    assert [o["name"] for o in listed[method]["options"]] == ["parity", "advanced_edge_parity"]
    state = Cube.random_state(4, 1)
    body = {"facelets": state.facelets(), "method": method, "options": {"parity": "detect"}}
    assert post(client, "/api/solve", body)["alg"] == str(solve(state, method, parity="detect").alg)


@pytest.mark.parametrize("what", ["middle-1", "Middle-2", "MIDDLE"])
def test_middle_layers_by_their_number(client: httpx.Client, what: str) -> None:
    state = Cube.random_state(5, 1)
    body = {"facelets": state.facelets(), "method": "layers", "what": what}
    assert post(client, "/api/solve", body)["alg"] == str(solve(state, "layers", what).alg)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ({"facelets": "R" + Cube(3).facelets()[1:]}, "invalid cube"),
        ({"facelets": "UUU"}, "invalid cube"),
        ({"scramble": "R U Q"}, "notation"),
        ({"scramble": "R", "size": 1001}, "value"),
        ({"facelets": Cube(1001).facelets()}, "size"),
        ({"facelets": Cube(101).facelets(), "method": "beginner"}, "size"),
        ({"scramble": "R", "size": 101, "what": "centers"}, "size"),
        ({"scramble": "R", "moves": "text"}, "value"),
        ({"facelets": Cube(3).facelets(), "size": 4}, "size"),
        ({"scramble": "R", "method": "beginner", "what": "OLL"}, "step"),
        ({"scramble": "R", "method": "beginner", "metric": "QTM"}, "metric"),
        ({"scramble": "R", "method": "two-phase", "metric": "ETM"}, "value"),
        ({"scramble": "R", "method": "layers", "options": {"parity": "detect"}}, "option"),
        ({"scramble": "R", "method": "cfop", "options": {"parity": "guess"}}, "value"),
        ({"scramble": "R", "options": {"advanced_edge_parity": 0}}, "value"),
        ({"scramble": "R", "options": {"speed": 9}}, "member"),
        ({"scramble": "R", "method": "magic"}, "value"),
        ({"scramble": "R", "what": "middle-0"}, "value"),
        ({"scramble": "R", "what": "everything"}, "value"),
        ({"scramble": "R", "method": "layers", "what": "middle-2"}, "step"),
        ({"scramble": "R", "what": "middle-99999"}, "step"),
        ({"scramble": "R", "method": "cfop", "what": "middle-1"}, "step"),
        ({"scramble": "R", "facelets": Cube(3).facelets()}, "member"),
        ({}, "member"),
        ({"scramble": "R", "limit": {"time": 121}}, "value"),
        ({"scramble": "R", "scheme": "WWWWWW"}, "value"),
        ({"scramble": "(R)999999"}, "length"),
    ],
)
def test_what_cannot_be_solved_is_refused_before_the_stream(
    client: httpx.Client, body: Any, kind: str
) -> None:
    answer = client.post("/api/solve", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["kind"] == kind


def test_an_error_in_notation_has_its_place(client: httpx.Client) -> None:
    found = error(client, "/api/alg", {"alg": "R U M", "size": 4})
    assert (found["kind"], found["position"]) == ("notation", 4)
    assert found["hint"]
    assert "\n" not in found["message"]


def test_an_impossible_cube_comes_with_its_problems(client: httpx.Client) -> None:
    bad = "R" + Cube(3).facelets()[1:]
    problems = post(client, "/api/check", {"facelets": bad})["problems"]
    assert error(client, "/api/solve", {"facelets": bad})["problems"] == problems


def test_a_solve_ends_at_its_time_limit(client: httpx.Client) -> None:
    body = {**LONG_SOLVE, "limit": {"time": 0}}
    last = stream(client, body)[-1]
    assert (last["type"], last["error"]["kind"]) == ("error", "time limit")
    assert error(client, "/api/solve", body)["kind"] == "time limit"
    assert post(client, "/api/solve", {"scramble": "R"})["moves"]


def test_a_stream_ends_with_its_client(server: RunningServer, client: httpx.Client) -> None:
    before = server.children()
    with client.stream("POST", "/api/solve", json=LONG_SOLVE) as answer:
        next(answer.iter_lines())
    check_that_all_are_at_rest(server, client, before)


def test_a_single_answer_ends_with_its_client(server: RunningServer, client: httpx.Client) -> None:
    before = server.children()
    worked = {pid: processor_seconds(pid) for pid in before}
    url = httpx.URL(server.url)
    body = json.dumps(LONG_SOLVE)
    head = (
        f"POST /api/solve HTTP/1.1\r\nHost: {url.host}:{url.port}\r\nAccept: application/json\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((url.host, url.port or 80)) as impatient:
        impatient.sendall((head + body).encode())
        # Looking at the cube takes a tenth of that: then it is being solved.
        assert wait_until(lambda: any(processor_seconds(p) > worked[p] + 1.5 for p in before))
    check_that_all_are_at_rest(server, client, before)


def check_that_all_are_at_rest(
    server: RunningServer, client: httpx.Client, before: set[int]
) -> None:
    assert wait_until(lambda: at_rest(server))
    assert server.children() == before
    assert post(client, "/api/solve", {"scramble": "R"})["moves"]
