"""Moved from malecon.storage.migration."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import Engine, inspect

from malecon.storage import postgres
from malecon.storage.database import is_shared, name_of
from malecon.storage.file_identity import APPLICATION_ID
from malecon.tables import StorageError

if TYPE_CHECKING:
    pass
from malecon.storage.migration import make_queue, revision_of, revisions, upgrade


def migrate(engine: Engine, check_alone: Callable[[], None] = lambda: None) -> None:
    """Carry out the migrations that the database lacks, all or none.

    Args:
        engine: the database.
        check_alone: called before something is changed; raises ``StorageError`` if others use the database.

    Raises:
        StorageError: a newer Malecón, or something else, has written it.
    """
    known = revisions()
    with engine.begin() as connection:
        if is_shared(engine):
            postgres.lock_schema(connection)
        there = revision_of(connection)
        if there is None and inspect(connection).get_table_names():
            raise StorageError(f"{name_of(engine)}: is a database, but not one of Malecón")
        if there is not None and there not in known:
            raise StorageError(f"{name_of(engine)}: is of a newer Malecón (data version {there}); update to use it")
        if there != known[-1]:
            check_alone()
            upgrade(connection)
        if is_shared(engine):
            make_queue(connection)
        elif connection.exec_driver_sql("PRAGMA application_id").scalar() != APPLICATION_ID:
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
