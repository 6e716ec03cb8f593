"""The viewer's hand: five characters as enamel signs, each in its place whether it is played or not."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.i18n import N_
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.cards import CHARACTERS, Character
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.player_view import PlayerSeen
from malecon.games.cuba.view import View
from malecon.games.cuba.web.amounts import choices_by_move
from malecon.games.cuba.web.art import by_template, draw_template, formula
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

PLAYED, SEALED, IN_HAND = "played", "sealed", "in-hand"
BRIEF: Mapping[str, str] = {
    "worker": N_("Harvest with your pawn."),
    "tradeswoman": N_("Buy and sell at the market."),
    "architect": N_("Build one building."),
    "foreman": N_("Use your buildings."),
    "mayor": N_("Load one ship."),
}
"""By character: its action in a few words."""


class Hand(NamedTuple):
    """The state of each character in the order of ``CHARACTERS``, and what can be done with them, if it is asked."""

    states: tuple[str, ...]
    verb: str
    is_asked: bool


class Outlook(NamedTuple):
    """What a character would do now, if it can be played.

    Attributes:
        choice: of the character; ``None`` if it cannot be played.
        payable: how many buildings the viewer can pay for.
        uses: buildings that the Foreman could use; ``None`` is the printed warehouse.
    """

    choice: Choice | None
    payable: int
    uses: tuple[Building | None, ...]


def hand_parts(me: PlayerSeen, context: BoardContext[View]) -> Iterator[Part]:
    """Yield the hand of the viewer."""
    kind, states, choices = context.question.kind, states_of(me), choices_by_move(context)
    verb = "seal" if kind == "seal" else "play"
    hand = Hand(states, verb, kind in ("seal", "play") and me.seat in context.question.seats)
    yield Part("hand", _draw_hand, hand, context.buttons("seal ", "play "))
    for character, state in zip(CHARACTERS, states, strict=True):
        yield Part(f"card-{character.name}", _draw_card, (character, state))
        yield Part(f"now-{character.name}", _draw_outlook, _outlook_of(choices.get(f"play {character.name}"), context))


def _outlook_of(choice: Choice | None, context: BoardContext[View]) -> Outlook:
    """Return the outlook of a character from its choice; ``None`` if it cannot be played."""
    tiles = context.perspective.view.tiles
    buildings = {tile.building.name: tile.building for tile in tiles}
    uses = tuple(map(buildings.get, choice.uses)) if choice else ()
    return Outlook(choice, sum(1 for tile in tiles if tile.left and tile.affordable) if choice else 0, uses)


def _draw_hand(canvas: Canvas, hand: Hand) -> Markup:
    """Draw the five cards."""
    return draw_template("hand.html", canvas, cards=characters_in(hand.states), hand=hand)


_draw_outlook = by_template("outlook.html", "outlook", store_formula=formula("product → store"))


def _draw_card(canvas: Canvas, value: tuple[Character, str]) -> Markup:
    """Draw the face of a card."""
    character, state = value
    return draw_template("card.html", canvas, character=character, state=state, brief=BRIEF[character.name])


def characters_in(states: tuple[str, ...]) -> list[tuple[Character, str]]:
    """Return the characters with their states."""
    return list(zip(CHARACTERS, states, strict=True))


def states_of(player: PlayerSeen) -> tuple[str, ...]:
    """Return the places of a player's characters; a sealed one of others looks as if it were in hand (CUB-1.10)."""
    return tuple(_state_of(character.name, player) for character in CHARACTERS)


def _state_of(name: str, player: PlayerSeen) -> str:
    """Return the place of a character of a player."""
    if name in player.played:
        return PLAYED
    return SEALED if name == player.sealed_character else IN_HAND
