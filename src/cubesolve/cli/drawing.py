"""The command `draw`: pictures and films of cubes."""

from __future__ import annotations

import argparse
from pathlib import Path

from cubesolve import SOLVERS, Cube, Film, Picture, Style, solve
from cubesolve.cli.inputs import UsageError, add_cube_arguments, read_cube, read_text, whole_number
from cubesolve.cli.outputs import progress_line, write
from cubesolve.words.grammar import counted

FILMS = (".gif", ".webp", ".svg")
STILLS = (".png", ".webp", ".svg")


def add_draw(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `draw`."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="file to write: .png, .webp or .svg, for a film .gif, .webp or .svg; - writes SVG to"
        " standard output",
    )
    add_cube_arguments(parser)
    _add_what(parser.add_argument_group("what"))
    _add_look(parser.add_argument_group("look"))


def _add_what(what: argparse._ArgumentGroup) -> None:
    what.add_argument(
        "--case", metavar="ALG", help="the case that these moves solve: play them backwards first"
    )
    moving = what.add_mutually_exclusive_group()
    moving.add_argument(
        "--alg", metavar="ALG", help="make a film of these moves; - reads standard input"
    )
    moving.add_argument(
        "--solve",
        nargs="?",
        const="auto",
        choices=("auto", *SOLVERS),
        metavar="METHOD",
        help="make a film of the solution, by this method (default: auto)",
    )
    what.add_argument(
        "--speed",
        type=float,
        metavar="TURNS",
        help="speed of a film in turns a second (default: 3.3; long films are faster)",
    )
    what.add_argument(
        "--stickering",
        metavar="STAGE",
        default="full",
        help="which stickers have a colour: full, cross, f2l, oll, pll, centers, edges, corners, or"
        ' pieces and places such as "UF UFR F2,3" (default: full)',
    )
    what.add_argument(
        "--arrow",
        action="append",
        default=[],
        metavar="FROM-TO",
        help="an arrow between stickers, such as UB-UR or U1,1-U3,3; may be repeated",
    )


def _add_look(look: argparse._ArgumentGroup) -> None:
    look.add_argument(
        "--view",
        choices=("3d", "net", "top"),
        default="3d",
        help="in space, unfolded, or from above with the sides folded out (default: 3d)",
    )
    look.add_argument(
        "--yaw",
        type=float,
        default=36,
        metavar="DEGREES",
        help="look from this far right (default: 36)",
    )
    look.add_argument(
        "--pitch",
        type=float,
        default=28,
        metavar="DEGREES",
        help="look from this far above (default: 28)",
    )
    look.add_argument(
        "--hidden",
        choices=("none", "floating", "through"),
        default="none",
        help="hidden faces: not shown, floating behind the cube, or seen through it"
        " (default: none)",
    )
    look.add_argument(
        "--width",
        type=whole_number(1),
        default=300,
        metavar="PIXELS",
        help="width of the picture (default: 300)",
    )
    look.add_argument(
        "--colors", metavar="LIST", help="six shades for U R F D L B: #ffffff,#c41e3a,…"
    )
    look.add_argument(
        "--plastic",
        default="#16181d",
        metavar="COLOR",
        help="colour between the stickers (default: #16181d)",
    )
    look.add_argument(
        "--arrow-color",
        default="#23272f",
        metavar="COLOR",
        help="colour of the arrows (default: #23272f)",
    )
    look.add_argument(
        "--background",
        metavar="COLOR",
        help="colour behind the cube (default: transparent; white in a GIF)",
    )


def draw_cube(args: argparse.Namespace) -> int:
    """Draw a cube, or make a film."""
    cube = read_cube(args)
    try:
        if args.case is not None:
            cube.take_back(read_text(args.case))
        picture = _film(cube, args) or Picture(cube, _style(args))
        if args.file == "-":
            write(picture.svg())
            return 0
        kinds = FILMS if isinstance(picture, Film) else STILLS
        if Path(args.file).suffix.lower() not in kinds:
            raise UsageError(_wrong_kind(args.file, isinstance(picture, Film)))
        picture.save(args.file)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if isinstance(picture, Film):
        shots = counted(len(picture.shots), "picture")
        write(f"{args.file}: {shots}, {picture.seconds:.1f} seconds")
    return 0


def _style(args: argparse.Namespace) -> Style:
    return Style(
        view=args.view,
        width=int(args.width),
        yaw=args.yaw,
        pitch=args.pitch,
        hidden=args.hidden,
        stickering=args.stickering,
        arrows=tuple(args.arrow),
        arrow_color=args.arrow_color,
        colors=None if args.colors is None else args.colors.split(","),
        plastic=args.plastic,
        background=args.background,
    )


def _film(cube: Cube, args: argparse.Namespace) -> Film | None:
    """Return the film that is asked for, or none."""
    if args.alg is not None:
        return Film(cube, read_text(args.alg), _style(args), args.speed)
    if args.solve is None:
        return None
    with progress_line() as on_progress:
        solution = solve(cube, args.solve, on_progress=on_progress)
    return Film(cube, solution.alg, _style(args), args.speed)


def _wrong_kind(name: str, is_film: bool) -> str:
    if is_film:
        return f"a film is .gif, .webp or .svg, got {name!r}"
    if Path(name).suffix.lower() == ".gif":
        return "a GIF is a film: say what to play with --alg or --solve"
    return f"a picture is .png, .webp or .svg, got {name!r}"
