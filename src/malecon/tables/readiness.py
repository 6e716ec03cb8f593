"""Who is ready: at a table with clocks none runs before every person was there, by saying so or by a turn.

That is so at the beginning, and after a pause.
"""

from dataclasses import replace

from malecon.core.i18n import N_
from malecon.tables import NotYours, TableError
from malecon.tables.table import Table


def seats_missing(table: Table) -> frozenset[int]:
    """Return the seats of persons who were not at the table yet, or since a pause.

    Nobody is missing for whom a computer player stands in, nor without clocks, nor where one person plays alone. Who
    has several seats is ready for all.
    """
    if table.header.settings.clock is None:
        return frozenset()
    people = {occupant.person for occupant in table.occupants if occupant.person is not None}
    if len(people) < 2:
        return frozenset()
    pairs = list(zip(table.occupants, table.seat_states, strict=True))
    ready = {occupant.person for occupant, state in pairs if state.seen_moves is not None}
    return frozenset(
        seat
        for seat, occupant in enumerate(table.occupants)
        if occupant.person is not None and not occupant.active_level and occupant.person not in ready
    )


def with_ready(table: Table, person: str | None) -> Table:
    """Return the table at which a person is ready; the same one if they were.

    Raises:
        NotYours: the person does not sit there.
        TableError: the game has not begun, or is over.
    """
    own = table.seats_of(person)
    if not own:
        raise NotYours(N_("Only who sits at the table can do this."))
    if not table.is_full or table.is_done:
        raise TableError(N_("Nothing goes on here."))
    states = [
        replace(state, seen_moves=table.move_count) if seat in own and state.seen_moves is None else state
        for seat, state in enumerate(table.seat_states)
    ]
    return table if tuple(states) == table.seat_states else replace(table, seat_states=tuple(states))
