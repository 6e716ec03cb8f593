"""Telling what happened: every event of Havana as a sentence, with *you* for who listens.

``tell`` says one event. ``tell_all`` says many in paragraphs, and joins what belongs together: the cubes of phase 2,
a payment, the tiles of a refill. What a listener may not know is taken out before anything is said.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any

from malecon.core.events import Event
from malecon.core.language import N_, Language
from malecon.havana import events as on
from malecon.havana.cards import CARDS, CODE
from malecon.havana.words import card_title, end_name, pieces

Sentences = tuple[str, str]
"""What everybody else hears, and what the player hears whom the event is about."""

TOLD: Mapping[type[Event], Sentences] = {
    on.Fetched: (
        N_("{player} puts tile {tile} of the stack at the {end}."),
        N_("You put tile {tile} of the stack at the {end}."),
    ),
    on.Dealt: (N_("{player} begins with 1 peso and {pieces}."), N_("You begin with 1 peso and {pieces}.")),
    on.Supplied: (N_("To the centre: {pieces}."), ""),
    on.Chose: (N_("{player} lays two cards face down."), N_("You lay {card} and {second} face down.")),
    on.Revealed: (N_("{player} shows {number}: {card} and {second}."), N_("You show {number}: {card} and {second}.")),
    on.RoundBegan: (N_("Round {number} begins."), ""),
    on.TurnBegan: (N_("It is the turn of {player}."), N_("It is your turn.")),
    on.Performed: (N_("{player} performs {card}."), N_("You perform {card}.")),
    on.HadNoEffect: (N_("{card} has no effect for {player}."), N_("{card} has no effect for you.")),
    on.Declined: (N_("{player} does not use {card}."), N_("You do not use {card}.")),
    on.Refreshed: (N_("{player} takes a card from the discard pile."), N_("You take {card} from your discard pile.")),
    on.Gained: (N_("{player} takes {pieces}."), N_("You take {pieces}.")),
    on.Drew: (N_("{player} draws {pieces} from the bag."), N_("You draw {pieces} from the bag.")),
    on.Removed: (
        N_("{player} puts tile {tile} ({end}) into the box."),
        N_("You put tile {tile} ({end}) into the box."),
    ),
    on.Taxed: (
        N_("{player} collects {pieces} in taxes from {victim}."),
        N_("You collect {pieces} in taxes from {victim}."),
    ),
    on.Robbed: (N_("{player} robs {victim} of {pieces}."), N_("You rob {victim} of {pieces}.")),
    on.Bought: (N_("{player} buys tile {tile} ({end})."), N_("You buy tile {tile} ({end}).")),
    on.Paid: (N_("{player} pays {pieces}."), N_("You pay {pieces}.")),
    on.Refilled: (N_("New in the upper row: {tiles}."), ""),
    on.Covered: (N_("{player} covers {covered}."), N_("You cover {covered} with {card}.")),
    on.TookBack: (
        N_("{player} takes back all {count} discarded cards."),
        N_("You take back all {count} discarded cards."),
    ),
    on.KeptDiscards: (N_("{player} leaves the discard pile."), N_("You leave your discard pile.")),
}
"""How an event is told as a rule; ``template_for`` knows the exceptions."""

NEED_NO_PERFORMING: Sentences = (N_("{player} has {card} open."), N_("You have {card} open."))
NOTHING_TO_ROB: Sentences = (N_("{player} robs {victim} and gets nothing."), N_("You rob {victim} and get nothing."))
LOWER_ROW = N_("New in the lower row: {tiles}.")
TAXED_YOU = N_("{player} collects {pieces} in taxes from you.")
ROBBED_YOU = N_("{player} robs you of {pieces}.")
ROBBED_YOU_OF_NOTHING = N_("{player} robs you and gets nothing.")
ENDINGS = {
    "points": N_("The game ends: somebody has the points that win."),
    "no tile left": N_("The game ends: no tile is left."),
    "no cube left": N_("The game ends: all cubes are in the box."),
    "no purchase and no cube": N_("The game ends: no cube is left to come, and nobody bought for five rounds."),
    "no purchase": N_("The game ends: nobody bought for fifteen rounds."),
}

JOINED = (on.Supplied, on.Drew, on.Gained, on.Paid, on.Refilled)
"""Several of these in a row, for the same player, are told in one sentence."""

Names = Mapping[int, str]


def tell(event: Event, language: Language, names: Names, viewer: int | None) -> str:
    """Return a sentence about an event, as ``viewer`` may know it (``None``: a spectator).

    >>> tell(on.Gained(0, "peso", 3), Language(), {0: "Ana"}, None), tell(on.Gained(0, "peso", 3), Language(), {}, 0)
    ('Ana takes 3 pesos.', 'You take 3 pesos.')
    """
    return tell_run([event.seen_by(viewer)], language, names, viewer)


def tell_all(events: Sequence[Event], language: Language, names: Names, viewer: int | None) -> Iterator[str]:
    """Yield paragraphs about events: what one player does stands together."""
    seen = [event.seen_by(viewer) for event in events]
    followed = zip_longest(seen, seen[1:])
    told = [event for event, following in followed if not goes_without_saying(event, following)]
    for _, run in groupby(enumerate(told), paragraph):
        yield " ".join(tell_together([event for _, event in run], language, names, viewer))


def goes_without_saying(event: Event, following: Event | None) -> bool:
    """Tell whether the next event says it too: whose turn begins does something at once."""
    return isinstance(event, on.TurnBegan) and following is not None and following.seat == event.seat


def paragraph(placed: tuple[int, Event]) -> object:
    """Return what neighbours must share to stand in one paragraph: the player; what has no player stands alone."""
    place, event = placed
    if isinstance(event, JOINED) and event.seat is None:
        return type(event)
    return f"nobody {place}" if event.seat is None else event.seat


def tell_together(events: Sequence[Event], language: Language, names: Names, viewer: int | None) -> Iterator[str]:
    """Yield sentences about events of one player, one for what belongs together."""
    for _, run in groupby(enumerate(events), family):
        yield tell_run([event for _, event in run], language, names, viewer)


def family(placed: tuple[int, Event]) -> object:
    """Return what neighbours must share to be told in one sentence; events that stand alone share nothing."""
    place, event = placed
    if isinstance(event, JOINED):
        return type(event), getattr(event, "row", None)
    return place


def tell_run(run: Sequence[Any], language: Language, names: Names, viewer: int | None) -> str:
    """Return the sentence about one event, or several of a family."""
    return language.say(template_for(run[0], viewer), **facts_of(run, language, names))


def template_for(event: Event, viewer: int | None) -> str:
    """Return the template that tells ``event`` to ``viewer``."""
    if isinstance(event, on.Ended):
        return ENDINGS[event.reason]
    if isinstance(event, on.Refilled) and event.row == 2:
        return LOWER_ROW
    if isinstance(event, on.Taxed | on.Robbed) and event.victim == viewer:
        return template_for_victim(event)
    third, second = TOLD[type(event)]
    if isinstance(event, on.Performed) and CARDS[CODE[event.card]].duty == "none":
        third, second = NEED_NO_PERFORMING
    if isinstance(event, on.Robbed) and event.count == 0:
        third, second = NOTHING_TO_ROB
    return second if event.seat is not None and event.seat == viewer else third


def template_for_victim(event: on.Taxed | on.Robbed) -> str:
    """Return the template that tells the victim."""
    if isinstance(event, on.Taxed):
        return TAXED_YOU
    return ROBBED_YOU if event.count else ROBBED_YOU_OF_NOTHING


def facts_of(run: Sequence[Any], language: Language, names: Names) -> dict[str, object]:
    """Return the fields of a run's first event in words, and what the run has together."""
    event = run[0]
    facts = {name: WORDS.get(name, plain)(getattr(event, name), language, names) for name in event.__struct_fields__}
    facts["player"] = name_of(event.seat, language, names)
    if hasattr(event, "piece"):
        facts["pieces"] = pieces([(one.piece, getattr(one, "count", 1)) for one in run], language)
    if isinstance(event, on.Refilled):
        facts["tiles"] = language.listing([str(one.tile) for one in run])
    if isinstance(event, on.Revealed):
        facts["number"] = "".join(sorted(str(CARDS[CODE[card]].digit) for card in (event.card, event.second)))
    return facts


def plain(fact: object, language: Language, names: Names) -> object:
    """Return a fact that needs no words."""
    return fact


def name_of(seat: int | None, language: Language, names: Names) -> str:
    """Return what a player is called."""
    return "" if seat is None else names.get(seat, str(seat + 1))


def title_of(card: str | None, language: Language, names: Names) -> str:
    """Return a card's title; nothing for a card that the listener may not know."""
    return "" if card is None else card_title(card, language)


def place_of(end: str, language: Language, names: Names) -> str:
    """Return where an end tile lies."""
    return end_name(end, language)


WORDS: Mapping[str, Callable[[Any, Language, Names], object]] = {
    "card": title_of,
    "second": title_of,
    "covered": title_of,
    "end": place_of,
    "victim": name_of,
}
"""How a field is put into words, by its name."""
