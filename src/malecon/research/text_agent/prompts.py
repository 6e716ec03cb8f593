"""The prompt: what a seat is asked, with the rules and all that it sees, as plain text.

It is made of ``Match.seen_by`` and of the events that the seat may know, and of nothing else. Players are called by
their numbers, for a name is the text of a stranger.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import malecon
from malecon.core.errors import IllegalMove
from malecon.core.i18n import Language
from malecon.core.match import Match
from malecon.core.rules_text import RulesText, rule_text
from malecon.presentation.game_text import GameText, explain
from malecon.presentation.perspective import Perspective, names_of

Rules = Literal["all", "asked"]
"""All sentences of the rules are in the prompt; or those that the model has asked for."""
Moves = Literal["words", "notation", "one"]
"""The legal moves are listed with what they mean, or by their notation alone; or one is shown, as an example."""
ENGLISH = Language()
MOST_NEWS = 40
"""Paragraphs about what has happened; older ones are left out."""
UNKNOWN = "There is nothing of this name."


def text_of(match: Match) -> GameText:
    """Return a game in words."""
    return malecon.games[match.game.name].terminal.game_text


def perspective_of(match: Match, seat: int) -> Perspective:
    """Return a match as a seat may know it, in English, with numbers for names."""
    return Perspective.of(match, seat, ENGLISH, names_of(match.seats, {}, ENGLISH))


def make_prompt(
    match: Match,
    seat: int,
    *,
    rules: Rules = "all",
    moves: Moves = "words",
    asked: Sequence[str] = (),
    may_ask: bool = False,
    refusal: str = "",
) -> str:
    """Return the prompt for an awaited seat.

    Args:
        match: as it stands; only what the seat may know of it matters.
        seat: who is asked.
        rules, moves: what is told.
        asked: what the model has asked for: ids of sentences (``HAV-5.4``), or things and words (``mama``).
        may_ask: whether it may ask for more.
        refusal: why its last answer was refused; empty at first.
    """
    perspective, game_text = perspective_of(match, seat), text_of(match)
    legal = match.legal(seat)
    sections = {
        "Rules": _rules(game_text.rules_text, rules),
        "What you have asked for": [line for topic in asked for line in _explained(game_text, topic, perspective)],
        "What has happened since your last move": _news(match, seat, game_text),
        "The table, as you see it": _table(game_text, perspective),
        "What you are asked": [game_text.status(perspective)],
        "Your legal moves" if moves != "one" else "A legal move, as an example": _moves(match, seat, legal, moves),
        "Your answer": _answer(game_text, moves, may_ask=may_ask),
        "Your last answer was refused": [refusal] if refusal else [],
    }
    lines = [
        f"You are playing the board game {game_text.title} with {match.seats} players. "
        f"You are {perspective.names[seat]}. {game_text.aim}"
    ]
    for title, section in sections.items():
        if found := [*section]:
            lines += ["", f"# {title}", *found]
    return "\n".join(lines) + "\n"


def _rules(rules_text: RulesText, rules: Rules) -> Iterator[str]:
    """Yield all sentences of the rules by chapter, or the titles of the chapters with their ids."""
    for word in rules_text.word:
        yield f"{word.word}: {word.meaning}"
    for chapter in rules_text.chapter:
        found = rules_text.of_chapter(chapter)
        if rules == "all":
            yield f"## {chapter.title}"
            yield from (rule_text(rules_text, rule.id, ENGLISH) for rule in found)
        else:
            yield f"{' to '.join(dict.fromkeys((found[0].id, found[-1].id)))}: {chapter.title}"


def _explained(game_text: GameText, topic: str, perspective: Perspective) -> Iterator[str]:
    yield f"{topic}:"
    yield from explain(game_text, topic, perspective) or [UNKNOWN]


def _news(match: Match, seat: int, game_text: GameText) -> Sequence[str]:
    """Return what has happened since the last move of a seat, that move included; all if it has not moved."""
    moved = max((number for number, (mover, _) in enumerate(match.moves) if mover == seat), default=None)
    events = match.events_seen_by(seat)
    if moved is not None:
        events = events[len(events) - match.events_since(moved) :]
    names = names_of(match.seats, {}, ENGLISH)
    return [*game_text.narrator.tell_all(events, ENGLISH, names, seat)][-MOST_NEWS:]


def _table(game_text: GameText, perspective: Perspective) -> Iterator[str]:
    if variant := game_text.variant(perspective):
        yield variant
    yield from game_text.table(perspective)


def lines_of_moves(match: Match, seat: int) -> dict[str, str]:
    """Return by legal move the line that lists it with what it means."""
    perspective, game_text = perspective_of(match, seat), text_of(match)
    return {move: f"{move}: {game_text.in_words(perspective, move)}" for move in match.legal(seat)}


def _moves(match: Match, seat: int, legal: Sequence[str], moves: Moves) -> Iterator[str]:
    if moves == "words":
        yield from (f"- {line}" for line in lines_of_moves(match, seat).values())
    else:
        yield from (f"- {move}" for move in (legal if moves == "notation" else legal[:1]))


def _answer(game_text: GameText, moves: Moves, *, may_ask: bool) -> Iterator[str]:
    named = {
        "words": "one of these moves, as it is written before the colon",
        "notation": "one of these moves",
        "one": "one of your legal moves, written like the example",
    }
    yield f"You may think first. End your answer with a line of JSON that names {named[moves]}:"
    yield '{"move": "…"}'
    if may_ask:
        example = game_text.rules_text.rule[0].id
        yield "Or ask first for a sentence of the rules by its id, or for what they say about a thing:"
        yield f'{{"rule": "{example}"}}'


def refusal_text(match: Match, error: IllegalMove) -> str:
    """Return why a move is illegal, with the sentence of the rules that forbids it."""
    game_text, names = text_of(match), names_of(match.seats, {}, ENGLISH)
    said = game_text.narrator.refusal(error, ENGLISH, names)
    return f"{said} ({error.rule})\n{rule_text(game_text.rules_text, error.rule, ENGLISH)}"
