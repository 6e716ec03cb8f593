"""The titles under which the choices of Cuba stand."""

from collections.abc import Mapping

from msgspec.structs import astuple

from malecon.core.i18n import N_
from malecon.games.cuba.text.prompts import choice_of
from malecon.games.cuba.text.words import NO_RESOURCES, in_words
from malecon.presentation.game_text import InWords
from malecon.presentation.perspective import Perspective

TRADES = {
    "buy": N_("Buy"),
    "sell": N_("Sell"),
    "take": N_("Take one piece instead"),
    "end": N_("Or"),
}
"""By the first word of a notation."""
NEAR = N_("In the row and column of your pawn, as many as you like")
FAR = N_("Elsewhere, one and no other")
ELSE = N_("Or")


def trade_title(perspective: Perspective, notation: str) -> str:
    """Return the title of a purchase, a sale, an alternative or the end."""
    return perspective.language.say(TRADES[notation.split()[0]])


def build_title(perspective: Perspective, notation: str) -> str:
    """Return the title of a building, or of what is done instead."""
    is_building = notation.startswith("build ") and notation != "build nothing"
    return perspective.language.say(N_("Buildings you can pay for") if is_building else ELSE)


def use_title(perspective: Perspective, notation: str) -> str:
    """Return the title of a near or a far building (CUB-4.40)."""
    if notation == "end use":
        return perspective.language.say(ELSE)
    is_near = choice_of(perspective, notation).field in perspective.view.question.near
    return perspective.language.say(NEAR if is_near else FAR)


def load_title(perspective: Perspective, notation: str) -> str:
    """Return the title of what is loaded on the ship at one dock, with the ship's number."""
    _, _, dock = notation.partition(" on dock ")
    if not dock:
        return perspective.language.say(ELSE)
    ship = perspective.view.harbour[int(dock) - 1]
    pieces = in_words((*NO_RESOURCES, *astuple(ship.free)), perspective.language)
    return perspective.language.say(
        N_("Dock {dock}, ship {ship}, free: {pieces}"), dock=dock, ship=ship.ship.id, pieces=pieces
    )


TITLES: Mapping[str, InWords] = {
    "trade": trade_title,
    "build": build_title,
    "use": use_title,
    "load": load_title,
}
"""By the kind of question, the title under which a choice stands."""
