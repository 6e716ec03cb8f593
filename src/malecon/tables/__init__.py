"""The domain of games between people: tables, seats, drafts, clocks, chat. Pure: no storage, no HTTP, no game.

Here are the errors of tables, each with a sentence for people.
"""

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_

__all__ = [
    "CHANGED",
    "NO_TABLE",
    "UNCONFIRMED",
    "Missing",
    "NotYours",
    "Stale",
    "StorageError",
    "TableError",
    "Unplayable",
    "clocks",
    "draft",
    "retention",
    "seat",
    "seating",
    "table",
    "table_header",
    "table_settings",
]

CHANGED = N_("The table has changed in the meantime. Look again.")
NO_TABLE = N_("There is no such table. Tables that nobody uses are removed after some time.")
UNCONFIRMED = N_("Confirm this, or take it back.")


class TableError(MaleconError):
    """Something cannot be done at this table."""


class Stale(TableError):
    """The action was meant for a position that is gone: somebody, perhaps the same person, was faster."""


class NotYours(TableError):
    """The seat belongs to somebody else."""


class Missing(TableError):
    """There is no such table, person, game or record."""


class Unplayable(TableError):
    """The table cannot be rebuilt: its game or rules are not here, or its log is damaged."""


class StorageError(MaleconError):
    """The file cannot be used: not writable, full, damaged, or of a newer version."""
