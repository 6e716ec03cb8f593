"""The menus of Cuba that are more than a list: fields for the pawn, bids, pairs of bills, the ship pile."""

from itertools import permutations

from msgspec.structs import astuple

from malecon.core.i18n import N_
from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.cards import TYPES
from malecon.games.cuba.player_view import FieldSeen
from malecon.games.cuba.terminal.marks import MARKS
from malecon.games.cuba.text.choices import bid_answer
from malecon.games.cuba.text.descriptions import field_words, law_words, ship_words
from malecon.games.cuba.text.prompts import ELSE, choice_of, me, prompt
from malecon.games.cuba.text.words import NO_RESOURCES
from malecon.presentation.menu import Group, Menu, Picks
from malecon.presentation.perspective import Perspective


def moves(perspective: Perspective) -> Menu:
    """Return the fields for the pawn with what they give in marks, so that each is one line (CUB-4.11, CUB-4.12)."""
    fields = me(perspective).fields
    title = perspective.language.say(N_("Field: the resources that you get · the products that you choose from"))
    items = tuple(move_in_marks(field, perspective) for field in fields)
    choices: dict[Picks, str] = {(place,): f"move to {field.name}" for place, field in enumerate(fields, start=1)}
    return Menu(prompt(perspective), (Group(title, items),), choices)


def move_in_marks(field: FieldSeen, perspective: Perspective) -> str:
    """Return a field, the resources and the products of its row and column."""
    choice, line = choice_of(perspective, f"move to {field.name}"), MARKS.line
    given, first = choice.gives.pieces(), len(NO_RESOURCES)
    products = given[first:] if choice.choose_from is None else astuple(choice.choose_from)
    facts = {
        "field": field_words(field, perspective.language),
        "resources": line(given[:first], perspective.language),
        "products": line((*NO_RESOURCES, *products), perspective.language),
    }
    return perspective.language.say(N_("{field}: {resources} · {products}"), **facts)


def bids(perspective: Perspective) -> Menu:
    """Return all bids; they are not listed, it is said how far they go (CUB-5.2)."""
    most = me(perspective).pesos
    offers = range(most + 1)
    choices: dict[Picks, str] = {(pesos,): f"bid {pesos}" for pesos in offers}
    labels: dict[Picks, str] = {(pesos,): bid_answer(perspective, str(pesos)) for pesos in offers}
    limits = perspective.language.say(N_("Type 0 to {most}."), most=most)
    return Menu(prompt(perspective), (Group(limits, ()),), choices, labels)


def bill_pairs(perspective: Perspective) -> Menu:
    """Return the pairs of bills, each found by two numbers in any order (CUB-5.3)."""
    bills: list[tuple[str, LawSeen]] = [
        (law_type, law) for law_type, law in zip(TYPES, perspective.view.bills, strict=True) if law is not None
    ]
    choices: dict[Picks, str] = {
        (i + 1, j + 1): f"enact {bills[min(i, j)][0]} {bills[max(i, j)][0]}"
        for i, j in permutations(range(len(bills)), 2)
    }
    title = perspective.language.say(N_("Type two numbers or two names"))
    return Menu(prompt(perspective), (Group(title, tuple(law_words(law, perspective) for _, law in bills)),), choices)


def pile(perspective: Perspective) -> Menu:
    """Return the ships of the pile in their order, which the viewer has seen (CUB-10.22)."""
    ships = {ship.id: ship for ship in perspective.view.pile}
    order = perspective.view.pile_order
    title = perspective.language.say(N_("The pile, the top first"))
    items = tuple(ship_words(ships[number], perspective) for number in order)
    leave = perspective.language.say(N_("leave the ships as they are"))
    choices: dict[Picks, str] = {(place,): f"swap ship {number}" for place, number in enumerate(order, start=1)}
    choices[(len(order) + 1,)] = "swap nothing"
    return Menu(prompt(perspective), (Group(title, items), Group(perspective.language.say(ELSE), (leave,))), choices)


MENUS = {"move": moves, "bid": bids, "enact": bill_pairs, "swap": pile}
"""By the kind of question."""
