"""A game at the terminal: what it must offer, and what follows from that for every game."""

import importlib
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType

from malecon.core.events import Event
from malecon.core.i18n import Language
from malecon.presentation.game_text import Voice
from malecon.presentation.menu import Group, Menu, Picks
from malecon.presentation.perspective import Scene


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over: the final view of a spectator, and what was counted on the way (``Desk.count``)."""

    view: Any
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True, eq=False)
class Desk:
    """A game at the terminal; the module ``malecon.terminal.<game>`` holds one as ``DESK``.

    Attributes:
        voice: the game in words.
        letters: that stand for things, by the context of their translations.
        table: draws everything that lies on the table, and the viewer's hand.
        glance: draws only what changes within a turn.
        chapter: something that changes when the whole table is worth drawing again.
        menus: by the kind of question, menus that are not just the legal moves in a list.
        count: what is counted in the events of a game, for ``figures``.
        figures: what many finished games have in common beyond points and endings, as plain data.
        figures_in_words: the paragraphs that say these.
    """

    voice: Voice
    letters: Mapping[str, Sequence[str]]
    table: Callable[[Scene], RenderableType]
    glance: Callable[[Scene], RenderableType]
    chapter: Callable[[Scene], Hashable]
    menus: Mapping[str, Callable[[Scene], Menu]]
    count: Callable[[Sequence[Event]], Mapping[str, int]]
    figures: Callable[[Sequence[Finished]], Mapping[str, Any]]
    figures_in_words: Callable[[Mapping[str, Any], Language], Sequence[str]]

    def menu(self, scene: Scene, legal: Sequence[str]) -> Menu:
        """Return the choices of the viewer."""
        kind = scene.view.question.kind
        if kind in self.menus:
            return self.menus[kind](scene)
        titled = self.voice.titled(scene, legal)
        listed = [notation for moves in titled.values() for notation in moves]
        choices: dict[Picks, str] = {(number,): notation for number, notation in enumerate(listed, start=1)}
        label = self.voice.label
        groups = [Group(title, tuple(label(scene, move) for move in moves)) for title, moves in titled.items()]
        return Menu(self.voice.prompt(scene), tuple(groups), choices)

    def texts(self) -> Iterator[tuple[str | None, str]]:
        """Yield the texts of the game that are not in the code, each with its context, for translation."""
        yield from self.voice.texts()
        yield from ((context, letter) for context, letters in self.letters.items() for letter in letters)


def desk_for(game: str) -> Desk:
    """Return the desk of a game."""
    desk: Desk = importlib.import_module(f"malecon.games.{game}.terminal.terminal_game").DESK
    return desk


def nothing(events: Sequence[Event]) -> Mapping[str, int]:
    """Count nothing."""
    return {}
