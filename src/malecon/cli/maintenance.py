"""The acts of ``malecon`` on all data of a site, such as ``backup`` and ``admin sweep``.

Each returns the exit code of the command.
"""

import asyncio
from pathlib import Path

from malecon.cli.opened_site import open_site
from malecon.cli.printing import LANGUAGE, print_table, say, time_text
from malecon.core.clock import now
from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.services.deletion import Deletion
from malecon.services.sweep import NO_ITEMS, Sweep
from malecon.services.sweep_targets import sweep_targets
from malecon.services.table_repository import TableRepository
from malecon.storage import backup, sweep_log
from malecon.storage.administration import LOGGER as ACTS
from malecon.storage.administration import sizes_of
from malecon.storage.backup import restore_shared
from malecon.storage.damage import find_damage
from malecon.storage.salvage import salvage as salvage_folder
from malecon.storage.store import Store
from malecon.tables.retention import RULES
from malecon.web.http.settings import RETENTION_PREFIX, Settings, option_of

PAUSE_S = 0.02
"""Seconds between two steps: a server may go on meanwhile."""


def back_up(settings: Settings, file: Path) -> int:
    """Write everything into one archive.

    Raises:
        UsageError: the site has a PostgreSQL database.
        StorageError: the archive exists already, or a file cannot be read or written.
    """
    if settings.database_url:
        raise UsageError("malecon backup: keeps a folder; a PostgreSQL database is kept by pg_dump (docs/operating.md)")
    manifest = backup.back_up(settings.data_folder, file)
    say(N_("{file} has the database and {count} records of games."), file=file, count=len(manifest.files) - 1)
    return 0


def restore(settings: Settings, file: Path) -> int:
    """Put an archive into a new folder, or into an empty PostgreSQL database, and rebuild every table in it.

    Raises:
        StorageError: folder or database is not empty, or the file is no archive or damaged.
    """
    place: Path | str = settings.data_folder
    if settings.database_url:
        manifest, place = restore_shared(file, settings.data_folder, settings.database_url), "PostgreSQL"
    else:
        manifest = backup.restore(file, settings.data_folder)
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
    saved = salvage_folder(damaged, settings.data_folder)
    mended = saved.repair
    say(N_("Saved into {folder}: {rows} rows."), folder=settings.data_folder, rows=sum(saved.rows.values()))
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


def show_overview(settings: Settings) -> int:
    """Print the number of items of each kind, their retention, and the time of the last sweep."""
    with open_site(settings) as store:
        sizes, last = sizes_of(store, settings.data_folder), sweep_log.last_sweep(store)
    print_table((N_("What"), N_("How many")), [(LANGUAGE.say(what), count) for what, count in sizes])
    print()
    removed = last.removed if last else {}
    rows = [
        (name, LANGUAGE.say(rule.what), _days(settings, name), str(removed.get(name, "")))
        for name, rule in RULES.items()
    ]
    print_table((N_("Rule"), N_("What"), N_("Days"), N_("Removed last")), rows)
    if last is None:
        say(N_("There was no sweep yet."))
    elif last.ended is None:
        say(N_("The sweep of {begun} (UTC) has not ended."), begun=time_text(last.begun))
    else:
        say(
            N_("The last sweep was from {begun} to {ended} (UTC)."),
            begun=time_text(last.begun),
            ended=time_text(last.ended),
        )
    return 0


def show_due(settings: Settings) -> int:
    """Print the number of items that a sweep would remove."""
    with open_site(settings) as store:
        found, grace = _new_sweep(store, settings).count_due(now()), sweep_log.grace_end(store, now())
    rows = []
    for name, rule in RULES.items():
        tally = found.get(name, NO_ITEMS)
        rows.append((name, LANGUAGE.say(rule.what), _days(settings, name), str(tally.count), time_text(tally.oldest)))
    print_table((N_("Rule"), N_("What"), N_("Days"), N_("How many"), N_("Oldest")), rows)
    say(N_("Nothing was removed."))
    if grace > now():
        say(N_("A server that sweeps by itself removes nothing before {moment} (UTC)."), moment=time_text(grace))
    return 0


def sweep(settings: Settings) -> int:
    """Remove all items whose retention has ended.

    Raises:
        UsageError: the servers of the site keep items longer than these settings.
    """
    with open_site(settings) as store:
        _check_retention(store, settings)
        begun = now()
        sweep_log.begin_sweep(store, settings.retention, begun, every=0)
        removed = asyncio.run(_new_sweep(store, settings).run(begun, PAUSE_S))
        sweep_log.record_sweep(store, begun, removed, now())
        ACTS.info("a sweep was made", extra=removed)
    if not removed:
        say(N_("Nothing was removed."))
        return 0
    print_table(
        (N_("Rule"), N_("What"), N_("Removed")),
        [(name, LANGUAGE.say(RULES[name].what), str(count)) for name, count in removed.items()],
    )
    return 0


def _check_retention(store: Store, settings: Settings) -> None:
    """Check that no retention is shorter than in the last sweep: a forgotten setting must remove nothing.

    Raises:
        UsageError: one is shorter.
    """
    last = sweep_log.last_sweep(store)
    shorter = settings.retention.shorter_rules(last.retention) if last else []
    if last and shorter:
        wanted = " ".join(f"{option_of(RETENTION_PREFIX + name)} {last.retention.days[name]}" for name in shorter)
        raise UsageError(
            N_("The last sweep kept things longer than this command would. Nothing was removed; give it {wanted}"),
            wanted=wanted,
        )


def _new_sweep(store: Store, settings: Settings) -> Sweep:
    """Return a sweep by this process; the servers of the site notice within seconds which tables are gone."""
    departing = Deletion(TableRepository(store), store)
    return Sweep(sweep_targets(store, settings.retention, settings.data_folder, departing))


def _days(settings: Settings, rule: str) -> str:
    """Return the number of days of a rule of retention, in words."""
    days = settings.retention.days[rule]
    return str(days) if days else LANGUAGE.say(N_("for ever"))
