"""The players, in the order of the round, with everything that lies open before them."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.core.plain_text import initial
from malecon.games.havana.buildings import Building
from malecon.games.havana.player_view import FaceDown, PlayerSeen
from malecon.games.havana.text.words import FORMS, tile_words
from malecon.games.havana.view import View
from malecon.games.havana.web.cards import Sign, sign
from malecon.games.havana.web.pieces import TEMPLATES, badge
from malecon.games.havana.web.street import Pile, piles
from malecon.presentation.facade import facade_use
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

VERBS = {"tax": "tax {{piece}} from {number}", "steal": "steal {{piece}} from {number}"}
"""By the kind of question, what is chosen by a pile of a player."""


class PlayerPlace(NamedTuple):
    """The place of a player on the page: seat, whether it is the viewer, whether tiles are there, other players' cards.

    ``hand`` and ``discards`` are numbers of cards; ``None`` for the viewer, who sees them.
    """

    seat: int
    own: bool
    has_tiles: bool
    hand: int | None
    discards: int | None


class PlayerHead(NamedTuple):
    """Who a player is: seat, name, level of a computer player in words, whether it is the viewer, points, number."""

    seat: int
    name: str
    level: str
    own: bool
    points: int
    target: int
    number: int | None


class PlayerBadge(NamedTuple):
    """The badge of a player: seat, letter, and the points of those that win, by which its ring is filled."""

    seat: int
    letter: str
    points: int
    target: int


class PlayerPieces(NamedTuple):
    """What a player owns, in the order of ``PIECES``, and the kind of question, if something here can be chosen."""

    seat: int
    pieces: tuple[int, ...]
    question: str


class OpenCards(NamedTuple):
    """The cards of a player that lie on the table, open or face down."""

    seat: int
    own: bool
    open: tuple[str, ...]
    face_down: tuple[FaceDown, ...]


class Open(NamedTuple):
    """An open card, and what lies on it: nothing, a card that the viewer does not know, or one that the viewer laid."""

    sign: Sign
    covered: bool
    under: Sign | None


def player_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the players as they act in this round; before the first, by their seats."""
    view = context.perspective.view
    order = view.order or tuple(range(view.seats))
    yield Part("people", _draw_people, order)
    for seat in order:
        yield from _parts_of(view.players[seat], context)


def _parts_of(player: PlayerSeen, context: BoardContext[View]) -> Iterator[Part]:
    """Yield the parts of a player."""
    view, seat, number = context.perspective.view, player.seat, player.seat + 1
    own, kind = seat == context.perspective.viewer, context.question.kind
    hidden = (None, None) if own else (player.hand_size, player.discard_size)
    yield Part(f"player-{number}", _draw_player, PlayerPlace(seat, own, bool(player.tiles), *hidden))
    yield Part(f"turn-{number}", _draw_turn, seat in context.question.seats)
    head = PlayerHead(
        seat,
        context.perspective.names[seat],
        context.levels.get(seat, ""),
        own,
        player.points,
        view.target,
        player.number,
    )
    yield Part(f"head-{number}", _draw_head, head)
    yield Part(f"badge-{number}", _draw_badge, PlayerBadge(seat, initial(head.name), player.points, view.target))
    moves = f"{kind} ", f"rob {number}"
    taken = context.buttons(*(move for move in context.legal if move.startswith(moves) and _is_at(move, number)))
    yield Part(f"piles-{number}", _draw_piles, PlayerPieces(seat, player.pieces, kind if taken.moves else ""), taken)
    cards = OpenCards(seat, own, player.open, player.face_down)
    yield Part(f"open-{number}", _draw_open, cards, context.buttons(*(["perform "] if own else [])))
    if player.tiles:
        yield Part(f"bought-{number}", _draw_bought, tuple(view.tiles[tile - 1] for tile in player.tiles))


def _is_at(move: str, number: int) -> bool:
    """Tell whether a move takes something from the player with a number.

    >>> _is_at("tax brick from 2", 2), _is_at("rob 2", 2), _is_at("take brick", 2)
    (True, True, False)
    """
    return move == f"rob {number}" or move.endswith(f" from {number}")


def _draw_people(canvas: Canvas, order: tuple[int, ...]) -> Markup:
    """Draw the slots of the players."""
    return TEMPLATES.render("havana/people.html", canvas.language, canvas=canvas, order=order)


def _draw_player(canvas: Canvas, player: PlayerPlace) -> Markup:
    """Draw the place of a player, with slots for what changes."""
    return TEMPLATES.render("havana/player.html", canvas.language, canvas=canvas, player=player, number=player.seat + 1)


def _draw_head(canvas: Canvas, player: PlayerHead) -> Markup:
    """Draw name, points and number of a player, with a slot for the badge."""
    return TEMPLATES.render("havana/head.html", canvas.language, canvas=canvas, player=player, seat=player.seat + 1)


def _draw_badge(canvas: Canvas, player: PlayerBadge) -> Markup:
    """Draw the badge of a player."""
    return badge(canvas.name, player.seat, player.letter, player.points / player.target)


def _draw_turn(canvas: Canvas, acts: bool) -> Markup:
    """Draw whether the game waits for a player; nothing is shown for the others."""
    return TEMPLATES.render("havana/turn.html", canvas.language, canvas=canvas, acts=acts)


def _draw_piles(canvas: Canvas, player: PlayerPieces) -> Markup:
    """Draw what a player owns; pesos always, for a player without any can be robbed too (HAV-6.10)."""
    return TEMPLATES.render("havana/piles.html", canvas.language, canvas=canvas, piles=_owned(player, canvas.language))


def _owned(player: PlayerPieces, language: Language) -> tuple[Pile, ...]:
    """Return the pieces of a player in piles."""
    verb = VERBS.get(player.question, "").format(number=player.seat + 1)
    *others, pesos = player.pieces
    said = language.count(FORMS["peso"], pesos)
    return (*piles((*others, 0), language, verb), Pile("peso", pesos, said, f"rob {player.seat + 1}"))


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
    return Open(sign(card, language), on_it is not None, None if on_it is None else known(on_it, language))


def known(laid: FaceDown, language: Language) -> Sign | None:
    """Return a card laid face down, if the viewer knows it."""
    return None if laid.card is None else sign(laid.card, language)


def _draw_bought(canvas: Canvas, tiles: tuple[Building, ...]) -> Markup:
    """Draw the tiles that a player has bought."""
    houses = [(tile.id, tile_words(tile, canvas.language), facade_use(f"facade-of-{tile.id}")) for tile in tiles]
    return TEMPLATES.render("havana/bought.html", canvas.language, canvas=canvas, houses=houses)
