"""What a step says of itself is true of the cube before it and after it, by the colours alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np
import pytest

from cubesolve import Cube, Solution, SolutionStep, solve
from oracle import Oracle

METHODS = ("beginner", "cfop", "layers", "cage")
BIG = [pytest.param(size, marks=pytest.mark.slow) for size in (6, 7)]
WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
NUMBERS = {word: number for number, word in enumerate([*WORDS, "eleven", "twelve"], 1)}
COLORS = dict(zip(("white", "red", "green", "yellow", "orange", "blue"), "URFDLB", strict=True))
FACES = "URFDLB"

Check = Callable[["Told"], bool]


def number(word: str) -> int:
    return NUMBERS.get(word) or int(word)


class Told:
    """A step with the cube before and after it, and what it says."""

    def __init__(self, before: Cube, step: SolutionStep, solution: Solution) -> None:
        self.before, self.step, self.solution = before, step, solution
        self.size = before.size
        self.after = before.copy()
        self.after.play(step.alg)
        self.match = re.match("", "")

    def __getitem__(self, group: int) -> str:
        assert self.match is not None
        return str(self.match[group])

    @property
    def turns(self) -> int:
        return len(self.step.alg.moves)

    def in_place(self, cube: Cube, goal: str) -> int:
        """Count the centre pieces on faces that will have their colour."""
        inner = centers(cube).reshape(6, -1)
        return sum(int(np.sum(inner[face] == color)) for face, color in enumerate(goal))

    def gained_centers(self) -> int:
        end = self.before.copy()
        steps = self.solution.steps
        for step in steps[next(k for k, one in enumerate(steps) if one is self.step) :]:
            end.play(step.alg)
        goal = end.facelets()[:: self.size**2]
        return self.in_place(self.after, goal) - self.in_place(self.before, goal)

    def count(self, cube: Cube, face: str, color: str) -> int:
        return int(np.sum(centers(cube)[FACES.index(face)] == COLORS[color]))

    def moved(self, skip: int) -> list[int]:
        """Return the slots that the moves carry somewhere else, without the first ones."""
        cube = Cube(self.size)
        cube.play(self.step.alg[skip:])
        return np.flatnonzero(cube.stickers != np.arange(6 * self.size**2)).tolist()

    def is_center(self, slot: int) -> bool:
        row, column = divmod(slot % self.size**2, self.size)
        return 0 < row < self.size - 1 and 0 < column < self.size - 1


def centers(cube: Cube) -> np.ndarray[tuple[int, int, int], np.dtype[np.str_]]:
    size = cube.size
    grids = np.array(list(cube.facelets())).reshape(6, size, size)
    return grids[:, 1:-1, 1:-1]


def place_of(cube: Cube, colors: Iterable[str]) -> str | None:
    """Return where the corner or the whole edge with these colours is, its letters in order."""
    wanted = set(colors)
    for corner in cube.corners:
        if {color.name.lower() for color in corner.colors} == wanted:
            return sort(corner.name)
    for edge in cube.edges:
        if {color.name.lower() for color in edge.get_slice(0).colors} == wanted:
            return sort(edge.name)
    return None


def sort(place: str) -> str:
    return "".join(sorted(place))


def joined(cube: Cube, colors: set[str]) -> tuple[bool, int]:
    """Return whether the middle of an edge is whole, and how many wings lie as it does."""
    n = cube.size - 2
    found = [(False, 0)]
    for edge in cube.edges:
        wings = [edge.get_slice(k).colors for k in range(n)]
        for middle in {wings[n // 2], wings[(n - 1) // 2]}:
            if {color.name.lower() for color in middle} == colors:
                found.append((wings[n // 2] == wings[(n - 1) // 2], wings.count(middle)))
    return max(found)


def says_turns(told: Told) -> bool:
    return number(told[1]) == told.turns


def puts_centers(told: Told) -> bool:
    return number(told[1]) == told.gained_centers()


def brings_centers(told: Told) -> bool:
    """Each group of pieces that is named comes to its face, and nobody else's comes with it."""
    groups = re.findall(r"(\w+) (\w+) centre pieces? from (\w) to (\w)(?= and|$)", told.step.title)
    return bool(groups) and all(
        told.count(told.after, target, color) - told.count(told.before, target, color)
        == number(count)
        and told.count(told.after, source, color) < told.count(told.before, source, color)
        for count, color, source, target in groups
    )


def cycles_centers(told: Told) -> bool:
    """After the turn of a face that is named, if one is, centre pieces move and nothing else."""
    turned = re.match(r"First turn (\w);", told.step.explanation)
    if turned and told.step.alg.moves[0].letter != turned[1]:
        return False
    moved = told.moved(1 if turned else 0)
    if not all(map(told.is_center, moved)):
        return False
    return len(moved) == 3 if told[1] == "centre pieces" else len(moved) % 3 == 0


def cycles_faces(told: Told) -> bool:
    moved = told.moved(0)
    faces = Counter(FACES[slot // told.size**2] for slot in moved)
    pieces, source, target, second = number(told[1]), told[2], told[3], told[4]
    wanted = Counter({source: pieces}) + Counter({target: pieces}) + Counter({second: pieces})
    return all(map(told.is_center, moved)) and faces == wanted


def places(told: Told) -> bool:
    colors = told.step.title.split()[2].split("-")
    came, went = place_of(told.before, colors), place_of(told.after, colors)
    return (came, went) == (sort(told[1]), sort(told[2]))


def stays_to_be_turned(told: Told) -> bool:
    colors = told.step.title.split()[2].split("-")
    return place_of(told.before, colors) == place_of(told.after, colors) == sort(told[1])


def inserts_pair(told: Told) -> bool:
    colors = set(told.step.title.split()[2].split("-"))
    cube = told.before
    corners = [
        sort(corner.name)
        for corner in cube.corners
        if colors < {c.name.lower() for c in corner.colors}
    ]
    edges = place_of(cube, colors), place_of(told.after, colors)
    return sort(told[1]) in corners and edges == (sort(told[2]), sort(told[3]))


def pairs_edges(told: Told) -> bool:
    named = re.findall(r"(\w+)-(\w+)", told.step.title)
    return all(joined(told.after, {*one}) > joined(told.before, {*one}) for one in named)


def flips_one_edge(told: Told) -> bool:
    return sum(not told.is_center(slot) for slot in told.moved(0)) == 2 * (told.size - 2)


def swaps_two_edges(told: Told) -> bool:
    outer = sum(not told.is_center(slot) for slot in told.moved(0))
    return outer == 4 * (told.size - 2) + 12  # and four corners


def keeps_finished(told: Told) -> bool:
    """The layers before the one that is named look as they did."""
    ordinals = ["first", "second", "third", "fourth", "fifth", "sixth"]
    block = Cube(told.size)
    block.play(f"[1:{ordinals.index(told[1])}]{told[2]}")
    kept = block.stickers != np.arange(6 * told.size**2)
    kept[FACES.index(told[2]) * told.size**2 :][: told.size**2] = True
    return bool(np.all(told.before.colors()[kept] == told.after.colors()[kept]))


def belongs(told: Told) -> bool:
    colors = told.step.title.split()[2].split("-")
    return place_of(told.after, colors) == sort(told[1])


def begins_with(told: Told) -> bool:
    """The case is seen after the first turn, of the face where the reader has the last layer."""
    return str(told.step.alg.moves[0])[0] == told[1]


# What titles, explanations and reasons say that can be seen, and how.
CLAIMS: dict[str, Check] = {
    r".* in (\w+) turns?\.": says_turns,
    r".* this one takes (\d+),": says_turns,
    r"No way to this (?:cross|layer) is shorter than (\w+) turn": says_turns,
    r"It costs (\w+) turns? now": says_turns,
    r"Of all steps of this kind it gains the most for its length: (\w+) centre": puts_centers,
    r".* This puts (\w+) more centre pieces? in place": puts_centers,
    r"Bring (\w+) \w+ centre pieces? from \w to \w(?: and|$)": brings_centers,
    r".* commutator cycles three (centre pieces|sets)": cycles_centers,
    r"A commutator moves (\w+) pieces? from (\w) to (\w), .*? on \w to (\w), and": cycles_faces,
    r"Bring it from (\w+) to (\w+),": places,
    r"It is at (\w+) but (?:twisted|flipped)": stays_to_be_turned,
    r"Join the corner from (\w+) with the edge from (\w+), and insert both at (\w+)": inserts_pair,
    r"It belongs at (\w+)": belongs,
    r".*[Tt]urn the (\w+) layer from (\w)": keeps_finished,
    r"Pair the \w+-\w+": pairs_edges,
    r".* Flip this edge with all its wings": flips_one_edge,
    r".* the four corners of \w trade places": swaps_two_edges,
    r".* show this case: .*, after ([URFDLB])2?'?\.": begins_with,
}


@pytest.mark.parametrize("size", [3, 4, 5, *BIG])
@pytest.mark.parametrize("method", METHODS)
def test_what_steps_say_is_true(method: str, size: int) -> None:
    checked: Counter[Check] = Counter()
    for seed in (1, 13, 22):
        cube = Cube.random_state(size, seed=1850 + seed)
        solution = solve(cube, method)
        for step in solution.steps:
            told = Told(cube, step, solution)
            for text in (step.title, step.explanation, step.reason):
                assert text
                for claim, check in CLAIMS.items():
                    told.match = re.match(claim, text)
                    if told.match:
                        assert check(told), (method, seed, text, step.title, str(step.alg))
                        checked[check] += 1
            cube = told.after
    assert checked[says_turns] > 3
    assert len(checked) > 1


class Commutator:
    """The parts of A B A' B' on a cube that shares no code with the package."""

    def __init__(self, size: int, first: list[str], second: list[str]) -> None:
        self.size, self.first, self.second = size, first, second
        self.a, self.b = self.moved(first), self.moved(second)

    def moved(self, *parts: list[str]) -> set[int]:
        """Return the slots whose stickers change when some parts are played."""
        cube = Oracle(self.size)
        cube.play(" ".join(move for part in parts for move in part))
        return {slot for slot, home in enumerate(cube.stickers()) if slot != home}

    def led_to(self, part: list[str], slots: set[int]) -> set[int]:
        """Return where a part has taken the stickers from that it brings to some slots."""
        cube = Oracle(self.size)
        cube.play(" ".join(part))
        homes = cube.stickers()
        return {homes[slot] for slot in slots}


def shares(told: Commutator, back: list[list[str]]) -> bool:
    return bool(told.a & told.b)


def untouched_by_b_returns(told: Commutator, back: list[list[str]]) -> bool:
    """After A B A' only B, seen through A, is left."""
    left = told.moved(told.first, told.second, back[0])
    return left <= told.b | told.led_to(told.first, told.b)


def change_comes_from_shared(told: Commutator, back: list[list[str]]) -> bool:
    both = told.a & told.b
    reached = both | told.led_to(told.first, both) | told.led_to(told.second, both)
    return told.moved(told.first, told.second, *back) <= reached


# What the parts of a commutator are said to do.
PARTS = {
    "the first part": lambda told, back: True,
    "shares some pieces with A": shares,
    "what B did not touch returns": untouched_by_b_returns,
    "what A did not touch returns": change_comes_from_shared,
    "What is left comes from the pieces they share": change_comes_from_shared,
}


@pytest.mark.parametrize(("size", "method"), [(3, "cfop"), (4, "beginner"), (5, "layers")])
def test_what_parts_of_a_commutator_do_is_true(method: str, size: int) -> None:
    cube = Cube.random_state(size, seed=1861)
    checked = 0
    for step in solve(cube, method).to_json()["steps"]:
        moves, parts = step["alg"].split(), step["parts"]
        for at, part in enumerate(parts):
            if part["role"] != "a":
                continue
            four = parts[at : at + 4]
            first, second, *back = (moves[one["from"] : one["to"]] for one in four)
            told = Commutator(size, first, second)
            for one in four:
                claims = [check for words, check in PARTS.items() if words in one["about"]]
                assert claims, one["about"]
                assert all(check(told, back) for check in claims), (one["about"], step["alg"])
                checked += 1
    assert checked > 8
