"""Texts: titles that are translated with a context, names, levels, errors, notices, and the log of a game in words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, takewhile

from litestar.exceptions import HTTPException

from malecon import games
from malecon.agents.levels import LEVELS
from malecon.core.engine import Event, RoundBeginning
from malecon.core.errors import IllegalMove, MaleconError, ParseError
from malecon.core.i18n import N_, NN_, OWN_NAME, Language
from malecon.core.match import Match
from malecon.core.plain_text import isolated
from malecon.presentation.game_text import CHOICE, GameText
from malecon.services.change_writers import LATE
from malecon.services.notices import Notice
from malecon.services.ranking import RankedPlayer, Rival
from malecon.tables import StorageError
from malecon.tables.table import Table
from malecon.web.rendering import MONTH, MONTHS

THEMES = {"": "As the device", "light": "Light", "dark": "Dark"}
"""Colours of the pages, each with its title."""

LEVEL, THEME = "level", "theme"
"""Contexts of the titles of levels and themes."""

UNREADABLE = re.compile(r"(\\[abfnrtv]|\\x[0-9a-f]{2}|\\u[0-9a-f]{4}|\\U[0-9a-f]{8}|…|\ufffd)+")
"""Signs that mean nothing to people, as Python writes them or as a wrong encoding leaves them."""
LONGEST_REASON = 240

REASONS = {
    400: N_("The address or the form cannot be read."),
    403: N_("This action came from another site, or your browser did not say from where it came."),
    404: N_("There is no such page."),
    405: N_("Nothing can be done at this address in this way."),
    413: N_("That is more than can be taken in at once."),
    421: N_(
        "This server does not answer under the name in this address. Whoever runs it can allow the name "
        "with --hosts, or with MALECON_HOSTS in its environment."
    ),
}
"""Sentences for refused requests, by status."""

NOT_UNDERSTOOD = N_("The server does not understand this request.")
"""The sentence for all other statuses."""

WAITING = NN_("You are awaited at {count} table", "You are awaited at {count} tables")
MOST_CACHED = 1000
"""Stretches of games whose words are cached; they do not change."""


def texts() -> Iterator[tuple[str, str]]:
    """Yield the titles that are translated with a context: context, title."""
    yield OWN_NAME
    yield from ((LEVEL, level.capitalize()) for level in LEVELS)
    yield from ((THEME, title) for title in THEMES.values())
    yield from ((MONTH, month) for month in MONTHS)
    for game in games.values():
        yield from ((CHOICE, choice.capitalize()) for option in game.options for choice in option.choices)


def error_sentence(error: MaleconError | HTTPException, language: Language) -> str:
    """Return the sentence of an error, for people on a page; details for the host are left out."""
    if isinstance(error, HTTPException):
        return language.say(REASONS.get(error.status_code, NOT_UNDERSTOOD))
    if isinstance(error, StorageError):
        return language.say(N_("Nothing can be saved at the moment. What was saved before is safe; try again soon."))
    if isinstance(error, ParseError | IllegalMove):
        return language.say(N_("This is no saved game of Malecón: {reason}"), reason=_readable(str(error)))
    return language.say(error.template, **error.facts)


def _readable(reason: str) -> str:
    """Return the reason why a file is refused, without unreadable characters, and shortened.

    >>> _readable(f"line 1: the game is {chr(0) + 'PNG' + chr(10)!r}, but must be havana or cuba")
    "line 1: the game is '…PNG…', but must be havana or cuba"
    """
    clean = UNREADABLE.sub("…", "".join(letter if letter.isprintable() else "…" for letter in reason))
    half = LONGEST_REASON // 2
    return clean if len(clean) <= LONGEST_REASON else f"{clean[:half]} … {clean[-half:]}"


def names_at(table: Table, language: Language) -> dict[int, str]:
    """Return the names of the players, by seat."""
    free = language.say(N_("Free seat"))
    return {seat: isolated(occupant.name) or free for seat, occupant in enumerate(table.occupants)}


def levels_at(table: Table, language: Language) -> dict[int, str]:
    """Return the levels of the computer players that play here, by seat, in words."""
    levels = {seat: occupant.active_level for seat, occupant in enumerate(table.occupants)}
    return {seat: language.word(LEVEL, level.capitalize()) for seat, level in levels.items() if level}


def name_of_player(who: RankedPlayer | Rival, language: Language) -> str:
    """Return the name of a person or a level; “Somebody” for a person without a name."""
    if who.level:
        return language.say(N_("Computer: {level}"), level=language.word(LEVEL, who.level.capitalize()))
    return who.name or language.say(N_("Somebody"))


@dataclass(frozen=True, slots=True)
class Message:
    """A message to a person: title, lines with their pages, and the page to open. Nothing hidden is in it."""

    title: str
    lines: tuple[tuple[str, str], ...]
    page: str


def message_of(notices: Sequence[Notice], language: Language) -> Message:
    """Return the message for some notices of one person."""
    lines = tuple((_notice_line(notice, language), f"/table/{notice.table_id}") for notice in notices)
    tables = {page for _, page in lines}
    if len(tables) > 1:
        return Message(language.count(WAITING, len(tables)), lines, "/")
    title = (
        N_("Your time has run out at {game}")
        if any(each.kind == LATE for each in notices)
        else N_("Your turn at {game}")
    )
    return Message(language.say(title, game=language.say(games[notices[0].game].text.title)), lines, lines[0][1])


def _notice_line(notice: Notice, language: Language) -> str:
    """Return the sentence of a notice."""
    game, names = language.say(games[notice.game].text.title), language.listing(notice.others)
    if notice.kind == LATE:
        return language.say(
            N_(
                "{game} with {names}: you are awaited for too long. The others may hand your seat to a computer player."
            ),
            game=game,
            names=names,
        )
    return language.say(N_("{game} with {names}: it is your turn."), game=game, names=names)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences; ``fresh`` if the viewer has not looked since."""

    text: str
    fresh: bool


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
    return tuple(
        Paragraph(text, is_fresh) for text in game_text.narrator.tell_all(events, language, dict(names), viewer)
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
