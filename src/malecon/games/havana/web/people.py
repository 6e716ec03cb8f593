"""The players by their seats, each always in the same place, with everything that lies open before them."""

from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from malecon.games.havana.buildings import PIECES, Building
from malecon.games.havana.player_view import PlayerSeen
from malecon.games.havana.text.choices import choice_of
from malecon.games.havana.text.words import house_title, house_words
from malecon.games.havana.view import View
from malecon.games.havana.web.cards import open_cards_part, performable
from malecon.games.havana.web.event_pictures import last_parts
from malecon.games.havana.web.known import Acting, reaches_of, seats_around
from malecon.games.havana.web.marks import badge
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.games.havana.web.street import Pile, pile_part, untouched_pile
from malecon.presentation.buttons import Buttons
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Group, Part

VERBS = {"tax": "tax {piece} from {number}", "steal": "steal {piece} from {number}"}
"""By the kind of question, what is chosen by a pile of a player."""


class PlayerPlace(Struct, frozen=True):
    """The place of a player on the page: seat, name, whether it is the viewer."""

    seat: int
    name: str
    own: bool


class PlayerHead(Struct, frozen=True):
    """Who a player is: seat, name, letter on the badge, level in words, whether it is the viewer, points, target."""

    seat: int
    name: str
    letter: str
    level: str
    own: bool
    points: int
    target: int


class PlayerNumber(Struct, frozen=True):
    """The number of a player.

    Attributes:
        number: that is shown; ``None`` before the first round.
        is_done: whether the turn of the player is over.
        coming: the viewer's own next number, if a card is laid.
        laid: cards that lie face down.
        own: whether it is the viewer's.
        reach: the lowest and the highest number that can come next, if the viewer chooses by it.
    """

    number: int | None
    is_done: bool
    coming: int | None
    laid: int
    own: bool
    reach: tuple[int, int] | None


class PlayerBadge(Struct, frozen=True):
    """The badge of a player: seat, letter, and the points of those that win, by which its ring is filled."""

    seat: int
    letter: str
    points: int
    target: int


class PlayerPieces(Struct, frozen=True):
    """The pieces that a player owns: the seat; the name if something can be chosen of them."""

    seat: int
    name: str = ""


def player_parts(order: tuple[Acting, ...], context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield the players by their seats, from the left of the viewer on; ``order``: of play."""
    view = context.perspective.view
    seats = seats_around(view)
    yield Part("people", _draw_people, tuple(seat for seat in seats if seat != view.viewer))
    acting = {each.seat: each for each in order}
    reaches = {reach.seat: (reach.least, reach.most) for reach in reaches_of(context)}
    for seat in seats:
        yield from _parts_of(view.players[seat], acting.get(seat), reaches.get(seat), context)
    yield from last_parts(context)


def _parts_of(
    player: PlayerSeen, acting: Acting | None, reach: tuple[int, int] | None, context: BoardContext[View]
) -> Iterator[Part | Group]:
    view, seat, number = context.perspective.view, player.seat, player.seat + 1
    own, name = seat == context.perspective.viewer, context.perspective.names[seat]
    head = PlayerHead(seat, name, context.initials[seat], context.levels.get(seat, ""), own, player.points, view.target)
    chosen = choice_of(context.perspective, context.held).number if own else None
    tiles = tuple(view.tiles[tile - 1] for tile in player.tiles)
    is_asked, turn = seat in context.question.seats, _number_of(player, acting, chosen, reach, own=own)
    shown = player, head, turn, tiles, is_asked, performable(player, context), context.no_buttons
    yield Group(f"unasked {number}", _unasked, shown)
    if any(move.endswith(f" {number}") for move in context.legal):
        yield from _pieces_of(player, context.question.kind, context)
    else:
        yield Group(f"untouched {number}", _untouched, (seat, player.pieces))


def _unasked(
    player: PlayerSeen,
    head: PlayerHead,
    turn: PlayerNumber,
    tiles: tuple[Building, ...],
    is_asked: bool,
    performable: tuple[str, ...],
    no_buttons: Buttons,
) -> Iterator[Part]:
    """Yield the parts of a player without buttons; ``performable``: open cards that the viewer can perform now."""
    seat, number = player.seat, player.seat + 1
    yield Part(f"turn-{number}", _draw_turn, is_asked)
    yield open_cards_part(player, performable, no_buttons, own=head.own)
    yield Part(f"player-{number}", _draw_player, PlayerPlace(seat, head.name, head.own))
    yield Part(f"head-{number}", _draw_head, head)
    if not head.own:
        yield Part(f"cards-{number}", _draw_cards, (player.hand_size, player.discard_size))
    yield Part(f"number-{number}", _draw_number, turn)
    yield Part(f"badge-{number}", _draw_badge, PlayerBadge(seat, head.letter, player.points, head.target))
    yield Part(f"bought-{number}", _draw_bought, tiles)


def _untouched(seat: int, pieces: tuple[int, ...]) -> Iterator[Part]:
    """Yield what a player owns, of which nothing can be chosen."""
    yield Part(f"piles-{seat + 1}", _draw_piles, PlayerPieces(seat))
    for piece, count in zip(PIECES, pieces, strict=True):
        yield untouched_pile(f"pile-{seat + 1}-{piece}", Pile(piece, count, str(seat)))


def _pieces_of(player: PlayerSeen, kind: str, context: BoardContext[View]) -> Iterator[Part]:
    """Yield what a player owns, with what can be chosen of it."""
    seat, number = player.seat, player.seat + 1
    robbed = choice_of(context.perspective, f"rob {number}").gives.pesos if kind == "rob" else None
    is_asked = any(_taken_from(number, context))
    seen = PlayerPieces(seat, context.perspective.names[seat] if is_asked else "")
    is_second = context.question.victim is not None  # to take no second cube is answered in the bar
    refusal = context.no_buttons if is_second else context.buttons(f"steal nothing from {number}")
    yield Part(f"piles-{number}", _draw_piles, seen, refusal)
    for piece, count in zip(PIECES, player.pieces, strict=True):
        move = f"rob {number}" if piece == "peso" else VERBS.get(kind, "").format(piece=piece, number=number)
        taken = robbed if piece == "peso" else None
        yield pile_part(f"pile-{number}-{piece}", Pile(piece, count, str(seat), move, taken), context)


def _number_of(
    player: PlayerSeen, acting: Acting | None, chosen: int | None, reach: tuple[int, int] | None, *, own: bool
) -> PlayerNumber:
    """Return the number of a player; ``chosen``, if a choice waits, comes next, else one within ``reach``."""
    return PlayerNumber(
        player.number,
        acting is not None and acting.is_done,
        chosen if player.next_number is None else player.next_number,
        len(player.face_down),
        own,
        reach,
    )


def _taken_from(number: int, context: BoardContext[View]) -> Iterator[str]:
    """Yield the moves that take something from the player with a number, or nothing from one who has nothing."""
    question = context.question
    for move in context.legal:
        is_refusal = move.startswith("steal nothing") and question.victim is not None
        if move.startswith((f"{question.kind} ", f"rob {number}")) and _is_at(move, number) and not is_refusal:
            yield move


def _is_at(move: str, number: int) -> bool:
    """Tell whether a move takes something from the player with a number.

    >>> _is_at("tax brick from 2", 2), _is_at("rob 2", 2), _is_at("take brick", 2)
    (True, True, False)
    """
    return move == f"rob {number}" or move.endswith(f" from {number}")


_draw_people = TEMPLATES.drawer("havana/people.html", "order")


def _draw_player(canvas: Canvas, player: PlayerPlace) -> Markup:
    """Draw the place of a player, with slots for what changes."""
    return TEMPLATES.draw("havana/player.html", canvas, player=player, number=player.seat + 1)


_draw_head = TEMPLATES.drawer("havana/head.html", "player")


def _draw_cards(canvas: Canvas, hidden: tuple[int, int]) -> Markup:
    """Draw how many cards a player has in hand and how many are discarded."""
    hand, discards = hidden
    return TEMPLATES.draw("havana/cards.html", canvas, hand=hand, discards=discards)


_draw_number = TEMPLATES.drawer("havana/number.html", "shown")


def _draw_badge(canvas: Canvas, player: PlayerBadge) -> Markup:
    return badge(canvas.name, player.seat, player.letter, player.points / player.target)


_draw_turn = TEMPLATES.drawer("havana/turn.html", "acts")


def _draw_piles(canvas: Canvas, player: PlayerPieces) -> Markup:
    """Draw the slots of what a player owns."""
    return TEMPLATES.draw("havana/piles.html", canvas, asked=player, kinds=PIECES, number=player.seat + 1)


def _draw_bought(canvas: Canvas, tiles: tuple[Building, ...]) -> Markup:
    language = canvas.language
    houses = [(tile.id, house_title(tile.id, language), house_words(tile, language)) for tile in tiles]
    return TEMPLATES.draw("havana/bought.html", canvas, houses=houses)
