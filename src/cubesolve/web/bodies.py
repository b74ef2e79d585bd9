"""What the bodies of requests hold."""

from __future__ import annotations

from cubesolve import SOLVERS, Option, SolveStep
from cubesolve.web.fields import (
    Choice,
    Field,
    Flag,
    Integer,
    Items,
    Number,
    Record,
    Text,
    Written,
)
from cubesolve.web.settings import (
    LARGEST,
    LARGEST_CUBE_BODY,
    LARGEST_SCANNED_BODY,
    LARGEST_SEED,
    LARGEST_SOLVED,
    LONGEST_ALG,
    MOST_LISTED,
    MOST_MOVES,
    MOST_NODES,
    USUAL_SCRAMBLES,
)

_SIZE = Integer(2, LARGEST, "size of the cube")
_SCHEME = Text(6, "colour letters of U R F D L B, WRGYOB if absent", shortest=6)
_FACELETS = "6 x N x N letters U R F D L B, face by face in that order; spaces do not count"

SCRAMBLE = Record(
    {
        "size": _SIZE,
        "seed": Integer(0, LARGEST_SEED, "the same seed gives the same cube; random if absent"),
        "kind": Choice(
            ("moves", "state"),
            "random moves (the default; fewer than usual above size"
            f" {USUAL_SCRAMBLES}), or a uniformly random state, without moves",
        ),
    },
    required=("size",),
)

CHECK = Record(
    {
        "facelets": Text(LARGEST_CUBE_BODY, _FACELETS),
        "colors": Text(LARGEST_CUBE_BODY, "the same, as letters of the scheme's colours"),
        "size": _SIZE,
        "scheme": _SCHEME,
    },
    one_of=("facelets", "colors"),
)

_METRIC_TEXT = "what a search minimises; if absent OBTM, and SST for short from size 11 on"
_METRICS = tuple(dict.fromkeys(m.value for method in SOLVERS.values() for m in method.offered))
_OPTIONS = {o.name: o for method in SOLVERS.values() for o in method.options}
_STEPS = tuple(step.value for step in SolveStep)
_MIDDLE = SolveStep.MIDDLE.value


def _option_field(option: Option) -> Field:
    """Return what an option can be."""
    about = f"{option.about}; {str(option.default).lower()} if absent"
    words = tuple(value for value in option.values if isinstance(value, str))
    return Choice(words, about) if words else Flag(about)


def _in_any_case(word: str) -> str:
    """Return a pattern for a word, also in capitals."""
    return "".join(f"[{c.lower()}{c.upper()}]" if c.isalpha() else c for c in word)


WHAT = Written(
    "|".join([*map(_in_any_case, _STEPS), _in_any_case(_MIDDLE) + "-[1-9][0-9]{0,4}"]),
    f"one of {', '.join(_STEPS)}, or {_MIDDLE}-1, {_MIDDLE}-2 and so on",
    f"how far to solve: {', '.join(_STEPS)}; each method offers some of these. {_MIDDLE}-3 stops"
    " after the lowest three middle layers (at most N - 2). Case does not matter; all if absent",
)

OPTIONS = Record(
    {name: _option_field(option) for name, option in _OPTIONS.items()},
    about="options that the method offers: see /api/methods",
)

ALG = Record(
    {"alg": Text(LONGEST_ALG, "moves, in any notation that CubeSolve reads"), "size": _SIZE},
    required=("alg", "size"),
)

_IMAGE = Text(LARGEST_SCANNED_BODY, "a JPEG, PNG or WebP file, in base64", shortest=1)
_CORNER = Items(Number(0, 1), 2, 2)
_READING = Items(Number(0, 255), 3, 6)

SCAN_FACE = Record(
    {
        "image": _IMAGE,
        "corners": Items(
            _CORNER,
            4,
            4,
            "where the face is, if you know: top left, top right, bottom right and bottom left, as"
            " fractions of the picture's width and height; needs size",
        ),
        "size": Integer(2, 10, "size of the cube, if you know it"),
    },
    required=("image",),
)

SCAN = Record(
    {
        "images": Items(_IMAGE, 6, 6, "photographs of the six faces"),
        "readings": Items(
            Items(Items(_READING, 2, 32), 2, 32),
            6,
            6,
            "six N x N grids of [red, green, blue], as /api/scan/face gives them",
        ),
        "ordered": Flag("the faces come in the order U R F D L B; false if absent"),
    },
    one_of=("images", "readings"),
)


def solve_body(time_limit: float) -> Record:
    """Return what a request to solve holds, on a server with this limit in seconds."""
    limit = Record(
        {
            "time": Number(0, time_limit, "end after so many seconds"),
            "moves": Integer(0, MOST_MOVES, "end at a solution of at most so many moves"),
            "nodes": Integer(1, MOST_NODES, "end after so many nodes"),
        },
        about="when a search ends",
    )
    return Record(
        {
            "size": Integer(2, LARGEST_SOLVED, "size of the cube; with a scramble, 3 if absent"),
            "facelets": Text(LARGEST_CUBE_BODY, _FACELETS),
            "scramble": Text(LONGEST_ALG, "moves from the solved cube"),
            "scheme": _SCHEME,
            "method": Choice(("auto", *SOLVERS), "auto if absent"),
            "what": WHAT,
            "metric": Choice(_METRICS, _METRIC_TEXT),
            "limit": limit,
            "moves": Choice(
                ("lists", "packed"),
                "how the solution holds its moves: docs/solution.md; if absent, packed where there"
                f" are more than {MOST_LISTED}",
            ),
            "options": OPTIONS,
        },
        one_of=("facelets", "scramble"),
    )
