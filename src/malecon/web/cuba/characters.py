"""The characters as they are drawn: the viewer's five cards, and the spaces of the alternatives."""

from dataclasses import dataclass

from malecon.cuba.boards import PRODUCTS, RESOURCES
from malecon.cuba.cards import CHARACTERS, Character
from malecon.cuba.view import PlayerSeen
from malecon.telling.cuba.means import ARCHITECT_SPACES, MAYOR_SPACES
from malecon.web.drawing import Drawing

PLAYED, SEALED, IN_HAND = "played", "sealed", "in-hand"


@dataclass(frozen=True, slots=True)
class Card:
    """A character card, where it is, and the move that plays or seals it."""

    character: Character
    state: str
    move: str


def cards(player: PlayerSeen, drawing: Drawing) -> list[Card]:
    """Return a player's five cards; a card of others that is sealed looks as if it were in hand (CUB-1.10)."""
    verb = "seal" if drawing.scene.view.question.kind == "seal" else "play"
    return [
        Card(character, state_of(character.name, player), f"{verb} {character.name}") for character in CHARACTERS
    ]


def state_of(name: str, player: PlayerSeen) -> str:
    """Return where a character of a player is."""
    if name in player.played:
        return PLAYED
    return SEALED if name == player.sealed_character else IN_HAND


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the alternatives.

    Attributes:
        character: whose alternative it is.
        gives: ``points``, ``pesos``, ``resource`` or ``product``.
        amount: how many of them.
        covered: whether a marker lies there.
        moves: what can be taken here now; each ends with what it takes.
    """

    character: str
    gives: str
    amount: int
    covered: bool
    moves: tuple[str, ...]


def spaces(drawing: Drawing) -> list[Space]:
    """Return the six spaces (CUB-1.9, CUB-4.4); of equal ones the first that is free has the move."""
    view = drawing.scene.view
    trading = view.question.kind == "trade"

    def taking(pieces: tuple[str, ...]) -> tuple[str, ...]:
        moves = tuple(f"take {piece}" for piece in pieces)
        return tuple(move for move in moves if trading and drawing.can(move))

    def row(character: str, gives: str, amounts: tuple[int, ...], taken: int) -> list[Space]:
        moves = [(f"take {gives}",) if place == taken else () for place in range(len(amounts))]
        return [
            Space(character, gives, amount, place < taken, moves[place]) for place, amount in enumerate(amounts)
        ]

    return [
        Space("tradeswoman", "resource", 1, view.resource_taken, taking(RESOURCES)),
        Space("tradeswoman", "product", 1, view.product_taken, taking(PRODUCTS)),
        *row("architect", "points", ARCHITECT_SPACES, view.points_taken),
        *row("mayor", "pesos", MAYOR_SPACES, view.pesos_taken),
    ]
