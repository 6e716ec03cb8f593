"""Compiled and plain are the same game, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent


def trace(jit: str) -> list[str]:
    environment = {**os.environ, "MALECON_JIT": jit, "PYTHONPATH": os.pathsep.join([str(TESTS), *sys.path])}
    command = [sys.executable, str(TESTS / "conformance/trace.py"), "2"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.slow
def test_compiled_equals_plain_step_by_step() -> None:
    compiled, plain = trace("1"), trace("0")

    assert len(compiled) > 500
    assert compiled == plain
