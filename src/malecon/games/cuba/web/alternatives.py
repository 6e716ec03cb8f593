"""The spaces of the alternatives, which a character can take instead of its action (CUB-1.9, CUB-4.4)."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from malecon.games.cuba.web.art import draw_template
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


class Space(NamedTuple):
    """A space of the alternatives.

    Attributes:
        gives: ``points``, ``pesos``, ``resource`` or ``product``.
        amount: how many of them.
        covered: whether a marker lies there.
        moves: what can be taken here now; each ends with what it takes.
    """

    gives: str
    amount: int
    covered: bool
    moves: tuple[str, ...] = ()


def alternative_part(character: str, spaces: tuple[Space, ...], context: BoardContext) -> Part:
    """Return the part with the spaces of a character."""
    moves = [move for space in spaces for move in space.moves]
    return Part(f"instead-{character}", draw_alternative, (character, spaces), context.buttons(*moves))


def draw_alternative(canvas: Canvas, value: tuple[str, tuple[Space, ...]]) -> Markup:
    """Draw the spaces of a character."""
    character, spaces = value
    return draw_template("instead.html", canvas, character=character, spaces=spaces)


def spaces_taking(pieces: Sequence[str], context: BoardContext) -> tuple[str, ...]:
    """Return the moves by which the Tradeswoman can take one of these pieces (CUB-4.25)."""
    trading = context.question.kind == "trade"
    return tuple(f"take {piece}" for piece in pieces if trading and context.can(f"take {piece}"))


def spaces_of(gives: str, amounts: Sequence[int], taken: int, context: BoardContext) -> tuple[Space, ...]:
    """Return the spaces of one alternative; the first that is free has its move (CUB-4.33, CUB-4.52)."""
    move = f"take {gives}"
    moves = (move,) if context.can(move) else ()
    return tuple(
        Space(gives, amount, place < taken, moves if place == taken else ()) for place, amount in enumerate(amounts)
    )
