"""A rematch: the same people, game and options at a new table, which is stored with the answer that all waited for."""

from dataclasses import replace

from malecon.core.clock import now
from malecon.core.i18n import N_
from malecon.services.deletion import with_successor
from malecon.services.table_repository import TableRepository
from malecon.storage.rematch import rematch_writer
from malecon.storage.rows import rebuild_table
from malecon.tables import NotYours
from malecon.tables.clocks import update_clocks
from malecon.tables.commands import CreateTable
from malecon.tables.rematch import Answer, answer_rematch, is_agreed, with_rematch
from malecon.tables.seat import SeatState
from malecon.tables.table import Table
from malecon.tables.table_header import new_header


def rematch_of(ended: Table, person: str | None) -> CreateTable:
    """Return the table that somebody who sat at a table asks for: its players, options and settings, a fresh deal.

    Raises:
        NotYours: the person did not sit there.
    """
    if not ended.seats_of(person):
        raise NotYours(N_("Only who sits at a table can begin it again."))
    settings = replace(ended.header.settings, host=person, origin=None, coached=False)
    game = ended.match.game
    occupants = [replace(with_successor(occupant, game), substitute=None) for occupant in ended.occupants]
    return CreateTable(ended.header.game, ended.header.option_values, occupants, settings)


async def answer_offer(
    repository: TableRepository, table_id: str, person: str | None, answer: Answer, removed: str | None
) -> Table:
    """Carry out what a person says about a rematch, and return the table that has ended, as it is then.

    The last of all people to accept begins the next table, in the transaction that stores the answer. So there is at
    most one, however many accept at once, and none if somebody declines first.

    Args:
        repository: the tables.
        table_id: the table that has ended.
        person: who answers.
        answer: to an offer, or an offer.
        removed: an earlier rematch of the table that has been removed since.

    Raises:
        UsageError: the result could not count any more.
        NotYours, TableError: as ``answer_rematch``.
        StorageError: it cannot be written; nothing has changed.
    """
    begun: list[Table] = []

    def change(table: Table) -> Table:
        known = replace(table, rematch=None) if removed and table.rematch == removed else table
        after = answer_rematch(known, person, answer)
        if after.rematch is not None or not is_agreed(after):
            return after
        begun[:] = [_begun(rematch_of(after, person))]
        return with_rematch(after, begun[0].header.id)

    return await repository.change(table_id, change, (rematch_writer(begun),))


def _begun(command: CreateTable) -> Table:
    """Return a new table; its occupants are known to be such as can sit there."""
    seats = len(command.occupants)
    header = new_header(command.game, seats, command.options, now(), command.settings)
    table = rebuild_table(header, command.occupants, command.log, [SeatState()] * seats)
    return update_clocks(table, table, header.created)
