"""What a game's part of the terminal gets and gives: a position to draw, and the functions that draw it."""

import importlib
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from rich.console import RenderableType

from malecon.core.errors import IllegalMove
from malecon.core.events import Event
from malecon.core.language import Language
from malecon.core.match import Match
from malecon.terminal.menu import Menu


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as one viewer may know it, and how it is told.

    Attributes:
        view: what the match says the viewer may know.
        language: the language to tell it in.
        names: what the players are called, by seat.
        viewer: a seat, or ``None`` for a spectator.
    """

    view: Any
    language: Language
    names: Mapping[int, str]
    viewer: int | None

    @classmethod
    def of(cls, match: Match, viewer: int | None, language: Language, names: Mapping[int, str]) -> "Scene":
        """Return the scene of a match."""
        return cls(match.seen_by(viewer), language, names, viewer)


class Desk(Protocol):
    """A game at the terminal: the module ``malecon.terminal.<game>`` offers these functions."""

    def table(self, scene: Scene) -> RenderableType:
        """Draw everything that lies on the table, and the viewer's hand."""
        ...

    def glance(self, scene: Scene) -> RenderableType:
        """Draw only what changes within a turn."""
        ...

    def chapter(self, scene: Scene) -> Hashable:
        """Return something that changes when the whole table is worth drawing again."""
        ...

    def status(self, scene: Scene) -> str:
        """Say whose turn it is and what is to be done."""
        ...

    def menu(self, scene: Scene, legal: Sequence[str]) -> Menu:
        """Return the choices of the viewer."""
        ...

    def label(self, scene: Scene, notation: str) -> str:
        """Return a move in words."""
        ...

    def tell_all(
        self, events: Sequence[Event], language: Language, names: Mapping[int, str], viewer: int | None
    ) -> Iterator[str]:
        """Yield sentences about what happened."""
        ...

    def refusal(self, error: IllegalMove, language: Language, names: Mapping[int, str]) -> str:
        """Say why a move is illegal."""
        ...

    def explain(self, topic: str, scene: Scene) -> list[str]:
        """Return paragraphs about a card, a tile or a rule; none if there is no such thing."""
        ...

    def search(self, word: str, language: Language) -> list[tuple[str, str]]:
        """Return the sentences of the rules that contain ``word``, with their ids or titles."""
        ...

    def result(self, scene: Scene) -> RenderableType:
        """Draw the final ranking and how the game ended."""
        ...

    def round_of(self, event: Event) -> int | None:
        """Return the number of the round that an event begins."""
        ...

    def tally(self, views: Sequence[Any], language: Language) -> dict[str, Any]:
        """Return what many finished games have in common, as plain data."""
        ...

    def tally_table(self, tally: Mapping[str, Any], language: Language) -> RenderableType:
        """Draw the plain data of ``tally``."""
        ...


def desk_for(game: str) -> Desk:
    """Return the desk of a game."""
    return cast(Desk, importlib.import_module(f"malecon.terminal.{game}"))
