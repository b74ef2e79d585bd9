"""The widget's side in Python: one cube, however many widgets, whoever turns it."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from cubesolve import Alg, Cube, CubeSolveError, show, solve
from cubesolve.notebook.modules import script, style
from cubesolve.notebook.widget import CubeWidget, _refresh_all

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


def by_hand(widget: CubeWidget, moves: str) -> None:
    """Turn as the notebook does: the moves after the cursor are gone."""
    kept = widget.moves.split()[: widget.cursor] + moves.split()
    widget.set_state({"moves": " ".join(kept), "cursor": len(kept), "solution": None})


def test_a_turn_by_hand_turns_the_cube_and_is_told() -> None:
    cube = Cube.random_state(4, 1)
    before = cube.copy()
    widget = show(cube)
    told = []
    widget.observe(lambda change: told.append(change.new.facelets()), names="cube")
    by_hand(widget, "R 2U'")
    assert widget.cube is cube
    before.play("R 2U'")
    assert cube == before
    assert told[-1] == cube.facelets()
    widget.set_state({"cursor": 1})
    before.play("2U")
    assert cube == before


def test_moves_from_python_come_after_the_cursor() -> None:
    widget = show(Cube(3))
    widget.play("R U R' U'")
    widget.cursor = 2
    widget.play("F R4 B")  # a move that turns nothing is none
    assert (widget.moves, widget.cursor) == ("R U F B", 4)
    assert widget.cube == Cube.from_alg("R U F B")
    with pytest.raises(CubeSolveError):
        widget.play("4R")
    assert widget.cube == Cube.from_alg("R U F B")


def test_widgets_of_one_cube_follow_each_other() -> None:
    cube = Cube(3)
    first, second = show(cube), show(cube)
    by_hand(first, "R U")
    assert (second.moves, second.cursor) == ("R U", 2)
    by_hand(second, "F")
    assert (first.moves, first.cursor) == ("R U F", 3)
    third = show(cube)
    third.play("D")
    assert first.start == third.start
    assert cube == Cube.from_alg("R U F D")


def test_other_code_may_turn_the_cube() -> None:
    cube = Cube(3)
    widget = show(cube)
    widget.play("R")
    cube.play("U")
    _refresh_all()
    assert (widget.start, widget.moves, widget.cursor) == (cube.facelets(), "", 0)
    cube.play("F")
    by_hand(widget, "D")  # made before the notebook knew: what the cube is holds
    assert cube == Cube.from_alg("R U F")
    assert widget.start == cube.facelets()
    widget.play("B")
    assert cube == Cube.from_alg("R U F B")


def test_another_cube_may_be_shown() -> None:
    widget = show(Cube(3))
    widget.play("R")
    other = Cube.random_state(5, 2)
    before = other.copy()
    widget.cube = other
    assert (widget.size, widget.start, widget.moves) == (5, other.facelets(), "")
    assert other == before
    widget.play("3R")
    before.play("3R")
    assert other == before


def test_a_solution_is_played_along() -> None:
    cube = Cube.random_state(3, 4)
    solution = solve(cube, "cfop")
    widget = show(solution)
    assert widget.solution == solution.to_json()
    assert widget.cube == cube
    total = sum(len(step.alg.moves) for step in solution.steps)
    widget.set_state({"cursor": total})
    assert widget.cube.is_solved
    assert not cube.is_solved
    by_hand(widget, "R")
    assert widget.cube == Cube.from_alg("R")


def test_options_are_checked() -> None:
    assert show(Cube(2), height=200, speed=8, marks=False).height == 200
    for wrong in ({"height": 0}, {"speed": -1}):
        with pytest.raises(Exception, match=r"height|speed"):
            show(Cube(2), **wrong)
    with pytest.raises(TypeError, match="a cube or a solution"):
        show("R U")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a cube or a solution"):
        show(Alg("R"))  # type: ignore[arg-type]


def test_the_front_end_is_one_module_of_the_pages_own() -> None:
    text = script()
    assert "import " not in "".join(line for line in text.splitlines() if line.startswith("import"))
    assert text.count("\nexport ") == 1
    assert "class CubeView extends EventTarget" in text  # the page's view, not a copy of it
    assert "class Player" in text
    assert ".cubesolve" in style()
    assert len(text) < 200_000


def test_pictures_stay_where_no_widget_can_be_shown() -> None:
    cube = Cube(3)
    widget = show(cube)
    data, _ = widget._repr_mimebundle_()
    assert data["image/svg+xml"] == cube._repr_svg_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert cube._repr_mimebundle_() == {}  # there is no notebook here
    assert solve(cube, "cfop")._repr_svg_() == cube._repr_svg_()


def test_a_cube_shows_itself_in_marimo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which asks for nothing else once it has a bundle, so an empty one would show nothing."""
    marimo = ModuleType("marimo")
    monkeypatch.setattr(marimo, "running_in_notebook", lambda: True, raising=False)
    monkeypatch.setitem(sys.modules, "marimo", marimo)
    cube = Cube(3)
    assert "application/vnd.jupyter.widget-view+json" in cube._repr_mimebundle_()
    monkeypatch.setitem(sys.modules, "cubesolve.notebook.widget", None)
    assert cube._repr_mimebundle_()["image/svg+xml"] == cube._repr_svg_()


def test_without_the_extra_it_is_named() -> None:
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "from cubesolve import Cube, show\n"
        "try: show(Cube(3))\n"
        "except ImportError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "widgets need an extra: pip install 'cubesolve[notebook]'"


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: Path) -> None:
    # Both take seconds to load, which is for this test alone to wait for.
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    assert not any(cell.get("outputs") for cell in notebook.cells)
    NotebookClient(notebook, timeout=120).execute()
    shown = [
        set(output["data"])
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if "image/svg+xml" in output.get("data", {})
    ]
    assert shown
    if path.stem == "first-steps":
        assert all("application/vnd.jupyter.widget-view+json" in kinds for kinds in shown)
