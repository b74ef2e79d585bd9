"""The OpenAPI document: requests as they are checked, responses as they are written."""

from __future__ import annotations

from typing import Any

from cubesolve import Metric, Parity, Phase
from cubesolve.version import __version__
from cubesolve.web.bodies import ALG, CHECK, SCAN, SCAN_FACE, SCRAMBLE, solve_body
from cubesolve.web.fields import Record
from cubesolve.web.settings import Settings

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_TEXT_OR_NULL: Schema = {"type": ["string", "null"]}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_COUNT_OR_NULL: Schema = {"type": ["integer", "null"], "minimum": 0}
_FLAG: Schema = {"type": "boolean"}
_METRIC: Schema = {**_TEXT, "enum": [metric.value for metric in Metric]}
_PHASE: Schema = {**_TEXT, "enum": [phase.value for phase in Phase]}
_SHARE: Schema = {"type": "number", "minimum": 0, "maximum": 1}
_BYTE: Schema = {"type": "number", "minimum": 0, "maximum": 255}
_SECONDS: Schema = {"type": "number", "minimum": 0}
_SHARE_OR_NULL: Schema = {"type": ["number", "null"], "minimum": 0, "maximum": 1}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _object(about: str = "", /, **members: Schema) -> Schema:
    """Describe an object that has all of these members."""
    found: Schema = {"type": "object", "properties": members, "required": list(members)}
    return {**found, "description": about} if about else found


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


_MOVE: Schema = {
    "type": "array",
    "description": "[face, first, last, turns]: layers first..last counted from the face, from 1,"
    " and clockwise quarter turns",
    "prefixItems": [
        {"type": "string", "enum": list("URFDLB")},
        {"type": "integer", "minimum": 1},
        {"type": "integer", "minimum": 1},
        {"type": "integer", "minimum": 1, "maximum": 3},
    ],
    "minItems": 4,
    "maxItems": 4,
}
_COUNTS = _object("length in each metric", **{metric.value: _COUNT for metric in Metric})

_PART = _object(**{"role": _TEXT, "from": _COUNT, "to": _COUNT, "about": _TEXT})
_NOTES: dict[str, Schema] = {
    "phase": _PHASE,
    "parity": {"enum": [*(parity.value for parity in Parity), None]},
    "layer": {"type": ["integer", "null"], "minimum": 1},
    "title": _TEXT,
    "explanation": _TEXT,
    "reason": {**_TEXT, "description": "why it was chosen; empty where nobody says"},
    "moved": _list(_COUNT),
    "targets": _list(_COUNT),
    "trackers": _list(_object(face=_TEXT, color=_TEXT, slot=_COUNT)),
}


def _solution(version: int, steps: Schema, **moves: Schema) -> Schema:
    """Describe a solution, whose moves are lists or packed."""
    return _object(
        "docs/solution.md describes each member",
        version={"const": version},
        size=_COUNT,
        scheme=_TEXT,
        facelets=_TEXT,
        method=_TEXT,
        what=_TEXT,
        **moves,
        counts=_COUNTS,
        steps=_list(steps),
        results=_object(
            was_even_edge_parity=_FLAG,
            was_corner_swap=_FLAG,
            was_partial_edge_parity=_FLAG,
            is_optimal=_FLAG,
        ),
        metric=_METRIC,
        seconds=_SECONDS,
    )


_PACKED: Schema = {
    **_TEXT,
    "contentEncoding": "base64",
    "description": "the moves of all steps, four bytes each: see docs/solution.md",
}
_RANGE: Schema = {
    **_list(_COUNT),
    "minItems": 2,
    "maxItems": 2,
    "description": "the step's first packed move, from 0, and the first after it",
}

SCHEMAS: dict[str, Schema] = {
    "Error": _object(
        error={
            "type": "object",
            "properties": {
                "kind": {**_TEXT, "description": "for programs"},
                "message": {**_TEXT, "description": "for people"},
                "position": {**_COUNT, "description": "index of the wrong character, from 0"},
                "hint": {**_TEXT, "description": "what to write instead"},
                "problems": _list(_ref("Problem")),
            },
            "required": ["kind", "message"],
        }
    ),
    "Problem": _object(
        "one thing that is wrong with a painted cube",
        kind=_TEXT,
        message=_TEXT,
        places={**_list(_TEXT), "description": "names of the pieces or stickers"},
        slots={**_list(_COUNT), "description": "face * N * N + row * N + column"},
    ),
    "Method": _object(
        name=_TEXT,
        summary=_TEXT,
        smallest=_COUNT,
        largest=_COUNT,
        steps={**_list(_TEXT), "description": "values of `what`, in their order"},
        metrics={**_list(_METRIC), "description": "what it can shorten, if it searches"},
        metrics_from={
            **_list(_object(size=_COUNT, metrics=_list(_METRIC))),
            "description": "what it can shorten from each of these sizes on, its own choice first",
        },
        phases={**_list(_PHASE), "description": "what its steps can belong to"},
        options={
            **_list(_object(name=_TEXT, values={"type": "array"}, default={}, about=_TEXT)),
            "description": "members of `options`",
        },
    ),
    "Move": _MOVE,
    "ScannedFace": _object(
        "a face in a photograph, or the problem that there is none",
        ok=_FLAG,
        size=_COUNT_OR_NULL,
        corners={
            **_list(_list(_SHARE)),
            "type": ["array", "null"],
            "description": "top left, top right, bottom right and bottom left, as fractions of the"
            " picture's width and height",
        },
        readings={
            **_list(_list(_list(_BYTE))),
            "type": ["array", "null"],
            "description": "N x N colours [red, green, blue]",
        },
        problem=_TEXT_OR_NULL,
    ),
    "Scan": _object(
        "the most probable possible cube; docs/scan.md describes each member",
        size=_COUNT,
        facelets=_TEXT,
        scheme={**_TEXT, "description": "colour letters of U R F D L B"},
        doubtful={
            **_list(
                _object(
                    slot=_COUNT,
                    place=_TEXT,
                    color=_TEXT,
                    other=_TEXT,
                    margin=_SECONDS,
                    reason=_TEXT,
                )
            ),
            "description": "stickers that may be wrong, the most doubtful first",
        },
        pictures={**_list(_COUNT), "description": "which face given shows U R F D L B, from 0"},
        turns={**_list(_COUNT), "description": "clockwise quarter turns that put each right"},
    ),
    "ListedSolution": _solution(
        2,
        _object(**_NOTES, alg=_TEXT, moves=_list(_ref("Move")), parts=_list(_PART)),
        alg=_TEXT,
        moves=_list(_ref("Move")),
    ),
    "PackedSolution": _solution(3, _object(**_NOTES, range=_RANGE), packed=_PACKED),
    "Solution": {"oneOf": [_ref("ListedSolution"), _ref("PackedSolution")]},
    "SolveLine": {
        "description": "one line of the stream; the last one is a solution or an error",
        "oneOf": [
            _object(
                "how many requests are ahead of this one", type={"const": "queued"}, position=_COUNT
            ),
            _object(
                "how far the solve has come",
                type={"const": "progress"},
                moves=_COUNT,
                what={**_TEXT, "description": "the last step, or the work in progress"},
                share={**_SHARE_OR_NULL, "description": "how much of it is done; null if unknown"},
                best={**_COUNT_OR_NULL, "description": "length of the best solution so far"},
                seconds=_SECONDS,
            ),
            _object(
                "a search has found a solution, shorter than those before, and goes on",
                type={"const": "better"},
                seconds=_SECONDS,
                solution=_ref("Solution"),
            ),
            _object(type={"const": "solution"}, solution=_ref("Solution")),
            _object(
                type={"const": "error"},
                error={"$ref": "#/components/schemas/Error/properties/error"},
            ),
        ],
    },
}

_ERRORS = {
    "400": "the body is not JSON",
    "403": "the Host or Origin header belongs to another server",
    "413": "the body is too large",
    "415": "the body is not application/json",
    "422": "the body is valid JSON, but something in it cannot be used; the error says what",
    "501": "this needs an extra that is not installed; the error says how to install it",
    "503": "the server is busy or shutting down; Retry-After says when to try again",
}


def openapi_document(settings: Settings) -> Schema:
    """Return the document for a server with these settings."""
    health = _object(status={"const": "ok"}, version=_TEXT)
    methods = _object(
        methods=_list(_ref("Method")),
        limits=_object(size=_COUNT, solved_size=_COUNT, time=_SECONDS),
    )
    scrambled = _object(
        size=_COUNT,
        seed=_COUNT,
        alg={**_TEXT_OR_NULL, "description": "null for a random state"},
        facelets=_TEXT,
    )
    checked = _object(
        ok=_FLAG,
        size={**_COUNT_OR_NULL, "description": "null if the letters do not fit any size"},
        facelets={**_TEXT_OR_NULL, "description": "null if the letters cannot be read"},
        solved=_FLAG,
        problems=_list(_ref("Problem")),
    )
    alg = _object(
        size=_COUNT,
        alg=_TEXT,
        expanded=_TEXT,
        simplified=_TEXT,
        inverse=_TEXT,
        moves=_list(_ref("Move")),
        counts=_COUNTS,
    )
    solve = _post("solve", "Solve a cube", solve_body(settings.time_limit), _ref("Solution"))
    solve["description"] = (
        "Answers with a stream of JSON lines, or with the solution alone where only"
        " application/json is accepted. Closing the connection cancels the solve."
    )
    solve["responses"]["200"]["content"]["application/x-ndjson"] = {
        "schema": {"type": "string", "description": "lines, each a SolveLine"}
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "CubeSolve",
            "version": __version__,
            "description": "Scramble, check and solve cubes of any size. The server keeps nothing.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": {
            "/api/health": {"get": _get("health", "Check that the server is running", health)},
            "/api/methods": {"get": _get("methods", "List methods and limits", methods)},
            "/api/openapi.json": {"get": _get("openapi", "This document", {"type": "object"})},
            "/api/scramble": {"post": _post("scramble", "Scramble a cube", SCRAMBLE, scrambled)},
            "/api/check": {
                "post": _post("check", "Find what is wrong with a painted cube", CHECK, checked)
            },
            "/api/alg": {"post": _post("alg", "Read an algorithm and count its moves", ALG, alg)},
            **_scans(),
            "/api/solve": {"post": solve},
        },
        "components": {"schemas": SCHEMAS},
    }


def _get(name: str, summary: str, answer: Schema) -> Schema:
    return {"operationId": name, "summary": summary, "responses": _responses(answer, ("403",))}


def _post(name: str, summary: str, body: Record, answer: Schema) -> Schema:
    content = {"application/json": {"schema": body.schema()}}
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": {"required": True, "content": content},
        "responses": _responses(answer, tuple(code for code in _ERRORS if code != "501")),
    }


def _scans() -> Schema:
    """Describe both scans: they need an extra."""
    one = _post("scan_face", "Find the face in a photograph", SCAN_FACE, _ref("ScannedFace"))
    all_six = _post("scan", "Find the cube that six faces show", SCAN, _ref("Scan"))
    for path in (one, all_six):
        path["responses"] |= _responses({}, ("501",)) | {"200": path["responses"]["200"]}
    return {"/api/scan/face": {"post": one}, "/api/scan": {"post": all_six}}


def _responses(answer: Schema, errors: tuple[str, ...]) -> Schema:
    error = {"application/json": {"schema": _ref("Error")}}
    good = {"description": "done", "content": {"application/json": {"schema": answer}}}
    return {
        "200": good,
        **{status: {"description": _ERRORS[status], "content": error} for status in errors},
    }
