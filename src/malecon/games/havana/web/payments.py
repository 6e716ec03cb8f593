"""The ways to pay for a tile, each with its pieces and what is exchanged, where there is a choice (HAV-5.5)."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.games.havana.buildings import PIECES
from malecon.games.havana.moves import Amounts, Choice
from malecon.games.havana.text.words import choice_of
from malecon.games.havana.view import View
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

Pieces = tuple[tuple[str, int], ...]
"""Kinds of pieces with their numbers."""


class Payment(NamedTuple):
    """A way to pay: the move, the pieces that are paid as printed, what is given in exchange, and for what."""

    move: str
    plain: Pieces
    given: Pieces
    replaced: Pieces


def payment_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the ways to pay; a spectator has none, and they take no room while there is no choice."""
    if context.perspective.viewer is None:
        return
    buttons = context.buttons("pay ")
    ways = tuple(_payment(choice_of(context.perspective, move.notation)) for move in buttons.moves)
    yield Part("payments", _draw_payments, ways, buttons)


def _payment(choice: Choice) -> Payment:
    """Return a way to pay."""
    plain = (paid - given for paid, given in zip(choice.costs.pieces(), choice.instead.pieces(), strict=True))
    counted = tuple((piece, count) for piece, count in zip(PIECES, plain, strict=True) if count)
    return Payment(choice.notation, counted, _counted(choice.instead), _counted(choice.exchanged))


def _counted(amounts: Amounts) -> Pieces:
    """Return pieces by kinds, those that are not there left out."""
    return tuple((piece, count) for piece, count in zip(PIECES, amounts.pieces(), strict=True) if count)


def _draw_payments(canvas: Canvas, ways: tuple[Payment, ...]) -> Markup:
    """Draw the ways to pay, each as a button."""
    return TEMPLATES.render("havana/payments.html", canvas.language, canvas=canvas, ways=ways)
