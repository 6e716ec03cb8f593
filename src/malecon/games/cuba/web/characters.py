"""The characters as they are drawn: the viewer's five cards, and the spaces of the alternatives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from malecon.games.cuba.boards import PRODUCTS, RESOURCES
from malecon.games.cuba.cards import CHARACTERS, Character
from malecon.games.cuba.view import PlayerSeen
from malecon.presentation.game_page import BoardContext

PLAYED, SEALED, IN_HAND = "played", "sealed", "in-hand"


@dataclass(frozen=True, slots=True)
class Card:
    """A character card, where it is, and the move that plays or seals it."""

    character: Character
    state: str
    move: str


def cards(player: PlayerSeen, drawing: BoardContext) -> list[Card]:
    """Return a player's five cards; a card of others that is sealed looks as if it were in hand (CUB-1.10)."""
    verb = "seal" if drawing.question.kind == "seal" else "play"
    return [Card(character, state_of(character.name, player), f"{verb} {character.name}") for character in CHARACTERS]


def state_of(name: str, player: PlayerSeen) -> str:
    """Return where a character of a player is."""
    if name in player.played:
        return PLAYED
    return SEALED if name == player.sealed_character else IN_HAND


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the alternatives.

    Attributes:
        gives: ``points``, ``pesos``, ``resource`` or ``product``.
        amount: how many of them.
        covered: whether a marker lies there.
        moves: what can be taken here now; each ends with what it takes.
    """

    gives: str
    amount: int
    covered: bool
    moves: tuple[str, ...] = ()


def alternatives(drawing: BoardContext) -> Mapping[str, Sequence[Space]]:
    """Return the six spaces by character (CUB-1.9, CUB-4.4)."""
    view = drawing.perspective.view
    return {
        "tradeswoman": (
            Space("resource", 1, view.resource_taken, taking(RESOURCES, drawing)),
            Space("product", 1, view.product_taken, taking(PRODUCTS, drawing)),
        ),
        "architect": spaces("points", view.point_spaces, view.points_taken, drawing),
        "mayor": spaces("pesos", view.peso_spaces, view.pesos_taken, drawing),
    }


def taking(pieces: Sequence[str], drawing: BoardContext) -> tuple[str, ...]:
    """Return the moves by which the Tradeswoman can take one of these pieces (CUB-4.25)."""
    trading = drawing.question.kind == "trade"
    return tuple(f"take {piece}" for piece in pieces if trading and drawing.can(f"take {piece}"))


def spaces(gives: str, amounts: Sequence[int], taken: int, drawing: BoardContext) -> tuple[Space, ...]:
    """Return the spaces of one alternative; the first that is free has its move (CUB-4.33, CUB-4.52)."""
    move = f"take {gives}"
    moves = (move,) if drawing.can(move) else ()
    return tuple(
        Space(gives, amount, place < taken, moves if place == taken else ()) for place, amount in enumerate(amounts)
    )
