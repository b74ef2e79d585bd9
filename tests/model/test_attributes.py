"""Attributes: those of stickers travel with them, those of slots stay."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_reference import random_tokens

from cubesolve import Alg, Cube, Operator
from oracle import Oracle


def where(oracle: Oracle, sticker: int) -> int:
    return oracle.stickers().index(sticker)


@settings(derandomize=True, deadline=None, max_examples=80)
@given(st.integers(2, 7), st.integers(0, 10**6), st.data())
def test_moveable_attributes_follow_their_sticker(
    size: int, seed: int, data: st.DataObject
) -> None:
    slots = data.draw(st.lists(st.integers(0, 6 * size**2 - 1), min_size=1, unique=True))
    before, after = (" ".join(random_tokens(size, 6, seed + i)) for i in range(2))
    cube, oracle = Cube(size), Oracle(size)
    cube.play(before)
    oracle.play(before)
    stickers = oracle.stickers()
    marked = {stickers[slot]: f"mark {slot}" for slot in slots}
    for slot in slots:
        cube.part_edge(slot).moveable_attributes["mark"] = f"mark {slot}"
        cube.part_edge(slot).fixed_attributes["place"] = slot
    cube.play(after)
    oracle.play(after)
    stickers = oracle.stickers()
    for twin in (cube, cube.copy()):
        for slot, sticker in enumerate(stickers):
            edge = twin.part_edge(slot)
            assert edge.moveable_attributes.get("mark") == marked.get(sticker)
            assert edge.fixed_attributes.get("place") == (slot if slot in slots else None)


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.integers(2, 6), st.integers(0, 10**6), st.data())
def test_moveable_attributes_in_queries_undo_and_redo(
    size: int, seed: int, data: st.DataObject
) -> None:
    slot = data.draw(st.integers(0, 6 * size**2 - 1))
    first, second = (" ".join(random_tokens(size, 5, seed + i)) for i in range(2))
    op = Operator(Cube(size))
    op.cube.part_edge(slot).moveable_attributes["mark"] = seed
    one, two = Oracle(size), Oracle(size)
    one.play(first)
    two.play(f"{first} {second}")

    def marks() -> list[int]:
        edges = map(op.cube.part_edge, range(6 * size**2))
        return [edge.slot for edge in edges if edge.moveable_attributes.get("mark") == seed]

    op.play(first)
    assert marks() == [where(one, slot)]
    with op.query():
        op.play(second)
        assert marks() == [where(two, slot)]
    assert marks() == [where(one, slot)]
    op.undo(5)
    assert marks() == [slot]
    op.redo(5)
    assert marks() == [where(one, slot)]
    op.play(second)
    op.cube.take_back(Alg.parse(second))
    assert marks() == [where(one, slot)]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_copy_has_its_own_attributes(size: int) -> None:
    cube = Cube(size)
    cube.part_edge(1).moveable_attributes["a"] = 1
    cube.part_edge(1).fixed_attributes["b"] = 2
    twin = cube.copy()
    twin.part_edge(1).moveable_attributes["a"] = 3
    twin.part_edge(1).fixed_attributes["c"] = 4
    twin.part_edge(2).moveable_attributes["a"] = 5
    assert cube.part_edge(1).moveable_attributes == {"a": 1}
    assert cube.part_edge(1).fixed_attributes == {"b": 2}
    assert cube.part_edge(2).moveable_attributes == {}
    assert twin.part_edge(1).fixed_attributes == {"b": 2, "c": 4}


def test_attributes_do_not_change_what_a_cube_is() -> None:
    cube = Cube(3)
    cube.part_edge(7).moveable_attributes["mark"] = True
    assert cube == Cube(3)
    assert hash(cube) == hash(Cube(3))


def test_reset_leaves_attributes_on_their_stickers() -> None:
    cube = Cube(3)
    cube.part_edge(0).moveable_attributes["mark"] = True
    cube.play("U R")
    assert "mark" not in cube.part_edge(0).moveable_attributes
    cube.reset()
    assert "mark" in cube.part_edge(0).moveable_attributes


def test_an_attribute_can_be_taken_off() -> None:
    cube = Cube(3)
    edge = cube.part_edge(0)
    edge.moveable_attributes["mark"] = True
    cube.play("U")
    there = cube.part_edge(cube.find_sticker(0))
    del there.moveable_attributes["mark"]
    cube.play("U'")
    assert edge.moveable_attributes == {}
