"""Texts of the pages: titles that are translated with a context, names and levels, sentences of errors, durations."""

import re
from collections.abc import Iterator

from litestar.exceptions import HTTPException

from malecon import games
from malecon.agents.levels import LEVELS
from malecon.core.errors import IllegalMove, MaleconError, ParseError
from malecon.core.i18n import N_, NN_, OWN_NAME, Language
from malecon.core.plain_text import isolated
from malecon.presentation.game_text import CHOICE
from malecon.tables import StorageError
from malecon.tables.table import Table
from malecon.tables.table_header import DAY, HOUR, MINUTE, SECOND, Clock
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

UNITS = {DAY: NN_("{count} day", "{count} days"), HOUR: NN_("{count} hour", "{count} hours")}
UNITS |= {MINUTE: NN_("{count} minute", "{count} minutes"), SECOND: NN_("{count} second", "{count} seconds")}
OVER_A_DAY = N_("{days} d {hours} h")
"""Days and hours on a clock, as short as can be."""


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
        return language.say(N_("This is no saved game of Malecón: {reason}"), reason=readable(str(error)))
    return language.say(error.template, **error.facts)


def readable(reason: str) -> str:
    """Return what is wrong with a file, without unreadable characters, and shortened.

    >>> readable(f"line 1: the game is {chr(0) + 'PNG' + chr(10)!r}, but must be havana or cuba")
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


def time_digits(left: int) -> str:
    """Return a duration below a day as digits.

    >>> time_digits(0), time_digits(9 * MINUTE + 5500), time_digits(3 * HOUR)
    ('0:00', '9:05', '3:00:00')
    """
    minutes, seconds = divmod(left // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def time_left_text(left: int, language: Language) -> str:
    """Return the time that is left, in milliseconds, as a clock shows it.

    >>> time_left_text(DAY + 5 * HOUR + MINUTE, Language())
    '1 d 5 h'
    """
    if left < DAY:
        return time_digits(left)
    return language.say(OVER_A_DAY, days=left // DAY, hours=left % DAY // HOUR)


def clock_text(clock: Clock | None, language: Language) -> str:
    """Return the clock of a table in words.

    >>> clock_text(Clock(stock=10 * MINUTE, increment=15 * SECOND), Language()), clock_text(Clock(each=DAY), Language())
    ('10 minutes and 15 seconds for each move', '1 day for each move')
    """
    if clock is None:
        return language.say(N_("No clock"))
    if clock.each:
        return language.say(N_("{time} for each move"), time=duration_text(clock.each, language))
    stock = duration_text(clock.stock, language)
    if not clock.increment:
        return language.say(N_("{time} for the whole game"), time=stock)
    return language.say(
        N_("{stock} and {time} for each move"), stock=stock, time=duration_text(clock.increment, language)
    )


def duration_text(time: int, language: Language) -> str:
    """Return a duration in milliseconds in the largest unit in which it is whole."""
    unit = next((unit for unit in UNITS if time % unit == 0), SECOND)
    return language.count(UNITS[unit], time // unit)
