"""What people say to each other at a table: text, apart from the log of the game."""

from dataclasses import replace

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.plain_text import clean_remark
from malecon.tables.errors import Missing, NotYours, TableError
from malecon.tables.occupant import Remark
from malecon.tables.table import Seated

LONGEST_REMARK = 500
MOST_SAID = 200
"""The newest remarks that are shown; the older ones stay in the database."""


def with_remark(table: Seated, person: str | None, text: str, sent: int) -> Seated:
    """Return the table with one more thing said.

    Args:
        person: who says it.
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
    number = table.said[-1].number + 1 if table.said else 0
    remark = Remark(number, person, table.sitters[seats[0]].name, text, sent)
    return replace(table, said=(*table.said, remark)[-MOST_SAID:])


def with_report(table: Seated, person: str | None, number: int, at: int) -> Seated:
    """Return the table with something said reported to who runs the site; the first report counts.

    Raises:
        NotYours: the person does not sit here.
        Missing: nothing of this number was said.
        TableError: it is the person's own.
    """
    if not table.seats_of(person):
        raise NotYours(N_("Only who sits at the table can report something."))
    found = next((remark for remark in table.said if remark.number == number), None)
    if found is None:
        raise Missing(N_("There is no such remark."))
    if found.person == person:
        raise TableError(N_("This is your own remark."))
    if found.reported is not None:
        return table
    said = tuple(replace(remark, reported=at) if remark is found else remark for remark in table.said)
    return replace(table, said=said)
