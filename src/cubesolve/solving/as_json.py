"""The one place that turns what people ask for into plain data, ready for `json.dumps`.

The command line, the server and `Solution.to_json` all write what these functions return;
`docs/solution.md` and `docs/api.md` tell about each field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from cubesolve.cache import cache_folder
from cubesolve.errors import CubeSolveError
from cubesolve.model import Cube, Problem
from cubesolve.moves import LongAlg
from cubesolve.moves.packing import pack_moves, words_to_text
from cubesolve.notation import Alg, Metric
from cubesolve.protocols import Option, SolveStep
from cubesolve.search.table_store import Table, TableState
from cubesolve.solving.registry import SOLVERS, Method, find_method
from cubesolve.words.methods import SUMMARIES
from cubesolve.words.reasons import ABOUT

if TYPE_CHECKING:
    from cubesolve.solving.solution import Solution, SolutionStep

Data = dict[str, Any]

SOLUTION_VERSION = 2
PACKED_VERSION = 3


def cube_json(cube: Cube) -> Data:
    """Return a cube: its size, colours and stickers."""
    return {
        "size": cube.size,
        "scheme": cube.scheme.letters,
        "facelets": cube.facelets(),
        "solved": cube.solved,
    }


def problems_json(problems: Sequence[Problem]) -> list[Data]:
    """Return what is wrong with a cube, each problem with its places."""
    return [
        {
            "kind": problem.kind.value,
            "message": problem.message,
            "places": list(problem.places),
            "slots": [int(slot) for slot in problem.slots],
        }
        for problem in problems
    ]


def alg_json(alg: Alg, size: int) -> Data:
    """Return an algorithm written in several ways, with its moves and lengths on this size."""
    return {
        "size": size,
        "alg": str(alg),
        "expanded": str(alg.expand()),
        "simplified": str(alg.simplify(size)),
        "inverse": str(alg.inverse()),
        "moves": moves_json(alg, size),
        "counts": counts_json(alg, size),
    }


def moves_json(alg: Alg, size: int) -> list[list[Any]]:
    """Return moves as `[face, first, last, turns]`."""
    return list(map(list, alg.blocks(size)))


def counts_json(alg: Alg, size: int) -> dict[str, int]:
    """Return the length in every metric."""
    return {metric.value: alg.count(metric, size) for metric in Metric}


def tables_json(tables: Mapping[Table, TableState]) -> Data:
    """Return the tables of methods, and what is found of each in the cache folder."""
    return {
        "folder": str(cache_folder()),
        "tables": [
            {
                "name": table.name,
                "version": table.version,
                "size": table.size,
                "holds": table.holds,
                "state": state.value,
                "bytes": table.bytes_on_disk,
            }
            for table, state in tables.items()
        ],
    }


def method_json(method: Method) -> Data:
    """Return what a method offers."""
    return {
        "name": method.name,
        "summary": method.summary,
        "smallest": method.smallest,
        "largest": method.largest,
        "steps": [step.value for step in method.steps],
        "metrics": [metric.value for metric in method.metrics],
        "metrics_from": metrics_json(method.metrics_at, method.smallest),
        "phases": [phase.value for phase in method.phases],
        "options": [option_json(option) for option in method.options],
    }


def option_json(option: Option) -> Data:
    """Return what an option is for, and what it can be."""
    return {
        "name": option.name,
        "values": list(option.values),
        "default": option.default,
        "about": option.about,
    }


def metrics_json(metrics_at: Callable[[int], Iterable[Metric]], smallest: int) -> list[Data]:
    """Return what a method can shorten, from which size on, its own choice first."""
    beyond = 1 + max(method.largest or smallest for method in SOLVERS.values())
    found: list[Data] = []
    for size in range(smallest, beyond + 1):
        metrics = [metric.value for metric in metrics_at(size)]
        if not found or found[-1]["metrics"] != metrics:
            found.append({"size": size, "metrics": metrics})
    return found


def _auto_metrics_at(size: int) -> list[Metric]:
    """Return what `auto` can shorten at a size: all that a method can, its own choice first.

    Nothing where it does not search.
    """
    picked = find_method("auto", size)
    if not picked.metrics:
        return []
    own = picked.metric_at(size)
    fitting = (method for method in SOLVERS.values() if method.fits(size))
    return list(dict.fromkeys((own, *(m for each in fitting for m in each.metrics_at(size)))))


def auto_json() -> Data:
    """Return what `auto` offers: all that any method does."""
    methods = list(SOLVERS.values())
    return {
        "name": "auto",
        "summary": SUMMARIES["auto"],
        "smallest": min(method.smallest for method in methods),
        "largest": None,
        "steps": [s.value for s in SolveStep if any(s in m.steps for m in methods)],
        "metrics": list(dict.fromkeys(each.value for m in methods for each in m.metrics)),
        "metrics_from": metrics_json(_auto_metrics_at, min(m.smallest for m in methods)),
        "phases": list(dict.fromkeys(each.value for m in methods for each in m.phases)),
        "options": [option_json(o) for o in dict.fromkeys(o for m in methods for o in m.options)],
    }


def solution_json(solution: Solution, *, packed: bool = False) -> Data:
    """Return a solution, its moves as lists or packed; `Solution.from_json` reads both back."""
    results = solution.results
    return {
        "version": PACKED_VERSION if packed else SOLUTION_VERSION,
        "size": solution.size,
        "scheme": solution.scheme.letters,
        "facelets": solution.start,
        "method": solution.method,
        "what": solution.what.value,
        **(_packed_moves(solution) if packed else _listed_moves(solution)),
        "counts": counts_json(solution.alg, solution.size),
        "results": {
            "was_even_edge_parity": results.was_even_edge_parity,
            "was_corner_swap": results.was_corner_swap,
            "was_partial_edge_parity": results.was_partial_edge_parity,
            "is_optimal": results.is_optimal,
        },
        "metric": solution.metric.value,
        "seconds": round(solution.seconds, 6),
    }


def answer_json(
    line: int, text: str, answer: Solution | CubeSolveError, *, full: bool = False
) -> Data:
    """Return the answer to one line of a batch: a solution, in short or in full, or an error."""
    if isinstance(answer, CubeSolveError):
        return {"line": line, "input": text, "error": str(answer)}
    if full:
        return {"line": line, **solution_json(answer)}
    return {
        "line": line,
        "size": answer.size,
        "facelets": answer.start,
        "method": answer.method,
        "metric": answer.metric.value,
        "alg": str(answer.alg),
        "counts": counts_json(answer.alg, answer.size),
        "seconds": round(answer.seconds, 6),
    }


def _listed_moves(solution: Solution) -> Data:
    size = solution.size
    return {
        "alg": str(solution.alg),
        "moves": moves_json(solution.alg, size),
        "steps": [
            {
                **_notes(step),
                "alg": str(step.alg),
                "moves": moves_json(step.alg, size),
                "parts": [
                    {"role": role.value, "from": first, "to": last, "about": ABOUT[role]}
                    for role, first, last in step.parts
                ],
            }
            for step in solution.steps
        ],
    }


def _packed_moves(solution: Solution) -> Data:
    """Return the moves of all steps in one text, and which of them belong to each step."""
    if isinstance(solution.human, LongAlg):
        words = pack_moves(solution.human, solution.size)
        ends = list(accumulate(len(step.alg) for step in solution.steps))
    else:
        parts = [pack_moves(step.alg, solution.size) for step in solution.steps]
        words = np.concatenate([np.empty(0, np.uint32), *parts])
        ends = list(accumulate(map(len, parts)))
    ranges = zip([0, *ends], ends, solution.steps, strict=False)
    return {
        "packed": words_to_text(words),
        "steps": [{**_notes(step), "range": [start, end]} for start, end, step in ranges],
    }


def _notes(step: SolutionStep) -> Data:
    """Return what a step says of itself."""
    return {
        "phase": step.phase.value,
        "parity": None if step.parity is None else step.parity.value,
        "layer": step.layer,
        "title": step.title,
        "explanation": step.explanation,
        "reason": step.reason,
        "moved": list(step.moved),
        "targets": list(step.targets),
        "trackers": [
            {"face": mark.face, "color": mark.color.letter, "slot": mark.slot}
            for mark in step.trackers
        ],
    }
