"""A game at the terminal: what it must offer, and what follows from that for every game."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from rich.console import RenderableType
from rich.text import Text

from malecon.core import PlainData
from malecon.core.engine import Event
from malecon.core.i18n import Language
from malecon.presentation.game_text import GameText
from malecon.presentation.menu import Group, Menu, Picks
from malecon.presentation.perspective import AnyView, Perspective, View, plain_lines


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over: the final view of a spectator, and what was counted on the way (``TerminalGame.count``)."""

    view: AnyView
    counts: Mapping[str, int]


def _draw_plainly(perspective: Perspective) -> RenderableType:
    return Text("\n".join(plain_lines(perspective.view, perspective.names)))


def _round_of_view(perspective: Perspective) -> Hashable:
    number: int = perspective.view.round
    return number


def nothing(events: Sequence[Event]) -> Mapping[str, int]:
    """Count nothing."""
    return {}


def _no_figures(games: Sequence[Finished]) -> PlainData:
    return {}


def _no_paragraphs(figures: PlainData, language: Language) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class TerminalGame(Generic[View]):
    """A game at the terminal.

    Attributes:
        game_text: the game in words.
        letters: that stand for things, by the context of their translations.
        table: draws everything that lies on the table, and the viewer's hand.
        glance: draws only what changes within a turn.
        chapter: something that changes when the whole table is worth drawing again.
        menus: by the kind of question, menus that are not just the legal moves in a list.
        count: what is counted in the events of a game, for ``figures``.
        figures: what many finished games have in common beyond points and endings, as plain data.
        figures_in_words: the paragraphs that say these.
    """

    game_text: GameText[View]
    table: Callable[[Perspective[View]], RenderableType] = _draw_plainly
    glance: Callable[[Perspective[View]], RenderableType] = _draw_plainly
    chapter: Callable[[Perspective[View]], Hashable] = _round_of_view
    letters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    menus: Mapping[str, Callable[[Perspective[View]], Menu]] = field(default_factory=dict)
    count: Callable[[Sequence[Event]], Mapping[str, int]] = nothing
    figures: Callable[[Sequence[Finished]], PlainData] = _no_figures
    figures_in_words: Callable[[PlainData, Language], Sequence[str]] = _no_paragraphs

    def menu(self, perspective: Perspective[View], legal: Sequence[str]) -> Menu:
        """Return the choices of the viewer."""
        kind = perspective.view.question.kind
        if kind in self.menus:
            return self.menus[kind](perspective)
        titled = self.game_text.titled(perspective, legal)
        listed = [notation for moves in titled.values() for notation in moves]
        choices: dict[Picks, str] = {(number,): notation for number, notation in enumerate(listed, start=1)}
        label = self.game_text.label
        groups = [Group(title, tuple(label(perspective, move) for move in moves)) for title, moves in titled.items()]
        return Menu(self.game_text.prompt(perspective), tuple(groups), choices)

    def texts(self) -> Iterator[tuple[str | None, str]]:
        """Yield the texts of the game that are not in the code, each with its context, for translation."""
        yield from self.game_text.texts()
        yield from ((context, letter) for context, letters in self.letters.items() for letter in letters)
