"""The page recognises goals by the state alone, as the package does."""

from __future__ import annotations

import re

import pytest

from cubesolve import Alg, Cube, SolveStep, solve
from cubesolve.words.parity import flip_edge, swap_edges
from node import Node

GOALS = (
    "first-center centers pairs cross L1 L2 last-edges-up last-up L3x last-corners-placed solved"
)
REACHED = f"""({{ goals, facelets }}, [size, text]) => {{
  const colors = facelets.colorsFrom(text);
  return '{GOALS}'.split(' ').filter((name) => goals.isReached(name, colors, size));
}}"""
UNDONE = """({ goals, facelets }, [size, goal, before, after]) => {
  const colors = [before, after].map((text) => facelets.colorsFrom(text));
  const [was, is] = colors.map((one) => goals.goalPieces(goal, one, size, 0));
  const names = ['white', 'red', 'green', 'yellow', 'orange', 'blue'];
  return goals.undone(was, is).map((piece) => goals.pieceName(piece, names));
}"""


def after(cube: Cube, what: str) -> Cube:
    done = cube.copy()
    done.play(solve(cube, "beginner", SolveStep(what)).human)
    return done


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_step_of_the_beginner_reaches_its_goal_and_none_after(
    modules: Node, size: int, seed: int
) -> None:
    cube = Cube.random_state(size, seed)
    steps = {"L1x": "cross", "L1": "L1", "L2": "L2", "L3x": "L3x", "all": "solved"}
    if size > 3:
        steps = {"centers": "centers", "edges": "pairs", **steps}
    order = list(steps.values())
    for what, goal in steps.items():
        reached = modules.evaluate(REACHED, [size, after(cube, what).facelets()])
        assert goal in reached
        later = order[order.index(goal) + 1 :]
        assert not set(later) & set(reached), (what, reached)


def test_a_scrambled_cube_has_reached_nothing(modules: Node) -> None:
    for size in (4, 5):
        assert modules.evaluate(REACHED, [size, Cube.random_state(size, 7).facelets()]) == []


def test_centres_of_a_mirrored_cube_are_not_built(modules: Node) -> None:
    facelets = Cube(4).facelets()
    mirrored = facelets.translate(str.maketrans("RL", "LR"))
    assert "centers" in modules.evaluate(REACHED, [4, facelets])
    assert "centers" not in modules.evaluate(REACHED, [4, mirrored])


@pytest.mark.parametrize("size", [3, 4])
def test_what_was_undone_has_a_name(modules: Node, size: int) -> None:
    solved, turned = Cube(size), Cube.from_alg("R", size)
    said = modules.evaluate(UNDONE, [size, "L1", solved.facelets(), turned.facelets()])
    assert sorted(said) == ["blue-red-white corner", "green-red-white corner", "red-white edge"]
    held = [Cube.from_alg(Alg("x y") + alg, size).facelets() for alg in (Alg(), Alg("R R'"))]
    assert modules.evaluate(UNDONE, [size, "solved", *held]) == []


def test_pieces_have_the_names_that_solvers_give_them(modules: Node) -> None:
    cube = Cube.random_state(3, 5)
    before, told = cube.facelets(), set()
    for step in solve(cube, "beginner", SolveStep.L2).steps:
        cube.play(step.alg)
        if step.title.startswith("Place the "):
            told.add(step.title.removeprefix("Place the "))
    named = modules.evaluate(UNDONE, [3, "L2", cube.facelets(), before])
    assert len(told) > 4
    assert told <= set(named)


def test_who_began_with_another_colour_may_go_on(modules: Node) -> None:
    first = set()
    for seed in range(4):
        cube = Cube.random_state(3, seed)
        solution = solve(cube, "cfop", "F2L")  # which begins with the colour that is quickest
        cube.play(solution.human)
        first.add(cube.down.color)
        assert {"cross", "L1", "L2"} <= set(modules.evaluate(REACHED, [3, cube.facelets()]))
    assert len(first) > 1


EFFECT = """({ cycles, notation }, [size, a, b]) => {
  const [first, second] = [a, b].map((alg) => notation.parse(alg, size).flatMap((m) => m.turns));
  const all = b ? notation.parse(`[${a}, ${b}]`, size).flatMap((move) => move.turns) : first;
  const effect = cycles.effectOf(all, size);
  const lengths = effect.cycles.map((cycle) => cycle.length).sort();
  const places = effect.cycles.map((cycle) => cycle.map((slot) => cycles.placeName(size, slot)));
  return [lengths, b ? cycles.sharedPieces(first, second, size) : 0, places];
}"""


def test_what_algorithms_do_to_pieces(modules: Node) -> None:
    """Facts that every cuber knows."""
    lengths, _, _ = modules.evaluate(EFFECT, [3, "R", ""])
    assert lengths == [4, 4]
    lengths, shared, _ = modules.evaluate(EFFECT, [3, "R", "U"])
    assert (lengths, shared) == ([2, 2, 3], 3)  # it has order 6
    lengths, shared, places = modules.evaluate(EFFECT, [3, "R U R'", "D"])
    assert (lengths, shared) == ([3], 1)
    assert {"".join(sorted(place)) for place in places[0]} == {"FRU", "DFR", "DFL"}
    assert modules.evaluate(EFFECT, [3, "R", "L"])[0] == []
    lengths, _, places = modules.evaluate(EFFECT, [4, "[1]M", "F' [2]M F"])
    assert lengths == [3]
    assert sorted(places[0])[0] in "BFU"
    assert {len(place) for place in places[0]} == {1}  # of centre pieces


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        (
            "Bring it from UFR to DFR, between the centres of its colours.",
            "Bring it from the top front right to the bottom front right, between the centres of"
            " its colours.",
        ),
        (
            swap_edges("UL", "UR", "U").title,
            "Fix PLL parity: swap the edges at the top left and the top right",
        ),
        (flip_edge("UF").title, "Fix OLL parity: flip the edge at the top front"),
        ("It is at FU but flipped.", "It is at the top front but flipped."),
        ("Swap one column between F and D", "Swap one column between the front and the bottom"),
        (
            "Cycle centre pieces on L, D and R",
            "Cycle centre pieces on the left, the bottom and the right",
        ),
        (
            "Bring one wing from BL to the rest of its edge: turn [1]E' so that they meet, move"
            " them out of the way with F' D2 F, and turn M2.",
            "Bring one wing from the back left to the rest of its edge: turn an inner layer so that"
            " they meet, move them out of the way with three turns, and turn an inner layer.",
        ),
        (
            "Set up with F, turn [2,5]S' so that they meet, and turn [:2]M2.",
            "Set up with F, turn some inner layers so that they meet, and turn some inner layers.",
        ),
        (
            "Turn two columns of F into U, turn U to give them other pieces, and turn back.",
            "Turn two columns of the front into the top, turn the top face to give them other"
            " pieces, and turn back.",
        ),
        (
            "The yellow stickers show this case: U, after U'.",
            "The yellow stickers show this case: U, after a turn of the top.",
        ),
        ("turn 2R, then R U R' and B2 with OLL 27", "turn 2R, then R U R' and B2 with OLL 27"),
    ],
)
def test_places_without_letters(modules: Node, said: str, plain: str) -> None:
    call = "({ place_words }, text) => place_words.inPlainWords(text)"
    assert modules.evaluate(call, said) == plain


@pytest.mark.parametrize("size", [5, 7])
@pytest.mark.parametrize("method", ["beginner", "cage", "layers"])
def test_no_step_keeps_the_letters_of_a_place_or_a_move(
    modules: Node, method: str, size: int
) -> None:
    steps = solve(Cube.random_state(size, 1), method).steps
    call = "({ place_words }, texts) => texts.map(place_words.inPlainWords)"
    texts = [text for step in steps for text in (step.title, step.explanation)]
    for text in modules.evaluate(call, texts):
        assert not re.search(r"(?<!PLL )\b[URFDLBMES]{1,3}\b", text), text


RIGHT = """({ facelets, state_words }, [size, before, after, end]) => {
  const [was, is, last] = [before, after, end].map((text) => facelets.colorsFrom(text));
  return state_words.beforeAndAfter(was, is, size, state_words.homesOf(last, size)).texts;
}"""


def count_right(text: str, end: str, size: int) -> dict[str, int]:
    """Count what the page says of a cube that will be solved as `end`."""
    area = size**2
    faces = range(6)
    inner = [
        [
            text[face * area + row * size + col]
            for row in range(1, size - 1)
            for col in range(1, size - 1)
        ]
        for face in faces
    ]

    def at_home(slots: list[int]) -> bool:
        return all(text[slot] == end[slot] for slot in slots)

    solved = Cube(size)
    edges = [[edge.get_slice(k).slots for k in range(size - 2)] for edge in solved.edges]
    placed = [[slot for wing in edge for slot in wing] for edge in edges]
    placed += [list(corner.slots) for corner in solved.corners]
    return {
        "of 6 centres built": sum(len(set(cells)) == 1 for cells in inner),
        "centre pieces with": sum(inner[face].count(end[face * area]) for face in faces),
        "of 12 edges paired": sum(
            len({tuple(text[slot] for slot in wing) for wing in edge}) == 1 for edge in edges
        ),
        "of 20 edges and corners in place": sum(map(at_home, placed)),
    }


@pytest.mark.parametrize("size", [3, 4, 5, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("method", ["beginner", "cfop", "cage", "layers"])
def test_what_is_right_before_and_after_a_step_is_true(
    modules: Node, method: str, size: int
) -> None:
    cube = Cube.random_state(size, seed=1890)
    solution = solve(cube, method)
    states = [cube.facelets()]
    for step in solution.steps:
        cube.play(step.alg)
        states.append(cube.facelets())
    right = [count_right(state, states[-1], size) for state in states]
    said = 0
    for at, step in enumerate(solution.steps):
        texts = modules.evaluate(RIGHT, [size, states[at], states[at + 1], states[-1]])
        for text, counts in zip(texts, right[at:], strict=False):
            for what, count in counts.items():
                found = re.search(rf"(\d+) (?:of \d+ )?{what}", text)
                if found:
                    assert int(found[1]) == count, (step.title, text, counts)
                    said += 1
    assert said >= 2 * len(solution.steps)
    assert texts[1].endswith("20 of 20 edges and corners in place")
