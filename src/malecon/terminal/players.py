"""Who sits where: people and computer players, their names, and how a record tells it.

A record's ``name`` line says both, e.g. ``name 2 Rosa (easy)`` or ``name 1 Ana (person)``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from malecon.agents import LEVELS, free_names
from malecon.core.confusables import TWINS, look_alike
from malecon.core.errors import UsageError
from malecon.core.i18n import N_, Language
from malecon.core.plain_text import clean_name, is_shown

PERSON = "person"
ALL, NOBODY = "all", "none"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody at the table. ``kind`` is ``person`` or the name of a level."""

    name: str
    kind: str

    @property
    def is_person(self) -> bool:
        """Whether a person decides."""
        return self.kind == PERSON

    def line(self) -> str:
        """Return the text of the ``name`` line."""
        return f"{self.name} ({self.kind})"


def people(texts: Sequence[str], seats: int, language: Language) -> dict[int, str]:
    """Return the seats (0-based) that people take, with the names they gave, from the values of ``--you``.

    >>> people(["1=Ana,3"], 3, Language()), people(["none"], 3, Language()), sorted(people(["all"], 2, Language()))
    ({0: 'Ana', 2: ''}, {}, [0, 1])
    """
    parts = [part.strip() for text in texts for part in text.split(",") if part.strip()]
    if parts == [ALL]:
        return dict.fromkeys(range(seats), "")
    if parts == [NOBODY]:
        return {}
    found = dict(one_person(part, seats, language) for part in parts)
    names = list(filter(None, found.values()))
    if twins := [name for place, name in enumerate(names) if look_alike(name, names[:place])]:
        raise UsageError(language.say(TWINS, name=twins[0]))
    return found


def one_person(part: str, seats: int, language: Language) -> tuple[int, str]:
    """Return the seat and the name that a part of ``--you`` tells."""
    seat, _, name = part.partition("=")
    if not seat.strip().isdecimal() or not 1 <= int(seat) <= seats or not all(map(is_shown, name)):
        template = N_("--you: is {part}, but must be a seat from 1 to {seats} (with a name: 1=Ana), all or none.")
        raise UsageError(language.say(template, part=repr(part), seats=seats))
    return int(seat) - 1, clean_name(name)


def check_level(level: str, language: Language) -> str:
    """Return ``level`` if there is such a computer player."""
    if level not in LEVELS:
        template = N_("--level: is {level}, but must be one of {levels}.")
        raise UsageError(language.say(template, level=repr(level), levels=", ".join(LEVELS)))
    return level


def seat_players(seats: int, persons: Mapping[int, str], level: str, language: Language) -> dict[int, Player]:
    """Return who sits where; who has no name gets one."""
    players = {}
    free = free_names(persons.values())
    for seat in range(seats):
        if seat in persons:
            players[seat] = Player(persons[seat] or language.say(N_("Player {number}"), number=seat + 1), PERSON)
        else:
            players[seat] = Player(next(free), level)
    return players


def lines(players: Mapping[int, Player]) -> dict[int, str]:
    """Return the ``name`` lines of a record."""
    return {seat: player.line() for seat, player in players.items()}


def from_lines(names: Mapping[int, str], seats: int) -> dict[int, Player] | None:
    """Return who sits where, or ``None`` if the ``name`` lines of a record do not tell.

    >>> from_lines({0: "Ana (person)", 1: "Rosa (easy)"}, 2)
    {0: Player(name='Ana', kind='person'), 1: Player(name='Rosa', kind='easy')}
    """
    found = {seat: re.fullmatch(r"(\S.*) \((\w+)\)", name) for seat, name in names.items()}
    players = {seat: Player(match[1], match[2]) for seat, match in found.items() if match}
    known = all(player.is_person or player.kind in LEVELS for player in players.values())
    return players if known and len(players) == seats else None
