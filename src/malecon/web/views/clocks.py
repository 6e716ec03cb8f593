"""The clocks of a table."""

from msgspec import Struct

from malecon.tables import HOUR, MINUTE, Clock
from malecon.tables.clocks import deadline, initial_time, is_live, running_since, time_left
from malecon.web.rendering import TEMPLATES
from malecon.web.views.durations import OVER_A_DAY, time_left_text
from malecon.web.views.table_context import TableContext


class SeatClock(Struct, frozen=True):
    """The clock of a seat as a page shows it.

    Attributes:
        seat: whose.
        name: of the player.
        is_own: whether it is that of the viewer.
        left: milliseconds.
        face: what it shows.
        end: when it runs out, in milliseconds since 1970; ``None`` while it stands.
        is_low: whether little is left.
    """

    seat: int
    name: str
    is_own: bool
    left: int
    face: str
    end: int | None
    is_low: bool


class Clocks(Struct, frozen=True):
    """The clocks; ``low_from``: milliseconds: with so many left, or fewer, a clock counts as low."""

    low_from: int
    dials: tuple[SeatClock, ...]

    @property
    def same_as_time_passes(self) -> tuple[object, ...]:
        """What stays the same while only time passes."""
        return tuple((dial.seat, dial.end or dial.left) for dial in self.dials)


draw_clocks = TEMPLATES.drawer("times.html", "clocks", over_a_day=OVER_A_DAY)


def clocks_of(context: TableContext) -> Clocks:
    """Return the clocks of a table whose game goes on."""
    table, low_from = context.table, _low_from(context.table.header.settings.clock)
    has_dials = table.is_full and not table.is_done
    dials = (_dial(context, seat, low_from) for seat in context.perspective.names) if has_dials else ()
    return Clocks(low_from, tuple(filter(None, dials)))


def _low_from(clock: Clock | None) -> int:
    return 0 if clock is None else min(MINUTE if is_live(clock) else HOUR, initial_time(clock) // 4)


def _dial(context: TableContext, seat: int, low_from: int) -> SeatClock | None:
    table, left = context.table, time_left(context.table, seat, context.at)
    if left is None or table.occupants[seat].active_level:
        return None
    name, face = context.perspective.names[seat], time_left_text(left, context.language)
    end = None if running_since(table, seat) is None else deadline(table, seat)
    return SeatClock(seat, name, seat in context.own, left, face, end, left <= low_from)
