"""The work behind the API, done in worker processes: plain data in, plain data out."""

from __future__ import annotations

import binascii
import re
import secrets
import time
from collections.abc import Callable
from typing import Any

from cubesolve import (
    DEFAULT_SCHEME,
    SOLVERS,
    Alg,
    ColorScheme,
    Cube,
    CubeSolveError,
    InvalidCubeError,
    Limit,
    Method,
    Metric,
    MissingExtraError,
    NoSolutionInTime,
    NotationError,
    ScanError,
    Solution,
    SolveFailed,
    SolveStep,
    Step,
    UnsupportedSizeError,
    find_method,
    iter_solutions,
    random_moves,
    scan_face,
    scan_photos,
    scan_readings,
    solve,
)
from cubesolve.solving.as_json import alg_json, auto_json, cube_json, method_json, problems_json
from cubesolve.web.errors import ApiError
from cubesolve.web.settings import (
    LARGEST,
    LARGEST_SOLVED,
    LARGEST_STEPWISE,
    MOST_LISTED,
    MOST_MOVES,
    MOST_READ,
    PROOF_SECONDS,
    SCRAMBLE_WORK,
    TURNING,
    USUAL_SCRAMBLES,
)

Arguments = dict[str, Any]
Progress = Callable[[dict[str, Any]], None]

_LETTERS = "URFDLBMESXYZ."  # of moves, and the pause
_COMMENT = re.compile(r"//[^\n]*|#[^\n]*")
_BETWEEN = 0.1  # seconds from one word of progress to the next
_LONGEST_MESSAGE = 500  # characters
_QUICKLY_TOLD = 0.02  # seconds for a solution that is told each time
_SHARE_OF_NEWS = 0.05  # of the time of a search may be spent on telling of it


def list_methods() -> list[dict[str, Any]]:
    """Return what each method is and offers, `auto` first."""
    methods = SOLVERS.values()
    largest = max(map(_largest, methods))
    return [
        {**auto_json(), "largest": largest},
        *({**method_json(method), "largest": _largest(method)} for method in methods),
    ]


def scramble(arguments: Arguments, progress: Progress) -> dict[str, Any]:
    """Return a scrambled cube, and the moves that led to it if any did."""
    size = arguments["size"]
    seed = arguments.get("seed", secrets.randbelow(2**32))
    if arguments.get("kind", "moves") == "state":
        cube, text = Cube.random_state(size, seed), None
    else:
        length = SCRAMBLE_WORK // size**2 if size > USUAL_SCRAMBLES else None
        alg = random_moves(size, length, seed)
        cube, text = Cube.from_alg(alg, size), str(alg)
    return {"size": size, "seed": seed, "alg": text, "facelets": cube.facelets()}


def check(arguments: Arguments, progress: Progress) -> dict[str, Any]:
    """Return everything that is wrong with a painted cube."""
    try:
        cube = _painted(arguments, LARGEST)
    except InvalidCubeError as error:
        problems = problems_json(error.problems)
        size = arguments.get("size")
        return {"ok": False, "size": size, "facelets": None, "solved": False, "problems": problems}
    found = cube.problems()
    problems = problems_json(found)
    told = cube_json(cube)
    del told["scheme"]
    return {"ok": not found, **told, "problems": problems}


def read_alg(arguments: Arguments, progress: Progress) -> dict[str, Any]:
    """Return an algorithm written in several ways, its moves and its lengths."""
    size = arguments["size"]
    return alg_json(_alg(arguments["alg"], size, MOST_READ), size)


def prepare(arguments: Arguments, progress: Progress) -> dict[str, Any]:
    """Say what is wrong with a request to solve, before anyone waits for it."""
    cube = _cube_to_solve(arguments)
    name, what = arguments["method"], SolveStep(arguments["what"])
    options = arguments.get("options", {})
    metric = Metric(arguments["metric"]) if "metric" in arguments else None
    limit = _limit(arguments)
    method = find_method(name, cube.size, what, options, metric, limit)
    largest = _largest(method)
    if not method.smallest <= cube.size <= largest:
        sizes = f"{method.smallest} to {largest}"
        raise ApiError(422, "size", f"{name} solves sizes {sizes}, got {cube.size}")
    if what.kind not in method.steps:
        steps = ", ".join(auto_json()["steps"] if name == "auto" else method.steps)
        raise ApiError(422, "step", f"what: expected one of the steps of {name}: {steps}")
    if metric is not None and not method.takes(metric, cube.size, name):
        metrics = " or ".join(m for m in method.offered if method.shortens(m, cube.size))
        raise ApiError(422, "metric", f"metric: expected {metrics} for {method.name}")
    try:
        method.check_options(options)
    except ValueError as error:
        raise ApiError(422, "option", f"options: {error}") from None
    if what.layers is not None and 2 < cube.size < what.layers + 2:
        most = cube.size - 2
        raise ApiError(422, "step", f"what: expected a middle layer from 1 to {most}, got {what}")
    problems = cube.problems()
    if problems:
        raise InvalidCubeError(problems)
    return {"size": cube.size}


def solve_cube(arguments: Arguments, progress: Progress) -> dict[str, Any]:
    """Solve a cube that `prepare` has found good; a search tells of each better solution."""
    cube = _cube_to_solve(arguments)
    news = _News(arguments, progress)
    limit = _limit(arguments)
    name, what, options = arguments["method"], arguments["what"], arguments.get("options", {})
    if limit is None and name == "optimal":
        limit = Limit(time=PROOF_SECONDS)  # the best so far is more than no answer
    metric = arguments.get("metric")
    step = SolveStep(what)
    wanted = None if metric is None else Metric(metric)
    method = find_method(name, cube.size, step, options, wanted, limit)
    if step != SolveStep.ALL or not method.improves(cube.size):
        solution = solve(
            cube,
            name,
            what,
            limit,
            on_step=news.on_step,
            on_progress=news.on_progress,
            metric=metric,
            **options,
        )
        return news.written(solution)
    for solution in iter_solutions(cube, name, limit, news.on_progress, metric, **options):
        news.on_better(solution)
    return news.written(solution)


def _limit(arguments: Arguments) -> Limit | None:
    """Return how far a search may go, if that is said."""
    return Limit(**arguments["limit"]) if arguments.get("limit") else None


class _News:
    """What is told of a solve while it goes on."""

    def __init__(self, arguments: Arguments, progress: Progress) -> None:
        self.arguments = arguments
        self.progress = progress
        self.started = time.monotonic()
        self.told = 0.0
        self.moves = 0
        self.best: int | None = None
        self.next_better = 0.0  # when the next better solution may be told

    def on_progress(self, what: str, share: float | None) -> None:
        """Tell what the work is at, now and then."""
        now = time.monotonic()
        if now - self.told >= _BETWEEN:
            self.told = now
            seconds = round(now - self.started, 3)
            told = {"what": what, "share": share, "best": self.best, "seconds": seconds}
            self.progress({"type": "progress", "moves": self.moves, **told})

    def on_step(self, step: Step) -> None:
        """Tell that a step is done."""
        self.moves = step.end
        self.on_progress(step.title, None)

    def on_better(self, solution: Solution) -> None:
        """Tell of a solution that is better than those before; long ones not too often."""
        self.best = solution.count(solution.metric)
        began = time.monotonic()
        if began < self.next_better:
            return
        spent = time.thread_time()  # not the clock: what others do meanwhile does not count
        seconds = round(began - self.started, 3)
        told = {"seconds": seconds, "solution": self.written(solution)}
        self.progress({"type": "better", **told})
        took = time.thread_time() - spent
        if took > _QUICKLY_TOLD:
            self.next_better = began + took / _SHARE_OF_NEWS

    def written(self, solution: Solution) -> dict[str, Any]:
        """Return a solution as JSON, its moves as the request wants them."""
        return solution.to_json(packed=_is_packed(solution, self.arguments))


def scan_one_face(arguments: Arguments, progress: Progress) -> dict[str, Any]:
    """Return where the face is in a photograph, and its colours, or why there is none."""
    image = _image(arguments["image"], "image")
    corners, size = arguments.get("corners"), arguments.get("size")
    if corners is not None and size is None:
        raise ApiError(422, "member", "corners: they need the member size beside them")
    try:
        face = scan_face(image, corners=corners, size=size)
    except ScanError as error:
        nothing = {"size": None, "corners": None, "readings": None}
        return {"ok": False, **nothing, "problem": _short(str(error))}
    return {"ok": True, **face.to_json(), "problem": None}


def scan_cube(arguments: Arguments, progress: Progress) -> dict[str, Any]:
    """Return the cube that six photographs or grids of readings show."""
    ordered = arguments.get("ordered", False)
    if "readings" in arguments:
        return scan_readings(arguments["readings"], ordered=ordered).to_json()
    images = [_image(text, f"images[{i}]") for i, text in enumerate(arguments["images"])]
    return scan_photos(images, ordered=ordered).to_json()


def warm_up(arguments: Arguments, progress: Progress) -> dict[str, Any]:
    """Load, and on a new machine compile, what the first request would wait for.

    Tables of a search are not built here: that takes long, and who asks for it is told of it.
    """
    for size in arguments["sizes"]:
        solve(Cube.random_state(size, 1), "beginner")
    if not arguments["sizes"]:
        Cube(3).play("R")
    return {}


JOBS: dict[str, Callable[[Arguments, Progress], dict[str, Any]]] = {
    "scramble": scramble,
    "check": check,
    "alg": read_alg,
    "prepare": prepare,
    "solve": solve_cube,
    "scan face": scan_one_face,
    "scan": scan_cube,
    "warm up": warm_up,
}
SCANS = ("scan face", "scan")  #: jobs that read pictures


def api_error(error: CubeSolveError) -> ApiError:
    """Return an error of the library as the API tells it."""
    match error:
        case NotationError():
            details = {"position": error.position - 1, "hint": error.hint}
            return ApiError(422, "notation", _short(error.problem), details)
        case InvalidCubeError():
            problems = problems_json(error.problems)
            return ApiError(422, "invalid cube", _short(str(error)), {"problems": problems})
        case UnsupportedSizeError():
            return ApiError(422, "size", _short(str(error)))
        case NoSolutionInTime():
            return ApiError(422, "time limit", _short(str(error)))
        case SolveFailed():
            return ApiError(422, "not solved", _short(str(error)))
        case ScanError():
            return ApiError(422, "scan", _short(str(error)))
        case MissingExtraError():
            return ApiError(501, "missing extra", _short(str(error)))
        case _:
            raise error


def _is_packed(solution: Solution, arguments: Arguments) -> bool:
    if "moves" in arguments:
        return bool(arguments["moves"] == "packed")
    return len(solution.alg) > MOST_LISTED


def _largest(method: Method) -> int:
    """Return the largest size that the server solves by a method."""
    most = LARGEST_STEPWISE if method.checks_from is None else LARGEST_SOLVED
    return most if method.largest is None else min(method.largest, most)


def _cube_to_solve(arguments: Arguments) -> Cube:
    if "scramble" in arguments:
        size = arguments.get("size", 3)
        alg = _alg(arguments["scramble"], size, min(MOST_MOVES, TURNING // size**2))
        return Cube.from_alg(alg, size, _scheme(arguments))
    return _painted(arguments, LARGEST_SOLVED)


def _painted(arguments: Arguments, largest: int) -> Cube:
    """Return the cube that the letters spell, also one that no turns reach."""
    text = arguments.get("facelets") or arguments.get("colors") or ""
    if 6 * largest**2 < len(text) - sum(map(text.count, " \t\r\n")):
        raise ApiError(422, "size", f"expected a cube of size {largest} or less")
    cube = Cube.from_facelets(text, _scheme(arguments), allow_invalid=True)
    size = arguments.get("size", cube.size)
    if size != cube.size:
        raise ApiError(
            422, "size", f"size is {size}, but the letters make a cube of size {cube.size}"
        )
    return cube


def _image(text: str, where: str) -> bytes:
    """Return the bytes of a picture that came as text."""
    try:
        return binascii.a2b_base64(text, strict_mode=True)
    except ValueError:
        raise ApiError(422, "value", f"{where}: expected a picture in base64") from None


def _scheme(arguments: Arguments) -> ColorScheme:
    if "scheme" not in arguments:
        return DEFAULT_SCHEME
    try:
        return ColorScheme.parse(arguments["scheme"])
    except ValueError as error:
        raise ApiError(422, "value", f"scheme: {error}") from None


def _alg(text: str, size: int, most: int) -> Alg:
    """Return an algorithm that is not too long; that is seen before it is read, or expanded."""
    written = _least_length(text)
    if written > most:
        raise ApiError(422, "length", f"expected at most {most:,} moves, got {written:,} or more")
    count = Alg.parse(text).expanded_length
    if count > most:
        raise ApiError(422, "length", f"expected at most {most:,} moves, got {count:,}")
    alg = Alg.parse(text, size)
    turned = sum(len(move.layers) for move in alg)  # a set of layers is as much work as its parts
    if turned > most:
        message = f"expected moves of at most {most:,} ranges of layers, got {turned:,}"
        raise ApiError(422, "length", message)
    return alg


def _least_length(text: str) -> int:
    """Return how many moves a text spells at least: each has one letter, and a pause is a dot."""
    plain = _COMMENT.sub("", text).upper()
    return sum(map(plain.count, _LETTERS))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST_MESSAGE else text[:_LONGEST_MESSAGE] + "…"
