"""Clocks: from the form that begins a table, and in words."""

from collections.abc import Mapping
from typing import Any

from malecon.core.errors import UsageError
from malecon.core.i18n import N_, NN_, Language
from malecon.tables.table_settings import DAY, HOUR, MINUTE, SECOND, Clock

STOCK, EACH = "stock", "each"
MOST_DIGITS = 4
CLOCK_DEFAULTS = {"clock-minutes": "20", "clock-seconds": "15", "clock-hours": "24"}
"""What the form proposes, by field."""
UNITS = {DAY: NN_("{count} day", "{count} days"), HOUR: NN_("{count} hour", "{count} hours")}
UNITS |= {MINUTE: NN_("{count} minute", "{count} minutes"), SECOND: NN_("{count} second", "{count} seconds")}
OVER_A_DAY = N_("{days} d {hours} h")
"""Days and hours on a clock, as short as can be."""


def clock_from(form: Any) -> Clock | None:
    """Return the clock that a form asks for: a stock of minutes with seconds for each move, or hours for each move.

    Raises:
        UsageError: a number is none.
    """
    if form.get("clock") == STOCK:
        return Clock(
            stock=number_from(form, "clock-minutes") * MINUTE, increment=number_from(form, "clock-seconds") * SECOND
        )
    if form.get("clock") == EACH:
        return Clock(each=number_from(form, "clock-hours") * HOUR)
    return None


def number_from(form: Any, field: str) -> int:
    """Return a number that was typed.

    Raises:
        UsageError: it is none.
    """
    typed = str(form.get(field) or CLOCK_DEFAULTS[field]).strip()
    if not typed.isdecimal() or len(typed) > MOST_DIGITS:
        raise UsageError(N_("The times of a clock are whole numbers."))
    return int(typed)


def clock_fields(typed: Mapping[str, Any]) -> dict[str, str]:
    """Return what the fields of a clock show: what was typed, else what is usual."""
    return {field: str(typed.get(field, usual)) for field, usual in CLOCK_DEFAULTS.items()}


def time_digits(left: int) -> str:
    """Return the time on a clock below a day as digits.

    >>> time_digits(0), time_digits(9 * MINUTE + 5500), time_digits(3 * HOUR)
    ('0:00', '9:05', '3:00:00')
    """
    minutes, seconds = divmod(left // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def time_left_text(left: int, language: Language) -> str:
    """Return the time on a clock.

    >>> time_left_text(DAY + 5 * HOUR + MINUTE, Language())
    '1 d 5 h'
    """
    if left < DAY:
        return time_digits(left)
    return language.say(OVER_A_DAY, days=left // DAY, hours=left % DAY // HOUR)


def clock_text(clock: Clock | None, language: Language) -> str:
    """Say what clock a table has.

    >>> clock_text(Clock(stock=10 * MINUTE, increment=15 * SECOND), Language()), clock_text(Clock(each=DAY), Language())
    ('10 minutes and 15 seconds for each move', '1 day for each move')
    """
    if clock is None:
        return language.say(N_("No clock"))
    if clock.each:
        return language.say(N_("{time} for each move"), time=duration_text(clock.each, language))
    stock = duration_text(clock.stock, language)
    if not clock.increment:
        return language.say(N_("{time} for the whole game"), time=stock)
    return language.say(
        N_("{stock} and {time} for each move"), stock=stock, time=duration_text(clock.increment, language)
    )


def duration_text(time: int, language: Language) -> str:
    """Return a length of time in the largest unit in which it is whole."""
    unit = next((unit for unit in UNITS if time % unit == 0), SECOND)
    return language.count(UNITS[unit], time // unit)
