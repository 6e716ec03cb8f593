"""Make the files that a version leaves behind, so that tests of later versions open them.

Run it at the version to be kept, in its environment, from the root of the repository; it takes about three minutes::

    PYTHONPATH=tests .venv/bin/python -m upgrades.make 2026-11-26

That writes ``tests/upgrades/2026-11-26``, which must not be there yet. To add the files of a version that has no such
script yet, copy this folder's Python files into a checkout of that version. The script drives the product from outside:
``malecon serve`` over HTTP, the other commands, and ``import malecon``. It needs nothing that a later version renames
but form fields and addresses of pages, and fails if a table or column of the database stays empty.
PostgreSQL and its queue of jobs are not kept.
"""

import argparse
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from upgrades.game_files import make_game_files
from upgrades.made_site import fill_site
from upgrades.server import run

HERE = Path(__file__).parent
PAGE_BYTES = 1024
"""Of the database that is kept: smaller than usual, for most of its tables have a few rows."""
SETTINGS = {"variables": r"MALECON_[A-Z_]+", "options": r"(?<![\w-])--[a-z-]+"}
LEVELS = {"random", "kind", "easy", "standard", "strong", "master"}
STORED = {
    "SELECT game FROM tables": {"havana", "cuba"},
    "SELECT closed FROM tables": {"", "cancelled", "stopped"},
    "SELECT origin = '' FROM tables": {None, 0, 1},
    "SELECT level FROM seats": {None, *LEVELS},
    "SELECT substitute FROM seats": {None, "easy", "standard", "strong"},
    "SELECT wishes FROM seats": {"", "pause"},
    "SELECT kind FROM sessions": {"browser", "api", "device", "link", "mail"},
    "SELECT kind || (sent IS NULL) FROM notices": {"turn0", "turn1", "late1"},
    "SELECT theme FROM people": {"", "light", "dark"},
    "SELECT language FROM people": {"", "en", "fr"},
    "SELECT removed FROM sweeps": {'{"ended": 1, "finished": 1}'},
    "SELECT who FROM ratings WHERE who LIKE 'level:%'": {"level:easy"},
}
"""What must be stored, each word that a table knows; it grows with the words that later versions store."""


def make(folder: Path) -> None:
    """Write all files into a new folder."""
    folder.mkdir()
    make_game_files(folder, fill_site(folder))
    compact(folder / "data" / "malecon.db")
    check_complete(folder / "data" / "malecon.db")
    run("backup", folder / "archive.zip", "--folder", folder / "data")
    compact(folder / "data" / "malecon.db")
    help_text = run("serve", "--help")
    settings = {kind: sorted(set(re.findall(pattern, help_text))) for kind, pattern in SETTINGS.items()}
    write(folder / "settings.json", settings)


def compact(file: Path) -> None:
    """Make a database as small as it can be; its content stays the same."""
    with closing(sqlite3.connect(file)) as connection:
        for command in ("journal_mode=DELETE", f"page_size={PAGE_BYTES}"):
            connection.execute(f"PRAGMA {command}")
        connection.execute("VACUUM")
        connection.execute("PRAGMA journal_mode=WAL")


def check_complete(file: Path) -> None:
    """Refuse a database in which a table has no row, a column no value, or a word is missing that is stored."""
    empty = []
    with closing(sqlite3.connect(file)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            for _, column, *_ in connection.execute(f'PRAGMA table_info("{table}")').fetchall():
                filled = f'SELECT COUNT(*) FROM "{table}" WHERE "{column}" IS NOT NULL AND "{column}" NOT IN (\'\', 0)'
                if not connection.execute(filled).fetchone()[0]:
                    empty.append(f"{table}.{column}")
        stored = {query: {row[0] for row in connection.execute(query)} for query in STORED}
    assert not empty, f"nothing is in {empty}"
    assert stored == STORED


def write(file: Path, content: object) -> None:
    """Write a file of JSON."""
    file.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("version", help="name of the new folder, such as the date")
    make(HERE / parser.parse_args().version)
