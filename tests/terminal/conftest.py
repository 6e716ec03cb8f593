from pathlib import Path

import pytest

from terminal.terminal_helpers import Command


@pytest.fixture
def malecon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(tmp_path, monkeypatch, capsys)
