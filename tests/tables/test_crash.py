"""A server that is killed at any moment loses nothing that it acknowledged, and does nothing twice.

``python -m tables.kills`` does the same for hundreds of kills.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tables.kills import kill_again_and_again
from tables.ledger import Ledger, Stored, verify

KILLS = 3
ROUNDS = 5
HERE = Path(__file__).parent


@pytest.mark.slow
def test_what_was_acknowledged_survives_kills_with_sqlite(tmp_path: Path) -> None:
    figures = kill_again_and_again(tmp_path / "data", "", KILLS, seed=3)

    assert figures.wrong == []
    assert figures.kills == KILLS
    assert figures.ledger.size >= KILLS


@pytest.mark.slow
def test_what_was_acknowledged_survives_kills_with_postgresql(tmp_path: Path, postgres: str) -> None:
    figures = kill_again_and_again(tmp_path / "data", postgres, KILLS, seed=4)

    assert figures.wrong == []
    assert figures.ledger.size >= KILLS


def test_what_is_lost_doubled_or_out_of_order_is_found() -> None:
    ledger, key = Ledger(), ("moves", "table", "0")
    for move in ("a", "b", "c"):
        ledger.note(*key, thing=move)

    def wrong(*there: str) -> list[str]:
        return verify(ledger, Stored({key: list(there)}, []))

    assert wrong("x", "a", "b", "y", "c") == []
    assert any("b is lost" in each for each in wrong("a", "c"))
    assert any("b is doubled" in each for each in wrong("a", "b", "b", "c"))
    assert any("out of order" in each for each in wrong("b", "a", "c"))
    assert verify(ledger, Stored({key: ["a", "b", "c"]}, ["table"])) == ["table: a move is missing in its log"]


@pytest.mark.slow
def test_what_was_shown_is_stored_and_no_half_turn_is(tmp_path: Path) -> None:
    path = os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-W", "error", str(HERE / "crashing.py"), str(tmp_path), str(ROUNDS)]

    ended = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)

    assert ended.returncode == 0, ended.stderr
    assert int(ended.stdout) > 5 * ROUNDS
