"""The sentences about the causes of Cuba's moves."""

from malecon.core.i18n import N_, NN_, Language
from malecon.games.cuba.boards import PLACES, PRODUCTS
from malecon.games.cuba.cards import LAW_KINDS, NAMES
from malecon.games.cuba.rules import BUILDING_POINTS
from malecon.games.cuba.text.descriptions import law_text, law_title
from malecon.games.cuba.text.words import (
    ALL_BUILDINGS,
    FORMS,
    POINTS,
    VOTES,
    building_name,
    character_name,
    place_name,
)
from malecon.presentation.fact import ROUNDS, ReasonWords

THINGS = {
    "tax": N_("the tax"),
    "duty": N_("the duty"),
    "subsidy": N_("the subsidy"),
    "other": N_("the act"),
    "alternative": N_("the alternative action"),
    "points instead": N_("the points without building"),
    "pesos instead": N_("the pesos without loading"),
    "pieces instead": N_("the piece without trading"),
    "bids": N_("the bids"),
    "spoiling": N_("the storage"),
    "cost": N_("buildings"),
    "market": N_("the market"),
    "supply": N_("the supply"),
    "worker": N_("the harvest"),
    "start": N_("the set-up"),
}


def thing_in_words(thing: str, language: Language) -> str:
    """Return a thing of the ledger in words, or a law that is enacted.

    >>> thing_in_words("small bank", Language()), thing_in_words("dock 3", Language())
    ('the small bank', 'dock 3')
    >>> thing_in_words("tax pesos 3", Language()), thing_in_words("harbour act 1", Language())
    ('3 pesos', 'harbour act')
    """
    kind, _, amount = thing.rpartition(" ")
    if kind in LAW_KINDS:
        is_act = kind.endswith(" act")
        return law_title(kind, language) if is_act else law_text(kind, int(amount), 0, language)
    if (character := thing.removesuffix(" card")) in NAMES and character != thing:
        return language.say(N_("the {character}"), character=character_name(character, language))
    if thing in ALL_BUILDINGS:
        return language.say(N_("the {building}"), building=building_name(thing, language))
    return place_name(thing, language) if thing in PLACES else language.say(THINGS.get(thing, thing))


REASON_WORDS = ReasonWords(
    clauses={
        "score": (N_("{thing} brings {player} {amount}"), N_("{thing} brings you {amount}")),
        "not build": (N_("{player} gets {amount} for not building"), N_("you get {amount} for not building")),
        "not load": (N_("{player} gets {amount} for not loading"), N_("you get {amount} for not loading")),
        "not trade": (N_("{player} gets {amount} for not trading"), N_("you get {amount} for not trading")),
        "bid": (
            N_("{player} bids {amount} in vain"),
            N_("you bid {amount} in vain"),
        ),
        "load": (N_("{player} loads at {thing} ({points})"), N_("you load at {thing} ({points})")),
        "give": (N_("{player} loads {amount} at {thing}"), N_("you load {amount} at {thing}")),
        "get": (N_("{thing} brings {player} {amount}"), N_("{thing} brings you {amount}")),
        "pay": (N_("{player} pays {amount} for {thing}"), N_("you pay {amount} for {thing}")),
        "buy": (N_("{player} buys {amount} at {thing}"), N_("you buy {amount} at {thing}")),
        "sell": (N_("{player} sells {amount} at {thing}"), N_("you sell {amount} at {thing}")),
        "spend": (N_("{player} spends {amount} at {thing}"), N_("you spend {amount} at {thing}")),
        "earn": (N_("{player} earns {amount} at {thing}"), N_("you earn {amount} at {thing}")),
        "spoil": (N_("{player} loses {amount} for lack of storage"), N_("you lose {amount} for lack of storage")),
        "build": (N_("{player} builds {thing}"), N_("you build {thing}")),
        "play": (N_("{player} plays {thing}"), N_("you play {thing}")),
        "move": (N_("{player} moves the pawn"), N_("you move the pawn")),
        "reach": (N_("{player}’s pawn reaches {thing}"), N_("your pawn reaches {thing}")),
        "move away": (
            N_("{player}’s pawn no longer reaches {thing}"),
            N_("your pawn no longer reaches {thing}"),
        ),
        "use": (N_("{player} uses {thing}"), N_("you use {thing}")),
        "show": (N_("{player} has {amount} in parliament"), N_("you have {amount} in parliament")),
        "lack": (N_("{player} does not pay {thing}"), N_("you do not pay {thing}")),
        "win vote": (N_("{player} wins the vote"), N_("you win the vote")),
        "enact": (N_("a new law ({other}) comes in place of {thing}"), ""),
        "first": (N_("{player} becomes first player"), N_("you become first player")),
        "leave": (N_("the ship at {thing} leaves"), ""),
        "end": (N_("the game ends"), ""),
        "win": (N_("{player} wins"), N_("you win")),
    },
    thing=thing_in_words,
    pieces={**FORMS, "vote": VOTES},
    points=POINTS,
    rounds=ROUNDS,
    units={"dock 2": 2, "dock 3": 3},
    fixed=frozenset({"tax", "duty"}),
    sources={"build": N_("new buildings"), "score": N_("tax and duty together")},
    at_end={"build": BUILDING_POINTS},
    groups=((NN_("{count} product", "{count} products"), frozenset(PRODUCTS)),),
)
