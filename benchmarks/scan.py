"""How many cubes come out right from disturbed photographs and readings.

    python -m benchmarks.scan [--photos FOLDER] [--sizes 2 3 4 ...] [--only WORD] [--seeds N]

FOLDER has a folder for each cube, with U.jpg .. B.jpg and truth.txt, and may have readings.json.
Pictures are drawn for each size too. "right" counts cubes read as they are, "asked" those of the
others in which doubtful stickers or an error say so, "wrong" what came out wrong without a word.
"lost" counts readings in which nothing is left to tell by: two centre stickers of different colours
that may swap places read the same, as white and yellow do when light burns both out, or differ only
in a channel that says nothing of these two colours. The share of
right ones is that of the others; `--seeds` repeats what is drawn by chance.

"by tour" is how many of the same readings come out right in the way of rubiks-color-resolver, which
is not on PyPI: distances by CIEDE2000, a short tour through all stickers of a kind, cut into six
colours. It is written anew here from that description, without its rules for parity and for pairs
of red and orange edges, and is told neither light nor laws.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from cubesolve import Cube, Scan, ScanError, draw, scan_photos, scan_readings
from cubesolve.model.geometry import geometry

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from drawn_faces import Look, draw_cube
from scan_cubes import readings, same_but_for_names

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Rng = np.random.Generator
Disturbance = Callable[[Floats, Rng], Floats]


def falling_off(image: Floats, rng: Rng) -> Floats:
    """Let the light fall to half across the picture."""
    angle = rng.uniform(0, 2 * np.pi)
    down = np.linspace(-0.5, 0.5, image.shape[0])[:, None, None]
    right = np.linspace(-0.5, 0.5, image.shape[1])[None, :, None]
    light: Floats = 0.8 + 0.55 * (np.cos(angle) * down + np.sin(angle) * right)
    return image * light


def tilted(image: Floats, rng: Rng) -> Floats:
    """Show the picture from up to 20 degrees aside."""
    height, width = image.shape[:2]
    a, b = np.radians(rng.uniform(10, 20, 2) * rng.choice([-1, 1], 2))
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    depth = corners[:, 0] * np.sin(a) + corners[:, 1] * np.sin(b)
    seen = corners * [np.cos(a), np.cos(b)] / (1 + depth[:, None] / (2.5 * width))
    middle = np.array([width / 2, height / 2])
    source, target = (corners + middle).astype(np.float32), (seen + middle).astype(np.float32)
    homography = cv2.getPerspectiveTransform(source, target)
    found = cv2.warpPerspective(image, homography, (width, height), borderValue=(60, 60, 60))
    return np.asarray(found, dtype=np.float64)


def jpeg(image: Floats, quality: int) -> Floats:
    """Show the picture after a lossy file."""
    pixels = np.clip(image, 0, 255).astype(np.uint8)
    data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.float64)


def turned(image: Floats, rng: Rng) -> Floats:
    """Hold the face turned."""
    return np.ascontiguousarray(np.rot90(image, int(rng.integers(4))))


DISTURBANCES: dict[str, Disturbance] = {
    "none": lambda image, rng: image,
    "brightness x 0.4": lambda image, rng: image * 0.4,
    "brightness x 0.7": lambda image, rng: image * 0.7,
    "brightness x 1.3": lambda image, rng: image * 1.3,
    "brightness x 1.6": lambda image, rng: image * 1.6,
    "cast": lambda image, rng: image * [1.15, 0.85, 1.0],
    "other cast": lambda image, rng: image * [0.85, 1.0, 1.15],
    "a cast for each face": lambda image, rng: image * rng.uniform(0.85, 1.15, 3),
    "light falls off": falling_off,
    "noise": lambda image, rng: image + rng.normal(0, 12, image.shape),
    "turned": turned,
}
FOR_PHOTOS: dict[str, Disturbance] = {
    **DISTURBANCES,
    "blur": lambda image, rng: np.asarray(cv2.GaussianBlur(image, (0, 0), 2.0), dtype=np.float64),
    "JPEG 50": lambda image, rng: jpeg(image, 50),
    "tilt": tilted,
}
FOR_READINGS: dict[str, Disturbance] = {
    **DISTURBANCES,
    "noise": lambda image, rng: image + rng.normal(0, 4, image.shape),
}


HOLDS = ("x'", "y", "", "x", "y'", "y2")  # that bring U R F D L B to the front
BY_CHANCE = ("a cast for each face", "light falls off", "noise", "turned")


def photographed(folder: Path) -> Iterator[tuple[str, list[Image], str]]:
    """Yield name, pictures and truth of each cube in a folder."""
    for truth in sorted(folder.glob("*/truth.txt")):
        files = [truth.parent / f"{face}.jpg" for face in "URFDLB"]
        images = [np.asarray(cv2.imread(str(f)), dtype=np.uint8)[..., ::-1] for f in files]
        yield truth.parent.name, images, truth.read_text().strip()


def drawn(sizes: list[int]) -> Iterator[tuple[str, list[Image], str]]:
    """Yield name, pictures and truth of cubes of three plastics, and of pictures of our own."""
    for size in sizes:
        for seed, plastic in enumerate(("black", "white", "stickerless")):
            cube = Cube.random_state(size, seed=size + 20 * seed)
            look = Look(plastic, tilt=8, roll=3, seed=size + 20 * seed)
            yield f"{plastic}-{size}", draw_cube(cube, look), cube.facelets()
        cube = Cube.random_state(size, seed=size + 60)
        yield f"our-own-{size}", [_drawn_face(cube, hold) for hold in HOLDS], cube.facelets()


def _drawn_face(cube: Cube, hold: str) -> Image:
    """Return a face as `cubesolve draw` shows it, a little from the side."""
    held = cube.copy()
    held.play(hold)
    drawn = draw(held, yaw=12, pitch=14, width=640, background="#8899aa").image()
    return np.asarray(drawn.convert("RGB"), dtype=np.uint8)


def read(folder: Path | None, sizes: list[int]) -> Iterator[tuple[str, Floats, str]]:
    """Yield name, readings and truth."""
    if folder is not None and (folder / "readings.json").exists():
        for entry in json.loads((folder / "readings.json").read_text()):
            truth = entry["facelets_as_held"]
            side = round((len(truth) / 6) ** 0.5)
            grids = np.array(entry["rgb"], dtype=np.float64).reshape(6, side, side, 3)
            yield entry["name"], grids[[0, 3, 2, 5, 1, 4]], truth  # the file has U L F R B D
    for size in sizes:
        cube = Cube.random_state(size, seed=size)
        yield f"made-{size}", readings(cube, seed=size), cube.facelets()


def by_tour(grids: Floats) -> str:
    """Return the colours that a tour through the stickers of each kind gives, as letters."""
    size = grids.shape[1]
    lab = cv2.cvtColor((grids.reshape(1, -1, 3) / 255).astype(np.float32), cv2.COLOR_RGB2LAB)[0]
    line = np.arange(size)
    ring = np.minimum(line, size - 1 - line)
    kinds = (np.minimum.outer(ring, ring) * size + np.maximum.outer(ring, ring)).ravel()
    middle = size // 2 if size % 2 else 0
    seeds = lab.reshape(6, -1, 3)[:, middle * size + middle]
    letters = np.empty(len(lab), dtype="<U1")
    for kind in np.unique(kinds):
        own = np.flatnonzero(np.tile(kinds, 6) == kind)
        tour = own[_tour(_ciede2000(lab[own][:, None], lab[own][None]))]
        # Where the tour is cut first is free: the cut that leaves the tightest groups is taken.
        part = len(tour) // 6
        cuts = [np.roll(tour, -shift).reshape(6, part) for shift in range(part)]
        groups = min(cuts, key=lambda cut: sum(float(lab[g].var(axis=0).sum()) for g in cut))
        means = np.stack([lab[group].mean(axis=0) for group in groups])
        _, names = linear_sum_assignment(_ciede2000(means[:, None], seeds[None]))
        for group, name in zip(groups, names, strict=True):
            letters[group] = "URFDLB"[name]
    return "".join(letters)


def _tour(far: Floats) -> list[int]:
    """Return a short closed tour: the nearest next, then crossings undone (2-opt)."""
    tour = [0]
    while len(tour) < len(far):
        ahead = np.where(np.isin(np.arange(len(far)), tour), np.inf, far[tour[-1]])
        tour.append(int(ahead.argmin()))
    improved = True
    while improved:
        improved = False
        for i in range(len(tour) - 2):
            for j in range(i + 2, len(tour) - (i == 0)):
                a, b, c, d = tour[i], tour[i + 1], tour[j], tour[(j + 1) % len(tour)]
                if far[a, c] + far[b, d] < far[a, b] + far[c, d] - 1e-9:
                    tour[i + 1 : j + 1] = reversed(tour[i + 1 : j + 1])
                    improved = True
    return tour


def _ciede2000(one: Floats, two: Floats) -> Floats:
    """Return how different colours in CIE Lab look (Sharma, Wu and Dalal, 2005)."""
    l1, a1, b1 = np.moveaxis(np.asarray(one, dtype=np.float64), -1, 0)
    l2, a2, b2 = np.moveaxis(np.asarray(two, dtype=np.float64), -1, 0)
    mean_c = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)))
    c1, c2 = np.hypot((1 + g) * a1, b1), np.hypot((1 + g) * a2, b2)
    h1 = np.degrees(np.arctan2(b1, (1 + g) * a1)) % 360
    h2 = np.degrees(np.arctan2(b2, (1 + g) * a2)) % 360
    away = (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(away / 2))
    light, c, h = (l1 + l2) / 2, (c1 + c2) / 2, h1 + away / 2
    t = (
        1
        - 0.17 * np.cos(np.radians(h - 30))
        + 0.24 * np.cos(np.radians(2 * h))
        + 0.32 * np.cos(np.radians(3 * h + 6))
        - 0.2 * np.cos(np.radians(4 * h - 63))
    )
    sl = 1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    turn = np.sin(np.radians(60 * np.exp(-(((h % 360 - 275) / 25) ** 2))))
    rt = -2 * np.sqrt(c**7 / (c**7 + 25.0**7)) * turn
    total = (dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh)
    return np.asarray(np.sqrt(np.maximum(total, 0)), dtype=np.float64)


def is_lost(grids: Floats, truth: str, before: Floats) -> bool:
    """Whether two centre stickers of different colours may swap with nothing left to tell by.

    That is where each channel is the same, at its end in both, or, as it was `before` grids were
    disturbed, no different in one colour than in the other.
    """
    if grids.shape[1] < 4:
        return False
    rgb, letters = np.round(grids.reshape(-1, 3)), np.array(list(truth))
    own = {letter: before.reshape(-1, 3)[letters == letter] for letter in "URFDLB"}
    for slots in geometry(grids.shape[1]).center_orbits():
        for one, two in combinations(slots.tolist(), 2):
            if truth[one] == truth[two]:
                continue
            first, second = own[truth[one]], own[truth[two]]
            apart = np.abs(np.median(first, axis=0) - np.median(second, axis=0))
            alike = apart < np.minimum(first.std(axis=0), second.std(axis=0)) / 4
            ended = (rgb[one] >= 254) & (rgb[two] >= 254)
            if np.all(ended | (rgb[one] == rgb[two]) | (alike & ended.any())):
                return True
    return False


def judge(scan: Callable[[], Scan], truth: str) -> str:
    """Return how a scan came out."""
    try:
        found = scan()
    except ScanError as error:
        return f"asked: {error}"
    if same_but_for_names(found.facelets, truth):
        return "right"
    return "wrong" if found.is_certain else f"asked: {len(found.doubtful)} doubtful stickers"


class Rival(NamedTuple):
    """What the other way makes of the same readings, and how many of them tell nothing."""

    right: int
    lost: int


def row(what: str, results: dict[str, str], seconds: float, rival: Rival | None = None) -> None:
    """Print one line of the table, and below it what did not come out right."""
    words = [result.split(":")[0] for result in results.values()]
    counts = [words.count(word) for word in ("right", "asked", "wrong")]
    share = counts[0] / max(len(words) - (rival.lost if rival else 0), 1)
    right = f"{counts[0]} ({min(share, 1):.0%})"
    beside = f" {rival.lost} | {rival.right} |" if rival else ""
    print(
        f"| {what} | {len(words)} | {right} | {counts[1]} | {counts[2]} | {seconds:.1f} |{beside}",
        flush=True,
    )
    for name, result in results.items():
        if result != "right":
            print(f"    {name}: {result}", file=sys.stderr)


def read_row(what: str, disturb: Disturbance, args: argparse.Namespace) -> None:
    """Disturb all readings in one way, and print how they came out."""
    results, seconds, right, lost = {}, 0.0, 0, 0
    for seed in range(1, 1 + (args.seeds if what in BY_CHANCE else 1)):
        rng = np.random.default_rng(seed)
        for name, grids, truth in read(args.photos, args.sizes):
            made = np.clip(np.stack([disturb(face, rng) for face in grids]), 0, 255)
            start = time.process_time()
            result = judge(lambda m=made: scan_readings(m), truth)  # type: ignore[misc]
            seconds += time.process_time() - start
            results[f"{name}, seed {seed}"] = result
            right += same_but_for_names(by_tour(made), truth)
            lost += result != "right" and is_lost(made, truth, grids)
    row(what, results, seconds, Rival(right, lost))


def main() -> None:
    """Print a table for photographs and one for readings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--sizes", type=int, nargs="*", default=[2, 3, 4, 5, 7])
    parser.add_argument("--only", default="")
    parser.add_argument("--seeds", type=int, default=1)
    args = parser.parse_args()
    cubes = [*photographed(args.photos)] if args.photos else []
    cubes += drawn(args.sizes)
    print("| pictures | cubes | right | asked | wrong | CPU s |\n|---|---|---|---|---|---|")
    for what, disturb in FOR_PHOTOS.items():
        if args.only in what and args.only != "readings":
            rng, results, start = np.random.default_rng(1), {}, time.process_time()
            for name, images, truth in cubes:
                changed = [np.clip(disturb(i.astype(np.float64), rng), 0, 255) for i in images]
                bytes_ = [image.astype(np.uint8) for image in changed]
                results[name] = judge(lambda b=bytes_: scan_photos(b, ordered=True), truth)  # type: ignore[misc]
            row(what, results, time.process_time() - start)
    head = "| readings | cubes | right | asked | wrong | CPU s | lost | by tour |\n"
    print("\n" + head + "|---" * 8 + "|")
    for what, disturb in FOR_READINGS.items():
        if args.only in (*what.split(), "", "readings"):
            read_row(what, disturb, args)


if __name__ == "__main__":
    main()
