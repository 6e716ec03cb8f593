"""``malecon worker``: computer players that think for servers on this machine or others."""

import asyncio
from pathlib import Path

from malecon.core.i18n import N_, load, preferred
from malecon.services.computer_players import ComputerPlayers
from malecon.services.worker import Worker
from malecon.storage.database import VARIABLE, name_of
from malecon.storage.store import Store
from malecon.tables import StorageError
from malecon.web.process import open_log
from malecon.web.settings import Settings


def work(settings: Settings) -> int:
    """Let computer players think until SIGTERM or Ctrl-C; return the exit code.

    Raises:
        StorageError: there is no PostgreSQL, or it cannot be used.
    """
    if not settings.database_url:
        raise StorageError(f"{VARIABLE}: must name the PostgreSQL database of the servers")
    language = load(preferred())
    open_log(settings)
    store = Store.open(Path(), settings.database_url)
    try:
        template = N_("Computer players think for the tables in {place} (Ctrl-C ends it).")
        print(language.say(template, place=name_of(store.engine)), flush=True)
        asyncio.run(Worker(store, ComputerPlayers(settings.processes)).run())
    finally:
        store.close()
    return 0
