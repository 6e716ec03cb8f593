"""The action cards as enamel signs, and the viewer's own: the hand, and the discard pile beside it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.games.havana.cards import CARDS, CODE
from malecon.games.havana.text.words import card_title, choice_of
from malecon.games.havana.view import View
from malecon.games.havana.web.card_icons import card_icon
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

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


class Cover(NamedTuple):
    """A way to lay a hand card (HAV-4.5): the open card that it covers, the move, the number that follows (HAV-3.1)."""

    covered: str
    move: str
    number: int | None


class HandSeen(NamedTuple):
    """The hand of the viewer: its cards, whether two of them or one are to be laid, and whether there are discards."""

    cards: tuple[str, ...]
    is_covering: bool
    has_discards: bool


class HandCard(NamedTuple):
    """A card of the hand: number of the seat, card, and whether it is one of two to be chosen."""

    number: int
    card: str
    is_picked: bool


def hand_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield hand and discard pile of the viewer; a spectator has none."""
    perspective = context.perspective
    if perspective.viewer is None:
        return
    player = perspective.view.players[perspective.viewer]
    cards, discards = player.hand or (), player.discards or ()
    covers = [_covers_of(card, player.open, context) for card in cards]
    form = context.form("choose ")
    yield Part("hand", _draw_hand, HandSeen(cards, any(covers), bool(discards)), form)
    for card, ways in zip(cards, covers, strict=True):
        is_picked = bool(form.moves)
        yield Part(_card_id(card), _draw_card, HandCard(player.seat + 1, card, is_picked), context.no_buttons)
        if not is_picked:
            yield Part(_covers_id(card), _draw_covers, ways, context.buttons(*(way.move for way in ways)))
    if discards:
        yield Part("discards", _draw_discards, discards, context.buttons())


def _card_id(card: str) -> str:
    """Return the id of the element of a hand card.

    >>> _card_id("pesos thief")
    'hand-pesos-thief'
    """
    return f"hand-{card.replace(' ', '-')}"


def _covers_id(card: str) -> str:
    """Return the id of the element with the ways to lay a hand card."""
    return f"covers-{card.replace(' ', '-')}"


def _covers_of(card: str, shown: tuple[str, ...], context: BoardContext[View]) -> tuple[Cover, ...]:
    """Return the ways to lay a hand card."""
    moves = {f"cover {each} with {card}": each for each in shown}
    return tuple(
        Cover(covered, move, choice_of(context.perspective, move).number)
        for move, covered in moves.items()
        if context.can(move)
    )


def _draw_hand(canvas: Canvas, hand: HandSeen) -> Markup:
    """Draw the slots of the cards; two of them are put together to a move (HAV-2.5), or each is laid on an open one."""
    cards = [_card_id(card) for card in hand.cards]
    return TEMPLATES.render("havana/hand.html", canvas.language, canvas=canvas, hand=hand, cards=cards)


def _draw_card(canvas: Canvas, card: HandCard) -> Markup:
    """Draw a card of the hand, with a slot for the ways to lay it."""
    drawn, covers = sign(card.card, canvas.language), _covers_id(card.card)
    return TEMPLATES.render(
        "havana/hand_card.html", canvas.language, canvas=canvas, card=card, sign=drawn, covers=covers
    )


def _draw_covers(canvas: Canvas, ways: tuple[Cover, ...]) -> Markup:
    """Draw the ways to lay a card of the hand, if there are any."""
    covers = [(sign(way.covered, canvas.language), way) for way in ways]
    return TEMPLATES.render("havana/covers.html", canvas.language, canvas=canvas, covers=covers)


def _draw_discards(canvas: Canvas, discards: tuple[str, ...]) -> Markup:
    """Draw the discard pile, which its owner may look at (HAV-1.4)."""
    cards: list[Sign] = [sign(card, canvas.language) for card in discards]
    return TEMPLATES.render("havana/discards.html", canvas.language, canvas=canvas, cards=cards)
