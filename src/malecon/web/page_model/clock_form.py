"""The fields of a clock in the form of a new table."""

from collections.abc import Mapping

from litestar.datastructures import FormMultiDict

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.tables.table_settings import HOUR, MINUTE, SECOND, Clock

STOCK, EACH = "stock", "each"
MOST_DIGITS = 4
CLOCK_DEFAULTS = {"clock-minutes": "20", "clock-seconds": "15", "clock-hours": "24"}
"""Default values, by field."""


def clock_from(form: FormMultiDict) -> Clock | None:
    """Return the clock of a form: a stock of minutes with seconds for each move, or hours for each move.

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


def number_from(form: FormMultiDict, field: str) -> int:
    """Return a number that was typed.

    Raises:
        UsageError: it is none.
    """
    typed = str(form.get(field) or CLOCK_DEFAULTS[field]).strip()
    if not typed.isdecimal() or len(typed) > MOST_DIGITS:
        raise UsageError(N_("The times of a clock are whole numbers."))
    return int(typed)


def clock_fields(typed: Mapping[str, object]) -> dict[str, str]:
    """Return the values of the fields of a clock: as typed, else the defaults."""
    return {field: str(typed.get(field, usual)) for field, usual in CLOCK_DEFAULTS.items()}
