"""Moved from malecon.services.commands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from malecon.tables.occupant import Occupant
from malecon.tables.seat_state import Move
from malecon.tables.table_header import DEFAULT_SETTINGS
from malecon.tables.table_settings import TableSettings


@dataclass(frozen=True, slots=True)
class CreateTable:
    """A table to be created.

    Attributes:
        game: its name.
        options: of the game; an owner's data as objects or plain data.
        occupants: by seat.
        settings: who may join and watch, whether it is rated, the clock.
        key: of all chance; ``None`` for a fresh one.
        rules: version of the rules; ``None`` for the newest.
        log: moves with which it begins, of a deal that is known.
    """

    game: str
    options: Mapping[str, object]
    occupants: Sequence[Occupant]
    settings: TableSettings = DEFAULT_SETTINGS
    key: int | None = None
    rules: int | None = None
    log: Sequence[Move] = ()
