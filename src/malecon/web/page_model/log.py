"""The log of a game: what happened, by rounds, in paragraphs; and a turn that is not confirmed yet, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile

from malecon.core.engine import Event, RoundBeginning
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.presentation.game_text import GameText

MOST_CACHED = 1000
"""Stretches of games whose words are cached; they do not change."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences; ``fresh`` if the viewer has not looked since. ``seat``: whom they are about; empty for nobody."""

    text: str
    fresh: bool
    seat: int | None = None
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A round, or the set-up. Its hash needs only the last paragraph, for a log is looked up for each frame."""

    title: str
    paragraphs: tuple[Paragraph, ...]

    def __hash__(self) -> int:
        return hash((self.title, len(self.paragraphs), *(each.text for each in self.paragraphs[-1:])))


class Stretch(tuple[Event, ...]):
    """Events that follow each other; a cache finds them by their number and the last one, and compares all."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash((len(self), self[-1:]))


def log_of(
    match: Match,
    game_text: GameText,
    viewer: int | None,
    looked: int | None,
    language: Language,
    names: Mapping[int, str],
) -> list[Chapter]:
    """Return the log, by rounds.

    Args:
        match: the game.
        game_text: the game in words.
        viewer: a seat, or ``None`` for a spectator.
        looked: moves that had been made at the last look; ``None`` if everything is to count as seen.
        language: of the words.
        names: of the players, by seat.
    """
    events, chapters = match.events_seen_by(viewer), list[Chapter]()
    number = match.number
    seen = len(events) - match.events_since(number if looked is None else min(looked, number))
    for title, first, last in _rounds_of(events, seen, language):
        said = first + bool(title)  # that a round begins, its title says
        told = game_text, Stretch(events[said:last]), language, tuple(names.items()), viewer
        paragraphs = _paragraphs_of(*told, first >= seen)
        if title or not chapters:
            chapters.append(Chapter(title or language.say(N_("Set-up")), paragraphs))
        else:
            chapters[-1] = Chapter(chapters[-1].title, (*chapters[-1].paragraphs, *paragraphs))
    return chapters


@lru_cache(MOST_CACHED)
def _paragraphs_of(
    game_text: GameText,
    events: Stretch,
    language: Language,
    names: tuple[tuple[int, str], ...],
    viewer: int | None,
    is_fresh: bool,
) -> tuple[Paragraph, ...]:
    """Return paragraphs about events as the viewer may know them."""
    named = dict(names)
    return tuple(
        Paragraph(text, is_fresh, seat, "" if seat is None else named[seat][:1])
        for seat, text in game_text.narrator.tell_by_seat(events, language, named, viewer)
    )


def _rounds_of(events: Sequence[Event], seen: int, language: Language) -> Iterator[tuple[str, int, int]]:
    """Yield stretches of events that belong together: a title if a round begins there, first and last place."""
    titles = {0: ""} | {
        place: language.say(N_("Round {number}"), number=event.number)
        for place, event in enumerate(events)
        if isinstance(event, RoundBeginning)
    }
    if 0 < seen < len(events):
        titles.setdefault(seen, "")
    places = [*sorted(titles), len(events)]
    for first, last in pairwise(places):
        yield titles[first], first, last


def turn_text(
    match: Match, ahead: Match, seat: int, held: str, game_text: GameText, language: Language, names: Mapping[int, str]
) -> str:
    """Return in words a turn that waits for its confirmation, as far as it shows nothing new.

    Args:
        match: the game without the turn.
        ahead: the game with it, but for the last step.
        seat: whose turn it is.
        held: the last step.
        game_text, language, names: as for ``log_of``.
    """
    done = ahead.copy()
    done.play(seat, held)
    events = done.events_seen_by(seat)[len(match.events_seen_by(seat)) :]
    shown = takewhile(lambda event: not (event.reveals or event.passes), events)
    return " ".join(game_text.narrator.tell_all([*shown], language, names, seat))
