"""Why a step was chosen, and what the parts of its moves are for."""

from __future__ import annotations

from collections.abc import Sequence

from cubesolve.notation.structure import Role
from cubesolve.words.grammar import listed, spelled

ABOUT = {
    Role.SETUP: "Set up: make room, or bring pieces to where the next turns work.",
    Role.ACTION: "Do it: this is what the setup was for.",
    Role.RESTORE: "Restore: the setup is taken back, and what it disturbed returns.",
    Role.A: "A: the first part.",
    Role.B: "B: the second part. It shares some pieces with A.",
    Role.A_BACK: "A backwards: what B did not touch returns.",
    Role.B_BACK: (
        "B backwards: what A did not touch returns, too. What is left comes from the pieces they"
        " share."
    ),
    Role.TURNS: "Turns on the way.",
}


def cheapest(kind: str, turns: int, others: Sequence[int]) -> str:
    """Of the pieces that are left, none takes fewer turns."""
    if not others:
        return f"It is the last {kind} of this stage."
    rest = listed([str(other) for other in sorted(others)])
    them = "the other" if len(others) == 1 else "the others"
    return f"No other {kind} that is left takes fewer turns: this one takes {turns}, {them} {rest}."


def fewest_for_cross(turns: int) -> str:
    """A table knows the shortest cross."""
    return (
        f"No way to this cross is shorter than {spelled(turns, 'turn')}. A person places one edge"
        " after the other and needs a few more."
    )


def fewest_algorithms(count: int) -> str:
    """The algorithms of a stage, as few of them as will do."""
    if count == 0:
        return ""
    if count == 1:
        return "One algorithm that a beginner knows, or one turn of the last layer, is enough here."
    return (
        f"It takes {spelled(count, 'algorithm')} that a beginner knows, turns of the last layer"
        " counted too; fewer would not do."
    )


def shortest_by_algorithms(turns: int) -> str:
    """The algorithms that a beginner knows, with the fewest turns."""
    return f"The algorithms that a beginner knows take at least {spelled(turns, 'turn')} here."


def recognised(case: str, turn: str, what: str) -> str:
    """A case of a sheet was seen; `what` is what one looks at."""
    after = f", after {turn}" if turn else ""
    return f"{what} show this case: {case}{after}. Each case has an algorithm of its own."


def twist_one_by_one(corners: int) -> str:
    """Corners are twisted in one place."""
    return (
        f"{spelled(corners, 'corner').capitalize()} {'is' if corners == 1 else 'are'} still"
        " twisted. The turns always twist the corner in the same place, so the last layer brings"
        " one corner after the other there."
    )


def most_for_its_length(gain: int, what: str, turns: int) -> str:
    """The step gains the most for its turns."""
    return (
        f"Of all steps of this kind it gains the most for its length: {spelled(gain, what)} in"
        f" {spelled(turns, 'turn')}."
    )


def shortest_layer(turns: int) -> str:
    """A table knows the shortest first layer of a 2x2."""
    return (
        f"No way to this layer is shorter than {spelled(turns, 'turn')}, and no other colour on any"
        " face takes fewer."
    )


def only_turned() -> str:
    """A layer is right but for a turn."""
    return "All that is missing is this turn: the pieces of the layer are in the right order."


def middles_first() -> str:
    """The middle layer of an odd cube turns to where its centres belong."""
    return "The middle pieces of the centres have to come to their own sides."


def even_wings() -> str:
    """A quarter turn more or less of a layer, for the parity of its wings."""
    return (
        "This turn leaves the wings of the layer an even number of swaps away from home, which"
        " saves fixing parity at the end."
    )


def nothing_right_yet() -> str:
    """A step that puts nothing right by itself."""
    return "Nothing more can be put right as the pieces lie now; after these turns something can."


def most_layers(gain: int, turns: int) -> str:
    """The step puts the most stickers of the layer right."""
    return f"It puts {spelled(gain, 'more sticker')} right in {spelled(turns, 'turn')}."


def parity_first(turns: int) -> str:
    """Parity is fixed before the centres are built."""
    later = "about 15 turns once the centres are built"
    return f"It costs {spelled(turns, 'turn')} now, and would cost {later}."


def outer_turns_cannot(what: str) -> str:
    """Only inner layers can fix this."""
    return (
        f"Outer turns alone can never {what}, so an inner layer has to turn. The rest of the"
        " algorithm brings the centres and the other edges back."
    )


def nothing_pairs_here() -> str:
    """No step pairs anything before some turns."""
    return "Nothing can be paired as the edges lie now; after these turns something can."


def nearly_whole(turns: int) -> str:
    """The cube is a few turns from being whole."""
    verb = "brings" if turns == 1 else "bring"
    return f"The cube lacks little: {spelled(turns, 'turn')} {verb} most of it back."
