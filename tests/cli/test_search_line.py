"""The line that tells how a search goes."""

from __future__ import annotations

from cubesolve import Cube, solve
from cubesolve.cli.search_line import SearchLine


def test_it_tells_the_best_and_what_goes_on() -> None:
    shown: list[tuple[str, float | None]] = []
    with SearchLine(lambda what, share: shown.append((what, share))) as line:
        line.on_progress("building a table", 0.5)
        line.on_better(solve(Cube.from_alg("R U F2")))
        line.on_progress("depth 12", None)
    line.on_progress("too late", None)
    texts = [what.rpartition(", ")[0] for what, _ in shown]
    best = "best so far: 3 moves (OBTM)"
    assert texts == ["building a table", best, f"{best}, depth 12"]
    assert [share for _, share in shown] == [0.5, None, None]
    ends = [what.rpartition(", ")[2].lstrip("0123456789") for what, _ in shown]
    assert ends == [" s", " s; Ctrl-C stops and uses it", " s; Ctrl-C stops and uses it"]


def test_it_says_so_while_there_is_nothing_to_tell_yet() -> None:
    with SearchLine(lambda what, share: None) as line:
        assert line.text().startswith("solving, ")
