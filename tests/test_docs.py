"""What the documentation says is true: examples run, pictures are current, links lead somewhere."""

import doctest
import importlib.util
import re
import shlex
from pathlib import Path

import pytest

from cubesolve.cli import main

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_python_examples_run(page: Path) -> None:
    failures, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failures == 0


def commands() -> list[tuple[str, str]]:
    """Return every command of the console blocks with what it is said to print."""
    found = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.S):
            for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, output = part.partition("\n")
                found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), commands())
def test_console_examples_print_what_they_say(
    command: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    program, *arguments = shlex.split(command)
    assert program == "cubesolve"
    main(arguments)
    assert capsys.readouterr().out == output


def test_there_are_examples() -> None:
    assert len(commands()) >= 4
    assert (ROOT / "README.md").read_text(encoding="utf-8").count(">>>") > 10


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_pictures_are_what_the_package_draws() -> None:
    spec = importlib.util.spec_from_file_location("draw_pictures", ROOT / "tools/draw_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pictures = module.pictures()
    assert {p.name for p in (ROOT / "docs/pictures").glob("*.svg")} == set(pictures)
    for file, text in pictures.items():
        assert (ROOT / "docs/pictures" / file).read_text(encoding="utf-8") == text + "\n"


@pytest.mark.parametrize("page", ["README.md", "docs/gallery.md"])
def test_the_film_is_made_by_the_command_beside_it(page: str, tmp_path: Path) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    (command,) = re.findall(r"`cubesolve (draw solve\.svg .*?)`", text)
    name = str(tmp_path / "solve.svg")
    assert main(shlex.split(command.replace("solve.svg", name))) == 0
    made = Path(name).read_text(encoding="utf-8").strip()
    assert made == (ROOT / "docs/pictures/solve.svg").read_text(encoding="utf-8").strip()
