"""The chat of a table."""

from dataclasses import replace
from operator import attrgetter

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.plain_text import clean_remark
from malecon.tables import Missing, NotYours, TableError
from malecon.tables.names import valid_name_at
from malecon.tables.table import Remark, Table

LONGEST_REMARK = 500
MOST_REMARKS = 200
"""Remarks that are shown, the newest; older ones stay in the database."""


def remarks_for(table: Table, person: str | None) -> tuple[Remark, ...]:
    """Return the remarks that a viewer may read, the oldest first.

    Who plays reads those of spectators when nothing more will happen at the table.
    """
    if table.seats_of(person) and not table.is_done:
        return table.remarks
    return tuple(sorted((*table.remarks, *table.spectators_remarks), key=attrgetter("sent_at")))


def may_talk(table: Table, person: str | None) -> bool:
    """Tell whether somebody may say something: who sits there, and spectators of a game between people."""
    people = {occupant.person for occupant in table.occupants if occupant.person is not None}
    return bool(table.seats_of(person)) or (table.is_full and len(people) > 1)


def with_remark(table: Table, person: str | None, text: str, sent: int, name: str = "") -> Table:
    """Return the table with one more remark.

    Args:
        table: for the eyes of the person.
        person: its author.
        text: a line; blanks at its ends, and what cannot be shown, are left out.
        sent: milliseconds since 1970.
        name: of a spectator; people at the table have one there.

    Raises:
        NotYours: the person neither sits here nor may talk as a spectator.
        UsageError: there is nothing to say, or too much; or the name is wrong, or that of somebody at the table.
    """
    seats = table.seats_of(person)
    if person is None or not may_talk(table, person):
        raise NotYours(N_("Only who sits at the table can say something."))
    text = clean_remark(text)
    if not text:
        raise UsageError(N_("There is nothing to say."))
    if len(text) > LONGEST_REMARK:
        raise UsageError(
            N_("One can say {most} characters at once; this has {count}."), most=LONGEST_REMARK, count=len(text)
        )
    if not seats:
        aside = table.spectators_remarks
        remark = Remark(aside[-1].number - 1 if aside else -1, person, valid_name_at(table, name), text, sent)
        return replace(table, spectators_remarks=(*aside, remark)[-MOST_REMARKS:])
    number = table.remarks[-1].number + 1 if table.remarks else 0
    remark = Remark(number, person, table.occupants[seats[0]].name, text, sent)
    return replace(table, remarks=(*table.remarks, remark)[-MOST_REMARKS:])


def with_report(table: Table, person: str | None, number: int, at: int) -> Table:
    """Return the table with a remark reported to the administrators; the first report counts.

    Raises:
        NotYours: the person is not known.
        Missing: there is no remark of this number that the person may read.
        TableError: it is the person's own.
    """
    if person is None:
        raise NotYours(N_("Only who sits at the table can report something."))
    found = next((remark for remark in remarks_for(table, person) if remark.number == number), None)
    if found is not None and not (found.is_of_spectator or table.seats_of(person)):
        raise NotYours(N_("Only who sits at the table can report something."))
    if found is None:
        raise Missing(N_("There is no such remark."))
    if found.person == person:
        raise TableError(N_("This is your own remark."))
    if found.reported_at is not None:
        return table
    said, aside = (
        tuple(replace(remark, reported_at=at) if remark is found else remark for remark in remarks)
        for remarks in (table.remarks, table.spectators_remarks)
    )
    return replace(table, remarks=said, spectators_remarks=aside)
