"""The questions of Cuba as the viewer is asked them, and the titles under which the choices stand."""

from collections.abc import Callable, Mapping

from msgspec.structs import astuple

from malecon.core.i18n import N_, NN_, Language
from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.cards import DUTY, TAX
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.laws_due import LawDue
from malecon.games.cuba.player_view import PlayerSeen
from malecon.games.cuba.rules.laws import BOTH_POINTS, PAID_POINTS
from malecon.games.cuba.text.descriptions import law_text
from malecon.games.cuba.text.words import (
    NO_RESOURCES,
    POINTS,
    VOTES,
    building_name,
    in_words,
    pesos,
    piece_name,
    place_name,
)
from malecon.presentation.game_text import InWords
from malecon.presentation.perspective import Perspective

PROMPTS = {
    "seal": N_("Which character do you seal for the parliament?"),
    "move": N_("Where does your pawn go?"),
    "trade": N_("What do you buy or sell?"),
    "build": N_("What do you build?"),
    "use": N_("Which building do you use?"),
    "exchange": N_("What do you exchange?"),
    "veto": N_("Which bill do you remove?"),
    "enact": N_("Which two bills become law?"),
}
"""By the kind of question, where the words are always the same."""
STILL_FREE = NN_(
    "Which field do you harvest? {count} is free, then each costs 1 water.",
    "Which field do you harvest? {count} are free, then each costs 1 water.",
)
LAST_TWO = 2
TAX_OF = NN_("{pieces} for {count} building", "{pieces} for {count} buildings")
COUNTED_TAX = NN_(
    "{pieces} for {count} building, the printed warehouse",
    "{pieces} for {count} buildings, the printed warehouse included",
)
AT_WHARF = NN_(
    "What do you load at the {building}? {count} piece at most.",
    "What do you load at the {building}? {count} pieces at most.",
)


def prompt(perspective: Perspective) -> str:
    """Return the question to the viewer."""
    kind = perspective.view.question.kind
    return perspective.language.say(PROMPTS[kind]) if kind in PROMPTS else WITH_FACTS[kind](perspective)


def me(perspective: Perspective) -> PlayerSeen:
    """Return the viewer."""
    viewer: PlayerSeen = perspective.view.players[perspective.viewer]
    return viewer


def choice_of(perspective: Perspective, notation: str) -> Choice:
    """Return an action of the viewer with what follows from it; nothing follows from one that is not possible now."""
    return next((choice for choice in perspective.view.choices if choice.notation == notation), Choice(notation))


def _stock(perspective: Perspective) -> str:
    """Ask what to begin with (CUB-2.5)."""
    if not any(me(perspective).kept):
        return perspective.language.say(N_("Which two resources do you begin with?"))
    return perspective.language.say(N_("Which two products do you begin with?"))


def play(perspective: Perspective) -> str:
    """Ask for a character; of the last two the other one votes (CUB-4.1)."""
    viewer = me(perspective)
    is_last = viewer.hand_size == LAST_TWO and not viewer.sealed
    other = N_("Which character do you play? The other one votes in the parliament.")
    return perspective.language.say(other if is_last else N_("Which character do you play?"))


def swap(perspective: Perspective) -> str:
    """Ask for a ship of the pile; whoever has looked has used the Lighthouse (CUB-10.22)."""
    return perspective.language.say(N_("Which ship comes to sea, if any? The pile is shuffled either way."))


def harvest(perspective: Perspective) -> str:
    """Ask for a product field (CUB-4.12)."""
    free = perspective.view.question.free
    if free:
        return perspective.language.count(STILL_FREE, free)
    return perspective.language.say(N_("Which field do you harvest for 1 water?"))


def place(perspective: Perspective) -> str:
    """Ask where to build."""
    return perspective.language.say(N_("Where do you build the {building}?"), building=building(perspective))


def _amount(perspective: Perspective) -> str:
    """Ask how many pieces a building takes, all of one kind."""
    language = perspective.language
    kind = next(kind for kind in PIECES if any(getattr(each.costs, kind) for each in perspective.view.choices))
    return language.say(
        N_("How many pieces ({piece}) do you give to the {building}?"),
        piece=piece_name(kind, language),
        building=building(perspective),
    )


def pay(perspective: Perspective) -> str:
    """Ask what to pay at a building, or as the duty (CUB-7.2)."""
    if perspective.view.question.law is None:
        return perspective.language.say(N_("What do you pay at the {building}?"), building=building(perspective))
    law = next(law for law in perspective.view.in_force if law is not None and law.kind.startswith("duty"))
    asked = law_text(law.kind, law.amount, law.most, perspective.language)
    template = N_("Pay the duty ({pieces})? {score}. You have not paid the tax.")
    if perspective.view.laws_due[TAX].is_payable is False:
        template = N_("Pay the duty ({pieces})? {score}. You could not pay the tax.")
    if me(perspective).tax_paid:
        template = N_("Pay the duty ({pieces})? {score}, and {more} more, because you have paid the tax.")
    return perspective.language.say(template, pieces=asked, **_reward(perspective))


def load(perspective: Perspective) -> str:
    """Ask what to load (CUB-4.50, CUB-10.7, CUB-10.8)."""
    question, language = perspective.view.question, perspective.language
    if question.building is not None:
        return language.count(AT_WHARF, question.to_load, building=building(perspective))
    if question.dock is not None:
        return language.say(N_("What else do you load at {place}?"), place=place_name(question.dock, language))
    return language.say(N_("What do you load, and on which ship?"))


def bid(perspective: Perspective) -> str:
    """Ask for a bid (CUB-5.2, CUB-5.4)."""
    viewer, say = me(perspective), perspective.language.say
    votes = perspective.language.count(VOTES, viewer.votes)
    if perspective.view.question.ballot == 1:
        return say(N_("You have {votes}. How many pesos do you bid? Each is one more."), votes=votes)
    others = [perspective.names[seat] for seat in perspective.view.question.bidders if seat != perspective.viewer]
    template = N_("Tied with {names} at {votes}. How many pesos more?")
    return say(template, names=perspective.language.listing(others), votes=votes)


def tax(perspective: Perspective) -> str:
    """Ask for the tax (CUB-7.1)."""
    view, language = perspective.view, perspective.language
    asked, due = pesos(view.question.tax, language), view.laws_due[TAX]
    if due.buildings:
        asked = language.count(TAX_OF, due.buildings, pieces=asked)
    template = N_("Pay the tax ({pieces})? {score}, and {more} more if you pay the duty, too.")
    if view.laws_due[DUTY].is_payable is False:
        template = N_("Pay the tax ({pieces})? {score}. You cannot pay the duty.")
    return language.say(template, pieces=asked, **_reward(perspective))


def law_due_text(due: LawDue, language: Language) -> str:
    """Return the sum of a tax that counts buildings; empty for other laws.

    >>> law_due_text(LawDue(True, pesos=3, buildings=3), Language())
    '3 pesos for 3 buildings, the printed warehouse included'
    """
    if not due.buildings:
        return ""
    return language.count(COUNTED_TAX, due.buildings, pieces=pesos(due.pesos, language))


def _reward(perspective: Perspective) -> Mapping[str, object]:
    """Return the facts about what paying is worth (CUB-7.1 to 7.3)."""
    return {"score": perspective.language.count(POINTS, PAID_POINTS), "more": BOTH_POINTS}


def building(perspective: Perspective) -> str:
    """Return the building that is placed or used."""
    return building_name(perspective.view.question.building, perspective.language)


WITH_FACTS: Mapping[str, Callable[[Perspective], str]] = {
    "stock": _stock,
    "play": play,
    "harvest": harvest,
    "swap": swap,
    "place": place,
    "amount": _amount,
    "pay": pay,
    "load": load,
    "bid": bid,
    "tax": tax,
}
"""By the kind of question, where the words depend on the position."""


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


def _trade_title(perspective: Perspective, notation: str) -> str:
    """Return the title of a purchase, a sale, an alternative or the end."""
    return perspective.language.say(TRADES[notation.split()[0]])


def _build_title(perspective: Perspective, notation: str) -> str:
    """Return the title of a building, or of what is done instead."""
    is_building = notation.startswith("build ") and notation != "build nothing"
    return perspective.language.say(N_("Buildings you can pay for") if is_building else ELSE)


def _use_title(perspective: Perspective, notation: str) -> str:
    """Return the title of a near or a far building (CUB-4.40)."""
    if notation == "end use":
        return perspective.language.say(ELSE)
    is_near = choice_of(perspective, notation).field in perspective.view.question.near
    return perspective.language.say(NEAR if is_near else FAR)


def _load_title(perspective: Perspective, notation: str) -> str:
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
    "trade": _trade_title,
    "build": _build_title,
    "use": _use_title,
    "load": _load_title,
}
"""By the kind of question, the title under which a choice stands."""
