"""The titles under which the choices of Cuba stand."""

from collections.abc import Mapping

from malecon.core.i18n import N_
from malecon.games.cuba.text.means import NO_RESOURCES, counts
from malecon.games.cuba.text.prompts import me
from malecon.games.cuba.text.words import in_words
from malecon.presentation.game_text import InWords
from malecon.presentation.perspective import Scene

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


def trade_title(scene: Scene, notation: str) -> str:
    """Return the title of a purchase, a sale, an alternative or the end."""
    return scene.language.say(TRADES[notation.split()[0]])


def build_title(scene: Scene, notation: str) -> str:
    """Return the title of a building, or of what is done instead."""
    is_building = notation.startswith("build ") and notation != "build nothing"
    return scene.language.say(N_("Buildings you can pay for") if is_building else ELSE)


def use_title(scene: Scene, notation: str) -> str:
    """Return the title of a near or a far building (CUB-4.40)."""
    if notation == "end use":
        return scene.language.say(ELSE)
    name = notation.removeprefix("use ")
    near = {field.building for field in me(scene).fields if field.name in scene.view.question.near}
    is_near = name in near or f"printed {name}" in near
    return scene.language.say(NEAR if is_near else FAR)


def load_title(scene: Scene, notation: str) -> str:
    """Return the title of what is loaded on the ship at one dock, with the ship's number."""
    _, _, dock = notation.partition(" on dock ")
    if not dock:
        return scene.language.say(ELSE)
    ship = scene.view.harbour[int(dock) - 1]
    free = [space - loaded for space, loaded in zip(ship.ship.needs(), counts(ship.cargo), strict=True)]
    pieces = in_words((*NO_RESOURCES, *free), scene.language)
    return scene.language.say(
        N_("Dock {dock}, ship {ship}, free: {pieces}"), dock=dock, ship=ship.ship.id, pieces=pieces
    )


TITLES: Mapping[str, InWords] = {
    "trade": trade_title,
    "build": build_title,
    "use": use_title,
    "load": load_title,
}
"""By the kind of question, the title under which a choice stands."""
