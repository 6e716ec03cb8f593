"""Try the installed ``malecon`` on any system: a command, a game, a batch and a page."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

MALECON = [sys.executable, "-m", "malecon"]
ENVIRONMENT = {**os.environ, "PYTHONUTF8": "1"}  # Windows has other encodings for pipes


def run(*arguments: str) -> str:
    """Carry out a command; return what it prints."""
    done = subprocess.run([*MALECON, *arguments], check=True, stdout=subprocess.PIPE, encoding="utf-8", env=ENVIRONMENT)
    return done.stdout


def step_a_batch() -> None:
    """Step games side by side."""
    from malecon.research import batch

    games = batch("cuba", games=4, seats=3)
    games.reset(seed=1)
    for _ in range(100):
        now = games.step(games.draw())
    assert now.legal.any(1).all()


def serve_a_page() -> None:
    """Start a server at any free port and read its first page."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        command = [*MALECON, "serve", "--port", "0", "--folder", str(Path(folder) / "data")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=ENVIRONMENT) as server:
            assert server.stdout is not None
            try:
                address = re.findall(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())[0]
                with urlopen(address) as page:
                    assert b"<main" in page.read()
            finally:
                server.terminate()


if __name__ == "__main__":
    print(run("--version"), end="")
    assert '"games": 2' in run("simulate", "havana", "--games", "2", "--seats", "2", "--seed", "1", "--json")
    step_a_batch()
    serve_a_page()
    print("A game, a batch and a page: as they should be.")
