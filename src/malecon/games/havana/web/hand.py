"""The viewer's thirteen cards, each in its place for the whole game: in hand, open, laid face down, or discarded."""

from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from malecon.core.i18n import N_, Language
from malecon.games.havana.cards import NAMES
from malecon.games.havana.choice import Choice
from malecon.games.havana.player_view import PlayerSeen
from malecon.games.havana.rules.rounds import FEW_CARDS
from malecon.games.havana.text.choices import choice_of, first_cards
from malecon.games.havana.text.words import card_title
from malecon.games.havana.view import View
from malecon.games.havana.web.cards import given, sign
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.presentation.buttons import Buttons
from malecon.presentation.escaping import escaped
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import NO_BUTTONS, Canvas, Group, Part

IN_HAND, OPEN, LAID, DISCARDED = "in-hand", "lies-open", "laid", "discarded"
"""Where a card is."""


WHERE = {
    IN_HAND: N_("In your hand: you can lay it for the next round."),
    OPEN: N_("Open before you: it counts in this round."),
    LAID: N_("Laid face down for the next round."),
    DISCARDED: N_("Discarded: you can take the pile back when you have {few} cards or fewer in hand."),
}
"""By place, what is said of a card."""
FIRST_CARDS = N_("The digits of your two cards make your number; the lowest number acts first.")
"""What is said of each card when the first two are chosen (HAV-3.1, HAV-3.2)."""


class Cover(Struct, frozen=True):
    """A way to lay a hand card (HAV-4.5): the open card that it covers, the move, the number that follows (HAV-3.1)."""

    covered: str
    move: str
    number: int | None


class HandSeen(Struct, frozen=True):
    """The hand: whether two cards are to be chosen, and whether a discarded one can be taken."""

    is_picked: bool
    takes_back: bool


class HandCard(Struct, frozen=True):
    """A card of the viewer.

    Attributes:
        number: of the seat, from 1.
        card: its name.
        place: where it is.
        is_picked: whether it is one of two to be chosen.
        is_laid: whether it can be laid on an open card.
        is_hinted: whether a hint names it first.
        results: the numbers that it makes with each of the thirteen cards, if two are to be chosen (HAV-3.1).
    """

    number: int
    card: str
    place: str
    is_picked: bool
    is_laid: bool
    is_hinted: bool
    results: tuple[int | None, ...]


class CardMoves(Struct, frozen=True):
    """What can be chosen with a card: to perform it, and what that gives, to take it, or the ways to lay it."""

    card: str
    moves: tuple[str, ...]
    covers: tuple[Cover, ...]
    performed: Choice | None = None


def hand_parts(context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield the viewer's cards; a spectator has none."""
    perspective = context.perspective
    if perspective.viewer is None:
        return
    player = perspective.view.players[perspective.viewer]
    form = context.form("choose ")
    is_picked, covering = bool(form.moves), any(move.startswith("cover ") for move in context.legal)
    results = _results_of(context) if is_picked else {}
    best = next((move.notation for move in form.moves if move.rank == 0), "")
    takes_back = any(move.startswith("refresh ") for move in context.legal)
    yield Part("hand", _draw_hand, HandSeen(is_picked, takes_back), form)
    if is_picked:
        hinted = _cards_of(best)
        for card in NAMES:
            made = tuple(results.get(frozenset((card, other))) for other in NAMES)
            seen = HandCard(player.seat + 1, card, _place_of(card, player), True, False, card in hinted, made)
            yield Part(card_id(card), _draw_card, seen, context.no_buttons)
        return
    hinted = _cards_of(context.hinted[0]) if context.hinted and covering else ()
    places = tuple(_place_of(card, player) for card in NAMES)
    yield Group("unpicked", _unpicked, (player.seat, places, covering, hinted, context.no_buttons))
    said = " ".join(context.legal)
    yield from (_moves_part(card, player, context) for card in NAMES if card in said)
    yield Group("no moves", _no_moves, (tuple(card for card in NAMES if card not in said),))


def _unpicked(
    seat: int,
    places: tuple[str, ...],
    covering: bool,
    hinted: tuple[str, ...],
    no_buttons: Buttons,
) -> Iterator[Part]:
    """Yield the cards of the viewer while no two of them are to be chosen; ``places``: of each card."""
    for card, place in zip(NAMES, places, strict=True):
        is_laid = covering and place == IN_HAND
        seen = HandCard(seat + 1, card, place, False, is_laid, card in hinted, ())
        yield Part(card_id(card), _draw_card, seen, no_buttons)


def _no_moves(cards: tuple[str, ...]) -> Iterator[Part]:
    """Yield the parts of the moves of cards with which nothing can be chosen."""
    return (Part(_moves_id(card), _draw_moves, CardMoves(card, (), ())) for card in cards)


def _results_of(context: BoardContext[View]) -> dict[frozenset[str], int | None]:
    """Return the numbers that the first two cards can make."""
    choices = context.perspective.view.choices
    return {frozenset(_cards_of(choice.notation)): choice.number for choice in choices}


def card_id(card: str) -> str:
    """Return the id of the place of a card.

    >>> card_id("pesos thief")
    'hand-pesos-thief'
    """
    return f"hand-{card.replace(' ', '-')}"


def _moves_id(card: str) -> str:
    return f"moves-{card.replace(' ', '-')}"


def _cards_of(move: str) -> tuple[str, ...]:
    """Return the hand cards that a move lays.

    >>> _cards_of("choose worker mama"), _cards_of("cover mama with pesos thief"), _cards_of("end turn")
    (('worker', 'mama'), ('pesos thief',), ())
    """
    verb, _, rest = move.partition(" ")
    if verb == "choose":
        return first_cards(rest)
    return (rest.partition(" with ")[2],) if verb == "cover" else ()


def _place_of(card: str, player: PlayerSeen) -> str:
    if card in (player.hand or ()):
        return IN_HAND
    if card in player.open:
        return OPEN
    return LAID if any(laid.card == card for laid in player.face_down) else DISCARDED


def _moves_part(card: str, player: PlayerSeen, context: BoardContext[View]) -> Part:
    covers = _covers_of(card, player.open, context)
    moves = tuple(move for move in (f"perform {card}", f"refresh {card}") if context.can(move))
    shown = context.buttons(*moves, *(way.move for way in covers)) if moves or covers else NO_BUTTONS
    performed = choice_of(context.perspective, f"perform {card}") if context.can(f"perform {card}") else None
    return Part(_moves_id(card), _draw_moves, CardMoves(card, moves, covers, performed), shown)


def _covers_of(card: str, shown: tuple[str, ...], context: BoardContext[View]) -> tuple[Cover, ...]:
    """Return the ways to lay a hand card."""
    moves = {f"cover {each} with {card}": each for each in shown}
    return tuple(
        Cover(covered, move, choice_of(context.perspective, move).number)
        for move, covered in moves.items()
        if context.can(move)
    )


def _draw_hand(canvas: Canvas, hand: HandSeen) -> Markup:
    """Draw the places of the cards; two of them are put together to a move (HAV-2.5), or one covers an open one."""
    slots = Markup("").join(canvas.slot(card_id(card), "li") for card in NAMES)
    return TEMPLATES.draw("havana/hand.html", canvas, hand=hand, slots=slots)


def _draw_card(canvas: Canvas, card: HandCard) -> Markup:
    """Draw a card in its place, with its sentence, and a slot for what can be chosen with it."""
    language = canvas.language
    results = " ".join("–" if number is None else f"{number:02d}" for number in card.results)
    facts = {"sign": sign(card.card, language), "moves": _moves_id(card.card), "results": results}
    where = language.say(FIRST_CARDS if card.is_picked else WHERE[card.place], few=FEW_CARDS)
    return TEMPLATES.draw("havana/card.html", canvas, card=card, where=where, **facts)


def _draw_moves(canvas: Canvas, shown: CardMoves) -> Markup:
    """Draw what can be chosen with a card, if there is anything."""
    language = canvas.language
    covers = [(way, _chip(way, language)) for way in shown.covers]
    gives = given(shown.performed, language) if shown.performed else ""
    icon = sign(shown.card, language).icon if gives else ""
    return TEMPLATES.draw("havana/card_moves.html", canvas, moves=shown.moves, covers=covers, gives=gives, icon=icon)


CHIP = N_("{number} if it covers {card}")


def _chip(way: Cover, language: Language) -> Markup:
    """Say what number follows from a way to lay a card, the number in bold."""
    said = escaped(language.say(CHIP, number="{number}", card=card_title(way.covered, language)))
    return Markup(said.replace("{number}", f"<b>{way.number:02d}</b>"))
