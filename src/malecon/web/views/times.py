"""The clocks of a table as a page shows them, pauses, overdue and handed-over seats."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from malecon.core.i18n import N_, NN_, Language
from malecon.tables import DAY, HOUR, MINUTE, SECOND, Clock
from malecon.tables.clocks import (
    deadline,
    initial_time,
    is_live,
    playing_seats,
    replaceable_from,
    seats_asking_pause,
    time_left,
)
from malecon.tables.table import Table

UNITS = {DAY: NN_("{count} day", "{count} days"), HOUR: NN_("{count} hour", "{count} hours")}
UNITS |= {MINUTE: NN_("{count} minute", "{count} minutes"), SECOND: NN_("{count} second", "{count} seconds")}
OVER_A_DAY = N_("{days} d {hours} h")
"""Days and hours on a clock, as short as can be."""


@dataclass(frozen=True, slots=True)
class SeatClock:
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


@dataclass(frozen=True, slots=True)
class OverdueSeat:
    """A seat that is awaited, and from when on it is overdue.

    Attributes:
        seat: whose.
        is_own: whether it is that of the viewer.
        sentence: what is then said.
        since: from when, in milliseconds since 1970.
        until: when others may hand the seat over.
        has_come: whether it is too long now.
        may_go: whether the viewer may hand the seat over now.
        may_later: whether the viewer may hand the seat over once ``until`` has come.
    """

    seat: int
    is_own: bool
    sentence: str
    since: int
    until: int
    has_come: bool
    may_go: bool
    may_later: bool


@dataclass(frozen=True, eq=False)
class Times:
    """Clocks, pauses and absences of a table, for one viewer.

    Attributes:
        table: the table.
        own: the seats of the viewer.
        names: of the players, by seat.
        language: of the page.
        at: now, in milliseconds since 1970.
    """

    table: Table
    own: tuple[int, ...]
    names: Mapping[int, str]
    language: Language
    at: int

    @property
    def low_from(self) -> int:
        """Milliseconds: with so many left, or fewer, a clock counts as low."""
        clock = self.table.header.settings.clock
        return 0 if clock is None else min(MINUTE if is_live(clock) else HOUR, initial_time(clock) // 4)

    @property
    def over_a_day(self) -> str:
        """How days and hours are written, for the script that lets the clocks tick."""
        return self.language.say(OVER_A_DAY)

    @cached_property
    def dials(self) -> list[SeatClock]:
        """The clocks, by seat."""
        return [] if self.table.is_done or not self.table.is_full else list(filter(None, map(self._dial, self.names)))

    @cached_property
    def late(self) -> list[OverdueSeat]:
        """The seats that are awaited, with the times when they are overdue."""
        return list(filter(None, map(self._late, self.names)))

    @cached_property
    def people(self) -> set[str]:
        """The ids of the people who play here, or have handed a seat over."""
        return {sitter.person for sitter in self.table.occupants if sitter.person}

    @property
    def same_as_time_passes(self) -> tuple[object, ...]:
        """What stays the same while only time passes."""
        dials = [(dial.seat, dial.end or dial.left) for dial in self.dials]
        late = [(late.seat, late.since, late.until, late.sentence) for late in self.late]
        return dials, late, self.wishes, self.may_go_on, self.stand_ins

    @cached_property
    def wishes(self) -> tuple[int, ...]:
        """The seats that wish a pause."""
        return seats_asking_pause(self.table) if self.table.is_running else ()

    @property
    def i_wish(self) -> bool:
        """Whether the viewer wishes a pause."""
        return any(seat in self.own for seat in self.wishes)

    @cached_property
    def may_pause(self) -> bool:
        """Whether the viewer may ask for a pause, and there is somebody or something to pause."""
        is_something = len(self.people) > 1 or self.table.header.settings.clock is not None
        return self.table.is_running and is_something and any(seat in self.own for seat in playing_seats(self.table))

    @property
    def may_go_on(self) -> bool:
        """Whether the viewer may end the pause."""
        return self.table.paused is not None and bool(self.own) and not self.table.is_done

    @cached_property
    def stand_ins(self) -> dict[int, str]:
        """The levels of the computer players that stand in, by seat."""
        found = {seat: sitter.substitute for seat, sitter in enumerate(self.table.occupants)}
        return {seat: level for seat, level in found.items() if level and not self.table.is_done}

    @property
    def may_leave(self) -> tuple[int, ...]:
        """The seats that the viewer may hand over, for there are others who would wait."""
        may = len(self.people) > 1 and self.table.is_running and not self.table.header.settings.rated
        return tuple(seat for seat in playing_seats(self.table) if seat in self.own) if may else ()

    def _dial(self, seat: int) -> SeatClock | None:
        left = time_left(self.table, seat, self.at)
        if left is None or self.table.occupants[seat].active_level:
            return None
        is_own, face = seat in self.own, _time_left_text(left, self.language)
        return SeatClock(seat, self.names[seat], is_own, left, face, deadline(self.table, seat), left <= self.low_from)

    def _late(self, seat: int) -> OverdueSeat | None:
        since, until = deadline(self.table, seat), replaceable_from(self.table, seat)
        is_alone = len(self.people) == 1
        if since is None or until is None or (is_alone and self.table.header.settings.clock is None):
            return None
        is_own = seat in self.own
        may_later = bool(self.own) and not is_own
        sentence, may_go = self._sentence(seat, is_alone), may_later and self.at >= until
        return OverdueSeat(seat, is_own, sentence, since, until, self.at >= since, may_go, may_later)

    def _sentence(self, seat: int, is_alone: bool) -> str:
        say, is_own = self.language.say, seat in self.own
        if self.table.header.settings.clock is None:
            waited = N_("You have been awaited for a day.") if is_own else N_("{name} has been awaited for a day.")
        else:
            waited = N_("Your time has run out.") if is_own else N_("The time of {name} has run out.")
        sentence = say(waited, name=self.names[seat])
        warning = say(N_("Move soon: the others may hand your seat to a computer player."))
        return f"{sentence} {warning}" if is_own and not is_alone else sentence


def _time_digits(left: int) -> str:
    """Return a duration below a day as digits.

    >>> _time_digits(0), _time_digits(9 * MINUTE + 5500), _time_digits(3 * HOUR)
    ('0:00', '9:05', '3:00:00')
    """
    minutes, seconds = divmod(left // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _time_left_text(left: int, language: Language) -> str:
    """Return the time that is left, in milliseconds, as a clock shows it.

    >>> _time_left_text(DAY + 5 * HOUR + MINUTE, Language())
    '1 d 5 h'
    """
    if left < DAY:
        return _time_digits(left)
    return language.say(OVER_A_DAY, days=left // DAY, hours=left % DAY // HOUR)


def clock_text(clock: Clock | None, language: Language) -> str:
    """Return the clock of a table in words.

    >>> clock_text(Clock(stock=10 * MINUTE, increment=15 * SECOND), Language())
    '10 minutes, plus 15 seconds for each move'
    >>> clock_text(Clock(each=DAY), Language())
    '1 day for each move'
    """
    if clock is None:
        return language.say(N_("No clock"))
    if clock.each:
        return language.say(N_("{time} for each move"), time=_duration_text(clock.each, language))
    stock = _duration_text(clock.stock, language)
    if not clock.increment:
        return language.say(N_("{time} for the whole game"), time=stock)
    return language.say(
        N_("{stock}, plus {time} for each move"), stock=stock, time=_duration_text(clock.increment, language)
    )


def _duration_text(time: int, language: Language) -> str:
    """Return a duration in milliseconds in the largest unit in which it is whole."""
    unit = next((unit for unit in UNITS if time % unit == 0), SECOND)
    return language.count(UNITS[unit], time // unit)
