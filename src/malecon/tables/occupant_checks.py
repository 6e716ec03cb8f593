"""Moved from malecon.tables.occupant."""

from malecon.core.errors import UsageError
from malecon.tables.names import validate_name
from malecon.tables.occupant import Occupant, validate_level


def check_occupant(seat: int, occupant: Occupant) -> None:
    """Refuse who cannot sit at a table.

    Raises:
        UsageError: the name is wrong, the level is unknown, or nobody, or more than one, has the seat.
    """
    if not occupant.is_free:
        check_name(seat, occupant.name)
    if [occupant.person, occupant.level, occupant.invitation].count(None) != 2:
        raise UsageError(
            f"seat {seat + 1}: must be taken by either a person or a computer player, or have an invitation"
        )
    if occupant.level is not None:
        validate_level(occupant.level)


def check_name(seat: int, name: str) -> None:
    """Refuse a name by which nobody can be called at a table.

    Raises:
        UsageError: it is empty, too long, or not plain.
    """
    if not name or validate_name(name) != name:
        raise UsageError(f"name of seat {seat + 1}: is {name!r}, but must be printable, without needless blanks")
