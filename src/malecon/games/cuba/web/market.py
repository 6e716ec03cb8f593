"""The stalls of the market."""

from collections.abc import Iterable, Iterator

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import astuple

from malecon.games.cuba.board_view import TrackSeen
from malecon.games.cuba.boards import PIECES, Pieces
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.view import View
from malecon.games.cuba.web.alternatives import Space, alternative_part
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.choices import choices_by_move, preview, refusal
from malecon.presentation.buttons import Buttons
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Group, Part


class TrackSpace(Struct, frozen=True):
    """A space of a track: its price, whether a piece lies there, and whether it is the next to be bought or filled."""

    price: int
    filled: bool
    next_bought: bool
    next_sold: bool


class Stall(Struct, frozen=True):
    """A stall: its track, how many pieces the supply has, and what buying and selling bring, if they are choices.

    ``refusals``: why it cannot be bought, and sold, if that is what is asked.
    """

    track: TrackSeen
    supply: int
    buying: Choice | None = None
    selling: Choice | None = None
    refusals: tuple[str, ...] = ("", "")


def market_parts(context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield the stalls."""
    view = context.perspective.view
    is_trading = context.question.kind == "trade"
    yield Part("market", _draw_market, tuple(track.piece for track in view.market))
    spaces = Space("resource", 1, view.resource_taken), Space("product", 1, view.product_taken)
    yield alternative_part("tradeswoman", spaces, context)
    if not (is_trading and context.legal):
        yield Group("stalls", _plain_stalls, (view.market, view.supply, context.no_buttons))
        return
    supply, choices = _numbers(view.supply), choices_by_move(context)
    for track in view.market:
        deals = f"buy {track.piece}", f"sell {track.piece}"
        why_not = refusal(context, deals[0]), refusal(context, deals[1])
        stall = Stall(track, supply[track.piece], choices.get(deals[0]), choices.get(deals[1]), why_not)
        yield Part(f"stall-{track.piece}", _draw_stall, stall, context.buttons(*filter(choices.get, deals)))


def _numbers(supply: Pieces) -> dict[str, int]:
    """The numbers of pieces in the supply, by kind."""
    return dict(zip(PIECES, astuple(supply), strict=True))


def _plain_stalls(market: Iterable[TrackSeen], supply: Pieces, no_buttons: Buttons) -> Iterator[Part]:
    """Yield the stalls, at which the viewer can choose nothing."""
    numbers = _numbers(supply)
    for track in market:
        yield Part(f"stall-{track.piece}", _draw_stall, Stall(track, numbers[track.piece]), no_buttons)


_draw_market = TEMPLATES.drawer("cuba/market.html", "pieces")


def _draw_stall(canvas: Canvas, stall: Stall) -> Markup:
    return TEMPLATES.draw(
        "cuba/stall.html",
        canvas,
        stall=stall,
        track=stall.track,
        spaces=tuple(_track_spaces(stall.track)),
        buying=preview(stall.buying, canvas.language) if stall.buying else stall.refusals[0],
        selling=preview(stall.selling, canvas.language) if stall.selling else stall.refusals[1],
    )


def _track_spaces(track: TrackSeen) -> Iterator[TrackSpace]:
    """Yield the spaces of a track, the dearest first; pieces lie on the first ones (CUB-4.21, CUB-4.22)."""
    for place, price in enumerate(track.prices):
        yield TrackSpace(price, place < track.count, place == track.count - 1, place == track.count)
