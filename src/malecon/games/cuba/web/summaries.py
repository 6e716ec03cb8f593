"""What each section of the table comes to, in a line: the summary of a section that is folded."""

from collections.abc import Iterator

from markupsafe import Markup
from msgspec.structs import astuple

from malecon.games.cuba.text.descriptions import law_title
from malecon.games.cuba.view import PlayerSeen, ShipSeen, View
from malecon.games.cuba.web.art import draw_template
from malecon.games.cuba.web.plantations import Purse, purse_of
from malecon.presentation.game_page import BoardContext
from malecon.presentation.game_text import capital
from malecon.presentation.parts import Canvas, Part


def summary_parts(context: BoardContext[View], me: PlayerSeen | None) -> Iterator[Part]:
    """Yield the summaries of all sections; ``me``: the viewer, if it is a player."""
    view = context.perspective.view
    if me is not None:
        yield Part("gist-plantation", draw_purse, purse_of(me))
        yield Part("gist-hand", draw_hand_summary, me.hand or ())
    yield Part("gist-market", draw_market_summary, view.market)
    yield Part("gist-harbour", draw_harbour_summary, view.harbour[:-1])
    bills = tuple(bill.kind for bill in view.bills if bill is not None)
    yield Part("gist-parliament", draw_parliament_summary, bills)
    tiles = [tile for tile in view.tiles if tile.left]
    payable = None if me is None else sum(tile.affordable for tile in tiles)
    yield Part("gist-buildings", draw_buildings_summary, (len(tiles), payable))
    names = tuple(context.perspective.names[seat] for seat in view.order)
    yield Part("gist-players", draw_players_summary, names)


def draw_purse(canvas: Canvas, purse: Purse) -> Markup:
    """Draw pesos and pieces of the viewer."""
    return draw_template("purse.html", canvas, purse=purse, has_title=canvas.name == "purse")


def draw_hand_summary(canvas: Canvas, hand: tuple[str, ...]) -> Markup:
    """Draw the characters in hand."""
    return draw_template("gist_hand.html", canvas, hand=hand)


def draw_market_summary(canvas: Canvas, tracks: tuple[object, ...]) -> Markup:
    """Draw what each product costs and brings."""
    return draw_template("gist_market.html", canvas, tracks=tracks)


def draw_harbour_summary(canvas: Canvas, docks: tuple[ShipSeen | None, ...]) -> Markup:
    """Draw the free spaces at each dock."""
    free = [None if seen is None else sum(astuple(seen.free)) for seen in docks]
    return draw_template("gist_harbour.html", canvas, free=free)


def draw_parliament_summary(canvas: Canvas, bills: tuple[str, ...]) -> Markup:
    """Draw the titles of the bills, given by their kinds."""
    titles = ", ".join(capital(law_title(kind, canvas.language)) for kind in bills)
    return draw_template("gist_parliament.html", canvas, titles=titles)


def draw_buildings_summary(canvas: Canvas, value: tuple[int, int | None]) -> Markup:
    """Draw how many kinds of buildings are left, and how many of them the viewer can pay for."""
    left, payable = value
    return draw_template("gist_buildings.html", canvas, left=left, payable=payable)


def draw_players_summary(canvas: Canvas, names: tuple[str, ...]) -> Markup:
    """Draw the names of the players in their order."""
    return draw_template("gist_players.html", canvas, names=names)
