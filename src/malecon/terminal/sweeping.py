"""What ``malecon admin overview`` and ``malecon admin sweep`` do: each returns the exit code of the command."""

import asyncio

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.time_source import now
from malecon.services.people.deletion import Deletion
from malecon.services.sweeps.sweep import NO_ITEMS, Sweep
from malecon.services.sweeps.targets import sweep_targets
from malecon.services.table_repository import TableRepository
from malecon.storage import sweep_log
from malecon.storage.administration import LOGGER as ACTS
from malecon.storage.sizes import sizes_of
from malecon.storage.store import Store
from malecon.tables.retention import RULES
from malecon.terminal.administering import LANGUAGE, opened, say, show, when
from malecon.web.server.settings import RETENTION_PREFIX, Settings, option_of

PAUSE_S = 0.02
"""Seconds between two steps: a server may go on meanwhile."""


def show_overview(settings: Settings) -> int:
    """Print how much there is of what, how long it is kept, and when the last sweep was."""
    with opened(settings) as store:
        sizes, last = sizes_of(store, settings.folder), sweep_log.last_sweep(store)
    show((N_("What"), N_("How many")), [(LANGUAGE.say(what), count) for what, count in sizes])
    print()
    removed = last.removed if last else {}
    rows = [
        (name, LANGUAGE.say(rule.what), kept(settings, name), str(removed.get(name, "")))
        for name, rule in RULES.items()
    ]
    show((N_("Rule"), N_("What"), N_("Days"), N_("Removed last")), rows)
    if last is None:
        say(N_("There was no sweep yet."))
    elif last.ended is None:
        say(N_("The sweep of {begun} (UTC) has not ended."), begun=when(last.begun))
    else:
        say(N_("The last sweep was from {begun} to {ended} (UTC)."), begun=when(last.begun), ended=when(last.ended))
    return 0


def show_due(settings: Settings) -> int:
    """Print what a sweep would remove."""
    with opened(settings) as store:
        found, grace = sweep_of(store, settings).count_due(now()), sweep_log.grace_end(store, now())
    rows = []
    for name, rule in RULES.items():
        tally = found.get(name, NO_ITEMS)
        rows.append((name, LANGUAGE.say(rule.what), kept(settings, name), str(tally.count), when(tally.oldest)))
    show((N_("Rule"), N_("What"), N_("Days"), N_("How many"), N_("Oldest")), rows)
    say(N_("Nothing was removed."))
    if grace > now():
        say(N_("A server that sweeps by itself removes nothing before {moment} (UTC)."), moment=when(grace))
    return 0


def sweep(settings: Settings) -> int:
    """Remove what is kept no longer.

    Raises:
        UsageError: it would remove what the servers of the site keep.
    """
    with opened(settings) as store:
        check_times(store, settings)
        begun = now()
        sweep_log.begin_sweep(store, settings.retention, begun, every=0)
        removed = asyncio.run(sweep_of(store, settings).run(begun, PAUSE_S))
        sweep_log.record_sweep(store, begun, removed, now())
        ACTS.info("a sweep was made", extra=removed)
    if not removed:
        say(N_("Nothing was removed."))
        return 0
    show(
        (N_("Rule"), N_("What"), N_("Removed")),
        [(name, LANGUAGE.say(RULES[name].what), str(count)) for name, count in removed.items()],
    )
    return 0


def check_times(store: Store, settings: Settings) -> None:
    """Refuse shorter times than those of the last sweep: who forgets a setting of the server must lose nothing.

    Raises:
        UsageError: they are shorter.
    """
    last = sweep_log.last_sweep(store)
    shorter = settings.retention.shorter_rules(last.retention) if last else []
    if last and shorter:
        wanted = " ".join(f"{option_of(RETENTION_PREFIX + name)} {last.retention.days[name]}" for name in shorter)
        raise UsageError(
            N_("The last sweep kept things longer than this command would. Nothing was removed; give it {wanted}"),
            wanted=wanted,
        )


def sweep_of(store: Store, settings: Settings) -> Sweep:
    """Return a sweep from outside of the servers, which notice within seconds what was removed."""
    departing = Deletion(TableRepository(store), store)
    return Sweep(sweep_targets(store, settings.retention, settings.folder, departing))


def kept(settings: Settings, rule: str) -> str:
    """Return for how many days something is kept, in words."""
    days = settings.retention.days[rule]
    return str(days) if days else LANGUAGE.say(N_("for ever"))
