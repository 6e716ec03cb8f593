"""Sweeping in the tests: at which moment what goes, and what is left."""

from pathlib import Path
from typing import Any

from sqlalchemy import Column, func, select, update

from malecon.core.clock import now
from malecon.services.sweep import Sweep
from malecon.services.sweep_targets import sweep_targets
from malecon.storage import sweep_log
from malecon.storage.schema import METADATA
from malecon.storage.store import Store
from malecon.tables import DAY
from malecon.tables.retention import RULES, Retention
from tables.sitting import House

DEFAULT = Retention({name: rule.days for name, rule in RULES.items()})


def sweep_of(house: House, retention: Retention = DEFAULT) -> Sweep:
    departing, repository, watches = house.tables.deletion, house.tables._repository, house.tables._live_updates
    folder = Path(str(house.store.engine.url.database)).parent
    return Sweep(sweep_targets(house.store, retention, folder, departing, watches.__contains__, repository.forget))


async def swept(house: House, at: int) -> dict[str, int]:
    """Return what a sweep removes at a moment, which is what it says before."""
    said = {rule: tally.count for rule, tally in sweep_of(house).count_due(at).items()}
    removed = await sweep_of(house).run(at, pause=0)
    assert removed == said
    assert await sweep_of(house).run(at, pause=0) == {}
    return removed


def change(house: House, column: Column[Any], value: Any, **same: Any) -> None:
    with house.store.writing() as connection:
        where = (column.table.c[name] == wanted for name, wanted in same.items())
        connection.execute(update(column.table).where(*where).values({column.name: value}))


def counts(store: Store) -> dict[str, int]:
    """Return how many rows there are, by table of the database."""
    with store.reading() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in METADATA.sorted_tables
        }


def without_grace(store: Store) -> None:
    """Let a site have swept for weeks."""
    for days in (14, 7, 2):
        assert sweep_log.begin_sweep(store, DEFAULT, now() - days * DAY)
        sweep_log.record_sweep(store, sweep_log.last_sweep(store).begun, {}, now())  # type: ignore[union-attr]  # it is there
