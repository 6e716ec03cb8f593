"""A rematch: the same people, game and options at a new table."""

from dataclasses import replace

from malecon.core.i18n import N_
from malecon.services.deletion import with_successor
from malecon.tables import NotYours
from malecon.tables.commands import CreateTable
from malecon.tables.table import Table


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
