"""What is said of short solutions of big cubes, whose turns all work together."""

from __future__ import annotations

from cubesolve.notation import Metric
from cubesolve.words.grammar import Words, counted

_NAMES = {
    Metric.SST: "slice turn",
    Metric.RBTM: "turn of adjacent layers",
    Metric.OBTM: "outer block turn",
}


def turns_name(count: int, metric: Metric) -> str:
    """Return so many turns in words, and the metric that counts them so.

    >>> turns_name(4700, Metric.SST), turns_name(1, Metric.OBTM)
    ('4700 slice turns (SST)', '1 outer block turn (OBTM)')
    """
    name = _NAMES[metric]
    if metric == Metric.RBTM and count != 1:
        name = "turns of adjacent layers"
        return f"{count} {name} ({metric})"
    return f"{counted(count, name)} ({metric})"


def part(number: int, parts: int, before: int, after: int, metric: Metric) -> Words:
    """One of several parts of a list of turns; before and after are per cent in place."""
    reached = f"{after} % of the pieces in place" if number < parts else "all pieces in place"
    title = f"Part {number} of {parts}: {reached}"
    first = (
        "A search found all turns of this solution together: it began with turns that solve the"
        " corners and, on an odd cube, the middle edges. Then it put slice turns in, moved them"
        f" and took them out until few turns ({metric}) were left that solve the rest."
    )
    every = (
        "Each slice turn is undone a little later. In between, other turns cross it, and each"
        " crossing is a commutator: it cycles three pieces."
    )
    count = f"Before this part, {before} % of the centre pieces and wings are in place."
    fewer = " Some of them leave again for a while." if after < before else ""
    return Words(title, f"{first if number == 1 else every} {count}{fewer}")


def as_found(count: int, metric: Metric) -> Words:
    """A solution that another method found, and no search made shorter."""
    return Words(
        f"Solve in {turns_name(count, metric)}",
        "Another method found these turns, and the search found nothing shorter.",
    )


def best_so_far(count: int, metric: Metric) -> str:
    """How far a search is, while it goes on."""
    return f"best so far: {turns_name(count, metric)}"


def searching(wrong: int, count: int, metric: Metric) -> str:
    """What a search has while it is under way: a list of turns that leaves pieces wrong."""
    return f"{turns_name(count, metric)} leave {counted(wrong, 'piece')} to solve"
