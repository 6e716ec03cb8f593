"""How a player asks for a pause, or leaves a seat to a computer player."""

from typing import NamedTuple

from malecon.presentation.parts import Part
from malecon.tables.pauses import playing_seats, seats_asking_pause
from malecon.tables.table import Table
from malecon.web.rendering import TEMPLATES
from malecon.web.views.table_context import TableContext


class Pauses(NamedTuple):
    """Whether the viewer may ask for a pause, and the seats with names that the viewer may hand over."""

    page: str
    game: str
    may_pause: bool
    may_leave: tuple[tuple[int, str], ...]


_draw_pauses = TEMPLATES.drawer("pause_and_stand_in.html", "pauses")


def pause_wishes(table: Table) -> tuple[int, ...]:
    """Return the seats that wish a pause."""
    return seats_asking_pause(table) if table.is_running else ()


def may_pause(context: TableContext) -> bool:
    """Tell whether the viewer may ask for a pause, and there is somebody or something to pause."""
    is_something = len(context.people) > 1 or context.table.header.settings.clock is not None
    return is_something and bool(_own_playing(context))


def pauses_part(context: TableContext) -> Part[Pauses] | None:
    """Return how the viewer may pause or leave, if that is so; nobody leaves where no others would wait."""
    may_ask = may_pause(context) and not pause_wishes(context.table)
    is_missed = len(context.people) > 1 and not context.table.header.settings.rated
    may_leave = tuple((seat, context.perspective.names[seat]) for seat in _own_playing(context) if is_missed)
    if not (may_ask or may_leave):
        return None
    return Part("absence", _draw_pauses, Pauses(context.page, context.game.name, may_ask, may_leave))


def _own_playing(context: TableContext) -> tuple[int, ...]:
    """Return the seats of the viewer for whom no computer player stands in; none if nothing goes on."""
    return tuple(seat for seat in playing_seats(context.table) if seat in context.own and context.table.is_running)
