"""The log of a table in words, as one viewer may know it: by rounds, with what is new since the last visit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.presentation.game_text import GameText

MOST_CACHED = 1000
"""Stretches of games whose words are cached; they do not change."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences; ``fresh`` if the viewer has not looked since."""

    text: str
    fresh: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """A round, or the set-up."""

    title: str
    paragraphs: tuple[Paragraph, ...]


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
    new = sum(len(match.events_of(move)) for move in range(number if looked is None else looked, number))
    for title, first, last in rounds_of(events, len(events) - new, game_text, language):
        said = first + bool(title)  # that a round begins, its title says
        texts = paragraphs_of(game_text, events[said:last], language, tuple(names.items()), viewer)
        paragraphs = tuple(Paragraph(text, first >= len(events) - new) for text in texts)
        if title or not chapters:
            chapters.append(Chapter(title or language.say(N_("Set-up")), paragraphs))
        else:
            chapters[-1] = Chapter(chapters[-1].title, (*chapters[-1].paragraphs, *paragraphs))
    return chapters


@lru_cache(MOST_CACHED)
def paragraphs_of(
    game_text: GameText,
    events: tuple[Event, ...],
    language: Language,
    names: tuple[tuple[int, str], ...],
    viewer: int | None,
) -> tuple[str, ...]:
    """Return paragraphs about events as the viewer may know them."""
    return tuple(game_text.narrator.tell_all(events, language, dict(names), viewer))


def rounds_of(
    events: Sequence[Event], seen: int, game_text: GameText, language: Language
) -> Iterator[tuple[str, int, int]]:
    """Yield stretches of events that belong together: a title if a round begins there, first and last place."""
    begins = {place: game_text.round_of(event) for place, event in enumerate(events)}
    titles = {0: ""} | {
        place: language.say(N_("Round {number}"), number=number) for place, number in begins.items() if number
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
