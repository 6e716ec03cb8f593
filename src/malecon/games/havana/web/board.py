"""Havana in the browser: a street, the square before it, the players, and the viewer's hand.

The players stand in the order of the round, with everything that lies open before them.
"""

from dataclasses import dataclass

from markupsafe import Markup

from malecon.core.plain_text import initial
from malecon.games.havana.buildings import Building
from malecon.games.havana.text.choices import tile_words
from malecon.games.havana.text.words import FORMS
from malecon.games.havana.view import PlayerSeen
from malecon.games.havana.web.card_icons import card_symbols
from malecon.games.havana.web.cards import Hand, Sign, sign
from malecon.games.havana.web.pieces import badge, piece_symbols, token
from malecon.games.havana.web.street import Pile, Street, house, piles
from malecon.presentation.art.svg import symbols
from malecon.presentation.board_context import BoardContext
from malecon.presentation.rendering import render

VERBS = {"tax": "tax {{piece}} from {number}", "steal": "steal {{piece}} from {number}"}
"""By the kind of question, what is chosen by a pile of a player."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A tile that somebody has bought: its id, words for it, and its picture."""

    id: int
    words: str
    house: Markup


@dataclass(frozen=True, slots=True)
class Open:
    """An open card, and what lies on it: nothing, a card that the viewer does not know, or one that the viewer laid."""

    sign: Sign
    covered: bool
    under: Sign | None


@dataclass(frozen=True, slots=True)
class Person:
    """A player as drawn.

    Attributes:
        seen: the player as the viewer may know it.
        name: what the player is called.
        own: whether it is the viewer.
        acts: whether the game waits for this player.
        badge: the mark of the seat, in a ring that fills up with the points.
        piles: what the player owns.
        open: the open cards.
        laid: cards face down before the first reveal, as far as the viewer knows them.
        tiles: the tiles that the player has bought.
        level: of a computer player, in words; empty for a person.
    """

    seen: PlayerSeen
    name: str
    own: bool
    acts: bool
    badge: Markup
    piles: tuple[Pile, ...]
    open: tuple[Open, ...]
    laid: tuple[Sign | None, ...]
    tiles: tuple[Owned, ...]
    level: str


def people(drawing: BoardContext) -> list[Person]:
    """Return the players as they act in this round; before the first, by their seats."""
    view = drawing.perspective.view
    return [person(view.players[seat], drawing) for seat in view.order or range(view.seats)]


def person(player: PlayerSeen, drawing: BoardContext) -> Person:
    """Return a player as drawn."""
    perspective, language = drawing.perspective, drawing.perspective.language
    name = perspective.names[player.seat]
    return Person(
        seen=player,
        name=name,
        own=player.seat == perspective.viewer,
        level=drawing.levels.get(player.seat, ""),
        acts=player.seat in drawing.question.seats,
        badge=badge(player.seat, initial(name), player.points / perspective.view.target),
        piles=owned(player, drawing),
        open=tuple(open_card(card, player, drawing) for card in player.open),
        laid=tuple(
            None if laid.card is None else sign(laid.card, language) for laid in player.face_down if laid.covers is None
        ),
        tiles=tuple(bought(perspective.view.tiles[tile - 1], drawing) for tile in player.tiles),
    )


def owned(player: PlayerSeen, drawing: BoardContext) -> tuple[Pile, ...]:
    """Return what a player owns; pesos always, for a player without any can be robbed too (HAV-6.10)."""
    verb = VERBS.get(drawing.question.kind, "").format(number=player.seat + 1)
    *others, _ = player.pieces
    said = drawing.perspective.language.count(FORMS["peso"], player.pesos)
    return (
        *piles(drawing, (*others, 0), verb),
        Pile("peso", player.pesos, said, f"rob {player.seat + 1}"),
    )


def open_card(card: str, player: PlayerSeen, drawing: BoardContext) -> Open:
    """Return an open card with what lies on it."""
    language = drawing.perspective.language
    on_it = next((laid for laid in player.face_down if laid.covers == card), None)
    under = None if on_it is None or on_it.card is None else sign(on_it.card, language)
    return Open(sign(card, language), on_it is not None, under)


def bought(tile: Building, drawing: BoardContext) -> Owned:
    """Return a tile that somebody has bought."""
    return Owned(tile.id, tile_words(tile, drawing.perspective), house(tile))


def draw(drawing: BoardContext) -> Markup:
    """Return the table of Havana as HTML, with the buttons of moves on their pieces."""
    return render(
        "havana/table.html",
        drawing.perspective.language,
        drawing=drawing,
        view=drawing.perspective.view,
        symbols=symbols(piece_symbols(), card_symbols()),
        token=token,
        street=Street(drawing),
        people=people(drawing),
        hand=Hand(drawing),
    )
