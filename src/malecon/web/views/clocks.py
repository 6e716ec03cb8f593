"""The clocks of a table, with what follows from them: seats that are overdue or handed over, and pauses."""

from typing import NamedTuple

from malecon.core.i18n import N_
from malecon.tables import HOUR, MINUTE, Clock
from malecon.tables.clocks import deadline, initial_time, is_live, replaceable_from, time_left
from malecon.tables.stand_ins import stand_in_level
from malecon.web.rendering import TEMPLATES
from malecon.web.views.durations import OVER_A_DAY, time_left_text
from malecon.web.views.pauses import may_pause, pause_wishes
from malecon.web.views.table_context import TableContext


class SeatClock(NamedTuple):
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


class OverdueSeat(NamedTuple):
    """A seat that is awaited, and from when on it is overdue.

    Attributes:
        seat: whose.
        sentence: what is then said.
        since: from when, in milliseconds since 1970.
        until: when others may hand the seat over.
        has_come: whether it is too long now.
        may_go: whether the viewer may hand the seat over now.
        may_later: whether the viewer may hand the seat over once ``until`` has come.
    """

    seat: int
    sentence: str
    since: int
    until: int
    has_come: bool
    may_go: bool
    may_later: bool


class StandIn(NamedTuple):
    """A computer player that stands in: seat, name of the player, level, whether the viewer may take the seat back."""

    seat: int
    name: str
    level: str
    is_own: bool


class Clocks(NamedTuple):
    """Clocks, overdue seats, stand-ins and pauses.

    Attributes:
        page: address of the table.
        low_from: milliseconds: with so many left, or fewer, a clock counts as low.
        dials, late, stand_ins: the clocks, the seats that are awaited, and those that were handed over.
        game: its name.
        stand_in_level: the level of a stand-in where the result counts, so that nobody chooses it; else empty.
        asking: names of others who wish a pause; ``None`` if nobody does and there is none.
        i_wish: whether the viewer wishes a pause.
        may_pause, may_go_on: whether the viewer may ask for a pause, and end it.
    """

    page: str
    low_from: int
    dials: tuple[SeatClock, ...]
    late: tuple[OverdueSeat, ...]
    stand_ins: tuple[StandIn, ...]
    game: str
    stand_in_level: str
    asking: tuple[str, ...] | None
    i_wish: bool
    may_pause: bool
    may_go_on: bool

    @property
    def same_as_time_passes(self) -> tuple[object, ...]:
        """What stays the same while only time passes."""
        dials = [(dial.seat, dial.end or dial.left) for dial in self.dials]
        late = [(late.seat, late.since, late.until, late.sentence) for late in self.late]
        return dials, late, self.stand_ins, self.asking, self.i_wish, self.may_go_on


draw_clocks = TEMPLATES.drawer("times.html", "clocks", over_a_day=OVER_A_DAY)


def clocks_of(context: TableContext) -> Clocks:
    """Return clocks, overdue seats, stand-ins and pauses."""
    table, own, names = context.table, context.own, context.perspective.names
    settings, wishes = table.header.settings, pause_wishes(table)
    may_go_on = table.paused is not None and bool(own) and not table.is_done
    low_from = _low_from(settings.clock)
    has_dials, substitutes = table.is_full and not table.is_done, [each.substitute for each in table.occupants]
    return Clocks(
        page=context.page,
        low_from=low_from,
        dials=tuple(filter(None, (_dial(context, seat, low_from) for seat in names))) if has_dials else (),
        late=tuple(filter(None, (_overdue(context, seat) for seat in names))),
        stand_ins=tuple(
            StandIn(seat, names[seat], level, seat in own)
            for seat, level in enumerate(substitutes)
            if level and not table.is_done
        ),
        game=context.game.name,
        stand_in_level=stand_in_level(context.game) if settings.rated else "",
        asking=tuple(names[seat] for seat in wishes if seat not in own) if wishes or may_go_on else None,
        i_wish=any(seat in own for seat in wishes),
        may_pause=may_pause(context),
        may_go_on=may_go_on,
    )


def _low_from(clock: Clock | None) -> int:
    return 0 if clock is None else min(MINUTE if is_live(clock) else HOUR, initial_time(clock) // 4)


def _dial(context: TableContext, seat: int, low_from: int) -> SeatClock | None:
    table, left = context.table, time_left(context.table, seat, context.at)
    if left is None or table.occupants[seat].active_level:
        return None
    name, face = context.perspective.names[seat], time_left_text(left, context.language)
    return SeatClock(seat, name, seat in context.own, left, face, deadline(table, seat), left <= low_from)


def _overdue(context: TableContext, seat: int) -> OverdueSeat | None:
    table, at = context.table, context.at
    since, until = deadline(table, seat), replaceable_from(table, seat)
    is_alone = len(context.people) == 1
    if since is None or until is None or (is_alone and table.header.settings.clock is None):
        return None
    may_later = bool(context.own) and seat not in context.own
    sentence = _sentence(context, seat, is_alone=is_alone)
    return OverdueSeat(seat, sentence, since, until, at >= since, may_later and at >= until, may_later)


def _sentence(context: TableContext, seat: int, *, is_alone: bool) -> str:
    """Return what is said when a seat is overdue."""
    say, is_own = context.language.say, seat in context.own
    if context.table.header.settings.clock is None:
        waited = N_("You have been awaited for a day.") if is_own else N_("{name} has been awaited for a day.")
    else:
        waited = N_("Your time has run out.") if is_own else N_("The time of {name} has run out.")
    sentence = say(waited, name=context.perspective.names[seat])
    warning = say(N_("Move soon: the others may hand your seat to a computer player."))
    return f"{sentence} {warning}" if is_own and not is_alone else sentence
