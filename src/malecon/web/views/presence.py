"""Whether the person of a seat is at the table, in a word beside the name."""

from collections.abc import Iterator

from malecon.core.i18n import N_
from malecon.presentation.parts import Part
from malecon.services.presence_feed import AWAY, GONE, HERE
from malecon.web.rendering import TEMPLATES
from malecon.web.views.table_context import TableContext

RESIGNED, STOOD_IN = "resigned", "stood-in"
WORDS = {
    HERE: N_("here"),
    AWAY: N_("away"),
    GONE: N_("gone"),
    RESIGNED: N_("resigned"),
    STOOD_IN: N_("a computer player stands in"),
}

_draw_presence = TEMPLATES.drawer("presence.html", "presence", words=WORDS)


def presence_parts(context: TableContext) -> Iterator[Part[str]]:
    """Yield a part for each seat; it is empty for the seats of computer players and of the viewer."""
    for seat in range(context.table.header.seats):
        yield Part(f"presence-{seat + 1}", _draw_presence, presence_at(context, seat))


def presence_at(context: TableContext, seat: int) -> str:
    """Return a key of ``WORDS`` for a seat; empty if there is nothing to say."""
    table, occupant = context.table, context.table.occupants[seat]
    if seat in table.resigned_seats:
        return RESIGNED
    if seat in context.own:
        return ""
    if occupant.substitute:
        return STOOD_IN
    if occupant.person is None:
        return ""
    return table.presence[seat] if table.presence else ""
