"""What the page knows of a scan: perspective, stillness, and colours in its own scheme."""

from __future__ import annotations

import cv2
import numpy as np

from cubesolve import DEFAULT_SCHEME, ColorScheme
from node import Node


def test_a_face_in_perspective_is_where_opencv_puts_it(modules: Node) -> None:
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    quad = np.array([[0.2, 0.1], [0.9, 0.2], [0.8, 0.95], [0.1, 0.7]], dtype=np.float32)
    places = np.random.default_rng(1).uniform(0, 1, (9, 2))
    truth = cv2.perspectiveTransform(places[None], cv2.getPerspectiveTransform(square, quad))[0]
    function = "({ quad }, [corners, at]) => at.map(([u, v]) => quad.ontoQuad(corners)(u, v))"
    found = modules.evaluate(function, [quad.tolist(), places.tolist()])
    assert np.allclose(found, truth, atol=1e-5)
    convex = "({ quad }, corners) => quad.isConvex(corners)"
    assert modules.evaluate(convex, quad.tolist())
    assert not modules.evaluate(convex, quad[[0, 2, 1, 3]].tolist())
    assert not modules.evaluate(convex, quad[::-1].tolist())


def test_a_grid_elsewhere_takes_no_place(modules: Node) -> None:
    square = np.array([[0.3, 0.3], [0.6, 0.3], [0.6, 0.6], [0.3, 0.6]])
    replaces = "({ quad }, [again, found]) => quad.mayReplace(again, found)"
    larger, beside, part = 1.1 * square, 0.4 * square + 0.5, 0.5 * square + 0.2
    assert modules.evaluate(replaces, [larger.tolist(), square.tolist()])
    assert modules.evaluate(replaces, [(2 * square).tolist(), square.tolist()])
    for smaller in (beside, part):
        assert not modules.evaluate(replaces, [smaller.tolist(), square.tolist()])


def test_the_schemes_that_a_cube_in_hand_can_have(modules: Node) -> None:
    function = "({ scanned }, [seen, letters]) => scanned.facesIn(seen, letters)"
    holds = [scheme.letters for scheme in DEFAULT_SCHEME.rotations()]
    usual = DEFAULT_SCHEME.letters
    for held in {*holds, usual}:
        faces = modules.evaluate(function, [held, usual])
        assert [usual[face] for face in faces] == list(held)
    mirrored = ColorScheme.parse("WOGYRB").letters
    assert modules.evaluate(function, [mirrored, usual]) is None
    assert modules.evaluate(function, ["WRGBOY", usual]) is None
    assert modules.evaluate(function, ["WRGYOP", usual]) is None


WATCH = """({ stillness }, frames) => {
  const watched = new stillness.Stillness();
  return frames.map(([shade, noise, word], i) => {
    if (word === 'accept') watched.accept();
    if (word === 'reject') watched.reject(100 * i);
    const speck = (p) => noise * (((7 * p + i) % 3) - 1);
    const grey = Uint8Array.from({ length: 300 }, (_, p) => shade + speck(p));
    return watched.look(grey, 100 * i);
  });
}"""


def watch(modules: Node, *runs: tuple[int, int, int, str]) -> list[bool]:
    """Return what is said of runs of frames: how many, their shade, their noise, a word first."""
    frames = [
        [shade, noise, word if first == 0 else ""]
        for count, shade, noise, word in runs
        for first in range(count)
    ]
    return list(modules.evaluate(WATCH, frames))


SHRINK = """({ stillness }, [rows, stride, width, to]) => {
  const grey = Uint8Array.from(rows.flatMap((row) => [...row, ...Array(stride - width).fill(255)]));
  return [...stillness.shrunk(grey, stride, { width, height: rows.length }, to)];
}"""


def test_a_picture_is_shrunk_to_means_of_its_own_pixels(modules: Node) -> None:
    halves = [[20] * 5 + [200] * 5] * 4 + [[60] * 10] * 4
    small = modules.evaluate(SHRINK, [halves, 13, 10, {"width": 2, "height": 2}])
    assert small == [20, 200, 60, 60]
    steps = [[10 * column for column in range(9)]] * 3
    small = modules.evaluate(SHRINK, [steps, 9, 9, {"width": 3, "height": 1}])
    assert small == [10, 40, 70]


def test_a_picture_is_taken_when_it_holds_still_and_once(modules: Node) -> None:
    moving = [(1, shade, 0, "") for shade in range(20, 200, 20)]
    assert not any(watch(modules, *moving))
    found = watch(modules, *moving, (8, 100, 2, ""))
    assert found.index(True) == 9 + 5
    # The face that was taken is not taken again; the next one is.
    later = watch(modules, (8, 100, 2, ""), (30, 100, 2, "accept"), (8, 150, 2, ""))
    assert not any(later[8:38])
    assert any(later[38:])
    # Where no cube was seen, a second look comes after a while.
    again = watch(modules, (8, 100, 2, ""), (20, 100, 2, "reject"))
    assert not any(again[8:18])
    assert any(again[18:])


def test_a_face_is_known_again_in_any_way_round(modules: Node) -> None:
    function = "({ scanned }, [a, b]) => scanned.isSameFace(a, b)"
    rng = np.random.default_rng(2)
    face = rng.uniform(20, 235, (4, 4, 3))
    again = np.rot90(face, 3) + rng.normal(0, 3, face.shape)
    other = rng.uniform(20, 235, (4, 4, 3))

    def same(a: np.ndarray, b: np.ndarray) -> bool:
        given = [{"size": len(one), "readings": one.tolist()} for one in (a, b)]
        return bool(modules.evaluate(function, given))

    assert same(face, again)
    assert not same(face, other)
    assert not same(face, face[:3, :3])


def test_names_of_files_say_which_face_they_show(modules: Node) -> None:
    function = "({ scanned }, names) => scanned.orderByName(names)"
    assert modules.evaluate(function, ["B.jpg", "u.png", "f.webp", "R.jpg", "L.jpeg", "D.jpg"]) == [
        1, 3, 2, 5, 4, 0,
    ]  # fmt: skip
    assert (
        modules.evaluate(function, ["1.jpg", "u.png", "f.webp", "R.jpg", "L.jpeg", "D.jpg"]) is None
    )
