"""What ``malecon backup``, ``restore`` and ``admin`` do: each returns the exit code of the command."""

import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from malecon.core.errors import UsageError
from malecon.core.i18n import N_, load, preferred
from malecon.services.results.ranking import Rankings
from malecon.services.salvage.salvage import salvage
from malecon.storage import backup
from malecon.storage.administration import LOGGER as ACTS
from malecon.storage.administration import Administration, TableOverview
from malecon.storage.database import FILE
from malecon.storage.file_identity import check_identity, size_of
from malecon.storage.integrity import find_damage
from malecon.storage.postgres_import import restore_shared
from malecon.storage.private_files import make_private
from malecon.storage.store import Store
from malecon.tables.errors import StorageError
from malecon.web.server.logbook import JSON, formatter
from malecon.web.server.settings import Settings

MOST = 50
"""Rows of a list."""
LOG = "admin.log"
"""Where every act is kept, in the data folder."""

LANGUAGE = load(preferred())


@contextmanager
def opened(settings: Settings) -> Iterator[Store]:
    """Open the database, and keep what is done in the log.

    Raises:
        StorageError: the database cannot be used.
    """
    check_there(settings)
    with closing(Store.open(settings.folder, settings.database_url)) as store:
        with closing(keeper(settings.folder / LOG)) as handler:
            ACTS.addHandler(handler)
            try:
                yield store
            finally:
                ACTS.removeHandler(handler)


def check_there(settings: Settings) -> None:
    """Refuse to look after a site that is not there.

    Raises:
        StorageError: the folder has no database, or one that is damaged.
    """
    file = settings.folder / FILE
    if settings.database_url:
        return
    check_identity(file)
    if not size_of(file):
        raise StorageError(f"{settings.folder}: has no database; name the --folder of the site")


def keeper(file: Path) -> logging.Handler:
    """Return what adds each act to a file that only the owner reads."""
    make_private(file)
    handler = logging.FileHandler(file, encoding="utf-8")
    handler.setFormatter(formatter(JSON))
    ACTS.setLevel(logging.INFO)
    return handler


def back_up(settings: Settings, file: Path) -> int:
    """Write everything into one archive.

    Raises:
        UsageError: it is not in a folder.
        StorageError: the archive is there already, or something cannot be read or written.
    """
    if settings.database_url:
        raise UsageError("malecon backup: keeps a folder; a PostgreSQL database is kept by pg_dump (docs/operating.md)")
    manifest = backup.back_up(settings.folder, file)
    say(N_("{file} has the database and {count} records of games."), file=file, count=len(manifest.files) - 1)
    return 0


def restore(settings: Settings, file: Path) -> int:
    """Put an archive into a new folder, or into an empty PostgreSQL database, and rebuild every table in it.

    Raises:
        StorageError: folder or database is not empty, or the archive is none or damaged.
    """
    place: Path | str = settings.folder
    if settings.database_url:
        manifest, place = restore_shared(file, settings.folder, settings.database_url), "PostgreSQL"
    else:
        manifest = backup.restore(file, settings.folder)
    say(N_("The archive of {made} (UTC) is restored into {folder}."), made=when(manifest.made), folder=place)
    return check(settings)


def check(settings: Settings) -> int:
    """Rebuild every table and print what is wrong; the exit code tells whether anything is."""
    with opened(settings) as store:
        found = list(find_damage(store))
    for damage in found:
        print(f"{damage.table_id or store.engine.url.database}: {damage.reason}")
    if not found:
        say(N_("Every table can be rebuilt."))
    return 1 if found else 0


def save(settings: Settings, damaged: Path) -> int:
    """Save what can be read of a ``damaged`` folder into that of the settings, and say what; check it then.

    Raises:
        UsageError: the database is PostgreSQL.
        StorageError: a server uses the folder, nothing can be read, or the new folder is not empty.
    """
    if settings.database_url:
        raise UsageError("malecon admin salvage: saves a folder; PostgreSQL has tools of its own (docs/operating.md)")
    saved = salvage(damaged, settings.folder)
    mended = saved.repair
    say(N_("Saved into {folder}: {rows} rows."), folder=settings.folder, rows=sum(saved.rows.values()))
    say(
        N_("Tables without a gap: {whole}; cut: {cut}; lost: {lost}."),
        whole=mended.intact,
        cut=len(mended.cut),
        lost=len(mended.lost),
    )
    for table, count in mended.cut.items():
        say(N_("Table {table} goes on after its move {count}; later ones are lost."), table=table, count=count)
    for table in mended.lost:
        say(N_("Table {table} is lost."), table=table)
    if mended.people:
        say(N_("People without their settings: {count}."), count=mended.people)
    if mended.seats:
        say(N_("Seats of which nobody knows who sat there: {count}."), count=mended.seats)
    for name, count in saved.unread.items():
        say(N_("Rows of {name} that could not be read: {count}."), name=name, count=count)
    if saved.pages:
        template = N_(
            "Parts of the file that could not be read: {count}. "
            "Some tables may have lost their newest moves; that cannot be seen."
        )
        say(template, count=saved.pages)
    if saved.is_complete:
        say(N_("Nothing was lost as far as can be seen."))
    return check(settings)


def list_tables(settings: Settings, *, finished: bool) -> int:
    """Print the newest tables."""
    with opened(settings) as store:
        found = Administration(store).tables(finished=finished, most=MOST)
    heads = (N_("Table"), N_("Game"), N_("Players"), N_("Moves"), N_("Last move"), N_("State"))
    show(heads, [(each.id, each.game, players(each), str(each.moves), when(each.last), state(each)) for each in found])
    return 0


def players(table: TableOverview) -> str:
    """Return who sits at a table; a free seat is a dash."""
    return ", ".join(name or "–" for name in table.names)


def state(table: TableOverview) -> str:
    """Return how a table stands, in a word."""
    if table.closed:
        return LANGUAGE.say(N_("ended"))
    return LANGUAGE.say(N_("finished")) if table.finished else LANGUAGE.say(N_("going on"))


def list_people(settings: Settings, name: str) -> int:
    """Print the newest people."""
    with opened(settings) as store:
        found = Administration(store).people(called=name, most=MOST)
    heads = (N_("Person"), N_("Name"), N_("Account"), N_("Open tables"), N_("Since"), N_("Blocked"))
    show(
        heads,
        [
            (each.id, each.name, each.account, str(each.tables), when(each.created), when(each.blocked))
            for each in found
        ],
    )
    return 0


def list_reports(settings: Settings) -> int:
    """Print what was said and reported."""
    with opened(settings) as store:
        found = Administration(store).reported_remarks(most=MOST)
    heads = (N_("Table"), N_("Person"), N_("Name"), N_("Sent"), N_("Message"))
    show(heads, [(each.table_id, each.person, each.name, when(each.sent), each.text) for each in found])
    return 0


def end(settings: Settings, table_id: str) -> int:
    """End a table; the errors are those of ``Administration.end``."""
    with opened(settings) as store:
        Administration(store).stop_table(table_id)
    say(N_("The table is ended."))
    return 0


def export(settings: Settings, table_id: str, *, raw: bool) -> int:
    """Print a table; the errors are those of ``Store.load`` and ``Table.record``."""
    with opened(settings) as store:
        text = (
            msgspec.json.format(msgspec.json.encode(Administration(store).raw_rows(table_id))).decode()
            if raw
            else store.load(table_id).record()
        )
    print(text.rstrip("\n"))
    return 0


def block(settings: Settings, person: str, *, blocked: bool) -> int:
    """Let a person only look, or do everything again; the errors are those of ``Administration.block``."""
    with opened(settings) as store:
        Administration(store).block(person, blocked=blocked)
    say(N_("This person may only look now.") if blocked else N_("This person may do everything again."))
    return 0


def reckon(settings: Settings) -> int:
    """Reckon all ratings again."""
    with opened(settings) as store:
        games = Rankings(store).recompute()
        ACTS.info("the ratings were reckoned again")
    say(N_("The ratings follow from {count} games."), count=games)
    return 0


def say(template: str, **facts: object) -> None:
    """Print a sentence."""
    print(LANGUAGE.say(template, **facts))


def when(moment: int | None) -> str:
    """Return a moment, in milliseconds since 1970, as UTC; nothing if there is none.

    >>> when(0)
    '1970-01-01 00:00'
    """
    return "" if moment is None else f"{datetime.fromtimestamp(moment / 1000, UTC):%Y-%m-%d %H:%M}"


def show(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a list; what people have written cannot steer the terminal."""
    table = Grid(box=None, pad_edge=False)
    for head in heads:
        table.add_column(LANGUAGE.say(head), overflow="fold", no_wrap=head == heads[0])  # what is copied stays whole
    for row in rows:
        table.add_row(*("".join(letter if letter.isprintable() else "?" for letter in cell) for cell in row))
    Console(file=sys.stdout, markup=False, highlight=False).print(table)
