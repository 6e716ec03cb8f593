"""The action cards as enamel signs, and those that lie before a player: open, covered, or face down."""

from functools import cache

from markupsafe import Markup
from msgspec import Struct

from malecon.core.i18n import N_, NN_, Language
from malecon.games.havana.cards import CARDS, CODE
from malecon.games.havana.choice import Choice
from malecon.games.havana.player_view import FaceDown, PlayerSeen
from malecon.games.havana.text.words import card_title, cost_in_words
from malecon.games.havana.view import View
from malecon.games.havana.web.card_icons import COLOUR, card_icon
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.presentation.buttons import Buttons
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


class Sign(Struct, frozen=True):
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


@cache
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


class OpenCards(Struct, frozen=True):
    """The cards of a player that lie on the table, open or face down, and which of them can be performed."""

    seat: int
    own: bool
    open: tuple[str, ...]
    face_down: tuple[FaceDown, ...]
    performed: tuple[str, ...]


class Open(Struct, frozen=True):
    """An open card, what lies on it: nothing, a card that the viewer does not know, or one that the viewer laid.

    ``is_lit`` tells whether it can be performed now.
    """

    sign: Sign
    covered: bool
    under: Sign | None
    is_lit: bool


def performable(player: PlayerSeen, context: BoardContext[View]) -> tuple[str, ...]:
    """Return the open cards of a player that the viewer can perform now."""
    if player.seat != context.perspective.viewer:
        return ()
    return tuple(card for card in player.open if context.can(f"perform {card}"))


def open_cards_part(player: PlayerSeen, performable: tuple[str, ...], no_buttons: Buttons, *, own: bool) -> Part:
    """Return the part with the open cards of a player; ``performable``: those that the viewer can perform now."""
    cards = OpenCards(player.seat, own, player.open, player.face_down, performable)
    return Part(f"open-{player.seat + 1}", _draw_open, cards, no_buttons)


def _draw_open(canvas: Canvas, cards: OpenCards) -> Markup:
    """Draw the open cards of a player, and those that were laid face down before the first reveal."""
    language = canvas.language
    return TEMPLATES.render(
        "havana/open.html",
        language,
        canvas=canvas,
        cards=cards,
        number=cards.seat + 1,
        open_cards=[_open_card(card, cards, language) for card in cards.open],
        laid=[known(card, language) for card in cards.face_down if card.covers is None],
    )


def _open_card(card: str, cards: OpenCards, language: Language) -> Open:
    """Return an open card with what lies on it."""
    on_it = next((laid for laid in cards.face_down if laid.covers == card), None)
    under = None if on_it is None else known(on_it, language)
    return Open(sign(card, language), on_it is not None, under, card in cards.performed)


CHOSEN = NN_("{count} cube", "{count} cubes")
DRAWN = NN_("{count} cube from the bag", "{count} cubes from the bag")


def given(choice: Choice, language: Language) -> str:
    """Pieces in words that an open card brings if it is performed now; empty if further answers decide them."""
    if choice.is_idle:
        return language.say(N_("no effect now"))
    chosen = language.count(CHOSEN, choice.to_choose) if choice.to_choose else ""
    drawn = language.count(DRAWN, choice.to_draw) if choice.to_draw else ""
    return language.listing([*filter(None, [cost_in_words(choice.gives.pieces(), language), chosen, drawn])])


def known(laid: FaceDown, language: Language) -> Sign | None:
    """Return a card laid face down, if the viewer knows it."""
    return None if laid.card is None else sign(laid.card, language)
