"""The players of a match at the terminal: people and computer players, by seat, and the moves of the latter.

A ``name`` line of a record has a player's name and kind, e.g. ``name 2 Rosa (easy)`` or ``name 1 Ana (person)``.

A command that people play by runs the rules plain; its computer players think in a pool of processes, so that nobody
waits. These are compiled as soon as they are ready. They get the same keys there, so the moves are the same wherever
they think, unless time limits them.
"""

import atexit
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from malecon.agents import LEVELS, RANDOM, Advice, free_names, opponents_of
from malecon.agents.player_pool import PlayerPool
from malecon.agents.player_process import Answer, NoAnswer, Question, answer
from malecon.core.errors import UsageError
from malecon.core.game_parts import GameParts
from malecon.core.i18n import N_, Language
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.core.plain_mode import may_compile
from malecon.core.plain_text import TWINS, clean_name, is_shown, look_alike
from malecon.core.reason import Explanation

PERSON = "person"
ALL, NOBODY = "all", "none"
KEY_BITS = 62


@dataclass(frozen=True, slots=True)
class Player:
    """A player. ``kind`` is ``person`` or the name of a level."""

    name: str
    kind: str

    @property
    def is_person(self) -> bool:
        """Whether the player is a person."""
        return self.kind == PERSON

    def name_line(self) -> str:
        """Return the text of the player's ``name`` line."""
        return f"{self.name} ({self.kind})"


def parse_people(texts: Sequence[str], seats: int, language: Language) -> dict[int, str]:
    """Return people's names by seat (from 0), empty where none is given, from the values of ``--you``.

    Raises:
        UsageError: a seat is not there, or two names look alike.

    >>> parse_people(["1=Ana,3"], 3, Language()), parse_people(["none"], 3, Language())
    ({0: 'Ana', 2: ''}, {})
    >>> parse_people(["all"], 2, Language())
    {0: '', 1: ''}
    """
    parts = [part.strip() for text in texts for part in text.split(",") if part.strip()]
    if parts == [ALL]:
        return dict.fromkeys(range(seats), "")
    if parts == [NOBODY]:
        return {}
    found = dict(_parse_person(part, seats, language) for part in parts)
    names = list(filter(None, found.values()))
    if twins := [name for index, name in enumerate(names) if look_alike(name, names[:index])]:
        raise UsageError(language.say(TWINS, name=twins[0]))
    return found


def _parse_person(part: str, seats: int, language: Language) -> tuple[int, str]:
    """Return the seat (from 0) and the name of a part of ``--you``."""
    seat, _, name = part.partition("=")
    if not seat.strip().isdecimal() or not 1 <= int(seat) <= seats or not all(map(is_shown, name)):
        template = N_("--you: is {part}, but must be a seat from 1 to {seats} (with a name: 1=Ana), all or none.")
        raise UsageError(language.say(template, part=repr(part), seats=seats))
    return int(seat) - 1, clean_name(name)


def check_level(level: str | None, game: GameParts, language: Language) -> str:
    """Return ``level``, or for ``None`` the weakest against which people play a game.

    Raises:
        UsageError: there is no computer player of this name, or it cannot play the game.
    """
    if level is None:
        return opponents_of(game)[0]
    if level not in LEVELS:
        template = N_("--level: is {level}, but must be one of {levels}.")
        raise UsageError(language.say(template, level=repr(level), levels=", ".join(LEVELS)))
    if level != RANDOM:
        game.check_guess()
    return level


def players_by_seat(seats: int, people: Mapping[int, str], level: str, language: Language) -> dict[int, Player]:
    """Return all players, the computer's at the seats without people; those without a name get one."""
    players = {}
    free = free_names(people.values())
    for seat in range(seats):
        if seat in people:
            players[seat] = Player(people[seat] or language.say(N_("Player {number}"), number=seat + 1), PERSON)
        else:
            players[seat] = Player(next(free), level)
    return players


def name_lines(players: Mapping[int, Player]) -> dict[int, str]:
    """Return the ``name`` lines of a record, by seat."""
    return {seat: player.name_line() for seat, player in players.items()}


def _recorded_players(names: Mapping[int, str], seats: int) -> dict[int, Player] | None:
    """Return the players of a record's ``name`` lines by seat, or ``None`` unless they name all players and kinds.

    >>> _recorded_players({0: "Ana (person)", 1: "Rosa (easy)"}, 2)
    {0: Player(name='Ana', kind='person'), 1: Player(name='Rosa', kind='easy')}
    """
    found = {seat: re.fullmatch(r"(\S.*) \((\w+)\)", name) for seat, name in names.items()}
    players = {seat: Player(match[1], match[2]) for seat, match in found.items() if match}
    known = all(player.is_person or player.kind in LEVELS for player in players.values())
    return players if known and len(players) == seats else None


def saved_players(match: Match, you: Sequence[str], level: str | None, language: Language) -> dict[int, Player]:
    """Return the players of a saved game: those of the record, unless the command line names others."""
    recorded = _recorded_players(match.names, match.seats)
    if recorded is not None and not you and not level:
        return recorded
    people = parse_people(you or ["1"], match.seats, language)
    if recorded is not None and not you:
        people = {seat: player.name for seat, player in recorded.items() if player.is_person}
    return players_by_seat(match.seats, people, check_level(level, match.game, language), language)


def _computer_key(match: Match, seat: int) -> int:
    """Return the random key of a computer player's next decision: it depends on the match alone.

    So equal matches have equal computer players. The key is below ``2**KEY_BITS``.
    """
    text = f"{match.seed} {seat} {match.number}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> (64 - KEY_BITS)


def choose_move(match: Match, seat: int, level: str) -> str:
    """Return the move of a computer player; one that does not think needs no other process."""
    if level == RANDOM:
        return LEVELS[RANDOM].choose(match, seat, _computer_key(match, seat))
    return str(_answer(Question.about("choose", match, seat, level, _computer_key(match, seat))))


def advise_moves(match: Match, seat: int, level: str) -> Sequence[Advice]:
    """Return the moves of a seat, the best first, as a computer player sees them."""
    advice = _answer(Question.about("advise", match, seat, level, _computer_key(match, seat)))
    assert isinstance(advice, list)
    return advice


def explain_move(match: Match, seat: int, better: str, other: str) -> Explanation:
    """Return why a move of a seat is better than another one."""
    explanation = _answer(Question.why(match, seat, better, other, _computer_key(match, seat)))
    assert isinstance(explanation, Explanation)
    return explanation


def _answer(question: Question) -> Answer:
    """Return the answer to a question: of the pool, if its processes may be compiled and this one is not."""
    if JIT or not may_compile():
        return answer(question)
    try:
        return _pool().ask(question)
    except NoAnswer:
        return answer(question)


@cache
def _pool() -> PlayerPool:
    """Return the pool of this process; it is closed at the end."""
    pool = PlayerPool()
    atexit.register(pool.close)
    return pool
