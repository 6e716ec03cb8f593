"""A rematch: the same people, game and options at a new table, one table however many of them ask for it."""

from dataclasses import replace

from sqlalchemy import Connection, select, update

from malecon.core.i18n import N_
from malecon.services.deletion import with_successor
from malecon.storage.schema import SEATS, TABLES
from malecon.storage.store import ChangeWriter
from malecon.tables import NotYours
from malecon.tables.table import Table
from malecon.tables.table_header import CreateTable


class RematchThere(Exception):
    """A rematch has begun already, at a table with this id."""

    def __init__(self, table_id: str) -> None:
        super().__init__(table_id)
        self.table_id = table_id


def rematch_of(ended: Table, person: str | None) -> CreateTable:
    """Return the table that somebody who sat at a table asks for: its players, options and settings, a fresh deal.

    Raises:
        NotYours: the person did not sit there.
    """
    if not ended.seats_of(person):
        raise NotYours(N_("Only who sits at a table can begin it again."))
    settings = replace(ended.header.settings, host=person, origin=None)
    game = ended.match.game
    occupants = [replace(with_successor(occupant, game), substitute=None) for occupant in ended.occupants]
    return CreateTable(ended.header.game, ended.header.option_values, occupants, settings)


def one_rematch(ended: Table) -> ChangeWriter | None:
    """Return the check of a rematch, run in the transaction that creates it: ``RematchThere`` if another one goes on.

    Whoever plays alone gets a new table each time, unchecked: ``None``.
    """
    people = _people_at(ended)
    if len(people) == 1:
        return None

    def check(connection: Connection, before: Table | None, created: Table, at: int) -> None:
        row = TABLES.c.id == ended.header.id
        connection.execute(update(TABLES).where(row).values(touched=TABLES.c.touched))  # the others wait for this row
        since = connection.execute(select(TABLES.c.finished).where(row)).scalar()
        if since is None:
            return
        theirs = select(SEATS.c.table).where(SEATS.c.person == min(people))
        chosen = select(TABLES.c.id, TABLES.c.options).where(
            TABLES.c.id.in_(theirs),
            TABLES.c.id != created.header.id,
            TABLES.c.game == ended.header.game,
            TABLES.c.finished.is_(None),
            TABLES.c.created >= since,
        )
        for other in connection.execute(chosen.order_by(TABLES.c.created)).all():
            persons = select(SEATS.c.person).where(SEATS.c.table == other.id, SEATS.c.person.is_not(None))
            same_people = {*connection.execute(persons).scalars()} == people
            if same_people and tuple(other.options) == ended.header.options:
                raise RematchThere(other.id)

    return check


def _people_at(table: Table) -> set[str]:
    """Return the ids of the people at a table."""
    return {occupant.person for occupant in table.occupants if occupant.person is not None}
