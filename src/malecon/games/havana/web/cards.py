"""The action cards as enamel signs."""

from dataclasses import dataclass

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.games.havana.cards import CARDS, CODE
from malecon.games.havana.text.words import card_title
from malecon.games.havana.web.card_icons import card_icon

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
        brief: the same in fewer words.
        rule: the sentence of the rules.
        colour: of the enamel.
        icon: its picture.
    """

    card: str
    digit: int
    title: str
    text: str
    brief: str
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
        language.say(printed.brief or printed.text),
        printed.rule,
        COLOUR[card],
        card_icon(card),
    )
