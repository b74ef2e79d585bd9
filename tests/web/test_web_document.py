"""The OpenAPI document tells the truth: all of the API, and what it checks."""

from __future__ import annotations

import json
import math
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cubesolve import Cube, SolveStep, solve
from cubesolve.web.api import Api
from cubesolve.web.bodies import ALG, CHECK, SCAN, SCAN_FACE, SCRAMBLE, WHAT, solve_body
from cubesolve.web.errors import ApiError
from cubesolve.web.fields import Record
from cubesolve.web.openapi import SCHEMAS, openapi_document
from cubesolve.web.settings import Settings

DOCUMENT = openapi_document(Settings())
BODIES = {
    "scramble": SCRAMBLE,
    "check": CHECK,
    "alg": ALG,
    "scan": SCAN,
    "scan face": SCAN_FACE,
    "solve": solve_body(300),
}


def test_it_has_every_route_and_no_other() -> None:
    routes = Api(Settings()).routes()
    served = {(route.path, method) for route in routes for method in route.methods or ()}
    told = {(path, name.upper()) for path, item in DOCUMENT["paths"].items() for name in item}
    assert {each for each in served if each[1] != "HEAD"} == told


def test_references_lead_somewhere() -> None:
    def references(node: Any) -> list[str]:
        if isinstance(node, dict):
            own = [node["$ref"]] if "$ref" in node else []
            return own + [found for value in node.values() for found in references(value)]
        if isinstance(node, list):
            return [found for value in node for found in references(value)]
        return []

    found = references(DOCUMENT)
    assert found
    for reference in found:
        target: Any = DOCUMENT
        for part in reference.removeprefix("#/").split("/"):
            target = target[part]


def test_a_solution_is_as_described() -> None:
    schema = {"$ref": "#/components/schemas/Solution", "components": {"schemas": SCHEMAS}}
    validator = jsonschema_rs.Draft202012Validator(schema)
    for size in (2, 3, 4):
        found = json.loads(json.dumps(solve(Cube.random_state(size, 1)).to_json()))
        packed = solve(Cube.random_state(size, 1)).to_json(packed=True)
        for data, name in ((found, "ListedSolution"), (packed, "PackedSolution")):
            validator.validate(data)
            members = SCHEMAS[name]["properties"]
            assert set(data) == set(members)
            assert set(data["steps"][0]) == set(members["steps"]["items"]["properties"])
    found["moves"][0][3] = 4
    assert not validator.is_valid(found)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([2, 3, 3.0, 1000, 1001, "moves", "state", "auto", "all", "WRGYOB", "R U"])
    | st.sampled_from(["Centers", "l3X", "middle", "middle-12", "MIDDLE-1", "middle-0", "all\n"])
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2)
    ),
    max_leaves=4,
)
NAMES = sorted({name for body in BODIES.values() for name in body.members} | {"other"})


@pytest.mark.parametrize("name", BODIES)
def test_what_is_read_is_what_the_schema_allows(name: str) -> None:
    record: Record = BODIES[name]
    validator = jsonschema_rs.Draft202012Validator(record.schema())
    limits = st.dictionaries(st.sampled_from(["time", "moves", "nodes"]), VALUES, max_size=2)
    values = st.one_of(VALUES, limits)

    @settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.dictionaries(st.sampled_from(NAMES), values, max_size=4) | VALUES)
    def agree(value: Any) -> None:
        try:
            read = record.read(value, "the body")
        except ApiError:
            assert not validator.is_valid(value)
        else:
            assert validator.is_valid(value)
            assert {key: value[key] for key in read} == read

    agree()


def test_the_document_knows_every_step_that_the_library_takes() -> None:
    validator = jsonschema_rs.Draft202012Validator(WHAT.schema())
    for step in (*SolveStep, SolveStep.middle(1), SolveStep.middle(98)):
        for word in (step.value, step.value.upper(), step.value.title()):
            assert WHAT.read(word, "what") == word
            assert validator.is_valid(word)
            assert SolveStep(word) is step
    for word in (
        "",
        "al",
        "all ",
        " all",
        "all\n",
        "middle-",
        "middle-0",
        "middle-01",
        "L1-2",
        "٣",
    ):
        assert not validator.is_valid(word)
        with pytest.raises(ApiError):
            WHAT.read(word, "what")


def test_numbers_that_json_has_not_are_refused() -> None:
    for wrong in (math.nan, math.inf, -math.inf):
        with pytest.raises(ApiError):
            SCRAMBLE.read({"size": wrong}, "the body")
        with pytest.raises(ApiError):
            BODIES["solve"].read({"scramble": "", "limit": {"time": wrong}}, "the body")
