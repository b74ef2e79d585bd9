"""How many cubes come out right from disturbed photographs and readings.

    python -m benchmarks.scan [--photos FOLDER] [--sizes 2 3 4 ...] [--only WORD]

FOLDER has a folder for each cube, with U.jpg .. B.jpg and truth.txt, and may have readings.json.
Pictures are drawn for each size too. "right" counts cubes read as they are, "asked" those of the
others in which doubtful stickers or an error say so, "wrong" what came out wrong without a word.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from cubesolve import Cube, Scan, ScanError, scan_photos, scan_readings

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


def photographed(folder: Path) -> Iterator[tuple[str, list[Image], str]]:
    """Yield name, pictures and truth of each cube in a folder."""
    for truth in sorted(folder.glob("*/truth.txt")):
        files = [truth.parent / f"{face}.jpg" for face in "URFDLB"]
        images = [np.asarray(cv2.imread(str(f)), dtype=np.uint8)[..., ::-1] for f in files]
        yield truth.parent.name, images, truth.read_text().strip()


def drawn(sizes: list[int]) -> Iterator[tuple[str, list[Image], str]]:
    """Yield name, pictures and truth of drawn cubes of three kinds."""
    for size in sizes:
        for seed, plastic in enumerate(("black", "white", "stickerless")):
            cube = Cube.random_state(size, seed=size + 20 * seed)
            look = Look(plastic, tilt=8, roll=3, seed=size + 20 * seed)
            yield f"{plastic}-{size}", draw_cube(cube, look), cube.facelets()


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


def judge(scan: Callable[[], Scan], truth: str) -> str:
    """Return how a scan came out."""
    try:
        found = scan()
    except ScanError as error:
        return f"asked: {error}"
    if same_but_for_names(found.facelets, truth):
        return "right"
    return "wrong" if found.is_certain else f"asked: {len(found.doubtful)} doubtful stickers"


def row(what: str, results: dict[str, str], seconds: float) -> None:
    """Print one line of the table, and below it what did not come out right."""
    words = [result.split(":")[0] for result in results.values()]
    counts = [words.count(word) for word in ("right", "asked", "wrong")]
    share = counts[0] / max(len(words), 1)
    right = f"{counts[0]} ({share:.0%})"
    print(f"| {what} | {len(words)} | {right} | {counts[1]} | {counts[2]} | {seconds:.1f} |")
    for name, result in results.items():
        if result != "right":
            print(f"    {name}: {result}", file=sys.stderr)


def main() -> None:
    """Print a table for photographs and one for readings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--sizes", type=int, nargs="*", default=[2, 3, 4, 5, 7])
    parser.add_argument("--only", default="")
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
    print("\n| readings | cubes | right | asked | wrong | CPU s |\n|---|---|---|---|---|---|")
    for what, disturb in FOR_READINGS.items():
        if args.only in (*what.split(), "", "readings"):
            rng, results, start = np.random.default_rng(1), {}, time.process_time()
            for name, grids, truth in read(args.photos, args.sizes):
                made = np.clip(np.stack([disturb(face, rng) for face in grids]), 0, 255)
                results[name] = judge(lambda m=made: scan_readings(m), truth)  # type: ignore[misc]
            row(what, results, time.process_time() - start)


if __name__ == "__main__":
    main()
