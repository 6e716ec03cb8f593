"""Clocks: from the form that begins a table, and in words."""

from collections.abc import Mapping
from typing import Any

from malecon.core.errors import UsageError
from malecon.core.i18n import N_, NN_, Language
from malecon.tables.table_settings import DAY, HOUR, MINUTE, SECOND, Clock

STOCK, EACH = "stock", "each"
MOST_DIGITS = 4
USUAL = {"clock-minutes": "20", "clock-seconds": "15", "clock-hours": "24"}
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
        return Clock(stock=number(form, "clock-minutes") * MINUTE, increment=number(form, "clock-seconds") * SECOND)
    if form.get("clock") == EACH:
        return Clock(each=number(form, "clock-hours") * HOUR)
    return None


def number(form: Any, field: str) -> int:
    """Return a number that was typed.

    Raises:
        UsageError: it is none.
    """
    typed = str(form.get(field) or USUAL[field]).strip()
    if not typed.isdecimal() or len(typed) > MOST_DIGITS:
        raise UsageError(N_("The times of a clock are whole numbers."))
    return int(typed)


def typed_times(typed: Mapping[str, Any]) -> dict[str, str]:
    """Return what the fields of a clock show: what was typed, else what is usual."""
    return {field: str(typed.get(field, usual)) for field, usual in USUAL.items()}


def in_face(left: int) -> str:
    """Return the time on a clock below a day as digits.

    >>> in_face(0), in_face(9 * MINUTE + 5500), in_face(3 * HOUR)
    ('0:00', '9:05', '3:00:00')
    """
    minutes, seconds = divmod(left // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def on_dial(left: int, language: Language) -> str:
    """Return the time on a clock.

    >>> on_dial(DAY + 5 * HOUR + MINUTE, Language())
    '1 d 5 h'
    """
    if left < DAY:
        return in_face(left)
    return language.say(OVER_A_DAY, days=left // DAY, hours=left % DAY // HOUR)


def told(clock: Clock | None, language: Language) -> str:
    """Say what clock a table has.

    >>> told(Clock(stock=10 * MINUTE, increment=15 * SECOND), Language()), told(Clock(each=DAY), Language())
    ('10 minutes and 15 seconds for each move', '1 day for each move')
    """
    if clock is None:
        return language.say(N_("No clock"))
    if clock.each:
        return language.say(N_("{time} for each move"), time=lasting(clock.each, language))
    stock = lasting(clock.stock, language)
    if not clock.increment:
        return language.say(N_("{time} for the whole game"), time=stock)
    return language.say(N_("{stock} and {time} for each move"), stock=stock, time=lasting(clock.increment, language))


def lasting(time: int, language: Language) -> str:
    """Return a length of time in the largest unit in which it is whole."""
    unit = next((unit for unit in UNITS if time % unit == 0), SECOND)
    return language.count(UNITS[unit], time // unit)
