"""Durations in words."""

from malecon.core.i18n import N_, NN_, Language
from malecon.tables import DAY, HOUR, MINUTE, SECOND, Clock

UNITS = {DAY: NN_("{count} day", "{count} days"), HOUR: NN_("{count} hour", "{count} hours")}
UNITS |= {MINUTE: NN_("{count} minute", "{count} minutes"), SECOND: NN_("{count} second", "{count} seconds")}
OVER_A_DAY = N_("{days} d {hours} h")
"""Days and hours on a clock, as short as can be."""


def _time_digits(left: int) -> str:
    """Return a duration below a day as digits.

    >>> _time_digits(0), _time_digits(9 * MINUTE + 5500), _time_digits(3 * HOUR)
    ('0:00', '9:05', '3:00:00')
    """
    minutes, seconds = divmod(left // SECOND, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def time_left_text(left: int, language: Language) -> str:
    """Return the time that is left, in milliseconds, as a clock shows it.

    >>> time_left_text(DAY + 5 * HOUR + MINUTE, Language())
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
