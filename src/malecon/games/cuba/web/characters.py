"""The viewer's five characters, and which of them are still in hand."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.games.cuba.cards import CHARACTERS, Character
from malecon.games.cuba.view import PlayerSeen, View
from malecon.games.cuba.web.art import draw_template
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

PLAYED, SEALED, IN_HAND = "played", "sealed", "in-hand"


class Hand(NamedTuple):
    """The state of each character in the order of ``CHARACTERS``, and the verb of what can be done with them."""

    states: tuple[str, ...]
    verb: str


def hand_parts(me: PlayerSeen, context: BoardContext[View]) -> Iterator[Part]:
    """Yield the hand of the viewer."""
    verb = "seal" if context.question.kind == "seal" else "play"
    yield Part("hand", draw_hand, Hand(states_of(me), verb), context.buttons("seal ", "play "))


def draw_hand(canvas: Canvas, hand: Hand) -> Markup:
    """Draw the five cards."""
    return draw_template("hand.html", canvas, cards=characters_in(hand.states), verb=hand.verb)


def characters_in(states: tuple[str, ...]) -> list[tuple[Character, str]]:
    """Return the characters with their states."""
    return list(zip(CHARACTERS, states, strict=True))


def states_of(player: PlayerSeen) -> tuple[str, ...]:
    """Return where a player's characters are; one of others that is sealed looks as if it were in hand (CUB-1.10)."""
    return tuple(state_of(character.name, player) for character in CHARACTERS)


def state_of(name: str, player: PlayerSeen) -> str:
    """Return where a character of a player is."""
    if name in player.played:
        return PLAYED
    return SEALED if name == player.sealed_character else IN_HAND
