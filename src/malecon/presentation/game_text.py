"""A game in words: what it must say of itself, and what follows from that for every game."""

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from malecon.core.events import Event
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.core.narration import Narrator
from malecon.core.rules_text import RulesText
from malecon.presentation.perspective import Perspective

InWords = Callable[[Perspective, str], str]
"""Puts a notation, or what follows its first words, into words."""


@dataclass(frozen=True, slots=True, eq=False)
class GameText:
    """A game in words; the module ``malecon.presentation.<game>`` holds one as ``GAME_TEXT``.

    Of a game's view it needs ``question`` (``kind``, ``asks``, ``seats``), ``players`` (``seat``, ``points``),
    ``seats``, ``round``, ``winners`` and ``ending``.

    Attributes:
        title: what the game is called.
        rules_text: the rules.
        narrator: tells events and refusals.
        examples: things that can be explained, as somebody types them.
        prompt: the question to the viewer.
        labels: by the first words of a notation, how the rest is said; the longer of two that begin alike comes first.
        titles: by the kind of question, the title under which a choice stands.
        explain: paragraphs about a thing of the game; none if there is no such thing.
        endings: by ``View.ending``, the sentence of the rules by which a game ended, and how that is said.
        tie: the sentence of the rules that decides between equal points, and how that is said, where something decides.
        standing: of a player of a view, what decides the final ranking: the greater the better.
        columns: further columns of the final ranking: a title and what stands there for a player.
        sources: of the events of a game and its number of seats, by what points come from how many each seat has of it.
        round_of: the number of the round that an event begins.
        texts: the texts of the game's data, and words that are put together, each with its context, for translation.
    """

    title: str
    rules_text: RulesText
    narrator: Narrator
    examples: tuple[str, ...]
    prompt: Callable[[Perspective], str]
    labels: Mapping[str, InWords]
    titles: Mapping[str, InWords]
    explain: Callable[[str, Perspective], Sequence[str]]
    endings: Mapping[str, tuple[str, str]]
    tie: tuple[str, str]
    standing: Callable[[Any], Any]
    columns: Mapping[str, Callable[[Any], str]]
    sources: Callable[[Sequence[Event], int], Mapping[str, Sequence[int]]]
    round_of: Callable[[Event], int | None]
    texts: Callable[[], Iterator[tuple[str | None, str]]]

    def status(self, perspective: Perspective) -> str:
        """Say whose turn it is and what is to be done."""
        say, question = perspective.language.say, perspective.view.question
        if perspective.viewer in question.seats:
            return say(N_("Your turn. {prompt}"), prompt=self.prompt(perspective))
        names = perspective.language.listing([perspective.names[seat] for seat in question.seats])
        return say(N_("Waiting for {names}: {asks}."), names=names, asks=say(question.asks))

    def asked(self, perspective: Perspective) -> str:
        """Say who was asked what, for whoever looks back."""
        say, question = perspective.language.say, perspective.view.question
        names = perspective.language.listing([perspective.names[seat] for seat in question.seats])
        return say(N_("{names} to decide: {asks}."), names=names, asks=say(question.asks))

    def titled(self, perspective: Perspective, legal: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return moves by the titles under which they stand; the title is empty where there is only one list."""
        title_of, titled = self.titles.get(perspective.view.question.kind, untitled), dict[str, list[str]]()
        for notation in legal:
            titled.setdefault(title_of(perspective, notation), []).append(notation)
        return titled

    def places(self, view: Any) -> list[int]:
        """Return by seat the places at the end, from 1; equal players have the same one."""
        standings = [self.standing(player) for player in view.players]
        return [1 + sum(other > standing for other in standings) for standing in standings]

    def rounds(self, match: Match) -> Mapping[int, int]:
        """Return by round how many moves had been made when it began; later ones than the first come with a move."""
        return {
            number: move + 1
            for move in range(match.number)
            for event in match.events_of(move)
            if (number := self.round_of(event)) is not None
        }

    def label(self, perspective: Perspective, notation: str) -> str:
        """Return a move in words."""
        verb = next(verb for verb in self.labels if notation.startswith(verb))
        return self.labels[verb](perspective, notation.removeprefix(verb).strip())


def game_text_of(game: str) -> GameText:
    """Return the texts of a game."""
    game_text: GameText = importlib.import_module(f"malecon.games.{game}.text.game_text").GAME_TEXT
    return game_text


def capital(text: str) -> str:
    """Return a text with a capital letter.

    >>> capital("both Mayor and Hotel")
    'Both Mayor and Hotel'
    """
    return text[:1].upper() + text[1:]


def always(text: str) -> InWords:
    """Return the label of a move that is always said in the same words."""
    return lambda perspective, rest: perspective.language.say(text)


def untitled(perspective: Perspective, notation: str) -> str:
    """Return no title."""
    return ""
