"""`SolveStep`: how far to solve."""

from __future__ import annotations

import re
from enum import StrEnum


class SolveStep(StrEnum):
    """How far to solve; each method offers some of these."""

    ALL = "all"
    CENTERS = "centers"
    EDGES = "edges"
    CAGE = "cage"  #: all edges and corners
    L1X = "L1x"  #: the cross of the first layer
    L1 = "L1"
    L2 = "L2"
    L3X = "L3x"  #: the cross of the last layer
    L3 = "L3"
    F2L = "F2L"
    OLL = "OLL"
    PLL = "PLL"
    FIRST_CENTERS = "first-centers"  #: layer by layer on any size: the centre of the first layer
    FIRST_EDGES = "first-edges"
    FIRST_CROSS = "first-cross"
    FIRST_LAYER = "first-layer"
    MIDDLE = "middle"  #: all middle layers; `SolveStep.middle(3)`, "middle-3", the lowest three
    LAST_CENTERS = "last-centers"
    LAST_EDGES = "last-edges"
    LAST_CROSS = "last-cross"

    # As the seeds write them.
    Centers = "centers"
    Edges = "edges"
    Cage = "cage"
    L1x = "L1x"
    L3x = "L3x"

    @classmethod
    def _missing_(cls, value: object) -> SolveStep:
        """Find a step however its name is written: `Centers`, `L3X`, and `middle-3` for any number.

        Steps with a number are made when they are first asked for, and are not listed.
        """
        name = str(value).lower()
        found = re.fullmatch(r"middle-([1-9]\d{0,4})", name)
        if found is None:
            return cls._named(name, value)
        made = cls._value2member_map_.get(name)
        if made is None:
            made = str.__new__(cls, name)
            made._name_ = f"MIDDLE_{found[1]}"
            made._value_ = name
            cls._value2member_map_[name] = made
        assert isinstance(made, cls)
        return made

    @classmethod
    def _named(cls, name: str, value: object) -> SolveStep:
        for step in cls:
            if step.value.lower() == name:
                return step
        raise ValueError(f"expected one of the steps {', '.join(cls)}; got {value!r}")

    @classmethod
    def middle(cls, layers: int) -> SolveStep:
        """Return the step that ends when so many middle layers, from the bottom up, are done.

        >>> SolveStep.middle(3) is SolveStep("middle-3")
        True
        """
        return cls(f"middle-{layers}")

    @property
    def kind(self) -> SolveStep:
        """The step without its number: `middle` for `middle-3`."""
        return SolveStep.MIDDLE if self.layers is not None else self

    @property
    def layers(self) -> int | None:
        """The number of a step that has one: 3 of `middle-3`."""
        word, _, number = self.value.partition("-")
        return int(number) if word == "middle" and number else None
