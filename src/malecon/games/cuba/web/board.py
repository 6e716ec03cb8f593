"""The parts of Cuba's table: the round on top, and seven sections, each with what it comes to in its summary."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.i18n import N_
from malecon.games.cuba.view import View
from malecon.games.cuba.web.art import draw_template
from malecon.games.cuba.web.catalogue import building_parts
from malecon.games.cuba.web.characters import hand_parts
from malecon.games.cuba.web.harbour import harbour_parts
from malecon.games.cuba.web.market import market_parts
from malecon.games.cuba.web.parliament import parliament_parts
from malecon.games.cuba.web.plantations import plantation_parts, purse_of
from malecon.games.cuba.web.players import player_parts
from malecon.games.cuba.web.round import round_parts
from malecon.games.cuba.web.summaries import draw_purse, summary_parts
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

PLANTATION, HAND, MARKET, HARBOUR, PARLIAMENT, BUILDINGS, PLAYERS = (
    "plantation", "hand", "market", "harbour", "parliament", "buildings", "players",
)  # fmt: skip
OWN = (PLANTATION, HAND)
"""What only a player has."""
PAYING = (MARKET, HARBOUR, PARLIAMENT, BUILDINGS)
"""Where a player who is asked wants to know what is in the own purse and yard."""
HERE = {
    "stock": PLANTATION,
    "seal": HAND,
    "play": HAND,
    "move": PLANTATION,
    "harvest": PLANTATION,
    "trade": MARKET,
    "build": BUILDINGS,
    "place": PLANTATION,
    "use": PLANTATION,
    "amount": PLANTATION,
    "pay": PLANTATION,
    "exchange": PLANTATION,
    "veto": PARLIAMENT,
    "swap": HARBOUR,
    "load": HARBOUR,
    "bid": PARLIAMENT,
    "enact": PARLIAMENT,
    "tax": PARLIAMENT,
}
"""By the kind of question, the section where it is answered."""
SECTIONS: Mapping[str, str] = {
    PLANTATION: N_("Your plantation"),
    PARLIAMENT: N_("Parliament"),
    HAND: N_("Your hand"),
    MARKET: N_("Market"),
    HARBOUR: N_("Harbour"),
    BUILDINGS: N_("Buildings"),
    PLAYERS: N_("Players"),
}
"""The sections with their headings, in their order while the viewer is asked nothing."""


class Section(NamedTuple):
    """A section: its name, whether the viewer is asked here, whether it is unfolded, whether it shows the purse."""

    name: str
    is_here: bool
    is_unfolded: bool
    has_purse: bool


def table_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the parts of the table, the whole first."""
    view, viewer = context.perspective.view, context.perspective.viewer
    me = None if viewer is None else view.players[viewer]
    here = HERE.get(context.question.kind) if viewer in context.question.seats else None
    sections = tuple(section for section in SECTIONS if me is not None or section not in OWN)
    yield Part("table", draw_table, sections)
    yield Part("jump", draw_links, (sections, here))
    unfolded = here or (PLAYERS if me is None else PLANTATION)
    for name in sections:
        section = Section(name, name == here, name == unfolded, name == here and name in PAYING)
        yield Part(f"part-{name}", draw_section, section)
    yield from round_parts(context)
    yield from summary_parts(context, me)
    if me is not None:
        yield from plantation_parts(me, context)
        yield from hand_parts(me, context)
        if here in PAYING:
            yield Part("purse", draw_purse, purse_of(me))
    yield from parliament_parts(context)
    yield from market_parts(context)
    yield from harbour_parts(context, is_here=here is not None)
    yield from building_parts(context, is_player=me is not None)
    yield from player_parts(context)


def draw_table(canvas: Canvas, sections: tuple[str, ...]) -> Markup:
    """Draw the slots of the sections."""
    return draw_template("table.html", canvas, sections=sections)


def draw_links(canvas: Canvas, value: tuple[tuple[str, ...], str | None]) -> Markup:
    """Draw the links to the sections; that to the one where the viewer is asked is marked."""
    sections, here = value
    return draw_template("jump.html", canvas, sections=sections, here=here, titles=SECTIONS)


def draw_section(canvas: Canvas, section: Section) -> Markup:
    """Draw a section with slots for what it shows."""
    return draw_template("section.html", canvas, section=section, title=SECTIONS[section.name])
