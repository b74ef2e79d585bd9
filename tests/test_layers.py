"""The house in order: which folder may import which, as data, and the walk that holds it."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cubesolve

SOURCE = Path(cubesolve.__file__).parent

BASE = ("cache", "checkpoints", "costs", "errors", "file_lock", "interrupts", "loading", "machine")
MODEL = (*BASE, "kernels", "notation", "model")
PLAYING = (*MODEL, "moves", "operator", "trackers", "commutators", "protocols")
SEARCH = (*PLAYING, "search", "words")
STAGES = (*SEARCH, "stages")
ANY = ("",)

# Folder or module -> what of ours it may import beside itself. The longest match counts.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "__init__": ANY,
    "__main__": ("cli",),
    "starting": (),
    "telling": (),
    "version": (),
    "whole_file": (),
    "file_lock": ("interrupts",),
    "errors": (),
    "costs": (),
    "checkpoints": (),
    "interrupts": (),
    "loading": (),
    "cache": (),
    "machine": ("errors",),
    "progress": ("machine",),
    "kernels": ("cache", "costs", "file_lock", "interrupts", "loading"),
    "notation": ("errors",),
    "moves": ("errors", "kernels", "machine", "notation"),
    "model": ("errors", "interrupts", "kernels", "machine", "notation"),
    "operator": ("checkpoints", "errors", "interrupts", "notation", "model", "whole_file"),
    "trackers": ("errors", "interrupts", "model"),
    "commutators": ("errors", "notation", "model", "operator"),
    "protocols": (
        "checkpoints",
        "errors",
        "loading",
        "notation",
        "model",
        "moves",
        "operator",
    ),
    "words": ("notation", "model", "protocols"),
    "search": (*MODEL, "protocols"),
    "stages": SEARCH,
    "methods.__init__": (),
    "methods.three.__init__": (),
    "methods.two": STAGES,
    "methods.four": STAGES,
    "methods.five": STAGES,
    "methods.big": STAGES,
    "methods.three.beginner": STAGES,
    "methods.three.cfop": STAGES,
    "methods.three.two_phase": STAGES,
    "methods.reduction": STAGES,
    "methods.cage": STAGES,
    "methods.fast": STAGES,
    "methods.layers": STAGES,
    "methods.annealed": STAGES,
    "solving": (*STAGES, "methods", "progress"),
    "solving.solution": (*STAGES, "solving", "pictures"),  # a solution saves itself as a film
    "batch": (
        "cache",
        "errors",
        "interrupts",
        "model",
        "notation",
        "protocols",
        "solving",
        "whole_file",
    ),
    "render": ("model", "notation", "trackers"),
    "scan": ("errors", "model"),
    "pictures": ("errors", "kernels.lzw", "model", "notation", "render", "whole_file"),
    "notebook": ("errors", "model", "notation", "solving.solution"),
    # JSON is made in one place for all who write it, and so are singular and plural.
    "cli": (
        "interrupts",
        "machine",
        "moves.move_file",
        "progress",
        "solving.as_json",
        "starting",
        "telling",
        "version",
        "whole_file",
        "words.big",
        "words.grammar",
    ),
    "cli.batch": ("batch", "cli", "solving.as_json", "telling", "whole_file", "words.grammar"),
    "cli.web": ("cache", "cli", "telling", "web"),
    "web": ("interrupts", "solving.as_json", "telling", "version"),
    "gym": ("render.pixels",),
}
# Besides what the table allows them they see `cubesolve.__all__`.
PUBLIC_NAMES_ONLY = ("cli", "cli.batch", "cli.web", "web", "gym")
THIRD_PARTY: dict[str, set[str]] = {
    "kernels": {"llvmlite", "numpy", "numba"},
    "cache": {"platformdirs"},
    "interrupts": set(),
    "notation": set(),
    "errors": set(),
    "cli": set(),
    "search": {"numpy"},
    "cli.batch": set(),
    "cli.web": set(),
    "batch": {"numpy", "distributed", "pyarrow"},
    "notebook": {"IPython", "anywidget", "traitlets"},
    "pictures": {"numpy", "PIL"},
    "web": {"starlette", "uvicorn"},
    "scan": {"numpy", "scipy", "cv2"},
    "gym": {"numpy", "gymnasium"},
}


def modules() -> list[str]:
    paths = sorted(SOURCE.rglob("*.py"))
    return [str(p.relative_to(SOURCE).with_suffix("")).replace("/", ".") for p in paths]


def owner(module: str) -> str:
    """Return the entry of the table that a module belongs to."""
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        if ".".join(parts[:length]) in MAY_IMPORT:
            return ".".join(parts[:length])
    raise AssertionError(f"no rule for {module}: add it to the table")


def imports(module: str) -> Iterator[tuple[str, str | None]]:
    """Yield what a module imports, also inside functions and under TYPE_CHECKING."""
    path = SOURCE / f"{module.replace('.', '/')}.py"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative imports hide their target"
            for alias in node.names:
                yield node.module or "", alias.name


@pytest.mark.parametrize("module", modules())
def test_imports_stay_within_the_table(module: str) -> None:
    home = owner(module)
    for target, name in imports(module):
        root, _, inside = target.partition(".")
        if root != "cubesolve":
            check_third_party(module, home, root)
        elif not inside:
            assert home in PUBLIC_NAMES_ONLY, f"{module} imports from the package's front door"
            assert name in cubesolve.__all__, f"{module} imports {name}, which is not public"
        else:
            allowed = (home, *MAY_IMPORT[home])
            fits = any(not a or inside == a or inside.startswith(f"{a}.") for a in allowed)
            assert fits, f"{module} must not import {target}"


def check_third_party(module: str, home: str, root: str) -> None:
    if root in sys.stdlib_module_names:
        return
    allowed = THIRD_PARTY.get(home, {"numpy"})
    assert root in allowed or home == "__init__", f"{module} must not import {root}"


def test_the_walk_sees_imports_everywhere() -> None:
    seen = set(imports("model.cube"))
    assert ("cubesolve.kernels.turning", "play") in seen  # inside a function
    assert ("cubesolve.model.cube", "Cube") in set(imports("model.parts"))  # TYPE_CHECKING


def test_public_names_are_there() -> None:
    assert list(cubesolve.__all__) == sorted(cubesolve.__all__, key=_isort_key)
    for name in cubesolve.__all__:
        assert getattr(cubesolve, name) is not None


def _isort_key(name: str) -> tuple[int, str]:
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def test_no_code_at_the_front_door() -> None:
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    kinds = {type(node) for node in tree.body}
    assert kinds <= {ast.Expr, ast.ImportFrom, ast.Assign}


def test_numba_is_loaded_only_by_who_turns() -> None:
    """And what it needs to compile only by who compiles: code that is kept needs none of it."""
    import subprocess

    cubesolve.Cube(3).play("R")  # so that the code is kept
    code = (
        "import sys, cubesolve\n"
        "cubesolve.net(cubesolve.Cube.random_state(4, 1)); cubesolve.Alg.parse('R U').simplify()\n"
        "assert 'numba' not in sys.modules\n"
        "cubesolve.Cube(3).play('R')\n"
        "assert 'numba' in sys.modules\n"
        "assert 'numba.np.arraymath' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
