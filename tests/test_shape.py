"""How large functions may be: rules that keep them readable, and the walk that holds them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import cubesolve

SOURCE = Path(cubesolve.__file__).parent
LINES = 60
PARAMETERS = 7
DEPTH = 5  # in kernels, which may be long but not deep

Function = ast.FunctionDef | ast.AsyncFunctionDef
ARRAYS = ("array", "empty", "zeros", "ones", "full", "arange", "empty_like", "zeros_like")
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


def is_compiled(function: Function) -> bool:
    """Tell whether a function is one that callers outside of kernels can have compiled."""
    decorators = map(ast.unparse, function.decorator_list)
    return any(text.startswith(("njit", "kernel")) for text in decorators)


def is_array(node: ast.AST, names: set[str]) -> bool:
    """Tell whether an expression is an array, as far as the text says it."""
    match node:
        case ast.Name(name):
            return name in names
        case ast.Call(ast.Attribute(ast.Name("np"), kind)):
            return kind in ARRAYS
        case ast.Call(ast.Attribute(_, "copy" | "reshape" | "ravel")):
            return True
        case ast.Subscript(_, index):
            return any(isinstance(part, ast.Slice) for part in ast.walk(index))
    return False


def arrays_returned_together(function: Function) -> bool:
    """Tell whether a function returns a tuple, named or not, that holds an array."""
    arrays: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            arrays.add(node.value.id)
        if isinstance(node, ast.Assign) and is_array(node.value, arrays):
            arrays |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    for node in ast.walk(function):
        parts: list[ast.expr] = []
        match node:
            case ast.Return(ast.Tuple(elements)):
                parts = elements
            case ast.Return(ast.Call(ast.Name(name), arguments)) if name[:1].isupper():
                parts = arguments
        if any(is_array(part, arrays) for part in parts):
            return True
    return False


def test_kernels_return_no_arrays_in_tuples() -> None:
    # While the compiler's code makes Python's tuple of them, a signal that waits crashes it.
    found = [
        name
        for folder, name, node in functions()
        if folder == "kernels" and is_compiled(node) and arrays_returned_together(node)
    ]
    assert found == []


def test_kernels_are_compiled_in_our_own_way() -> None:
    # Numba's own cache raises where it cannot be written: use `cubesolve.kernels.compiling.njit`.
    for path in sorted((SOURCE / "kernels").glob("*.py")):
        text = path.read_text(encoding="utf-8")
        assert path.name == "compiling.py" or "import njit" not in text.replace(
            "cubesolve.kernels.compiling import njit", ""
        ), path.name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("return 1, a[0]", False),
        ("return a, 1", True),
        ("return Pair(1, np.zeros(2))", True),
        ("return rank(a, 1)", False),
        ("b = np.empty(3)\n    return 1, b", True),
        ("return a[1:], 2", True),
    ],
)
def test_the_walk_sees_arrays(text: str, expected: bool) -> None:
    (function,) = ast.parse(f"def f(a):\n    x = a[0]\n    {text}").body
    assert isinstance(function, Function)
    assert arrays_returned_together(function) == expected


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
