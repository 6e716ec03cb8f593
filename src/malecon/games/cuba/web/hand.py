"""The viewer's hand: five characters as enamel signs, each in its place whether it is played or not."""

from collections.abc import Iterator, Mapping

from markupsafe import Markup
from msgspec import Struct

from malecon.core.i18n import N_
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.cards import CHARACTERS, Character
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.player_view import PlayerSeen
from malecon.games.cuba.text.descriptions import building_text
from malecon.games.cuba.view import View
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.choices import choices_by_move, sequences_in
from malecon.games.cuba.web.formulas import formula
from malecon.presentation.buttons import Buttons
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Group, Part

PLAYED, SEALED, IN_HAND = "played", "sealed", "in-hand"
BRIEF: Mapping[str, str] = {
    "worker": N_("Harvest with your pawn."),
    "tradeswoman": N_("Buy and sell at the market."),
    "architect": N_("Build one building."),
    "foreman": N_("Use your buildings."),
    "mayor": N_("Load one ship."),
}
"""By character: its action in a few words."""


class CardPlace(Struct, frozen=True):
    """The place of a character in the hand: which, its state, and what can be done with it."""

    character: Character
    state: str
    verb: str


class Outlook(Struct, frozen=True):
    """What a character would do now, if it can be played.

    Attributes:
        choice: of the character; ``None`` if it cannot be played.
        payable: how many buildings the viewer can pay for.
        uses: buildings that the Foreman could use; ``None`` is the printed warehouse.
        is_one_far: whether he could use one elsewhere.
    """

    choice: Choice | None = None
    payable: int = 0
    uses: tuple[Building | None, ...] = ()
    is_one_far: bool = False


NO_OUTLOOK = Outlook()
"""Of a character that cannot be played."""


def hand_parts(me: PlayerSeen, context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield the hand of the viewer."""
    kind, states = context.question.kind, states_of(me)
    verb, is_asked = "seal" if kind == "seal" else "play", me.seat in context.question.seats
    yield Part("hand", _draw_hand, kind in ("seal", "play") and is_asked)
    planned = context.question.building if kind == "place" and is_asked else ""
    tiles = context.perspective.view.tiles
    yield Part("planned", _draw_planned, next((each.building for each in tiles if each.building.name == planned), None))
    if not context.buttons(f"{verb} ").moves:
        yield Group("cards", _plain_cards, (states, verb, context.no_buttons))
        return
    choices = choices_by_move(context)
    for character, state in characters_in(states):
        outlook = _outlook_of(choices.get(f"play {character.name}"), context)
        yield from _card_parts(character, state, verb, context.buttons(f"{verb} {character.name}"), outlook)


def _plain_cards(states: tuple[str, ...], verb: str, no_buttons: Buttons) -> Iterator[Part]:
    """Yield the characters of a viewer who can choose none of them."""
    for character, state in characters_in(states):
        yield from _card_parts(character, state, verb, no_buttons, NO_OUTLOOK)


def _card_parts(character: Character, state: str, verb: str, buttons: Buttons, outlook: Outlook) -> Iterator[Part]:
    """Yield the parts of a character in the hand."""
    yield Part(f"place-{character.name}", _draw_place, CardPlace(character, state, verb), buttons)
    yield Part(f"card-{character.name}", _draw_card, (character, state))
    yield Part(f"now-{character.name}", _draw_outlook, outlook)


def _outlook_of(choice: Choice | None, context: BoardContext[View]) -> Outlook:
    """The outlook of a character: what a choice would do; ``NO_OUTLOOK`` without one."""
    if choice is None:
        return NO_OUTLOOK
    tiles = context.perspective.view.tiles
    buildings = {tile.building.name: tile.building for tile in tiles}
    payable = sum(1 for tile in tiles if tile.left and tile.affordable)
    is_one_far = bool(sequences_in(context, "play foreman"))
    return Outlook(choice, payable, tuple(map(buildings.get, choice.uses)), is_one_far)


_draw_hand = TEMPLATES.drawer("cuba/hand.html", "is_asked", characters=CHARACTERS)


def _draw_planned(canvas: Canvas, building: Building | None) -> Markup:
    """Draw what a building does whose place is asked; nothing without one."""
    text = building_text(building, canvas.language) if building else ""
    return TEMPLATES.draw("cuba/planned.html", canvas, building=building, text=text)


def _draw_place(canvas: Canvas, place: CardPlace) -> Markup:
    """Draw a card with its explanation, and the button that plays it."""
    return TEMPLATES.draw("cuba/card_place.html", canvas, character=place.character, place=place)


_draw_outlook = TEMPLATES.drawer("cuba/outlook.html", "outlook", store_formula=formula("product → store"))


def _draw_card(canvas: Canvas, value: tuple[Character, str]) -> Markup:
    character, state = value
    return TEMPLATES.draw("cuba/card.html", canvas, character=character, state=state, brief=BRIEF[character.name])


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
