"""What the bodies of requests hold."""

from __future__ import annotations

from cubesolve import SOLVERS, SolveStep
from cubesolve.web.fields import Choice, Integer, Number, Record, Text, Written
from cubesolve.web.settings import (
    LARGEST,
    LARGEST_CHECKED_BODY,
    LARGEST_SEED,
    LARGEST_SOLVED,
    LONGEST_ALG,
    MOST_MOVES,
    MOST_NODES,
    USUAL_SCRAMBLES,
)

_SIZE = Integer(2, LARGEST, "layers of the cube")
_SCHEME = Text(6, "colour letters of U R F D L B, WRGYOB if absent", shortest=6)
_FACELETS = "6 x N x N letters U R F D L B, face by face in that order; spaces do not count"

SCRAMBLE = Record(
    {
        "size": _SIZE,
        "seed": Integer(0, LARGEST_SEED, "for the same again; drawn if absent"),
        "kind": Choice(
            ("moves", "state"),
            f"random moves (if absent; fewer than usual above size {USUAL_SCRAMBLES}),"
            " or a uniform random state without moves",
        ),
    },
    required=("size",),
)

CHECK = Record(
    {
        "facelets": Text(LARGEST_CHECKED_BODY, _FACELETS),
        "colors": Text(LARGEST_CHECKED_BODY, "the same as letters of the scheme's colours"),
        "size": _SIZE,
        "scheme": _SCHEME,
    },
    one_of=("facelets", "colors"),
)

_METRICS = tuple(dict.fromkeys(m.value for method in SOLVERS.values() for m in method.searched))
_STEPS = tuple(step.value for step in SolveStep)
_MIDDLE = SolveStep.MIDDLE.value


def _in_any_case(word: str) -> str:
    """Return a pattern for a word, also in capitals."""
    return "".join(f"[{c.lower()}{c.upper()}]" if c.isalpha() else c for c in word)


WHAT = Written(
    "|".join([*map(_in_any_case, _STEPS), _in_any_case(_MIDDLE) + "-[1-9][0-9]{0,4}"]),
    f"one of {', '.join(_STEPS)}, or {_MIDDLE}-1, {_MIDDLE}-2 and so on",
    f"how far to solve: {', '.join(_STEPS)}, of which a method offers some; {_MIDDLE}-3 is as"
    f" {_MIDDLE} for the lowest three layers, at most N - 2. Capitals do not matter; all if absent",
)

ALG = Record(
    {"alg": Text(LONGEST_ALG, "moves in any notation that we read"), "size": _SIZE},
    required=("alg", "size"),
)


def solve_body(time_limit: float) -> Record:
    """Return what a request to solve holds, on a server with this limit in seconds."""
    limit = Record(
        {
            "time": Number(0, time_limit, "seconds"),
            "moves": Integer(0, MOST_MOVES, "of the solution"),
            "nodes": Integer(1, MOST_NODES, "of a search"),
        },
        about="how long methods that search may go on",
    )
    return Record(
        {
            "size": Integer(2, LARGEST_SOLVED, "layers of the cube; 3 if absent with a scramble"),
            "facelets": Text(LONGEST_ALG, _FACELETS),
            "scramble": Text(LONGEST_ALG, "moves from the solved cube"),
            "scheme": _SCHEME,
            "method": Choice(("auto", *SOLVERS), "auto if absent"),
            "what": WHAT,
            "metric": Choice(_METRICS, "what methods that search shorten; OBTM if absent"),
            "limit": limit,
        },
        one_of=("facelets", "scramble"),
    )
