"""States that every method must solve: random, near, symmetric, partly solved, held otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from cubesolve import ColorScheme, Cube, random_moves

HOLDS = [f"{a} {b}" for a in ("", "x", "x2", "x'", "z", "z'") for b in ("", "y", "y2", "y'")]
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
FLIP_WINGS = "2R' U2 2L F2 2L' F2 2R2 U2 2R U2 2R' U2 F2 2R2 F2"


def single_turns(size: int) -> list[str]:
    """Return a turn of every layer, and of some sets; 1L is the last layer counted from R."""
    layers = [f"{k}{face}" for k in range(1, size + 1) for face in "URF"]
    sets = ["[1,2]R", "Rw"] if size > 2 else []
    if size > 3:
        sets += ["m", "e", "s", "[:-1]Rw", "[2,3]U", "[1,3]F"]
    return [word + amount for word in (*layers, *sets) for amount in ("", "2", "'")]


def parities(size: int) -> dict[str, str]:
    """Return algorithms that make each parity of an even cube alone, and both."""
    half = size // 2
    inner = f"2-{half}" if half > 2 else "2"
    w = "w" if half > 2 else ""
    flip = FLIP_WINGS.replace("2R", f"{inner}R{w}").replace("2L", f"{inner}L{w}")
    r, u = f"{inner}R{w}2", f"{half}Uw2"
    swap = f"{r} U2 {r} {u} {r} {u}"
    return {"edge parity": flip, "corner swap": swap, "both": f"{flip} {swap}"}


def structured(size: int, first: int = 0, step: int = 1) -> Iterator[tuple[str, Cube]]:
    """Yield named states that are not random; of the many holds and turns each `step`-th."""
    yield "solved", Cube(size)
    for hold in HOLDS[first::step]:
        yield f"held {hold}", Cube.from_alg(hold, size)
    for turn in single_turns(size)[first::step]:
        yield turn, Cube.from_alg(turn, size)
    yield "superflip", Cube.from_alg(SUPERFLIP, size)
    if size % 2:
        yield "checkerboard", Cube.from_alg("M2 E2 S2", size)
    if size >= 4:
        yield "checkerboard of two", Cube.from_alg("[1,3]R2 [1,3]U2 [1,3]F2", size)
        yield "three wings", Cube.from_alg("U' L' U [1]M' U' L U [1]M", size)
        yield "flipped wings", Cube.from_alg(FLIP_WINGS, size)
        yield "three cells", Cube.from_alg("[1]M F [2]M F' [1]M' F [2]M' F'", size)
    if size >= 4 and size % 2 == 0:
        for name, alg in parities(size).items():
            yield name, Cube.from_alg(alg, size)
    for letters in ("WOGYRB", "YRBWOG", "PKCLNA"):
        yield f"scheme {letters}", Cube.random_state(size, 4, ColorScheme.parse(letters))
    for length in range(2, 8):
        for seed in range(3)[first::step]:
            moves = random_moves(size, length, seed)
            yield f"{moves}", Cube.from_alg(moves, size)
