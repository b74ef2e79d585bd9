"""The API scans: faces in photographs, cubes of six faces, and a clear word for the rest."""

from __future__ import annotations

import base64
import subprocess
import sys
from collections.abc import Iterator

import cv2
import httpx
import jsonschema_rs
import numpy as np
import pytest
from web_server import RunningServer, running_server

from cubesolve import Cube
from cubesolve.web.openapi import SCHEMAS
from drawn_faces import Look, draw_cube
from scan_cubes import readings, same_but_for_names

CUBE = Cube.random_state(3, seed=3)


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with running_server() as started:
        yield started


@pytest.fixture(scope="module")
def client(server: RunningServer) -> Iterator[httpx.Client]:
    with server.client() as opened:
        yield opened


@pytest.fixture(scope="module")
def images() -> list[str]:
    faces = draw_cube(CUBE, Look(tilt=5, seed=3))
    return [encoded(cv2.imencode(".jpg", face[..., ::-1])[1].tobytes()) for face in faces]


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def checked(answer: httpx.Response, name: str) -> dict[str, object]:
    assert answer.status_code == 200, answer.text
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}}
    jsonschema_rs.Draft202012Validator(schema).validate(answer.json())
    return dict(answer.json())


def test_six_photographs(client: httpx.Client, images: list[str]) -> None:
    body = {"images": images, "ordered": True}
    found = checked(client.post("/api/scan", json=body), "Scan")
    assert (found["facelets"], found["doubtful"]) == (CUBE.facelets(), [])


def test_face_by_face_as_the_page_does(client: httpx.Client, images: list[str]) -> None:
    faces = [
        checked(client.post("/api/scan/face", json={"image": image}), "ScannedFace")
        for image in images
    ]
    grids = [face["readings"] for face in faces]
    found = checked(client.post("/api/scan", json={"readings": grids}), "Scan")
    assert same_but_for_names(str(found["facelets"]), CUBE.facelets())
    own = {"image": images[0], "corners": faces[0]["corners"], "size": 3}
    again = checked(client.post("/api/scan/face", json=own), "ScannedFace")
    assert np.allclose(np.array(again["readings"]), np.array(grids[0]), atol=3)


def test_what_is_no_face_is_said(client: httpx.Client) -> None:
    empty = cv2.imencode(".png", np.full((300, 400, 3), 90, dtype=np.uint8))[1].tobytes()
    for data, words in ((empty, "no cube"), (b"some text", "not a JPEG")):
        answer = client.post("/api/scan/face", json={"image": encoded(data)})
        found = checked(answer, "ScannedFace")
        assert not found["ok"]
        assert words in str(found["problem"])
    answer = client.post("/api/scan/face", json={"image": "no base64!"})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "value")
    body = {"image": encoded(empty), "corners": [[0, 0], [1, 0], [1, 1], [0, 1]]}
    answer = client.post("/api/scan/face", json=body)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "member")
    answer = client.post("/api/scan/face", json={"image": "A" * 8_000_001})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (413, "too large")
    noise = np.random.default_rng(1).uniform(0, 255, (6, 5, 5, 3)).tolist()
    answer = client.post("/api/scan", json={"readings": noise})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "scan")
    good = client.post("/api/scan", json={"readings": readings(CUBE).tolist()})
    assert good.json()["facelets"] == CUBE.facelets()


def test_without_the_extra_it_says_how_to_install_it() -> None:
    program = """
import sys
sys.modules["cv2"] = None
from cubesolve import CubeSolveError
from cubesolve.web.jobs import JOBS, api_error
try:
    JOBS["scan face"]({"image": "AAAA"}, print)
except CubeSolveError as error:
    told = api_error(error)
    print(told.status, told.message)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "501 scans need an extra: pip install 'cubesolve[scan]'"


def test_damaged_pictures_do_not_fill_the_log(server: RunningServer, client: httpx.Client) -> None:
    """Decoders have words of their own about each of them."""
    grey = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    for ending in (".jpg", ".png", ".webp"):
        data = cv2.imencode(ending, grey)[1].tobytes()
        for faulty in (data[: len(data) // 2], data[:3000] + b"x" * 50 + data[3050:]):
            answer = client.post("/api/scan/face", json={"image": encoded(faulty)})
            assert (answer.status_code, answer.json()["ok"]) == (200, False)
    assert server.written() == ""
