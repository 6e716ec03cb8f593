"""What a game makes the parts of its table from: a perspective, and the moves that its viewer can choose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic

from malecon.presentation.canvas import Buttons, MoveButton
from malecon.presentation.game_text import GameText, capital
from malecon.presentation.perspective import Perspective, View


@dataclass(frozen=True, eq=False)
class BoardContext(Generic[View]):
    """What a game makes the parts of its table from.

    Attributes:
        perspective: the position as the viewer may know it.
        game_text: the game in words.
        legal: the moves that the viewer can choose now; none for who only watches.
        page: address of the table.
        fields: what every form of the table sends: seat and mark; empty for who only watches.
        hinted: moves that a hint names, the best first.
        levels: of the computer players, by seat, in words.
        asked: what the viewer is asked, if the perspective is that after an answer which waits for its confirmation.
        link_seat: the seat that links to explanations name, from 1, if the viewer has several.
    """

    perspective: Perspective[View]
    game_text: GameText[View]
    legal: tuple[str, ...] = ()
    page: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    hinted: Sequence[str] = ()
    levels: Mapping[int, str] = field(default_factory=dict)
    asked: Any = None
    link_seat: int | None = None

    @property
    def question(self) -> Any:
        """What is asked, and who."""
        return self.asked or self.perspective.view.question

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        return tuple(self.perspective.names[seat] for seat in range(self.perspective.view.seats))

    @cached_property
    def no_buttons(self) -> Buttons:
        """The buttons of a part without any move; links lead somewhere too."""
        return Buttons((), self.page, seat=self.link_seat)

    def can(self, notation: str) -> bool:
        """Tell whether the viewer can choose a move now."""
        return notation in self.legal

    def buttons(self, *beginnings: str) -> Buttons:
        """Return the buttons of a part that places the moves with these beginnings."""
        if not self.legal:
            return self.no_buttons
        moves = tuple(self.move(notation) for notation in self.legal if notation.startswith(beginnings))
        return Buttons(moves, self.page, seat=self.link_seat)

    def form(self, *beginnings: str) -> Buttons:
        """Return the buttons of a part that puts such moves together in a form of its own."""
        buttons = self.buttons(*beginnings)
        return Buttons(buttons.moves, self.page, tuple(self.fields.items()) if buttons.moves else (), self.link_seat)

    def move(self, notation: str) -> MoveButton:
        """Return a move with its words."""
        rank = self.hinted.index(notation) if notation in self.hinted else None
        return MoveButton(notation, capital(self.game_text.label(self.perspective, notation)), rank)

    def left(self, placed: frozenset[str]) -> Mapping[str, Sequence[str]]:
        """Return the moves that have no button yet, by the titles under which they stand."""
        return self.game_text.titled(self.perspective, [move for move in self.legal if move not in placed])
