"""The answer of a language model as a move: read forgivingly, but never by a guess between two legal moves.

What counts is ``{"move": "…"}``; without it lines with ``move: …``; without those lines that begin with a move. Case,
quotes, code fences and prose behind the move do not matter, nor its meaning, copied from the prompt. Two legal moves of
one of these kinds are refused, and so is a move whose next words could belong to it.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from malecon.core.errors import IllegalMove, ParseError
from malecon.core.game_parts import GameParts
from malecon.core.match import Match
from malecon.core.text_bounds import LONGEST_MOVE
from malecon.research.text_agent.prompts import lines_of_moves, refusal_text

LONGEST_READ = 20_000
"""Characters at the end of a reply that are read."""
LONGEST_LINE = 400
"""Characters of a line that are compared with the lines of the prompt."""
MOST_NAMED = 4
"""Moves that a refusal names."""
THOUGHT = "<think>", "</think>"
"""Between these a model writes while it thinks, if its server shows it."""
JSON_ANSWER = re.compile(r"""["'](move|rule)["']\s*:\s*(?:"([^"\n]{0,300})"|'([^'\n]{0,300})')""", re.IGNORECASE)
LABELLED = re.compile(r"\b(?:move|answer|action|choice)\b[\"'”’*_`]{0,4}\s?(?::|=|\bis\b)(.*)", re.IGNORECASE)
OPENING = re.compile(r"^(?:[\s>#*_`:=\"'“”‘’•·-]|\(?\d{1,3}[.)]\s)+")
"""Marks and numbers of lists before a move."""
SPEAKER = re.compile(r"^(?:i(?:['’]ll| will)? |(?:player |seat )?(\d{1,2})(?::|\s)\s*)", re.IGNORECASE)
"""Who makes the move, as in a record: *2 buy upper left*."""
MARKS = " \t.,;:!?()[]{}<>\"'“”‘’*_`"
FILLERS = frozenset(("and", "&", "the"))
"""Words that may be left out."""
ENDS = (".", ",", ";", ":", "!", '"', "”", "'", "’", "`", "*", ")", "}", "]")
REASONS = frozenset(("because", "since", "as", "so", "for", "to"))
DASHES = ("(", "-", "–", "—", "/", "#")
"""With what the words behind a move in its line may begin, besides its own punctuation."""


class Answer(NamedTuple):
    """A reply, read.

    Attributes:
        move: the legal move that it names, in notation; ``None`` if it names none, or several.
        said: the move that was meant, legal or not, in notation or as it was written; ``None`` if there is none.
        topic: what it asks the rules for; ``None`` if it does not.
        refusal: why it was refused; empty if it was not.
    """

    move: str | None = None
    said: str | None = None
    topic: str | None = None
    refusal: str = ""


class _Named(NamedTuple):
    """A move in a text: its notation, and the seat whose move it is said to be (from 0, ``None``: nothing is said)."""

    move: str
    seat: int | None


def read_answer(reply: str, match: Match, seat: int) -> Answer:
    """Return what the reply of a language model means for an awaited seat; the match is left as it is."""
    begins, ends = THOUGHT
    text = reply[-LONGEST_READ:].rpartition(ends)[2].partition(begins)[0].strip()
    if not text:
        return Answer(refusal="Your answer was empty.")
    lines_of = {move: _plain(line) for move, line in lines_of_moves(match, seat).items()}
    written = [*JSON_ANSWER.finditer(text)]
    values = [_unescaped(next(filter(None, each.groups()[1:]), "")) for each in written]
    if written and written[-1][1].lower() == "rule":
        return Answer(topic=values[-1])
    values = [value for value, each in zip(values, written, strict=True) if each[1].lower() == "move"]
    lines = text.splitlines()
    labelled = [found[1] for line in lines if (found := LABELLED.search(line))]
    for level in (values,) if values else (labelled, lines):
        if named := [*_named(level, match.game, lines_of)]:
            return _judged(named, match, seat, match.legal(seat))
    return Answer(refusal=_unreadable(values or labelled or (lines if len(lines) == 1 else ()), match.game))


def _unescaped(value: str) -> str:
    """Return the text that a text of JSON stands for.

    >>> _unescaped("build rum caf\\\\u00e9"), _unescaped("a \\\\ b")
    ('build rum café', 'a \\\\ b')
    """
    try:
        return str(json.loads(f'"{value}"'))
    except json.JSONDecodeError:
        return value


def _named(texts: Iterable[str], game: GameParts, lines_of: Mapping[str, str]) -> Iterator[_Named]:
    """Yield the moves, legal or not, with which texts begin; ``lines_of``: as the legal ones are listed."""
    vocabulary = {word for move in lines_of for word in move.split()}
    for text in texts:
        begun = OPENING.sub("", text)
        speaker = SPEAKER.match(begun)
        for rest, seat in ((begun, None), (begun[speaker.end() :], speaker[1])) if speaker else ((begun, None),):
            move = _copied(rest, lines_of) or move_in(rest, game, vocabulary)
            if move is not None:
                yield _Named(move, None if seat is None else int(seat) - 1)
                break


def _copied(text: str, lines_of: Mapping[str, str]) -> str | None:
    """Return the legal move whose line was copied from the prompt, at least up to its colon."""
    copied = _plain(text[:LONGEST_LINE])
    for move, line in lines_of.items():
        if copied.startswith(line) or (copied.startswith(f"{move}:") and line.startswith(copied)):
            return move
    return None


def _plain(text: str) -> str:
    """Return a text in small letters, without marks.

    >>> _plain("**Buy** lower left:  the `Tailor’s Shop`.")
    "buy lower left: the tailor's shop"
    """
    return " ".join(re.sub('[*_`"“”]', "", text.replace("’", "'")).lower().split()).rstrip(".,;! ")


def move_in(text: str, game: GameParts, vocabulary: set[str]) -> str | None:
    """Return the longest move with which a text begins; ``None`` if what follows could belong to it."""
    written = text[: 2 * LONGEST_MOVE].split()
    fewer = [word for word in written if word.strip(MARKS).lower() not in FILLERS]
    return _beginning(written, game, vocabulary) or _beginning(fewer, game, vocabulary)


def _beginning(written: Sequence[str], game: GameParts, vocabulary: set[str]) -> str | None:
    """Return the longest move with which words begin, likewise."""
    words = [word.strip(MARKS) for word in written]
    for count in range(len(words), 0, -1):
        beginning = " ".join(words[:count])
        if len(beginning) <= LONGEST_MOVE and game.notation.knows(beginning):
            may_end = count == len(words) or (
                words[count].lower() not in vocabulary
                and (
                    written[count - 1].endswith(ENDS)
                    or written[count].startswith(DASHES)
                    or words[count].lower() in REASONS
                )
            )
            return game.notation.format(game.notation.parse(beginning)) if may_end else None
    return None


def _judged(named: Sequence[_Named], match: Match, seat: int, legal: Sequence[str]) -> Answer:
    """Return the only legal move among those that were named, or the refusal."""
    possible = list(dict.fromkeys(each.move for each in named if each.move in legal and each.seat in (None, seat)))
    if len(possible) == 1:
        return Answer(possible[0], possible[0])
    *_, last = named
    if possible:
        moves = "; ".join(possible[:MOST_NAMED])
        refusal = f"Your answer names more than one legal move: {moves}. Name one."
    elif last.seat not in (None, seat):
        refusal = f"You are Player {seat + 1}, but your answer names a move of Player {last.seat + 1}."
    else:
        error: IllegalMove = match.game.refuse(match.state, seat, match.game.notation.parse(last.move))
        refusal = f"“{last.move}” is not legal now. {refusal_text(match, error)}"
    return Answer(said=last.move, refusal=refusal)


def _unreadable(texts: Sequence[str], game: GameParts) -> str:
    """Return why the last of some texts is no move, with the nearest one; without texts that nothing could be read."""
    try:
        for text in texts[-1:]:
            game.notation.parse(text.strip(MARKS))
    except ParseError as error:
        return f"{error.sentence[:1].upper()}{error.sentence[1:]}{'' if error.sentence.endswith('?') else '.'}"
    return "No move could be read in your answer."
