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
    title = (
        f"Bring {after} % of centre pieces and wings home"
        if number < parts
        else "Bring all pieces home"
    )
    first = (
        "A search found all turns of this solution together: it began with turns that solve the"
        " corners and, on an odd cube, the middle edges. Then it put slice turns in, moved them"
        f" and took them out until few turns ({metric}) were left that solve the rest."
    )
    every = (
        "Each slice turn is undone a little later. In between, other turns cross it, and each"
        " crossing is a commutator: it cycles three pieces."
    )
    count = f"Before this part, {before} % of centre pieces and wings are in place."
    return Words(title, f"{first if number == 1 else every} {count}")


def as_found(turns: int) -> Words:
    """A solution that another method found, and no search made shorter."""
    return Words(
        f"Solve in {counted(turns, 'turn')}",
        "Another method found these turns, and the search found nothing shorter.",
    )


def best_so_far(count: int, metric: Metric) -> str:
    """How far a search is, while it goes on."""
    return f"best so far: {turns_name(count, metric)}"


def searching(wrong: int, count: int, metric: Metric) -> str:
    """What a search has while it is under way: a list of turns that leaves pieces wrong."""
    return f"{turns_name(count, metric)} leave {counted(wrong, 'piece')} to solve"
