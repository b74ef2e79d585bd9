"""How large functions may be: rules that keep them readable, and the walk that holds them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import cubesolve

SOURCE = Path(cubesolve.__file__).parent
LINES = 60
PARAMETERS = 7
DEPTH = 5  # in kernels, which may be long but not deep

Function = ast.FunctionDef | ast.AsyncFunctionDef
NESTING = (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.Match)


def functions() -> Iterator[tuple[str, str, Function]]:
    """Yield every function with its folder or module, and its name."""
    for path in sorted(SOURCE.rglob("*.py")):
        inside = path.relative_to(SOURCE)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, Function):
                yield inside.parts[0], f"{inside}:{node.lineno} {node.name}", node


def parameters(function: Function) -> int:
    """Return how many named arguments there are; what is passed on as `**options` has none."""
    args = function.args
    names = [arg.arg for arg in (*args.posonlyargs, *args.args)]
    return len(names) + len(args.kwonlyargs) - (names[:1] in (["self"], ["cls"]))


def depth(node: ast.AST) -> int:
    """Return how deep statements are nested; `elif` is as deep as its `if`."""
    deepest = 0
    for child in ast.iter_child_nodes(node):
        inner = depth(child)
        is_elif = isinstance(node, ast.If) and isinstance(child, ast.If) and [child] == node.orelse
        deepest = max(deepest, inner + (isinstance(child, NESTING) and not is_elif))
    return deepest


def test_functions_are_short() -> None:
    found = [
        (name, (node.end_lineno or 0) - node.lineno + 1, parameters(node))
        for folder, name, node in functions()
        if folder != "kernels"
    ]
    assert [one for one in found if one[1] > LINES or one[2] > PARAMETERS] == []


def test_kernels_are_not_deep() -> None:
    found = [(name, depth(node)) for folder, name, node in functions() if folder == "kernels"]
    assert found
    assert [one for one in found if one[1] > DEPTH] == []


def test_the_walk_measures() -> None:
    text = """
def f(self, a, /, b, *c, d, **e):
    for x in a:
        if x:
            pass
        elif b:
            with c:
                pass
"""
    (function,) = ast.parse(text).body
    assert isinstance(function, Function)
    assert parameters(function) == 3
    assert depth(function) == 3
