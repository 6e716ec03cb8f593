"""The decision whether the result of a table counts, made from what the database knows of its people."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, exists, select, true

from malecon.storage.schema import PEOPLE, SEATS, TABLES
from malecon.tables.rated import RatedPerson, rating_obstacle
from malecon.tables.seat import Occupant
from malecon.tables.table import Table
from malecon.tables.table_header import TableHeader

OTHERS_AT_TABLE = SEATS.alias("others")


def check_rated(connection: Connection, before: Table | None, after: Table, at: int) -> None:
    """Refuse, in the transaction of a change, a seat whose new occupant keeps the result from counting as was agreed.

    So no way to begin a table, or to take a seat, gets around it.

    Args:
        before: the table before the change; ``None`` if the table is new.
        after: the table as it is to be stored.
        at: the time, in milliseconds since 1970.

    Raises:
        UsageError: the result could not count.
    """
    if not after.header.settings.rated or not _is_a_seat_taken(before, after):
        return
    obstacle = rating_obstacle(
        after.header, after.occupants, _people_at(connection, after.header, after.occupants, true()), at
    )
    if obstacle is not None:
        raise obstacle


def is_rated(connection: Connection, table: Table, at: int) -> bool:
    """Tell whether the result of a game counts that was over at a time, in milliseconds since 1970.

    A game that was begun later, by another process at the same moment, is no other game to be finished first.
    """
    if not table.header.settings.rated:
        return False
    earlier = TABLES.c.created <= table.header.created
    people = _people_at(connection, table.header, table.occupants, earlier)
    return rating_obstacle(table.header, table.occupants, people, at) is None


def _is_a_seat_taken(before: Table | None, after: Table) -> bool:
    """Tell whether somebody has taken a free seat, or begun the table."""
    if before is None:
        return True
    return any(was.is_free and not now.is_free for was, now in zip(before.occupants, after.occupants, strict=True))


def _people_at(
    connection: Connection, header: TableHeader, occupants: Sequence[Occupant], which: ColumnElement[bool]
) -> dict[str, RatedPerson]:
    """Return the people at a table, by id; an unfinished game with computers at one of ``which`` others makes busy."""
    persons = [each.person for each in occupants if each.person]
    has_computer = exists().where(OTHERS_AT_TABLE.c.table == TABLES.c.id, OTHERS_AT_TABLE.c.level.is_not(None))
    unfinished = TABLES.c.id != header.id, TABLES.c.rated, TABLES.c.finished.is_(None), has_computer, which
    busy = exists().where(SEATS.c.person == PEOPLE.c.id, SEATS.c.table == TABLES.c.id, *unfinished)
    facts = select(PEOPLE.c.id, PEOPLE.c.created, PEOPLE.c.account, PEOPLE.c.blocked, busy.label("busy"))
    return {
        row.id: RatedPerson(row.created, row.account is not None, row.blocked is not None, bool(row.busy))
        for row in connection.execute(facts.where(PEOPLE.c.id.in_(persons)))
    }
