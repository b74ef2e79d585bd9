"""No kernel returns arrays in a tuple: to make them Python's is not safe while a signal waits.

What is called by kernels only may, since it is compiled into them.
"""

import ast
from pathlib import Path

import pytest

import cubesolve.kernels

MODULES = sorted(Path(cubesolve.kernels.__file__).parent.glob("*.py"))
TREES = {path.stem: ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}


def records_of_arrays() -> set[str]:
    """The names of records that hold an array, or another such record."""
    classes = [
        (node.name, node)
        for tree in TREES.values()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]
    arrays = {
        node.targets[0].id
        for tree in TREES.values()
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        if "NDArray" in ast.unparse(node.value)
    }
    found: set[str] = set()
    while True:
        more = {
            name
            for name, node in classes
            for part in node.body
            if isinstance(part, ast.AnnAssign)
            for kind in [ast.unparse(part.annotation)]
            if "NDArray" in kind or kind in {"Any"} | arrays | found
        }
        if more <= found:
            return found
        found |= more


def makes_array(node: ast.expr) -> bool:
    made = ("np.empty", "np.zeros", "np.ones", "np.full", "np.arange", "np.array")
    return isinstance(node, ast.Call) and ast.unparse(node.func) in made


def is_compiled(function: ast.FunctionDef) -> bool:
    said = [ast.unparse(decorator) for decorator in function.decorator_list]
    return any("njit" in text or "kernel" in text for text in said) and not any(
        "inline" in text for text in said
    )


@pytest.mark.parametrize("module", TREES)
def test_no_tuple_of_arrays(module: str) -> None:
    records = records_of_arrays()
    for function in ast.walk(TREES[module]):
        if not isinstance(function, ast.FunctionDef) or not is_compiled(function):
            continue
        arrays = {
            target.id
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and makes_array(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(function):
            if not isinstance(node, ast.Return):
                continue
            value = node.value
            if isinstance(value, ast.Tuple):
                names = {part.id for part in value.elts if isinstance(part, ast.Name)}
                assert not names & arrays, f"{module}.{function.name}"
                assert not any(map(makes_array, value.elts)), f"{module}.{function.name}"
            if isinstance(value, ast.Call):
                assert ast.unparse(value.func) not in records, f"{module}.{function.name}"


def test_records_are_found() -> None:
    assert {"Room", "Work", "Trials"} <= records_of_arrays()
    compiled = [
        function.name
        for tree in TREES.values()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and is_compiled(function)
    ]
    assert len(compiled) > 100
