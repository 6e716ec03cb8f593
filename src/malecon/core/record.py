"""The reading of records, texts of matches that a player can follow and ``Match.record`` writes.

A record has a heading (game and version of the rules, seats, options, names of the players, and the seed or position at
the beginning), a line for each move, with seats from 1, and at the end the points of each seat. ``#`` begins a remark.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from malecon.core.errors import IllegalMove, ParseError, shortened
from malecon.core.game import Game
from malecon.core.match import Match
from malecon.core.message import N_, Forms, Message
from malecon.core.options import Line, versions_in_words
from malecon.core.strict_json import InvalidJson, read_json
from malecon.core.text_bounds import (
    BYTES,
    CHARACTERS,
    LONGEST_LINE,
    LONGEST_RECORD,
    MOST_MOVES,
    MOVES,
    OutOfBounds,
    check_size,
)

SHOWN_OF_JSON = 20
"""Characters of a position that an error quotes."""
UNREMARKED = ("name", "position")
"""First words of lines in which ``#`` is part of the text."""
SEAT = re.compile("[0-9]{1,3}")
"""The number at the beginning of a move's line; ``str.isdigit`` would accept ``²`` too."""


@dataclass
class _Parts:
    """The lines of a record without remarks, by kind. ``length`` is the number of all lines."""

    length: int
    game: Line | None = None
    seats: Line | None = None
    seed: Line | None = None
    position: Line | None = None
    result: Line | None = None
    options: list[Line] = field(default_factory=list)
    names: list[Line] = field(default_factory=list)
    moves: list[Line] = field(default_factory=list)


def game_of(text: str, games: Mapping[str, Game]) -> Game:
    """Return the game of a record.

    Raises:
        ParseError: there is no such game, or the text is no record.
    """
    return _find_game(_sort_lines(text), games)


def read(text: str, games: Mapping[str, Game]) -> Match:
    """Return the match of a record; ``malecon.replay`` documents the errors."""
    parts = _sort_lines(text)
    game = _find_game(parts, games)
    match = _begin(parts, game, _find_version(parts, game))
    match.names = dict(_parse_name(match, line) for line in parts.names)
    for line in parts.moves:
        _play_line(match, line)
    _check_result(match, parts)
    return match


def _sort_lines(text: str) -> _Parts:
    """Return the lines without remarks, by kind."""
    _check_length(N_("the record"), len(text.encode(errors="replace")), LONGEST_RECORD, BYTES, 1)
    lines = text.removeprefix("\ufeff").splitlines()
    parts = _Parts(len(lines))
    for number, raw in enumerate(lines, start=1):
        word = raw.split(maxsplit=1)[0] if raw.split() else ""
        if word != "position":
            _check_length(N_("the line"), len(raw), LONGEST_LINE, CHARACTERS, number)
        content = raw.strip() if word in UNREMARKED else raw.partition("#")[0].strip()
        if content:
            _sort_line(parts, word, (number, content))
    _check_length(N_("the record"), len(parts.moves), MOST_MOVES, MOVES, len(lines))
    return parts


def _check_length(what: str, size: int, most: int, unit: Forms, line: int) -> None:
    """Raise ``ParseError`` if ``what`` has more than ``most`` of a unit."""
    try:
        check_size(what, size, most, unit)
    except OutOfBounds as error:
        raise ParseError(error.message, line=line, column=1) from None


def _sort_line(parts: _Parts, word: str, line: Line) -> None:
    """Add a line to the parts, by its first word."""
    if parts.game is None:
        parts.game = line
    elif parts.result is not None:
        sentence = Message(N_("{text} comes after the result, which must be the end"), {"text": shortened(line[1])})
        raise ParseError(sentence, line=line[0], column=1)
    elif SEAT.fullmatch(word):
        parts.moves.append(line)
    elif word in ("seats", "seed", "position", "result"):
        if getattr(parts, word) is not None:
            raise ParseError(Message(N_("{text} is there twice"), {"text": repr(word)}), line=line[0], column=1)
        setattr(parts, word, line)
    elif parts.moves:
        sentence = Message(N_("{text} is no move, such as '1 pass', and no result"), {"text": shortened(line[1])})
        raise ParseError(sentence, line=line[0], column=1)
    else:
        (parts.names if word == "name" else parts.options).append(line)


def _find_game(parts: _Parts, games: Mapping[str, Game]) -> Game:
    """Return the game that the first line names, or raise ``ParseError``."""
    number, text = parts.game or (1, "")
    name = text.partition(" ")[0]
    if name not in games:
        facts = {"name": shortened(name), "games": tuple(games)}
        raise ParseError(Message(N_("the game is {name}, but must be one of {games}"), facts), line=number, column=1)
    return games[name]


def _find_version(parts: _Parts, game: Game) -> int:
    """Return the version of the rules in the first line; raise ``ParseError`` if the game does not have it."""
    number, text = parts.game or (1, "")
    version = text.removeprefix(game.name).strip()
    if version not in map(str, game.versions):
        facts = {"version": shortened(version), "versions": versions_in_words(game.versions)}
        sentence = Message(N_("the rules are of version {version}, but must be {versions}"), facts)
        raise ParseError(sentence, line=number, column=len(game.name) + 2)
    return int(version)


def _begin(parts: _Parts, game: Game, version: int) -> Match:
    seats = _number_after("seats", parts.seats, parts)
    if parts.position is None:
        seed = _number_after("seed", parts.seed, parts)
        options = game.read_options(parts.options)
        return game.start(seats, seed, version=version, **options)
    for line in (parts.seed, *parts.options):
        if line is not None:
            sentence = Message(N_("{text} is there beside a position, which says it"), {"text": shortened(line[1])})
            raise ParseError(sentence, line=line[0], column=1)
    match = game.from_position(_parse_position(parts.position))
    if match.seats != seats:
        counts = {"seats": seats, "found": match.seats}
        sentence = Message(N_("the seats are {seats}, but the position has {found}"), counts)
        raise ParseError(sentence, line=parts.seats[0] if parts.seats else 1, column=7)
    if match.version != version:
        template = N_("the rules are of version {version}, but those of the position of version {found}")
        sentence = Message(template, {"version": version, "found": match.version})
        raise ParseError(sentence, line=parts.game[0] if parts.game else 1, column=len(game.name) + 2)
    return match


def _number_after(word: str, line: Line | None, parts: _Parts) -> int:
    """Return the number after the ``word`` of a line of the heading."""
    if line is None:
        sentence = Message(N_("the record ends without its {word}"), {"word": word})
        raise ParseError(sentence, line=max(1, parts.length), column=1)
    found = re.fullmatch(rf"{word}\s+([0-9]{{1,20}})", line[1])
    if found is None:
        sentence = Message(N_("{text} must be '{word}' and a whole number"), {"text": shortened(line[1]), "word": word})
        raise ParseError(sentence, line=line[0], column=len(word) + 2)
    return int(found[1])


def _parse_position(line: Line) -> object:
    text, before = line[1].removeprefix("position"), len("position") + 1
    try:
        return read_json(text)
    except OutOfBounds as error:
        sentence = Message(N_("the position: {reason}"), {"reason": error.message})
        raise ParseError(sentence, line=line[0], column=before + error.place) from None
    except InvalidJson as error:
        shown = {"text": shortened(text[error.place :][:SHOWN_OF_JSON]), "reason": error.message}
        syntax = Message(N_("the position cannot be read at {text}; it is written as JSON"), shown)
        sentence = syntax if error.is_syntax else Message(N_("the position: {reason}"), shown)
        raise ParseError(sentence, line=line[0], column=before + error.place) from None


def _parse_name(match: Match, line: Line) -> tuple[int, str]:
    """Return the seat, from 0, and the player's name in a line of the heading."""
    found = re.fullmatch(r"name\s+([0-9]{1,3})\s+(\S.*)", line[1])
    if found is None or not 1 <= int(found[1]) <= match.seats:
        facts = {"text": shortened(line[1]), "seats": match.seats}
        sentence = Message(N_("{text} must be 'name', a seat from 1 to {seats}, and a name"), facts)
        raise ParseError(sentence, line=line[0], column=1)
    return int(found[1]) - 1, found[2]


def _play_line(match: Match, line: Line) -> None:
    number, text = line
    seat, _, move = text.partition(" ")
    if not 1 <= int(seat) <= match.seats:
        sentence = Message(N_("the seat is {seat}, but must be 1 to {seats}"), {"seat": seat, "seats": match.seats})
        raise ParseError(sentence, line=number, column=1)
    try:
        match.play(int(seat) - 1, move)
    except IllegalMove as error:
        raise error.at(number) from None
    except ParseError as error:
        raise ParseError(error.message, line=number, column=len(seat) + 1 + error.column) from None


def _check_result(match: Match, parts: _Parts) -> None:
    """Raise ``ParseError`` unless the result of the record is that of the match."""
    if parts.result is None:
        if match.over:
            sentence = Message(N_("the game is over, but the record ends without a result"))
            raise ParseError(sentence, line=parts.length, column=1)
        return
    number, text = parts.result
    if not match.over:
        sentence = Message(N_("there is a result, but the game goes on after the last move"))
        raise ParseError(sentence, line=number, column=1)
    if text.split() != match.result_line.split():
        facts = {"text": repr(text), "right": repr(match.result_line)}
        raise ParseError(Message(N_("{text} must be {right}"), facts), line=number, column=8)
