"""The action cards as enamel signs, and the viewer's own: the hand, and the discard pile beside it."""

from dataclasses import dataclass

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.games.havana.cards import CARDS, CODE
from malecon.games.havana.text.choices import choice_of
from malecon.games.havana.text.words import card_title
from malecon.games.havana.web.card_icons import card_icon
from malecon.presentation.game_page import BoardContext

ENAMEL = {
    "green": ("siesta", "refreshment", "protection", "conservation"),
    "red": ("tax collector", "pesos thief", "materials thief"),
    "blue": ("debris", "worker", "architect", "black market", "pesos", "mama"),
}
"""The colours of the signs: what keeps, what takes from others, what takes from the table."""
COLOUR = {card: colour for colour, cards in ENAMEL.items() for card in cards}


@dataclass(frozen=True, slots=True)
class Sign:
    """A card as it is drawn.

    Attributes:
        card: its name in the rules.
        digit: what is printed large.
        title: its name for people.
        text: what it does.
        rule: the sentence of the rules.
        colour: of the enamel.
        icon: its picture.
    """

    card: str
    digit: int
    title: str
    text: str
    rule: str
    colour: str
    icon: Markup

    @property
    def id(self) -> str:
        """The card's name without blanks."""
        return self.card.replace(" ", "-")


def sign(card: str, language: Language) -> Sign:
    """Return a card as it is drawn."""
    printed = CARDS[CODE[card]]
    return Sign(
        card,
        printed.digit,
        card_title(card, language),
        language.say(printed.text),
        printed.rule,
        COLOUR[card],
        card_icon(card),
    )


@dataclass(frozen=True, slots=True)
class Cover:
    """A way to lay a hand card: the open card that it covers, the move, and the number that comes of it (HAV-3.1)."""

    covered: Sign
    move: str
    number: str


class Hand:
    """The cards of the viewer; a spectator has none."""

    def __init__(self, drawing: BoardContext) -> None:
        """``drawing`` tells the position and what can be chosen."""
        perspective = drawing.perspective
        self._drawing, self._language = drawing, perspective.language
        self._player = None if perspective.viewer is None else perspective.view.players[perspective.viewer]

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
        moves = {f"cover {card} with {new.card}": card for card in shown}
        return [
            Cover(sign(card, self._language), move, f"{choice_of(self._drawing.perspective, move).number:02}")
            for move, card in moves.items()
            if self._drawing.can(move)
        ]

    def _signs(self, cards: tuple[str, ...] | None) -> list[Sign]:
        return [sign(card, self._language) for card in cards or ()]
