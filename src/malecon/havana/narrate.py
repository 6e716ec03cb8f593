"""Telling what happened: every event of Havana as a sentence, with *you* for who listens.

``tell`` says one event. ``tell_all`` says many, and joins what belongs together: the cubes of phase 2, a payment, the
tiles of a refill. What a listener may not know is taken out before anything is said.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from malecon.core.events import Event
from malecon.core.language import N_, Language
from malecon.havana import events as on
from malecon.havana.cards import CARDS, CODE
from malecon.havana.words import card_title, end_name, pieces

JOINED = (on.Supplied, on.Drew, on.Gained, on.Paid, on.Refilled)
"""Several of these in a row, for the same player, are told in one sentence."""


@dataclass(frozen=True, slots=True)
class Voice:
    """Who listens, in which language, and what everybody is called."""

    language: Language
    names: Mapping[int, str]
    viewer: int | None

    def about(self, seat: int | None, third: str, second: str, **facts: object) -> str:
        """Say a sentence about a player, in the second person to this player."""
        template = second if seat is not None and seat == self.viewer else third
        return self.language.say(template, player=self.name(seat), **facts)

    def between(self, seat: int | None, victim: int, templates: tuple[str, str, str], **facts: object) -> str:
        """Say what a player does to another; ``templates``: to others, to who does it, to the victim."""
        third, second, to_victim = templates
        template = to_victim if victim == self.viewer else third
        return self.about(seat, template, second, victim=self.name(victim), **facts)

    def name(self, seat: int | None) -> str:
        """Return a player's name."""
        return "" if seat is None else self.names.get(seat, str(seat + 1))

    def card(self, card: str | None) -> str:
        """Return a card's title."""
        return "" if card is None else card_title(card, self.language)

    def pieces(self, events: Sequence[Any]) -> str:
        """Return the pieces of several events in words, those of a kind together."""
        counts: dict[str, int] = {}
        for event in events:
            counts[event.piece] = counts.get(event.piece, 0) + getattr(event, "count", 1)
        return pieces(list(counts.items()), self.language)


def tell(event: Event, language: Language, names: Mapping[int, str], viewer: int | None) -> str:
    """Return a sentence about an event, as ``viewer`` may know it.

    >>> from malecon.havana.events import Gained
    >>> tell(Gained(0, "peso", 3), Language(), {0: "Ana"}, None), tell(Gained(0, "peso", 3), Language(), {0: "Ana"}, 0)
    ('Ana takes 3 pesos.', 'You take 3 pesos.')
    """
    return TELLERS[type(event)](Voice(language, names, viewer), [event.seen_by(viewer)])


def tell_all(
    events: Sequence[Event], language: Language, names: Mapping[int, str], viewer: int | None
) -> Iterator[str]:
    """Yield the sentences about events, one for what belongs together."""
    voice = Voice(language, names, viewer)
    seen = (event.seen_by(viewer) for event in events)
    for (kind, _, single), run in groupby(seen, lambda event: (type(event), event.seat, alone(event))):
        told = list(run)
        if single is None:
            yield TELLERS[kind](voice, told)
        else:
            yield from (TELLERS[kind](voice, [event]) for event in told)


def alone(event: Event) -> object:
    """Return ``None`` for an event that is told together with its neighbours."""
    if isinstance(event, on.Refilled):
        return None
    return None if isinstance(event, JOINED) else event


def fetched(voice: Voice, events: Sequence[on.Fetched]) -> str:
    """Tell a swap."""
    (event,) = events
    third, second = N_("{player} puts tile {tile} of the stack at the {end}."), N_(
        "You put tile {tile} of the stack at the {end}."
    )
    return voice.about(event.seat, third, second, tile=event.tile, end=end_name(event.end, voice.language))


def dealt(voice: Voice, events: Sequence[on.Dealt]) -> str:
    """Tell what a player begins with."""
    third, second = N_("{player} begins with 1 peso and {pieces}."), N_("You begin with 1 peso and {pieces}.")
    return voice.about(events[0].seat, third, second, pieces=voice.pieces(events))


def supplied(voice: Voice, events: Sequence[on.Supplied]) -> str:
    """Tell what came to the centre."""
    return voice.language.say(N_("To the centre: {pieces}."), pieces=voice.pieces(events))


def chose(voice: Voice, events: Sequence[on.Chose]) -> str:
    """Tell the first choice."""
    (event,) = events
    third, second = N_("{player} lays two cards face down."), N_("You lay {card} and {second} face down.")
    return voice.about(event.seat, third, second, card=voice.card(event.card), second=voice.card(event.second))


def revealed(voice: Voice, events: Sequence[on.Revealed]) -> str:
    """Tell the open cards and their number."""
    (event,) = events
    number = "".join(sorted(str(CARDS[CODE[card]].digit) for card in (event.card, event.second)))
    facts = {"card": voice.card(event.card), "second": voice.card(event.second), "number": number}
    third, second = N_("{player} shows {number}: {card} and {second}."), N_("You show {number}: {card} and {second}.")
    return voice.about(event.seat, third, second, **facts)


def round_began(voice: Voice, events: Sequence[on.RoundBegan]) -> str:
    """Tell a new round."""
    return voice.language.say(N_("Round {number} begins."), number=events[0].number)


def turn_began(voice: Voice, events: Sequence[on.TurnBegan]) -> str:
    """Tell whose turn it is."""
    return voice.about(events[0].seat, N_("It is the turn of {player}."), N_("It is your turn."))


def performed(voice: Voice, events: Sequence[on.Performed]) -> str:
    """Tell which card is performed; some lie there and need no performing."""
    (event,) = events
    card = voice.card(event.card)
    if CARDS[CODE[event.card]].duty == "none":
        third, second = N_("{player} has {card} open."), N_("You have {card} open.")
        return voice.about(event.seat, third, second, card=card)
    return voice.about(event.seat, N_("{player} performs {card}."), N_("You perform {card}."), card=card)


def had_no_effect(voice: Voice, events: Sequence[on.HadNoEffect]) -> str:
    """Tell an action without effect."""
    (event,) = events
    third, second = N_("{card} has no effect for {player}."), N_("{card} has no effect for you.")
    return voice.about(event.seat, third, second, card=voice.card(event.card))


def declined(voice: Voice, events: Sequence[on.Declined]) -> str:
    """Tell that an optional action was not used."""
    (event,) = events
    third, second = N_("{player} does not use {card}."), N_("You do not use {card}.")
    return voice.about(event.seat, third, second, card=voice.card(event.card))


def refreshed(voice: Voice, events: Sequence[on.Refreshed]) -> str:
    """Tell a refreshment; only the player knows the card."""
    (event,) = events
    third, second = (
        N_("{player} takes a card from the discard pile."),
        N_("You take {card} from your discard pile."),
    )
    return voice.about(event.seat, third, second, card=voice.card(event.card))


def gained(voice: Voice, events: Sequence[on.Gained]) -> str:
    """Tell what a player took."""
    third, second = N_("{player} takes {pieces}."), N_("You take {pieces}.")
    return voice.about(events[0].seat, third, second, pieces=voice.pieces(events))


def drew(voice: Voice, events: Sequence[on.Drew]) -> str:
    """Tell what a player drew."""
    third, second = N_("{player} draws {pieces} from the bag."), N_("You draw {pieces} from the bag.")
    return voice.about(events[0].seat, third, second, pieces=voice.pieces(events))


def removed(voice: Voice, events: Sequence[on.Removed]) -> str:
    """Tell which tile left the game."""
    (event,) = events
    third, second = (
        N_("{player} puts tile {tile} ({end}) into the box."),
        N_("You put tile {tile} ({end}) into the box."),
    )
    return voice.about(event.seat, third, second, tile=event.tile, end=end_name(event.end, voice.language))


def taxed(voice: Voice, events: Sequence[on.Taxed]) -> str:
    """Tell what a tax collector removed."""
    templates = (
        N_("{player} collects {pieces} in taxes from {victim}."),
        N_("You collect {pieces} in taxes from {victim}."),
        N_("{player} collects {pieces} in taxes from you."),
    )
    return voice.between(events[0].seat, events[0].victim, templates, pieces=voice.pieces(events))


def robbed(voice: Voice, events: Sequence[on.Robbed]) -> str:
    """Tell a theft."""
    (event,) = events
    if event.count == 0:
        empty = (
            N_("{player} robs {victim} and gets nothing."),
            N_("You rob {victim} and get nothing."),
            N_("{player} robs you and gets nothing."),
        )
        return voice.between(event.seat, event.victim, empty)
    templates = (
        N_("{player} robs {victim} of {pieces}."),
        N_("You rob {victim} of {pieces}."),
        N_("{player} robs you of {pieces}."),
    )
    return voice.between(event.seat, event.victim, templates, pieces=voice.pieces(events))


def bought(voice: Voice, events: Sequence[on.Bought]) -> str:
    """Tell a purchase."""
    (event,) = events
    third, second = N_("{player} buys tile {tile} ({end})."), N_("You buy tile {tile} ({end}).")
    return voice.about(event.seat, third, second, tile=event.tile, end=end_name(event.end, voice.language))


def paid(voice: Voice, events: Sequence[on.Paid]) -> str:
    """Tell a payment."""
    third, second = N_("{player} pays {pieces}."), N_("You pay {pieces}.")
    return voice.about(events[0].seat, third, second, pieces=voice.pieces(events))


def refilled(voice: Voice, events: Sequence[on.Refilled]) -> str:
    """Tell new tiles."""
    tiles = voice.language.listing([str(event.tile) for event in events])
    if events[0].row == 1:
        return voice.language.say(N_("New in the upper row: {tiles}."), tiles=tiles)
    return voice.language.say(N_("New in the lower row: {tiles}."), tiles=tiles)


def covered(voice: Voice, events: Sequence[on.Covered]) -> str:
    """Tell which card was covered; only the player knows with which."""
    (event,) = events
    third, second = N_("{player} covers {covered}."), N_("You cover {covered} with {card}.")
    return voice.about(event.seat, third, second, covered=voice.card(event.covered), card=voice.card(event.card))


def took_back(voice: Voice, events: Sequence[on.TookBack]) -> str:
    """Tell that a pile was taken back."""
    (event,) = events
    third, second = (
        N_("{player} takes back all {count} discarded cards."),
        N_("You take back all {count} discarded cards."),
    )
    return voice.about(event.seat, third, second, count=event.count)


def kept_discards(voice: Voice, events: Sequence[on.KeptDiscards]) -> str:
    """Tell that a pile was left."""
    third, second = N_("{player} leaves the discard pile."), N_("You leave your discard pile.")
    return voice.about(events[0].seat, third, second)


ENDINGS = {
    "points": N_("The game ends: somebody has the points that win."),
    "no tile left": N_("The game ends: no tile is left."),
    "no cube left": N_("The game ends: all cubes are in the box."),
    "no purchase and no cube": N_("The game ends: no cube is left, and nobody bought for five rounds."),
    "no purchase": N_("The game ends: nobody bought for fifteen rounds."),
}


def ended(voice: Voice, events: Sequence[on.Ended]) -> str:
    """Tell the end."""
    return voice.language.say(ENDINGS[events[0].reason])


TELLERS: Mapping[type[Event], Callable[[Voice, Any], str]] = {
    on.Fetched: fetched,
    on.Dealt: dealt,
    on.Supplied: supplied,
    on.Chose: chose,
    on.Revealed: revealed,
    on.RoundBegan: round_began,
    on.TurnBegan: turn_began,
    on.Performed: performed,
    on.HadNoEffect: had_no_effect,
    on.Declined: declined,
    on.Refreshed: refreshed,
    on.Gained: gained,
    on.Drew: drew,
    on.Removed: removed,
    on.Taxed: taxed,
    on.Robbed: robbed,
    on.Bought: bought,
    on.Paid: paid,
    on.Refilled: refilled,
    on.Covered: covered,
    on.TookBack: took_back,
    on.KeptDiscards: kept_discards,
    on.Ended: ended,
}
"""How each kind of event is told."""
