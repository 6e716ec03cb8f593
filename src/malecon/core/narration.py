"""Sentences about events and refusals, with *you* for the viewer.

A game makes one ``Narrator`` with its templates. ``tell`` returns the sentence about one event, ``tell_all`` paragraphs
about many, in which related events, such as the pieces of a payment, share a sentence. Hidden information is removed
from the events first (``Event.seen_by``).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial, reduce
from itertools import chain, groupby, takewhile, zip_longest
from typing import Any

from msgspec import Struct, field

from malecon.core.engine import Event
from malecon.core.errors import IllegalMove
from malecon.core.i18n import N_, Language

MOST_PARAGRAPHS = 2000
"""Cached."""
Sentences = tuple[str, str]
"""Two templates: for all others, and for the player of the event (*you*)."""
Names = Mapping[int, str]
"""The players' names, by seat."""
Word = Callable[[Any, Language, Names], object]
"""Returns the words for a fact of an event or a refusal."""
JointSentence = tuple[str, Sentences]
"""A template with ``{all}`` about several players, and the templates of its part about each."""


class Told(Struct, frozen=True):
    """A sentence, and the events that it is about."""

    text: str
    events: tuple[Event, ...]


def known_events(events: Iterable[Event]) -> Iterator[Event]:
    """Return the events before the first that shows something new or ends a turn."""
    return takewhile(lambda event: not (event.reveals or event.passes), events)


def name_of(seat: int | None, language: Language, names: Names) -> str:
    """Return a player's name, or the number of the seat from 1; empty for nobody."""
    return "" if seat is None else names.get(seat, str(seat + 1))


def name_of_number(number: int, language: Language, names: Names) -> str | int:
    """Return a player's name by the number from 1, for sentences with *player 2*; the number if there is no name.

    >>> name_of_number(2, Language(), {1: "Ana"}), name_of_number(2, Language(), {1: "Player 2"})
    ('Ana', 2)
    """
    name = names.get(number - 1, "")
    return number if name in ("", language.say(N_("Player {number}"), number=number)) else name


def _unchanged(fact: object, language: Language, names: Names) -> object:
    """Return a fact that needs no words."""
    return fact


def joined_parts(language: Language, before: str, after: str) -> str:
    """Return two parts of a sentence joined by a semicolon, because they have commas.

    >>> joined_parts(Language(), "Ana 1 citrus, 1 rum", "Ben nothing")
    'Ana 1 citrus, 1 rum; Ben nothing'
    """
    return language.say(N_("{before}; {after}"), before=before, after=after)


def _no_joint_sentence(event: Event) -> None:
    """Return no joint sentence: the default of ``Narrator.joint_sentence``."""


def _nothing_special(event: Event, viewer: int | None) -> None:
    """Tell an event with the sentences of its kind."""


def _nothing_more(run: Sequence[Event], language: Language) -> Mapping[str, object]:
    """Return no further facts about a run of events."""
    return {}


def _never(event: Event, following: Event | None) -> bool:
    """Tell every event."""
    return False


class Narrator(Struct, frozen=True, eq=False):
    """The templates of a game, and the words for the facts in them.

    Attributes:
        templates: by kind of event; their placeholders are the event's fields, ``{player}``, and the facts of ``more``.
        special: returns other templates for an event and a viewer, or ``None``.
        joined: kinds of events that share a sentence when several of one player follow each other, with the fields in
            which they must agree.
        words: by the name of an event's field, the words for its value; other values stay as they are.
        more: returns further facts about a run of events that share a sentence (often a single one).
        is_implied: whether the sentence about the next event says this one, too.
        reasons: by the name of a refusal's fact, the words for it; other texts are only translated.
        joint_sentence: returns one sentence for events that several players have one after the other, such as bids
            that are shown, or ``None``.
    """

    templates: Mapping[type[Event], Sentences]
    special: Callable[[Event, int | None], Sentences | None] = _nothing_special
    joined: Mapping[type[Event], tuple[str, ...]] = field(default_factory=dict)
    words: Mapping[str, Word] = field(default_factory=dict)
    more: Callable[[Sequence[Any], Language], Mapping[str, object]] = _nothing_more
    is_implied: Callable[[Event, Event | None], bool] = _never
    reasons: Mapping[str, Word] = field(default_factory=dict)
    joint_sentence: Callable[[Event], JointSentence | None] = _no_joint_sentence

    def tell(self, event: Event, language: Language, names: Names, viewer: int | None) -> str:
        """Return the sentence about an event, as ``viewer`` may know it (``None``: a spectator)."""
        return self._tell_run([event.seen_by(viewer)], language, names, viewer)

    def tell_all(self, events: Sequence[Event], language: Language, names: Names, viewer: int | None) -> Iterator[str]:
        """Yield paragraphs about events; events of one player in a row make one paragraph."""
        for _, told in self.tell_by_seat(events, language, names, viewer):
            yield " ".join(sentence.text for sentence in told)

    def gathered(self, events: Sequence[Event]) -> list[Event]:
        """Return events; those that can share a sentence are neighbours where only such ones lie between."""
        found = list[Event]()
        for can_share, run in groupby(events, lambda event: type(event) in self.joined):
            if not can_share:
                found += run
                continue
            alike = defaultdict[object, list[Event]](list)
            for event in run:
                agreeing = (getattr(event, name) for name in self.joined[type(event)])
                alike[type(event), event.seat, *agreeing].append(event)
            found += chain.from_iterable(alike.values())
        return found

    def tell_by_seat(
        self, events: Sequence[Event], language: Language, names: Names, viewer: int | None
    ) -> Iterator[tuple[int | None, tuple[Told, ...]]]:
        """Yield paragraphs as ``tell_all``, by sentences, each with its seat; ``None`` for several, or nobody."""
        yield from self.tell_known([event.seen_by(viewer) for event in events], language, names, viewer)

    def tell_known(
        self, events: Sequence[Event], language: Language, names: Names, viewer: int | None
    ) -> Iterator[tuple[int | None, tuple[Told, ...]]]:
        """Yield paragraphs as ``tell_by_seat`` about events as they are, also if ``viewer`` could not know them."""
        named = tuple(names.items())
        for _, seat, run in self.runs(events):
            yield seat, paragraph(self, run, language, named, viewer)

    def runs(self, events: Sequence[Event]) -> Iterator[tuple[int, int | None, tuple[Event, ...]]]:
        """Yield the events that are told, by paragraphs: the place of the first one, the seat, the events.

        An event more at the end changes only what follows the last paragraph but two.
        """
        followed = enumerate(zip_longest(events, events[1:]))
        told = [(place, event) for place, (event, following) in followed if not self.is_implied(event, following)]
        for key, run in groupby(told, self._paragraph_key):
            numbered = [*run]
            yield numbered[0][0], key if isinstance(key, int) else None, tuple(event for _, event in numbered)

    def refusal(self, error: IllegalMove, language: Language, names: Names) -> str:
        """Return the reason why a move is illegal, with names instead of numbers of players."""
        facts = {key: self._reason(key, fact, language, names) for key, fact in error.facts.items()}
        said = language.say(error.template, **facts)
        return said[:1].upper() + said[1:]

    def _paragraph_key(self, numbered: tuple[int, Event]) -> object:
        """Return the key of an event's paragraph: neighbours with the same key stand in the same one."""
        number, event = numbered
        joint = self.joint_sentence(event)
        if joint is not None:
            return joint
        if event.seat is None:
            return type(event) if type(event) in self.joined else f"nobody {number}"
        return event.seat

    def _sentence_key(self, numbered: tuple[int, Event]) -> object:
        """Return the key of an event's sentence: neighbours of one player with the same key share it."""
        number, event = numbered
        agreeing = self.joined.get(type(event))
        return number if agreeing is None else (type(event), *(getattr(event, name) for name in agreeing))

    def tell_paragraph(
        self, numbered: Sequence[tuple[int, Event]], language: Language, names: Names, viewer: int | None
    ) -> Iterator[Told]:
        """Yield the sentences of a paragraph."""
        groups = [[event for _, event in group] for _, group in groupby(numbered, self._sentence_key)]
        by_seat = [[*run] for group in groups for _, run in groupby(group, lambda event: event.seat)]
        joint = self.joint_sentence(by_seat[0][0])
        if joint is None or len(by_seat) == 1:
            yield from (Told(self._tell_run(run, language, names, viewer), tuple(run)) for run in by_seat)
        else:
            sentence, each = joint
            told = [self._say(each, run, language, names, viewer) for run in by_seat]
            said = language.say(sentence, all=reduce(partial(joined_parts, language), told))
            yield Told(said, tuple(event for run in by_seat for event in run))

    def _tell_run(self, run: Sequence[Event], language: Language, names: Names, viewer: int | None) -> str:
        return self._say(self.special(run[0], viewer) or self.templates[type(run[0])], run, language, names, viewer)

    def _say(
        self, sentences: Sentences, run: Sequence[Event], language: Language, names: Names, viewer: int | None
    ) -> str:
        """Return the sentence about a run of events of one player, for this viewer."""
        event = run[0]
        third, second = sentences
        facts = {
            name: self.words.get(name, _unchanged)(getattr(event, name), language, names)
            for name in event.__struct_fields__
        }
        facts |= {"player": name_of(event.seat, language, names), **self.more(run, language)}
        is_own = event.seat is not None and event.seat == viewer
        return language.say(second if is_own else third, **facts)

    def _reason(self, key: str, fact: str | int, language: Language, names: Names) -> object:
        if key in self.reasons:
            return self.reasons[key](fact, language, names)
        return language.say(fact) if isinstance(fact, str) else fact


@lru_cache(MOST_PARAGRAPHS)
def paragraph(
    narrator: Narrator,
    events: tuple[Event, ...],
    language: Language,
    names: tuple[tuple[int, str], ...],
    viewer: int | None,
) -> tuple[Told, ...]:
    """Return the paragraph about events as ``viewer`` may know them; it stays while a log grows below it."""
    return tuple(narrator.tell_paragraph([*enumerate(events)], language, dict(names), viewer))
