"""The database of a site, opened for acts of its host, which are logged."""

import io
import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TextIO

from malecon.core.files import open_appended
from malecon.core.i18n import N_
from malecon.storage.administration import LOGGER as ACTS
from malecon.storage.data_folder import FolderError
from malecon.storage.database import FILE
from malecon.storage.migration import check_identity, size_of
from malecon.storage.store import Store
from malecon.tables import StorageError
from malecon.web.http.log import JSON, formatter
from malecon.web.http.settings import Settings

LOG = "admin.log"
"""The log of all acts, in the data folder."""


@contextmanager
def open_site(settings: Settings) -> Iterator[Store]:
    """Open the database, and write all acts into the log.

    Raises:
        StorageError: the database cannot be used.
    """
    _check_database(settings)
    with closing(Store.open(settings.data_folder, settings.database_url)) as store:
        with _log_file(settings.data_folder / LOG) as file:
            handler = logging.StreamHandler(file)
            handler.setFormatter(formatter(JSON))
            ACTS.setLevel(logging.INFO)
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
    if settings.database_url:
        return
    file = settings.data_folder / FILE
    try:
        check_identity(file)
        is_missing = not size_of(file)
    except OSError as error:
        raise FolderError(file, error) from None
    if is_missing:
        template = N_("{folder}: has no database. Name the folder of the site with --folder FOLDER or MALECON_FOLDER.")
        raise StorageError(template, folder=str(file.parent))


def _log_file(file: Path) -> TextIO:
    """Return a text file to which is appended, and which only its owner can read.

    Raises:
        FolderError: it cannot be opened.
    """
    try:
        return io.TextIOWrapper(open_appended(file), "utf-8", write_through=True)
    except OSError as error:
        raise FolderError(file, error) from None
