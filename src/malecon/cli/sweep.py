"""The acts of ``malecon admin overview`` and ``malecon admin sweep``: each returns the exit code of the command."""

import asyncio

from malecon.cli.site import LANGUAGE, open_site, print_table, say, time_text
from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.process import now
from malecon.services.deletion import Deletion
from malecon.services.sweep import NO_ITEMS, Sweep
from malecon.services.sweeper import sweep_targets
from malecon.services.table_repository import TableRepository
from malecon.storage import process_log
from malecon.storage.administration import LOGGER as ACTS
from malecon.storage.administration import sizes_of
from malecon.storage.store import Store
from malecon.tables.retention import RULES
from malecon.web.settings import RETENTION_PREFIX, Settings, option_of

PAUSE_S = 0.02
"""Seconds between two steps: a server may go on meanwhile."""


def show_overview(settings: Settings) -> int:
    """Print the number of items of each kind, their retention, and the time of the last sweep."""
    with open_site(settings) as store:
        sizes, last = sizes_of(store, settings.folder), process_log.last_sweep(store)
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
        found, grace = _new_sweep(store, settings).count_due(now()), process_log.grace_end(store, now())
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
        process_log.begin_sweep(store, settings.retention, begun, every=0)
        removed = asyncio.run(_new_sweep(store, settings).run(begun, PAUSE_S))
        process_log.record_sweep(store, begun, removed, now())
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
    last = process_log.last_sweep(store)
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
    return Sweep(sweep_targets(store, settings.retention, settings.folder, departing))


def _days(settings: Settings, rule: str) -> str:
    """Return the number of days of a rule of retention, in words."""
    days = settings.retention.days[rule]
    return str(days) if days else LANGUAGE.say(N_("for ever"))
