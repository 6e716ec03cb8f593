"""The acts of ``malecon backup``, ``restore`` and ``admin``: each returns the exit code of the command."""

from pathlib import Path

import msgspec

from malecon.cli.site import LANGUAGE, open_site, print_table, say, time_text
from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.services.ranking import Rankings
from malecon.services.salvage import salvage as salvage_folder
from malecon.storage import backup
from malecon.storage.administration import LOGGER as ACTS
from malecon.storage.administration import Administration, TableOverview
from malecon.storage.backup import restore_shared
from malecon.storage.damage import find_damage
from malecon.web.settings import Settings

MOST = 50
"""Most rows of a list."""


def back_up(settings: Settings, file: Path) -> int:
    """Write everything into one archive.

    Raises:
        UsageError: the site has a PostgreSQL database.
        StorageError: the archive exists already, or a file cannot be read or written.
    """
    if settings.database_url:
        raise UsageError("malecon backup: keeps a folder; a PostgreSQL database is kept by pg_dump (docs/operating.md)")
    manifest = backup.back_up(settings.folder, file)
    say(N_("{file} has the database and {count} records of games."), file=file, count=len(manifest.files) - 1)
    return 0


def restore(settings: Settings, file: Path) -> int:
    """Put an archive into a new folder, or into an empty PostgreSQL database, and rebuild every table in it.

    Raises:
        StorageError: folder or database is not empty, or the file is no archive or damaged.
    """
    place: Path | str = settings.folder
    if settings.database_url:
        manifest, place = restore_shared(file, settings.folder, settings.database_url), "PostgreSQL"
    else:
        manifest = backup.restore(file, settings.folder)
    say(N_("The archive of {made} (UTC) is restored into {folder}."), made=time_text(manifest.made), folder=place)
    return check(settings)


def check(settings: Settings) -> int:
    """Rebuild every table and print the damages; the exit code is 1 if there are any."""
    with open_site(settings) as store:
        found = list(find_damage(store))
    for damage in found:
        print(f"{damage.table_id or store.engine.url.database}: {damage.reason}")
    if not found:
        say(N_("Every table can be rebuilt."))
    return 1 if found else 0


def salvage(settings: Settings, damaged: Path) -> int:
    """Save the readable rows of a ``damaged`` folder into that of the settings, print their numbers, and check it.

    Raises:
        UsageError: the database is PostgreSQL.
        StorageError: a server uses the folder, nothing can be read, or the new folder is not empty.
    """
    if settings.database_url:
        raise UsageError("malecon admin salvage: saves a folder; PostgreSQL has tools of its own (docs/operating.md)")
    saved = salvage_folder(damaged, settings.folder)
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
    with open_site(settings) as store:
        found = Administration(store).tables(finished=finished, most=MOST)
    heads = (N_("Table"), N_("Game"), N_("Players"), N_("Moves"), N_("Last move"), N_("State"))
    print_table(
        heads,
        [(each.id, each.game, _players(each), str(each.moves), time_text(each.last), _state(each)) for each in found],
    )
    return 0


def _players(table: TableOverview) -> str:
    """Return the names of the players of a table, a dash for a free seat."""
    return ", ".join(name or "–" for name in table.names)


def _state(table: TableOverview) -> str:
    """Return the state of a table in words."""
    if table.closed:
        return LANGUAGE.say(N_("ended"))
    return LANGUAGE.say(N_("finished")) if table.finished else LANGUAGE.say(N_("going on"))


def list_people(settings: Settings, name: str) -> int:
    """Print the newest people."""
    with open_site(settings) as store:
        found = Administration(store).people(called=name, most=MOST)
    heads = (N_("Person"), N_("Name"), N_("Account"), N_("Open tables"), N_("Since"), N_("Blocked"))
    print_table(
        heads,
        [
            (each.id, each.name, each.account, str(each.tables), time_text(each.created), time_text(each.blocked))
            for each in found
        ],
    )
    return 0


def list_reports(settings: Settings) -> int:
    """Print the reported messages."""
    with open_site(settings) as store:
        found = Administration(store).reported_remarks(most=MOST)
    heads = (N_("Table"), N_("Person"), N_("Name"), N_("Sent"), N_("Message"))
    print_table(heads, [(each.table_id, each.person, each.name, time_text(each.sent), each.text) for each in found])
    return 0


def end(settings: Settings, table_id: str) -> int:
    """End a table; the errors are those of ``Administration.end``."""
    with open_site(settings) as store:
        Administration(store).stop_table(table_id)
    say(N_("The table is ended."))
    return 0


def export(settings: Settings, table_id: str, *, raw: bool) -> int:
    """Print a table; the errors are those of ``Store.load`` and ``Table.record``."""
    with open_site(settings) as store:
        text = (
            msgspec.json.format(msgspec.json.encode(Administration(store).raw_rows(table_id))).decode()
            if raw
            else store.load(table_id).record()
        )
    print(text.rstrip("\n"))
    return 0


def block(settings: Settings, person: str, *, blocked: bool) -> int:
    """Let a person only look, or do everything again; the errors are those of ``Administration.block``."""
    with open_site(settings) as store:
        Administration(store).block(person, blocked=blocked)
    say(N_("This person may only look now.") if blocked else N_("This person may do everything again."))
    return 0


def recompute_ratings(settings: Settings) -> int:
    """Compute all ratings from the results again."""
    with open_site(settings) as store:
        games = Rankings(store).recompute()
        ACTS.info("the ratings were reckoned again")
    say(N_("The ratings follow from {count} games."), count=games)
    return 0
