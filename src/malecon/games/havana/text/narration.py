"""Telling what happened: the sentences of Havana."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language
from malecon.core.narration import Names, Narrator, Sentences, name_of, name_of_number
from malecon.games.havana import events as on
from malecon.games.havana.buildings import COST_WORDS, PIECES
from malecon.games.havana.cards import CARDS, CODE
from malecon.games.havana.rules.rounds import FEW_CARDS
from malecon.games.havana.text.words import PIECE, card_title, end_name, house_name, pieces

COUNTED = re.compile(r"\d+ \w+(, \d+ \w+)*")
"""Numbers of pieces in a refusal, such as ``1 brick, 2 workers``."""

TEMPLATES: Mapping[type[Event], Sentences] = {
    on.Fetched: (
        N_("{player} puts {tile} of the stack at the {end}."),
        N_("You put {tile} of the stack at the {end}."),
    ),
    on.Dealt: (N_("{player} begins with 1 peso and {pieces}."), N_("You begin with 1 peso and {pieces}.")),
    on.Supplied: (N_("To the centre: {pieces}."), ""),
    on.Chose: (N_("{player} lays two cards face down."), N_("You lay {card} and {second} face down.")),
    on.Revealed: (N_("{player} shows {number}: {card} and {second}."), N_("You show {number}: {card} and {second}.")),
    on.RoundBegan: (N_("Round {number} begins."), ""),
    on.Preceded: (
        N_("{player} shows the same number as {other} and plays earlier, {by}."),
        N_("You show the same number as {other} and play earlier, {by}."),
    ),
    on.TurnBegan: (N_("It is the turn of {player}."), N_("It is your turn.")),
    on.Performed: (N_("{player} performs {card}."), N_("You perform {card}.")),
    on.HadNoEffect: (N_("{card} has no effect for {player}: {why}."), N_("{card} has no effect for you: {why}.")),
    on.Declined: (N_("{player} does without the effect of {card}."), N_("You do without the effect of {card}.")),
    on.Refreshed: (N_("{player} takes a card from the discard pile."), N_("You take {card} from your discard pile.")),
    on.Gained: (N_("{player} takes {pieces}."), N_("You take {pieces}.")),
    on.Drew: (N_("{player} draws {pieces} from the bag."), N_("You draw {pieces} from the bag.")),
    on.Removed: (
        N_("{player} removes {tile} ({end}) from the game."),
        N_("You remove {tile} ({end}) from the game."),
    ),
    on.Taxed: (
        N_("{player} makes {victim} give up {pieces}."),
        N_("You make {victim} give up {pieces}."),
    ),
    on.Robbed: (N_("{player} robs {victim} of {pieces}."), N_("You rob {victim} of {pieces}.")),
    on.Bought: (N_("{player} buys {tile} ({end})."), N_("You buy {tile} ({end}).")),
    on.Paid: (N_("{player} pays {pieces}."), N_("You pay {pieces}.")),
    on.Refilled: (N_("New in the upper row: {tiles}."), ""),
    on.Covered: (N_("{player} lays a card on {covered}."), N_("You cover {covered} with {card}.")),
    on.TookBack: (
        N_("{player} takes back all {count} discarded cards: {few} or fewer were left in hand."),
        N_("You take back all {count} discarded cards: {few} or fewer were left in your hand."),
    ),
    on.KeptDiscards: (N_("{player} does not take back the discards."), N_("You do not take back your discards.")),
}
"""How an event is told as a rule; ``_special`` knows the exceptions."""

NOTHING_TO_ROB: Sentences = (N_("{player} robs {victim} and gets nothing."), N_("You rob {victim} and get nothing."))
NO_SECOND_CUBE: Sentences = (N_("{player} takes no second cube."), N_("You take no second cube."))
LOWER_ROW: Sentences = (N_("New in the lower row: {tiles}."), "")
PRECEDED_YOU: Sentences = (N_("{player} shows the same number as you and plays earlier, {by}."), "")
TAXED_YOU: Sentences = (N_("{player} makes you give up {pieces}."), "")
ROBBED_YOU: Sentences = (N_("{player} robs you of {pieces}."), "")
ROBBED_YOU_OF_NOTHING: Sentences = (N_("{player} robs you and gets nothing."), "")
WHY_NO_EFFECT = {
    "refreshment": N_("the discard pile is empty"),
    "debris": N_("there is no debris in the centre"),
    "conservation": N_("a house was removed in this round already"),
    "worker": N_("the supply has no worker to give"),
    "architect": N_("the supply has no worker to give"),
    "pesos thief": N_("nobody can be robbed"),
    "materials thief": N_("nobody can be robbed"),
    "black market": N_("the bag is empty"),
    "pesos": N_("there are no pesos in the centre"),
    "mama": N_("there are no cubes in the centre"),
}
"""By card: what the rules find missing (``rules/cards.py``, HAV-4.3)."""
TIE_BREAKS = {
    "points": N_("with fewer points"),
    "coloured cubes": N_("with fewer coloured cubes"),
    "pesos": N_("with fewer pesos"),
    "workers": N_("with fewer workers"),
    "debris": N_("with less debris"),
    "age": N_("as the younger of the two"),
}
ENDINGS = {
    "points": N_("The game ends: the points to win are reached."),
    "no tile left": N_("The game ends: no house is left."),
    "no cube left": N_("The game ends: all cubes are in the box."),
    "no purchase and no cube": N_("The game ends: no cube is left to come, and nobody bought for five rounds."),
    "no purchase": N_("The game ends: nobody bought for fifteen rounds."),
}


def _pieces_or_text(fact: str, language: Language) -> str:
    """Return a fact of a refusal in words: numbers of pieces, such as ``1 brick, 2 workers``, or another text.

    >>> _pieces_or_text("1 brick, 2 workers", Language()), _pieces_or_text("how to pay", Language())
    ('1 brick and 2 workers', 'how to pay')
    """
    if not COUNTED.fullmatch(fact):
        return language.say(fact)
    counts = (part.split() for part in fact.split(", "))
    return pieces([(_singular(word), int(count)) for count, word in counts], language)


def _singular(word: str) -> str:
    """Return the piece that tile files spell ``word``.

    >>> _singular("workers"), _singular("glass")
    ('worker', 'glass')
    """
    return PIECES[COST_WORDS.index(word)] if word in COST_WORDS else word


def _special(event: Event, viewer: int | None) -> Sentences | None:
    """Return the sentences of events that are not told like others of their kind."""
    if isinstance(event, on.Ended):
        return ENDINGS[event.reason], ""
    if isinstance(event, on.Refilled) and event.row == 2:
        return LOWER_ROW
    if isinstance(event, on.Preceded) and event.other == viewer:
        return PRECEDED_YOU
    if isinstance(event, on.Taxed) and event.victim == viewer:
        return TAXED_YOU
    if isinstance(event, on.Robbed) and event.victim == viewer:
        return ROBBED_YOU if event.count else ROBBED_YOU_OF_NOTHING
    if isinstance(event, on.Robbed) and event.count == 0:
        return NOTHING_TO_ROB
    if isinstance(event, on.Declined) and event.card == "materials thief":
        return NO_SECOND_CUBE
    return None


def _is_implied(event: Event, following: Event | None) -> bool:
    """Tell whether it says nothing more than the next event, as a turn that begins, or than the card that lies open."""
    if isinstance(event, on.Performed):
        return CARDS[CODE[event.card]].duty == "none" or isinstance(following, on.HadNoEffect)
    return isinstance(event, on.TurnBegan) and following is not None and following.seat == event.seat


def _more(run: Sequence[Any], language: Language) -> Mapping[str, object]:
    """Return the joint facts of a run of events."""
    event = run[0]
    facts: dict[str, object] = {}
    if hasattr(event, "piece"):
        facts["pieces"] = pieces([(one.piece, getattr(one, "count", 1)) for one in run], language)
    if isinstance(event, on.HadNoEffect):
        facts["why"] = language.say(WHY_NO_EFFECT[event.card])
    if isinstance(event, on.TookBack):
        facts["few"] = FEW_CARDS
    if isinstance(event, on.Refilled):
        facts["tiles"] = language.listing([house_name(one.tile, language) for one in run])
    if isinstance(event, on.Revealed):
        facts["number"] = "".join(sorted(str(CARDS[CODE[card]].digit) for card in (event.card, event.second)))
    return facts


def _title_of(card: str | None, language: Language, names: Names) -> str:
    """Return a card's title; nothing for a card that the listener may not know."""
    return "" if card is None else card_title(card, language)


def _place_of(end: str, language: Language, names: Names) -> str:
    """Return the name of an end of the rows."""
    return end_name(end, language)


def _piece_of(piece: str, language: Language, names: Names) -> str:
    """Return the word for a piece, if there is one."""
    return language.word(PIECE, _singular(piece)) if piece else ""


def _pieces_of(fact: str, language: Language, names: Names) -> str:
    """Return numbers of pieces in words, or another text."""
    return _pieces_or_text(fact, language)


NARRATOR = Narrator(
    templates=TEMPLATES,
    special=_special,
    joined={on.Supplied: (), on.Drew: (), on.Gained: (), on.Paid: (), on.Robbed: ("victim",), on.Refilled: ("row",)},
    words={
        "card": _title_of,
        "second": _title_of,
        "covered": _title_of,
        "end": _place_of,
        "tile": lambda tile, language, _: house_name(tile, language),
        "victim": name_of,
        "other": name_of,
        "by": lambda by, language, _: language.say(TIE_BREAKS[by]),
    },
    more=_more,
    is_implied=_is_implied,
    reasons={
        "player": name_of_number,
        "taxed": name_of_number,
        "robbed": name_of_number,
        "card": _title_of,
        "piece": _piece_of,
        "end": _place_of,
        "missing": _pieces_of,
        "asked": _pieces_of,
        "needed": _pieces_of,
    },
)
"""Tells games of Havana."""
