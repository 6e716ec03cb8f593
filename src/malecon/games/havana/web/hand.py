"""The viewer's own cards: the hand, and the discard pile beside it."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.games.havana.text.choices import choice_of
from malecon.games.havana.view import View
from malecon.games.havana.web.cards import Sign, sign
from malecon.presentation.board_context import BoardContext
from malecon.presentation.canvas import Canvas
from malecon.presentation.parts import Part
from malecon.presentation.rendering import render


class Cover(NamedTuple):
    """A way to lay a hand card (HAV-4.5): the open card that it covers, the move, the number that follows (HAV-3.1)."""

    covered: str
    move: str
    number: int | None


class HandSeen(NamedTuple):
    """The hand of the viewer, and for each card the ways to lay it."""

    number: int
    cards: tuple[str, ...]
    covers: tuple[tuple[Cover, ...], ...]
    has_discards: bool


def hand_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield hand and discard pile of the viewer; a spectator has none."""
    perspective = context.perspective
    if perspective.viewer is None:
        return
    player = perspective.view.players[perspective.viewer]
    cards, discards = player.hand or (), player.discards or ()
    covers = tuple(covers_of(card, player.open, context) for card in cards)
    hand = HandSeen(player.seat + 1, cards, covers, bool(discards))
    yield Part("hand", draw_hand, hand, context.form("choose ", "cover "))
    if discards:
        yield Part("discards", draw_discards, discards, context.buttons())


def covers_of(card: str, shown: tuple[str, ...], context: BoardContext[View]) -> tuple[Cover, ...]:
    """Return the ways to lay a hand card."""
    moves = {f"cover {each} with {card}": each for each in shown}
    return tuple(
        Cover(covered, move, choice_of(context.perspective, move).number)
        for move, covered in moves.items()
        if context.can(move)
    )


def draw_hand(canvas: Canvas, hand: HandSeen) -> Markup:
    """Draw the hand; two cards of it are put together to a move (HAV-2.5), or each is laid on an open one."""
    language = canvas.language
    return render(
        "havana/hand.html",
        language,
        canvas=canvas,
        hand=hand,
        pairs=[move for move in canvas.legal if move.startswith("choose ")],
        cards=[(sign(card, language), covers) for card, covers in zip(hand.cards, hand.covers, strict=True)],
        sign_of=lambda card: sign(card, language),
    )


def draw_discards(canvas: Canvas, discards: tuple[str, ...]) -> Markup:
    """Draw the discard pile, which its owner may look at (HAV-1.4)."""
    cards: list[Sign] = [sign(card, canvas.language) for card in discards]
    return render("havana/discards.html", canvas.language, canvas=canvas, cards=cards)
