"""Sentences that several pages say: titles, names, levels, errors, notices."""

import re
from collections.abc import Iterator, Sequence

from litestar.exceptions import HTTPException
from msgspec import Struct

from malecon import games
from malecon.agents import LEVELS
from malecon.agents.styled_player import SEPARATOR, STYLES
from malecon.core.errors import IllegalMove, MaleconError, ParseError
from malecon.core.i18n import N_, NN_, OWN_NAME, Language
from malecon.core.plain_text import isolated
from malecon.presentation.game_text import CHOICE
from malecon.storage.finished_games import Rival
from malecon.storage.notices import LATE, REMATCH, TURN, Notice
from malecon.storage.ranking import RankedPlayer
from malecon.tables import StorageError, TableSettings
from malecon.tables.endings import AGREED
from malecon.tables.seat import computer_player
from malecon.tables.table import Table
from malecon.web.rendering import MONTH, MONTHS, WEEKDAY, WEEKDAYS
from malecon.web.views.durations import clock_text
from malecon.web.views.position_form import POSITION, form_of, words_of

THEMES = {"": "As the device", "light": "Light", "dark": "Dark"}
"""Colours of the pages, each with its title."""

LEVEL, STYLE, THEME = "level", "style", "theme"
"""Contexts of the titles of levels, styles and themes."""

LEVEL_SENTENCES = {
    "random": N_("Makes any move that is allowed."),
    "kind": N_("Sees what a move brings soon, and often takes the second best. For your first games."),
    "easy": N_("Plays each move through a few times in its head, but not far ahead. For your next games."),
    "standard": N_("Looks a few turns ahead and thinks of what you may do. For those who know the rules."),
    "strong": N_("Looks further ahead and gives little away. For practised players."),
    "master": N_("Thinks for up to three seconds, and plays as well as it can."),
}
"""How the computer players play."""

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

MISSING = NN_("{count} more player is needed.", "{count} more players are needed.")
CLOSED = {
    "cancelled": N_("This table was cancelled before its game began."),
    AGREED: N_("The game was ended by agreement, without a result."),
    "stopped": N_("This table was stopped by those who run this site."),
}
"""Sentences for tables that ended before their games did."""
ENDED_ALONE = N_("The game was ended early, without a result.")
"""Where one person plays, on one device perhaps for several, nobody else has agreed."""


def texts() -> Iterator[tuple[str, str]]:
    """Yield the titles that are translated with a context: context, title."""
    yield OWN_NAME
    yield from ((LEVEL, level.capitalize()) for level in LEVELS)
    yield from ((STYLE, style.title) for styles in STYLES.values() for style in styles.values())
    yield from ((THEME, title) for title in THEMES.values())
    yield from ((MONTH, month) for month in MONTHS)
    yield from ((WEEKDAY, day) for day in WEEKDAYS)
    for game in games.values():
        yield from ((CHOICE, choice.capitalize()) for option in game.options for choice in option.choices)
        if game.position_type is None:
            continue
        form = form_of(game, game.start(game.seats[-1], 0).position())
        yield from ((POSITION, word) for word in sorted(set(words_of(form)) - {""}) if not word.isdecimal())


def error_sentence(error: MaleconError | HTTPException, language: Language) -> str:
    """Return the sentence of an error, for people on a page; details for the host are left out."""
    if isinstance(error, HTTPException):
        return language.say(REASONS.get(error.status_code, NOT_UNDERSTOOD))
    if isinstance(error, StorageError):
        return language.say(N_("Nothing can be saved at the moment. What was saved before is safe; try again soon."))
    if isinstance(error, ParseError | IllegalMove):
        return language.say(
            N_("This is no saved game of Malecón: {reason}"), reason=_readable(error.in_language(language))
        )
    return error.in_language(language)


def _readable(reason: str) -> str:
    """Return the reason why a file is refused, without unreadable characters, and shortened.

    >>> _readable(f"line 1: the game is {chr(0) + 'PNG' + chr(10)!r}, but must be havana or cuba")
    "line 1: the game is '…PNG…', but must be havana or cuba"
    """
    clean = UNREADABLE.sub(
        "…", "".join(letter if letter.isprintable() or letter == "\u00a0" else "…" for letter in reason)
    )
    half = LONGEST_REASON // 2
    return clean if len(clean) <= LONGEST_REASON else f"{clean[:half]} … {clean[-half:]}"


def names_at(table: Table, language: Language) -> dict[int, str]:
    """Return the names of the players, by seat."""
    free = language.say(N_("Free seat"))
    return {seat: isolated(occupant.name) or free for seat, occupant in enumerate(table.occupants)}


def levels_at(table: Table, language: Language) -> dict[int, str]:
    """Return the levels of the computer players that play here, by seat, in words, each with its style."""
    game = table.header.game
    players = {seat: computer_player(occupant, game) for seat, occupant in enumerate(table.occupants)}
    return {seat: _level_in_words(player, game, language) for seat, player in players.items() if player}


def _level_in_words(player: str, game: str, language: Language) -> str:
    """Return the level of a computer player, and its style if it has one."""
    level, _, style = player.partition(SEPARATOR)
    title = language.word(LEVEL, level.capitalize())
    return f"{title}, {language.word(STYLE, STYLES[game][style].title)}" if style else title


def name_of_player(who: RankedPlayer | Rival, language: Language) -> str:
    """Return the name of a person or a level; “Somebody” for a person without a name."""
    if who.level:
        return language.say(N_("Computer: {level}"), level=language.word(LEVEL, who.level.capitalize()))
    return who.name or language.say(N_("Somebody"))


class Message(Struct, frozen=True):
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
    kinds = {each.kind for each in notices}
    title = (
        N_("Your time has run out at {game}")
        if LATE in kinds
        else N_("Your turn at {game}")
        if TURN in kinds
        else N_("{game}: play again?")
    )
    return Message(language.say(title, game=language.say(games[notices[0].game].text.title)), lines, lines[0][1])


def _notice_line(notice: Notice, language: Language) -> str:
    game, names = language.say(games[notice.game].text.title), language.listing(notice.others)
    if notice.kind == LATE:
        return language.say(
            N_(
                "{game} with {names}: you are awaited for too long. The others may hand your seat to a computer player."
            ),
            game=game,
            names=names,
        )
    said = (
        N_("{game} with {names}: do you play again?")
        if notice.kind == REMATCH
        else N_("{game} with {names}: it is your turn.")
    )
    return language.say(said, game=game, names=names)


def terms_of(game: str, settings: TableSettings, language: Language) -> str:
    """Return what is played at a table, and how: the game in a line, its clock, and whether the result counts."""
    say = language.say
    played = say(N_("{game}: {pitch}"), game=say(games[game].text.title), pitch=say(games[game].text.pitch))
    counts = (
        [say(N_("The result counts for the ranking: who sits down needs a name and a password"))]
        if settings.rated
        else []
    )
    return ". ".join([played, clock_text(settings.clock, language), *counts]) + "."


def standstill_text(table: Table, language: Language) -> str:
    """Return why nobody can move."""
    if table.closed:
        people = {sitter.person for sitter in table.occupants if sitter.person}
        is_agreed_alone = table.closed == AGREED and len(people) == 1
        return language.say(ENDED_ALONE if is_agreed_alone else CLOSED[table.closed])
    free = sum(sitter.is_free for sitter in table.occupants)
    return language.count(MISSING, free) if free else language.say(N_("The game pauses."))
