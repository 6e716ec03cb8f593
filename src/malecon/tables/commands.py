"""The commands that people and programs give: to begin a table, or to act at one."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from malecon.tables import TableSettings
from malecon.tables.seat import Move, Occupant
from malecon.tables.table_header import DEFAULT_SETTINGS


class Action(Struct, frozen=True):
    """An action of a seat: a step, its undoing, or the confirmation of a draft.

    Attributes:
        table_id: the table.
        person: who acts; ``None`` for an anonymous viewer, who is refused.
        seat: from 0.
        revision: of the question that it answers (``Table.revision``).
        id: chosen by the sender, anew for each action; an action that is sent again is done only once.
    """

    table_id: str
    person: str | None
    seat: int
    revision: str
    id: str


class CreateTable(Struct, frozen=True):
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
