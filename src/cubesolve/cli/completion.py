"""The command `completion`: scripts that let a shell complete commands and options."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import NamedTuple

from cubesolve.cli.exits import OK
from cubesolve.cli.outputs import write

FILES = ("FILE", "FOLDER")  # what options that take a path say they take


class Option(NamedTuple):
    """An option of a command: its names, what it is for, and what may follow it."""

    names: tuple[str, ...]
    help: str
    value: str  # what stands for it in the help; empty if nothing follows
    choices: tuple[str, ...]
    needs_value: bool
    may_repeat: bool

    @property
    def takes_file(self) -> bool:
        """Whether a path follows."""
        return self.value in FILES


class Described(NamedTuple):
    """A command as completion sees it."""

    name: str
    summary: str
    options: tuple[Option, ...]
    words: tuple[str, ...]  # what may stand without an option, where that is a choice


def add_completion(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `completion`."""
    parser.add_argument("shell", choices=tuple(SCRIPTS), help="the shell to write the script for")


def completion(args: argparse.Namespace) -> int:
    """Write the script."""
    write(SCRIPTS[args.shell](list(described_commands(args.parser))))
    return OK


def described_commands(parser: argparse.ArgumentParser) -> Iterator[Described]:
    """Yield every command of a parser.

    argparse has no public way to ask for what was added to it; these names of its own have not
    changed since Python 3.2, and a test would notice.
    """
    (commands,) = (
        action for action in parser._actions if isinstance(action, argparse._SubParsersAction)
    )
    summaries = {action.dest: action.help or "" for action in commands._choices_actions}
    for name, sub in commands.choices.items():
        options = tuple(_option(each) for each in sub._actions if each.option_strings)
        places = (each for each in sub._actions if not each.option_strings and each.choices)
        words = tuple(str(word) for each in places for word in each.choices or ())
        yield Described(name, summaries[name], options, words)


def _option(action: argparse.Action) -> Option:
    choices = tuple(str(each) for each in action.choices or ())
    takes_value = action.nargs != 0
    value = action.metavar or action.dest.upper() if takes_value else ""
    return Option(
        names=tuple(action.option_strings),
        help=(action.help or "").replace("%%", "%"),
        value=str(value),
        choices=choices,
        needs_value=takes_value and action.nargs not in ("?", "*"),
        may_repeat=isinstance(action, argparse._AppendAction),
    )


def bash_script(commands: list[Described]) -> str:
    """Return the script for bash; where it has no word to offer, bash offers files."""
    values = [
        f"        {'|'.join(f'{command.name},{name}' for name in option.names)})"
        f' words="{" ".join(option.choices)}" ;;'
        for command in commands
        for option in command.options
        if option.choices
    ]
    names = [
        f'        {command.name},-*) words="'
        f'{" ".join(name for option in command.options for name in option.names)}" ;;'
        for command in commands
    ]
    places = [
        f'        {command.name},*) words="{" ".join(command.words)}" ;;'
        for command in commands
        if command.words
    ]
    first = " ".join(command.name for command in commands)
    return "\n".join([
        "# Completion of cubesolve for bash: source <(cubesolve completion bash)",
        "_cubesolve() {",
        '    local words="" command=${COMP_WORDS[1]} current=${COMP_WORDS[COMP_CWORD]}',
        "    local before=${COMP_WORDS[COMP_CWORD-1]}",
        "    if [[ $COMP_CWORD -eq 1 ]]; then",
        f'        words="{first} --help --version"',
        '    else case "$command,$before" in',
        *values,
        '    *) case "$command,$current" in',
        *names,
        *places,
        "    esac ;;",
        "    esac; fi",
        '    COMPREPLY=($(compgen -W "$words" -- "$current"))',
        "}",
        "complete -o default -o bashdefault -F _cubesolve cubesolve",
    ])  # fmt: skip


def zsh_script(commands: list[Described]) -> str:
    """Return the script for zsh, which shows what each option is for."""
    lines = [
        "#compdef cubesolve",
        "# Completion of cubesolve for zsh: source <(cubesolve completion zsh)",
        "_cubesolve() {",
        "    if (( CURRENT == 2 )); then",
        "        local -a commands=(",
        *(f"            {_quoted(f'{each.name}:{each.summary}')}" for each in commands),
        "        )",
        "        _describe command commands",
        "        return",
        "    fi",
        "    local command=$words[2]",
        "    shift words; (( CURRENT-- ))",
        "    case $command in",
    ]
    for command in commands:
        specs = [_zsh_option(option) for option in command.options]
        place = f"({' '.join(command.words)})" if command.words else "_files"
        lines.append(f"        {command.name}) _arguments \\")
        lines += [f"            {spec} \\" for spec in specs]
        lines.append(f"            '*:{command.name}:{place}' ;;")
    return "\n".join([
        *lines,
        "    esac",
        "}",
        "compdef _cubesolve cubesolve",
    ])  # fmt: skip


def _zsh_option(option: Option) -> str:
    text = option.help
    for character in "\\[]:":
        text = text.replace(character, f"\\{character}")
    names = "" if option.may_repeat or len(option.names) == 1 else f"'({' '.join(option.names)})'"
    listed = f"{{{','.join(option.names)}}}" if len(option.names) > 1 else option.names[0]
    star = "'*'" if option.may_repeat else ""
    after = ""
    if option.value:
        what = f"({' '.join(option.choices)})" if option.choices else " "
        what = "_files" if option.takes_file else what
        after = f"{':' if option.needs_value else '::'}{option.value}:{what}"
    return f"{names}{star}{listed}{_quoted(f'[{text}]{after}')}"


def fish_script(commands: list[Described]) -> str:
    """Return the script for fish, which shows what each command and option is for."""
    lines = ["# Completion of cubesolve for fish: cubesolve completion fish | source"]
    for command in commands:
        lines.append(
            f"complete -c cubesolve -n __fish_use_subcommand -f -a {command.name}"
            f" -d {_fish(command.summary)}"
        )
        seen = f"complete -c cubesolve -n '__fish_seen_subcommand_from {command.name}'"
        if command.words:
            lines.append(f"{seen} -f -a {_fish(' '.join(command.words))}")
        lines += [f"{seen} {_fish_option(option)}" for option in command.options]
    return "\n".join(lines)


def _fish_option(option: Option) -> str:
    names = " ".join(
        f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names
    )
    value = " -r" if option.takes_file else " -x" if option.needs_value else ""
    choices = f" -a {_fish(' '.join(option.choices))}" if option.choices else ""
    return f"{names}{value}{choices} -d {_fish(option.help)}"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SCRIPTS: dict[str, Callable[[list[Described]], str]] = {
    "bash": bash_script,
    "zsh": zsh_script,
    "fish": fish_script,
}
