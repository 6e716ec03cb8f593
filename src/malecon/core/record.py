"""A match as a text that a player can follow, and back.

A heading (game and version of the rules, seats, options, who plays, and the seed or the position with which it began),
a line for each move, seats from 1, and at the end the points of each seat. ``#`` begins a remark.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from malecon.core.bounds import LONGEST_LINE, LONGEST_RECORD, MOST_MOVES, OutOfBounds, check_json, check_size
from malecon.core.errors import IllegalMove, ParseError
from malecon.core.match import Match
from malecon.core.options import versions_in_words

if TYPE_CHECKING:
    from malecon.core.game import Game
    from malecon.core.options import Line

UNREMARKED = ("name", "position")
"""Lines in which ``#`` is part of the text."""
SEAT = re.compile("[0-9]{1,3}")
"""The number with which the line of a move begins; ``str.isdigit`` would take ``²`` too."""


def write(match: Match) -> str:
    """Return a match as a text."""
    return "\n".join([*heading(match), "", *moves(match), *result(match)]) + "\n"


def heading(match: Match) -> list[str]:
    """Return the lines that say what was begun, and how."""
    lines = [f"{match.game.name} {match.version}", f"seats {match.seats}"]
    if match.seed is None:
        names = [f"name {seat + 1} {name}" for seat, name in match.names.items()]
        return lines + names + ["position " + json.dumps(match.game.write_position(match.begun))]
    lines += match.game.write_options(match.begun)
    lines += [f"name {seat + 1} {name}" for seat, name in match.names.items()]
    return [*lines, f"seed {match.seed}"]


def moves(match: Match) -> list[str]:
    """Return a line for each move, and remarks where the game has something to say."""
    lines = []
    for number, (seat, notation) in enumerate(match.moves):
        lines.append(f"{seat + 1} {notation}")
        remarks = filter(None, map(match.game.remark, match.events_of(number)))
        lines += [f"# {remark}" for remark in remarks]
    return lines


def result(match: Match) -> list[str]:
    """Return the points, if the match is over."""
    return ["result " + " ".join(map(str, match.points))] if match.over else []


@dataclass
class Parts:
    """The lines of a record, sorted. ``length`` is the number of all lines."""

    length: int
    game: "Line | None" = None
    seats: "Line | None" = None
    seed: "Line | None" = None
    position: "Line | None" = None
    result: "Line | None" = None
    options: "list[Line]" = field(default_factory=list)
    names: "list[Line]" = field(default_factory=list)
    moves: "list[Line]" = field(default_factory=list)


def game_of(text: str, games: Mapping[str, "Game"]) -> "Game":
    """Return the game of which a record tells."""
    return find_game(sort_lines(text), games)


def read(text: str, games: Mapping[str, "Game"]) -> Match:
    """Return the match that a record tells; ``malecon.replay`` documents the errors."""
    parts = sort_lines(text)
    game = find_game(parts, games)
    match = begin(parts, game, find_version(parts, game))
    match.names = dict(parse_name(match, line) for line in parts.names)
    for line in parts.moves:
        play_line(match, line)
    check_result(match, parts)
    return match


def sort_lines(text: str) -> Parts:
    """Return the lines without remarks, by what they begin with."""
    check_length("the record", len(text.encode(errors="replace")), LONGEST_RECORD, "bytes", 1)
    lines = text.removeprefix("\ufeff").splitlines()
    parts = Parts(len(lines))
    for number, raw in enumerate(lines, start=1):
        word = raw.split(maxsplit=1)[0] if raw.split() else ""
        if word != "position":
            check_length("the line", len(raw), LONGEST_LINE, "characters", number)
        content = raw.strip() if word in UNREMARKED else raw.partition("#")[0].strip()
        if content:
            sort_line(parts, word, (number, content))
    check_length("the record", len(parts.moves), MOST_MOVES, "moves", len(lines))
    return parts


def check_length(what: str, size: int, most: int, unit: str, line: int) -> None:
    """Raise ``ParseError`` if there is more of something than may be."""
    try:
        check_size(what, size, most, unit)
    except OutOfBounds as error:
        raise ParseError(str(error), line=line, column=1) from None


def sort_line(parts: Parts, word: str, line: "Line") -> None:
    """Put a line where it belongs."""
    if parts.game is None:
        parts.game = line
    elif parts.result is not None:
        raise ParseError(f"{line[1]!r} comes after the result, which must be the end", line=line[0], column=1)
    elif SEAT.fullmatch(word):
        parts.moves.append(line)
    elif word in ("seats", "seed", "position", "result"):
        if getattr(parts, word) is not None:
            raise ParseError(f"{word!r} is there twice", line=line[0], column=1)
        setattr(parts, word, line)
    elif parts.moves:
        raise ParseError(f"{line[1]!r} is no move, such as '1 pass', and no result", line=line[0], column=1)
    else:
        (parts.names if word == "name" else parts.options).append(line)


def find_game(parts: Parts, games: Mapping[str, "Game"]) -> "Game":
    """Return the game of the first line, if it is one of ours."""
    number, text = parts.game or (1, "")
    name = text.partition(" ")[0]
    if name not in games:
        expected = " or ".join(games)
        raise ParseError(f"the game is {name!r}, but must be {expected}", line=number, column=1)
    return games[name]


def find_version(parts: Parts, game: "Game") -> int:
    """Return the version of the rules in the first line, if it can be played."""
    number, text = parts.game or (1, "")
    version = text.removeprefix(game.name).strip()
    if version not in map(str, game.versions):
        sentence = f"the rules are of version {version!r}, but must be {versions_in_words(game.version)}"
        raise ParseError(sentence, line=number, column=len(game.name) + 2)
    return int(version)


def begin(parts: Parts, game: "Game", version: int) -> Match:
    """Return the match before its first move."""
    seats = number_after("seats", parts.seats, parts)
    if parts.position is None:
        seed = number_after("seed", parts.seed, parts)
        options = game.read_options(parts.options)
        return game.start(seats, seed, version=version, **options)
    for line in (parts.seed, *parts.options):
        if line is not None:
            raise ParseError(f"{line[1]!r} is there beside a position, which says it", line=line[0], column=1)
    match = game.from_position(parse_position(parts.position))
    if match.seats != seats:
        sentence = f"the seats are {seats}, but the position has {match.seats}"
        raise ParseError(sentence, line=parts.seats[0] if parts.seats else 1, column=7)
    if match.version != version:
        sentence = f"the rules are of version {version}, but those of the position of version {match.version}"
        raise ParseError(sentence, line=parts.game[0] if parts.game else 1, column=len(game.name) + 2)
    return match


def number_after(word: str, line: "Line | None", parts: Parts) -> int:
    """Return the number in a line of the heading."""
    if line is None:
        raise ParseError(f"the record ends without its {word}", line=max(1, parts.length), column=1)
    found = re.fullmatch(rf"{word}\s+([0-9]{{1,20}})", line[1])
    if found is None:
        raise ParseError(f"{line[1]!r} must be {word!r} and a whole number", line=line[0], column=len(word) + 2)
    return int(found[1])


def parse_position(line: "Line") -> object:
    """Return the plain data of a position."""
    text, before = line[1].removeprefix("position"), len("position") + 1
    try:
        check_json(text)
        return json.loads(text)
    except OutOfBounds as error:
        raise ParseError(f"the position: {error}", line=line[0], column=before + error.place) from None
    except json.JSONDecodeError as error:
        raise ParseError(f"the position is no JSON: {error.msg}", line=line[0], column=before + error.pos) from None


def parse_name(match: Match, line: "Line") -> tuple[int, str]:
    """Return a seat and who plays there."""
    found = re.fullmatch(r"name\s+([0-9]{1,3})\s+(\S.*)", line[1])
    if found is None or not 1 <= int(found[1]) <= match.seats:
        sentence = f"{line[1]!r} must be 'name', a seat from 1 to {match.seats}, and a name"
        raise ParseError(sentence, line=line[0], column=1)
    return int(found[1]) - 1, found[2]


def play_line(match: Match, line: "Line") -> None:
    """Play the move of a line."""
    number, text = line
    seat, _, move = text.partition(" ")
    if not 1 <= int(seat) <= match.seats:
        raise ParseError(f"the seat is {seat}, but must be 1 to {match.seats}", line=number, column=1)
    try:
        match.play(int(seat) - 1, move)
    except IllegalMove as error:
        raise error.at(number) from None
    except ParseError as error:
        raise ParseError(error.sentence, line=number, column=len(seat) + 1 + error.column) from None


def check_result(match: Match, parts: Parts) -> None:
    """Hold the result of the record against that of the match."""
    if parts.result is None:
        if match.over:
            raise ParseError("the game is over, but the record ends without a result", line=parts.length, column=1)
        return
    number, text = parts.result
    if not match.over:
        raise ParseError("there is a result, but the game goes on after the last move", line=number, column=1)
    if text.split() != result(match)[0].split():
        raise ParseError(f"{text!r} must be {result(match)[0]!r}", line=number, column=8)
