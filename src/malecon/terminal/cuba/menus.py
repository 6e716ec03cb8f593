"""The menus of Cuba that are more than a list: titles over choices, bids, pairs of bills, the ship pile."""

from collections.abc import Mapping
from itertools import permutations

from malecon.core.language import N_
from malecon.cuba.cards import TYPES
from malecon.cuba.view import LawSeen
from malecon.cuba.words import in_words
from malecon.terminal.cuba.choices import bid_answer, law_words, ship_words
from malecon.terminal.cuba.marks import NO_RESOURCES, counts
from malecon.terminal.cuba.prompts import me, prompt
from malecon.terminal.desk import InWords
from malecon.terminal.menu import Group, Menu, Picks
from malecon.terminal.scene import Scene

TRADES = {
    "buy": N_("Buy"),
    "sell": N_("Sell"),
    "take": N_("Or instead"),
    "end": N_("Or else"),
}
"""By the first word of a notation."""
NEAR = N_("In the row and column of your pawn, as many as you like")
FAR = N_("Elsewhere, only one")
ELSE = N_("Or else")


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


def bids(scene: Scene) -> Menu:
    """Return all bids; the prompt says how far they go, they are not listed (CUB-5.2)."""
    offers = range(me(scene).pesos + 1)
    choices: dict[Picks, str] = {(pesos,): f"bid {pesos}" for pesos in offers}
    labels: dict[Picks, str] = {(pesos,): bid_answer(scene, str(pesos)) for pesos in offers}
    return Menu(prompt(scene), (), choices, labels)


def bill_pairs(scene: Scene) -> Menu:
    """Return the pairs of bills, each found by two numbers in any order (CUB-5.3)."""
    bills: list[tuple[str, LawSeen]] = [
        (law_type, law) for law_type, law in zip(TYPES, scene.view.bills, strict=True) if law is not None
    ]
    choices: dict[Picks, str] = {
        (i + 1, j + 1): f"enact {bills[min(i, j)][0]} {bills[max(i, j)][0]}"
        for i, j in permutations(range(len(bills)), 2)
    }
    title = scene.language.say(N_("Type two numbers or two names"))
    return Menu(prompt(scene), (Group(title, tuple(law_words(law, scene) for _, law in bills)),), choices)


def pile(scene: Scene) -> Menu:
    """Return the ships of the pile in their order, which the viewer has seen (CUB-10.22)."""
    ships = {ship.id: ship for ship in scene.view.pile}
    order = scene.view.pile_order
    title = scene.language.say(N_("The pile, the top first"))
    items = tuple(ship_words(ships[number], scene) for number in order)
    leave = scene.language.say(N_("leave the ships as they are"))
    choices: dict[Picks, str] = {(place,): f"swap ship {number}" for place, number in enumerate(order, start=1)}
    choices[(len(order) + 1,)] = "swap nothing"
    return Menu(prompt(scene), (Group(title, items), Group(scene.language.say(ELSE), (leave,))), choices)


MENUS = {"bid": bids, "enact": bill_pairs, "swap": pile}
"""By the kind of question."""
