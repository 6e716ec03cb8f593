"""Kill the very first start of a site at each kind of moment of its work; each folder must start again.

Run as a program: ``first_start.py FOLDER``. It prints how many moments there are.
"""

import os
import signal
import sys
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from malecon.storage import data_folder
from malecon.storage.damage import find_damage
from malecon.storage.store import Store

ALIKE = ("CREATE ", "PRAGMA main.table_info", "PRAGMA temp.table_info")
"""How statements begin that make the schema in one transaction, or look whether it is there."""
EVERY = 20
"""Of the moments of such statements one in so many; of all others (statements, commits, flushes) each."""


def start(folder: Path, last: int) -> None:
    """Open a new site in a process that is killed at its statement number ``last``."""
    child = os.fork()
    if child == 0:
        numbers, alike = count(), count()

        def die(*told: Any, **_: Any) -> None:
            is_alike = len(told) > 2 and str(told[2]).lstrip().startswith(ALIKE)
            if not (is_alike and next(alike) % EVERY) and next(numbers) == last:
                os.kill(os.getpid(), signal.SIGKILL)

        for moment in ("connect", "begin", "before_cursor_execute", "after_cursor_execute", "commit"):
            event.listen(Engine, moment, die)
        data_folder.os.fsync = die  # type: ignore[attr-defined]  # while the mark of the site is half written
        try:
            Store.open(folder).close()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        print(last)
        sys.exit(0)


def main(folder: Path) -> None:
    """Kill it at one moment after the other; what is left must be a folder that starts and is whole."""
    for last in count():
        place = folder / str(last)
        start(place, last)
        store = Store.open(place)
        assert not list(find_damage(store))
        store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
