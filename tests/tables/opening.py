"""A database that two processes make at the same moment."""

import subprocess
import sys
from pathlib import Path

from malecon.storage.store import Store
from patience import PATIENCE_S

OTHER = """
import sys
from pathlib import Path
from malecon.storage.store import Store

print(flush=True)
input()
Store.open(Path(sys.argv[1]), sys.argv[2])
"""


def open_at_once(folder: Path, address: str = "") -> None:
    """Open a new database here and in another process that is ready for it."""
    command = [sys.executable, "-c", OTHER, str(folder), address]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        other.stdout.readline()
        other.stdin.write(b"\n")
        other.stdin.flush()
        Store.open(folder, address).close()
        assert other.wait(PATIENCE_S) == 0
