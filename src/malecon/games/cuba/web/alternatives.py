"""The spaces of the alternatives that characters can take instead of their action (CUB-1.9, CUB-4.4)."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup
from msgspec import Struct

from malecon.core.i18n import N_, Language
from malecon.games.cuba.text import words
from malecon.games.cuba.web.art import TEMPLATES
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

GIFTS: Mapping[str, str] = {"resource": N_("1 resource"), "product": N_("1 product of the cheapest kind")}
"""What the spaces of the Tradeswoman give."""


class Space(Struct, frozen=True):
    """A space of the alternatives.

    Attributes:
        gives: ``points``, ``pesos``, ``resource`` or ``product``.
        amount: how many of them.
        covered: whether a marker lies there.
        move: by which it can be taken now; empty if it cannot.
    """

    gives: str
    amount: int
    covered: bool
    move: str = ""


def alternative_part(character: str, spaces: tuple[Space, ...], context: BoardContext) -> Part:
    """Return the part with the spaces of a character."""
    moves = (space.move for space in spaces if space.move)
    return Part(f"instead-{character}", _draw_alternative, (character, spaces), context.buttons(*moves))


def _draw_alternative(canvas: Canvas, value: tuple[str, tuple[Space, ...]]) -> Markup:
    """Draw the spaces of a character."""
    character, spaces = value
    gifts = [_gift_of(space, canvas.language) for space in spaces]
    return TEMPLATES.draw(
        "cuba/instead.html",
        canvas,
        character=character,
        spaces=zip(spaces, gifts, strict=True),
        gifts=canvas.language.listing(gifts),
    )


def _gift_of(space: Space, language: Language) -> str:
    """Return the gain of a space of the alternatives, in words, e.g. ``2 pesos``."""
    if space.gives in GIFTS:
        return language.say(GIFTS[space.gives])
    return language.count(words.POINTS if space.gives == "points" else words.FORMS["peso"], space.amount)


def spaces_of(gives: str, amounts: Sequence[int], taken: int, context: BoardContext) -> tuple[Space, ...]:
    """Return the spaces of one alternative; the first that is free has its move (CUB-4.33, CUB-4.52)."""
    move = f"take {gives}" if context.can(f"take {gives}") else ""
    return tuple(
        Space(gives, amount, place < taken, move if place == taken else "") for place, amount in enumerate(amounts)
    )
