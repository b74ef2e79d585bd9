"""Options of methods: what can be asked for beside how far, how long and in which metric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict


class Options(TypedDict, total=False):
    """The options that `solve` takes; each method offers some of them."""

    parity: str
    advanced_edge_parity: bool


@dataclass(frozen=True)
class Option:
    """An option of a method: its name, what it can be, the default first, and what it is for."""

    name: str
    values: tuple[str | bool, ...]
    about: str

    @property
    def default(self) -> str | bool:
        """What it is if nobody asks for anything else."""
        return self.values[0]

    def check(self, value: object) -> None:
        """Raise `ValueError` if the option cannot be this."""
        if not any(type(value) is type(each) and value == each for each in self.values):
            expected = " or ".join(map(str, self.values))
            raise ValueError(f"expected {self.name} to be {expected}, got {value!r}")
