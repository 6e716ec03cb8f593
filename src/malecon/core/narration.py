"""Telling in words what happened and why a move is illegal, with *you* for who listens; knows no game.

A game makes one ``Narrator`` with its sentences. ``tell`` says one event; ``tell_all`` says many in paragraphs, and
joins what belongs together, such as the pieces of a payment. What a listener may not know is taken out before anything
is said.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from itertools import groupby, zip_longest
from typing import Any

from malecon.core.errors import IllegalMove
from malecon.core.events import Event
from malecon.core.i18n import N_, Language

Sentences = tuple[str, str]
"""Templates: what everybody else hears, and what the player hears whom the event is about."""
Names = Mapping[int, str]
"""What the players are called, by seat."""
Word = Callable[[Any, Language, Names], object]
"""Puts a fact into words."""
Chorus = tuple[str, Sentences]
"""A sentence with ``{all}`` about several players, and what it says of each."""


def name_of(seat: int | None, language: Language, names: Names) -> str:
    """Return what a player is called."""
    return "" if seat is None else names.get(seat, str(seat + 1))


def name_of_number(number: int, language: Language, names: Names) -> str | int:
    """Return what a player is called who is counted from 1, as in sentences that say *player 2*.

    >>> name_of_number(2, Language(), {1: "Ana"}), name_of_number(2, Language(), {1: "Player 2"})
    ('Ana', 2)
    """
    name = names.get(number - 1, "")
    return number if name in ("", language.say(N_("Player {number}"), number=number)) else name


def as_it_is(fact: object, language: Language, names: Names) -> object:
    """Return a fact that needs no words."""
    return fact


def in_a_row(language: Language, before: str, after: str) -> str:
    """Return two parts of a sentence that have commas of their own.

    >>> in_a_row(Language(), "Ana 1 citrus, 1 rum", "Ben nothing")
    'Ana 1 citrus, 1 rum; Ben nothing'
    """
    return language.say(N_("{before}; {after}"), before=before, after=after)


def solo(event: Event) -> None:
    """Tell an event apart from those of other players, as all games do unless they say otherwise."""


def nothing_special(event: Event, viewer: int | None) -> None:
    """Tell an event with the sentences of its kind."""


def nothing_more(run: Sequence[Any], language: Language) -> Mapping[str, object]:
    """Return no further facts about a run of events."""
    return {}


def never(event: Event, following: Event | None) -> bool:
    """Tell every event."""
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Narrator:
    """How a game tells things.

    Attributes:
        told: the sentences for each kind of event; they name the event's fields, ``{player}`` and ``more``.
        special: other sentences for an event, as this viewer hears it; ``None`` where ``told`` holds.
        joined: kinds of events of which several in a row, for the same player, are told in one sentence, each with the
            fields in which they must agree.
        words: how a field of events is put into words, by its name; numbers without words stay as they are.
        more: further facts about a run of joined events (often of a single one).
        goes_without_saying: whether the next event says this one too.
        reasons: how a fact of a refusal is put into words, by its name; other texts are only translated.
        chorus: for an event that several players have one after the other, such as a bid that is shown, the sentence
            about all of them; ``None`` for others.
    """

    told: Mapping[type[Event], Sentences]
    special: Callable[[Event, int | None], Sentences | None] = nothing_special
    joined: Mapping[type[Event], tuple[str, ...]] = field(default_factory=dict)
    words: Mapping[str, Word] = field(default_factory=dict)
    more: Callable[[Sequence[Any], Language], Mapping[str, object]] = nothing_more
    goes_without_saying: Callable[[Event, Event | None], bool] = never
    reasons: Mapping[str, Word] = field(default_factory=dict)
    chorus: Callable[[Event], Chorus | None] = solo

    def tell(self, event: Event, language: Language, names: Names, viewer: int | None) -> str:
        """Return a sentence about an event, as ``viewer`` may know it (``None``: a spectator)."""
        return self._tell_run([event.seen_by(viewer)], language, names, viewer)

    def tell_all(self, events: Sequence[Event], language: Language, names: Names, viewer: int | None) -> Iterator[str]:
        """Yield paragraphs about events: what one player does stands together."""
        seen = [event.seen_by(viewer) for event in events]
        followed = zip_longest(seen, seen[1:])
        told = [event for event, following in followed if not self.goes_without_saying(event, following)]
        for _, run in groupby(enumerate(told), self._paragraph):
            yield " ".join(self._tell_paragraph([*run], language, names, viewer))

    def refusal(self, error: IllegalMove, language: Language, names: Names) -> str:
        """Return why a move is illegal, with names instead of numbers of players."""
        facts = {key: self._reason(key, fact, language, names) for key, fact in error.facts.items()}
        said = language.say(error.template, **facts)
        return said[:1].upper() + said[1:]

    def _paragraph(self, placed: tuple[int, Event]) -> object:
        """Return what neighbours must share to stand in one paragraph: the player; what has no player stands alone."""
        place, event = placed
        chorus = self.chorus(event)
        if chorus is not None:
            return chorus
        if event.seat is None:
            return type(event) if type(event) in self.joined else f"nobody {place}"
        return event.seat

    def _family(self, placed: tuple[int, Event]) -> object:
        """Return what neighbours must share to be told in one sentence; events that stand alone share nothing."""
        place, event = placed
        agreeing = self.joined.get(type(event))
        return place if agreeing is None else (type(event), *(getattr(event, name) for name in agreeing))

    def _tell_paragraph(
        self, placed: Sequence[tuple[int, Event]], language: Language, names: Names, viewer: int | None
    ) -> Iterator[str]:
        """Yield the sentences of a paragraph."""
        families = [[event for _, event in family] for _, family in groupby(placed, self._family)]
        by_seat = [[*run] for family in families for _, run in groupby(family, lambda event: event.seat)]
        chorus = self.chorus(by_seat[0][0])
        if chorus is None or len(by_seat) == 1:
            yield from (self._tell_run(run, language, names, viewer) for run in by_seat)
        else:
            sentence, each = chorus
            told = [self._say(each, run, language, names, viewer) for run in by_seat]
            yield language.say(sentence, all=reduce(partial(in_a_row, language), told))

    def _tell_run(self, run: Sequence[Event], language: Language, names: Names, viewer: int | None) -> str:
        return self._say(self.special(run[0], viewer) or self.told[type(run[0])], run, language, names, viewer)

    def _say(
        self, sentences: Sentences, run: Sequence[Event], language: Language, names: Names, viewer: int | None
    ) -> str:
        """Say a run of events of one player in the sentence for this viewer."""
        event = run[0]
        third, second = sentences
        facts = {
            name: self.words.get(name, as_it_is)(getattr(event, name), language, names)
            for name in event.__struct_fields__
        }
        facts |= {"player": name_of(event.seat, language, names), **self.more(run, language)}
        is_own = event.seat is not None and event.seat == viewer
        return language.say(second if is_own else third, **facts)

    def _reason(self, key: str, fact: str | int, language: Language, names: Names) -> object:
        if key in self.reasons:
            return self.reasons[key](fact, language, names)
        return language.say(fact) if isinstance(fact, str) else fact
