"""The viewer's own cards: the hand, and the discard pile beside it."""

from dataclasses import dataclass

from malecon.games.havana.cards import CARDS, CODE
from malecon.games.havana.web.cards import Sign, sign
from malecon.presentation.board_context import Drawing


@dataclass(frozen=True, slots=True)
class Cover:
    """A way to lay a hand card: the open card that it covers, the move, and the number that comes of it (HAV-3.1)."""

    covered: Sign
    move: str
    number: str


class Hand:
    """The cards of the viewer; a spectator has none."""

    def __init__(self, drawing: Drawing) -> None:
        """``drawing`` tells the position and what can be chosen."""
        scene = drawing.scene
        self._drawing, self._language = drawing, scene.language
        self._player = None if scene.viewer is None else scene.view.players[scene.viewer]

    @property
    def exists(self) -> bool:
        """Whether somebody looks who has cards."""
        return self._player is not None

    @property
    def cards(self) -> list[Sign]:
        """The hand."""
        return self._signs(self._player and self._player.hand)

    @property
    def discards(self) -> list[Sign]:
        """The discard pile, which its owner may look at (HAV-1.4)."""
        return self._signs(self._player and self._player.discards)

    @property
    def pairs(self) -> list[str]:
        """The moves that are put together from two hand cards (HAV-2.5)."""
        return [move for move in self._drawing.legal if move.startswith("choose ")]

    @property
    def covering(self) -> bool:
        """Whether the viewer is to lay one of the cards."""
        return any(self.covers(card) for card in self.cards)

    def covers(self, new: Sign) -> list[Cover]:
        """Return the ways to lay a hand card (HAV-4.5)."""
        shown = self._player.open if self._player else ()
        ways = [
            Cover(sign(card, self._language), f"cover {card} with {new.card}", number(shown, card, new.card))
            for card in shown
        ]
        return [way for way in ways if self._drawing.can(way.move)]

    def _signs(self, cards: tuple[str, ...] | None) -> list[Sign]:
        return [sign(card, self._language) for card in cards or ()]


def number(shown: tuple[str, ...], covered: str, new: str) -> str:
    """Return the number of two open cards when one of them is covered, the lower digit first (HAV-3.1).

    >>> number(("siesta", "black market"), "siesta", "pesos"), number(("siesta", "pesos"), "pesos", "architect")
    ('78', '04')
    """
    cards = [new if card == covered else card for card in shown]
    return "".join(sorted(str(CARDS[CODE[card]].digit) for card in cards))
