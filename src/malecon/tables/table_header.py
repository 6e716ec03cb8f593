"""The header of a table, which never changes: game, options, key and settings."""

import hashlib
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike

from malecon import games
from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.core.options import Kind, versions_in_words
from malecon.core.random import KEYS
from malecon.tables import TableSettings, Unplayable, check_settings

ID_BYTES = 16
"""Random bytes of an id: 128 bits cannot be guessed."""
LONGEST_ID = 40
DEFAULT_SETTINGS = TableSettings()
KNOWN_DEAL = N_("A deal that was played before cannot count for the ranking.")


def new_id() -> str:
    """Return a fresh id that nobody can guess; it begins with no minus, which commands take for an option."""
    found = secrets.token_urlsafe(ID_BYTES)
    return new_id() if found.startswith("-") else found


def is_id(text: str) -> bool:
    """Tell whether a text has the shape of an id, ours or a sender's: letters, digits, ``-`` and ``_``, at most 40.

    >>> is_id("Xk_3-9"), is_id(""), is_id("drop table")
    (True, False, False)
    """
    return re.fullmatch(rf"[A-Za-z0-9_-]{{1,{LONGEST_ID}}}", text) is not None


def check_id(text: str) -> None:
    """Refuse what has not the shape of an id.

    Raises:
        UsageError: it is none.
    """
    if not is_id(text):
        raise UsageError(f"id: is {text[:LONGEST_ID]!r}, but must be 1 to {LONGEST_ID} letters, digits, - or _")


def commitment_to(key: int, salt: str) -> str:
    """Return the commitment to a key, a SHA-256 as hexadecimal digits: it binds the table to the key, but hides it.

    >>> commitment_to(7, "salt")[:16]
    '53963813d007ac41'
    """
    return hashlib.sha256(f"{key} {salt}".encode()).hexdigest()


@dataclass(frozen=True)
class TableHeader:
    """The header of a table.

    Attributes:
        id: of the table.
        game: its name.
        rules: version of the rules.
        seats: how many.
        options: lines, as in a record.
        key: source of all chance; secret until the end.
        salt: makes the commitment unguessable; secret until the end.
        created: milliseconds since 1970.
        settings: who may come, whether it counts, the clock.
    """

    id: str
    game: str
    rules: int
    seats: int
    options: tuple[str, ...]
    key: int = field(repr=False)
    salt: str = field(repr=False)
    created: int
    settings: TableSettings = DEFAULT_SETTINGS

    @cached_property
    def commitment(self) -> str:
        """The commitment to the key, shown from the start; key and salt are checked against it at the end."""
        return commitment_to(self.key, self.salt)

    @property
    def option_values(self) -> Mapping[str, object]:
        """The options as ``new_header`` takes them.

        Raises:
            MaleconError: an option is not known any more.
        """
        return games[self.game].read_options(list(enumerate(self.options, start=1)))

    @cached_property
    def own_data(self) -> tuple[str, ...]:
        """The names of the options with data of the table's owner, in the order of their lines."""
        words = {option.own.word: option.name for option in games[self.game].options if option.own}
        found = (line.partition(" ")[0] for line in self.options)
        return tuple(dict.fromkeys(words[word] for word in found if word in words))

    def start_match(self) -> Match:
        """Return the match before its first move.

        Raises:
            Unplayable: this version of Malecón does not know the game, its rules of then, or an option.
        """
        game = games.get(self.game)
        if game is None or self.rules not in game.versions:
            here = f"; those of version {versions_in_words(game.versions)} are" if game else ""
            raise Unplayable(f"the table plays {self.game} by rules of version {self.rules}, which are not here{here}")
        try:
            return game.start(self.seats, self.key, version=self.rules, **self.option_values)
        except MaleconError as error:
            raise Unplayable(f"the table cannot be set up again: {error}") from None


def new_header(
    game: str,
    seats: int,
    options: Mapping[str, object],
    created: int,
    settings: TableSettings = DEFAULT_SETTINGS,
    key: int | None = None,
    rules: int | None = None,
) -> TableHeader:
    """Return the header of a new table.

    Args:
        options: of the game; an owner's data as objects or plain data. A file's name is refused: it would be read
            on the machine that serves, not on that of the person who asks.
        key: of all chance; by default a fresh one.
        rules: version of the rules; by default the newest.

    Raises:
        UsageError: there is no such game, the version, an option or a term is wrong, or a known deal is to count.
    """
    if game not in games:
        raise UsageError(f"game: is {game!r}, but must be one of {', '.join(games)}")
    games[game].check_options(options)
    for option in games[game].options:
        if option.kind is Kind.FILE and isinstance(options.get(option.name), str | PathLike):
            raise option.refusal(options[option.name], f"a list of {option.name}")
    check_settings(settings)
    if settings.rated and key is not None:
        raise UsageError(KNOWN_DEAL)
    key = secrets.randbelow(KEYS) if key is None else key
    match = games[game].start(seats, key, version=rules, **options)
    lines = tuple(games[game].write_options(match.begun))
    return TableHeader(new_id(), game, match.version, seats, lines, key, new_id(), created, settings)
