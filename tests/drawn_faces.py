"""Pictures of cubes' faces, drawn: plastic, stickers, a background, and the camera's place."""

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from cubesolve import Cube

Image = npt.NDArray[np.uint8]
COLORS = (
    (238, 240, 236),
    (170, 24, 40),
    (0, 140, 72),
    (235, 205, 20),
    (235, 100, 10),
    (0, 75, 175),
)
_CELL = 40


class Look(NamedTuple):
    """How a cube is made and where the camera stands."""

    plastic: str = "black"  # or white, stickerless, gapless
    tilt: float = 0.0  # degrees, about both axes of the face
    roll: float = 0.0  # degrees, in the picture
    seed: int = 0


def draw_face(
    colors: npt.NDArray[np.int64], look: Look, size: tuple[int, int] = (800, 600)
) -> Image:
    """Return a picture (RGB) of one face, given the colour number of each sticker."""
    rng = np.random.default_rng(look.seed)
    image = _background(rng, size)
    flat = _flat(colors, look.plastic, rng)
    side = float(flat.shape[0])
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float32)
    place = _seen_from(look, size, rng).astype(np.float32)
    homography = cv2.getPerspectiveTransform(corners, place)
    seen = cv2.warpPerspective(flat, homography, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(flat.shape[:2], 255, np.uint8), homography, size)
    blend = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None] / 255.0
    soft = cv2.GaussianBlur(image * (1 - blend) + seen * blend, (0, 0), 0.7)
    return np.clip(soft, 0, 255).astype(np.uint8)


def draw_cube(cube: Cube, look: Look) -> list[Image]:
    """Return pictures of the six faces."""
    numbers = np.array(["URFDLB".index(letter) for letter in cube.facelets()])
    faces = numbers.reshape(6, cube.size, cube.size)
    return [draw_face(face, look._replace(seed=look.seed * 6 + i)) for i, face in enumerate(faces)]


def _flat(colors: npt.NDArray[np.int64], plastic: str, rng: np.random.Generator) -> Image:
    n = len(colors)
    body = {"black": 18, "white": 215, "stickerless": 40, "gapless": 40}[plastic]
    gap = {"stickerless": 2, "gapless": 0}.get(plastic, 4)
    border = 3
    flat = np.full((n * _CELL + 2 * border, n * _CELL + 2 * border, 3), body, dtype=np.uint8)
    for row in range(n):
        for column in range(n):
            shade = np.array(COLORS[colors[row, column]]) * rng.uniform(0.97, 1.0)
            _rounded(flat, border + column * _CELL, border + row * _CELL, gap, shade)
    return flat


def _rounded(flat: Image, x: int, y: int, gap: int, shade: npt.NDArray[np.float64]) -> None:
    radius = 5
    low, high = gap // 2 + radius, _CELL - gap // 2 - radius
    color = tuple(float(v) for v in shade)
    for cx in (low, high):
        for cy in (low, high):
            cv2.circle(flat, (x + cx, y + cy), radius, color, -1)
    cv2.rectangle(flat, (x + low - radius, y + low), (x + high + radius, y + high), color, -1)
    cv2.rectangle(flat, (x + low, y + low - radius), (x + high, y + high + radius), color, -1)


def _background(rng: np.random.Generator, size: tuple[int, int]) -> Image:
    """Return a table with things on it."""
    image = np.full((size[1], size[0], 3), rng.integers(90, 180, 3), dtype=np.uint8)
    for _ in range(12):
        x, y = rng.integers(0, size[0]), rng.integers(0, size[1])
        w, h = rng.integers(20, 160, 2)
        color = tuple(float(v) for v in rng.integers(40, 220, 3))
        cv2.rectangle(image, (int(x), int(y)), (int(x + w), int(y + h)), color, -1)
    return image


def _seen_from(
    look: Look, size: tuple[int, int], rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """Return where the corners of the face are in the picture."""
    a, b = np.radians(look.tilt * rng.choice([-1, 1], 2))
    c = np.radians(look.roll)
    square = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], dtype=np.float64)
    about_x = np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])
    about_y = np.array([[np.cos(b), 0, np.sin(b)], [0, 1, 0], [-np.sin(b), 0, np.cos(b)]])
    about_z = np.array([[np.cos(c), -np.sin(c), 0], [np.sin(c), np.cos(c), 0], [0, 0, 1]])
    turned = square @ (about_z @ about_y @ about_x).T
    seen = turned[:, :2] * 5.0 / (5.0 + turned[:, 2:])
    half = 0.36 * min(size)
    center = np.array(size) / 2 + rng.uniform(-20, 20, 2)
    found: npt.NDArray[np.float64] = center + half * seen
    return found
