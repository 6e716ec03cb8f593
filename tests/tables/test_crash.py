"""A process that is killed at any moment loses nothing that was acknowledged, and leaves nothing half done."""

import os
import subprocess
import sys
from pathlib import Path

from malecon.core.jit import JIT

ROUNDS = 12 if JIT else 5
HERE = Path(__file__).parent


def test_what_was_acknowledged_survives_the_end_of_the_process(tmp_path: Path) -> None:
    path = os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-W", "error", str(HERE / "crashing.py"), str(tmp_path), str(ROUNDS)]

    ended = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)

    assert ended.returncode == 0, ended.stderr
    assert int(ended.stdout) > 5 * ROUNDS
