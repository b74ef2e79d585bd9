"""Changes of a list of turns: drafted, counted, and put in place."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from cubesolve.kernels.points import cost, push
from cubesolve.kernels.records import part


@part
def group_start(moves, at):
    """Return where the group of turns about one axis begins that a turn belongs to."""
    while at > 0 and moves.axis[at - 1] == moves.axis[at]:
        at -= 1
    return at


@part
def group_end(moves, at, length):
    """Return where the group of turns about one axis ends that a turn belongs to."""
    at += 1
    while at < length and moves.axis[at] == moves.axis[at - 1]:
        at += 1
    return at


@part
def draft_change(moves, length, desk, n_first, start, n_second, end, metric, m):
    """Draft the list with the first turns of the desk's word at one gap and the others at another.

    Returns where the part that changes begins and ends, the length of its draft, and what the
    change costs.
    """
    word, draft = desk.word, desk.draft
    low, high = start, end
    for _ in range(2):
        if low > 0:
            low = group_start(moves, low - 1)
        if high < length:
            high = group_end(moves, high, length)
    at = 0
    for t in range(low, high + 1):
        if t == start:
            for k in range(n_first):
                at = push(draft, at, word.axis[k], word.layer[k], word.turns[k])
        if t == end:
            for k in range(n_first, n_first + n_second):
                at = push(draft, at, word.axis[k], word.layer[k], word.turns[k])
        if t < high:
            at = push(draft, at, moves.axis[t], moves.layer[t], moves.turns[t])
    before = cost(moves, low, high, m, metric)
    return low, high, at, cost(draft, 0, at, m, metric) - before


@part
def put_draft(moves, length, draft, low, high, count):
    """Put the draft in place of the turns low..high-1; return how long the list is then."""
    more = count - (high - low)
    if more > 0:
        for t in range(length - 1, high - 1, -1):
            _copy(moves, t + more, moves, t)
    elif more < 0:
        for t in range(high, length):
            _copy(moves, t + more, moves, t)
    for t in range(count):
        _copy(moves, low + t, draft, t)
    return length + more


@part
def _copy(moves, to, others, at):
    moves.axis[to] = others.axis[at]
    moves.layer[to] = others.layer[at]
    moves.turns[to] = others.turns[at]
