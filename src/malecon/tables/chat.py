"""The chat of a table."""

from dataclasses import replace

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.plain_text import clean_remark
from malecon.tables import Missing, NotYours, TableError
from malecon.tables.table import Remark, Table

LONGEST_REMARK = 500
MOST_REMARKS = 200
"""Remarks that are shown, the newest; older ones stay in the database."""


def with_remark(table: Table, person: str | None, text: str, sent: int) -> Table:
    """Return the table with one more remark.

    Args:
        person: its author.
        text: a line; blanks at its ends, and what cannot be shown, are left out.
        sent: milliseconds since 1970.

    Raises:
        NotYours: the person does not sit here.
        UsageError: there is nothing to say, or too much.
    """
    seats = table.seats_of(person)
    if not seats:
        raise NotYours(N_("Only who sits at the table can say something."))
    text = clean_remark(text)
    if not text:
        raise UsageError(N_("There is nothing to say."))
    if len(text) > LONGEST_REMARK:
        raise UsageError(
            N_("One can say {most} letters at once; this has {count}."), most=LONGEST_REMARK, count=len(text)
        )
    number = table.remarks[-1].number + 1 if table.remarks else 0
    remark = Remark(number, person, table.occupants[seats[0]].name, text, sent)
    return replace(table, remarks=(*table.remarks, remark)[-MOST_REMARKS:])


def with_report(table: Table, person: str | None, number: int, at: int) -> Table:
    """Return the table with a remark reported to the administrators; the first report counts.

    Raises:
        NotYours: the person does not sit here.
        Missing: there is no remark of this number.
        TableError: it is the person's own.
    """
    if not table.seats_of(person):
        raise NotYours(N_("Only who sits at the table can report something."))
    found = next((remark for remark in table.remarks if remark.number == number), None)
    if found is None:
        raise Missing(N_("There is no such remark."))
    if found.person == person:
        raise TableError(N_("This is your own remark."))
    if found.reported_at is not None:
        return table
    said = tuple(replace(remark, reported_at=at) if remark is found else remark for remark in table.remarks)
    return replace(table, remarks=said)
