"""The site that the commands administer: its database, the log of acts, and lists on the screen."""

import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from malecon.core.i18n import load, preferred
from malecon.storage.administration import LOGGER as ACTS
from malecon.storage.data_folder import make_private
from malecon.storage.database import FILE
from malecon.storage.migration import check_identity, size_of
from malecon.storage.store import Store
from malecon.tables import StorageError
from malecon.web.process import JSON, formatter
from malecon.web.settings import Settings

LOG = "admin.log"
"""The log of all acts, in the data folder."""

LANGUAGE = load(preferred())


@contextmanager
def open_site(settings: Settings) -> Iterator[Store]:
    """Open the database, and write all acts into the log.

    Raises:
        StorageError: the database cannot be used.
    """
    _check_database(settings)
    with closing(Store.open(settings.folder, settings.database_url)) as store:
        with closing(_log_handler(settings.folder / LOG)) as handler:
            ACTS.addHandler(handler)
            try:
                yield store
            finally:
                ACTS.removeHandler(handler)


def _check_database(settings: Settings) -> None:
    """Check that the site has a database.

    Raises:
        StorageError: the folder has no database, or one that is damaged.
    """
    file = settings.folder / FILE
    if settings.database_url:
        return
    check_identity(file)
    if not size_of(file):
        raise StorageError(f"{settings.folder}: has no database; name the --folder of the site")


def _log_handler(file: Path) -> logging.Handler:
    """Return a handler that appends to a file which only its owner can read."""
    make_private(file)
    handler = logging.FileHandler(file, encoding="utf-8")
    handler.setFormatter(formatter(JSON))
    ACTS.setLevel(logging.INFO)
    return handler


def say(template: str, **facts: object) -> None:
    """Print a sentence."""
    print(LANGUAGE.say(template, **facts))


def time_text(moment: int | None) -> str:
    """Return a time, in milliseconds since 1970, as UTC; empty for ``None``.

    >>> time_text(0)
    '1970-01-01 00:00'
    """
    return "" if moment is None else f"{datetime.fromtimestamp(moment / 1000, UTC):%Y-%m-%d %H:%M}"


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; control characters in texts of people cannot reach the terminal."""
    table = Table(box=None, pad_edge=False)
    for head in heads:
        table.add_column(LANGUAGE.say(head), overflow="fold", no_wrap=head == heads[0])  # what is copied stays whole
    for row in rows:
        table.add_row(*("".join(letter if letter.isprintable() else "?" for letter in cell) for cell in row))
    Console(file=sys.stdout, markup=False, highlight=False).print(table)
