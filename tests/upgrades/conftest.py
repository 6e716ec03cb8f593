"""Copies of what each older version left, and the command."""

from pathlib import Path

import pytest

from terminal.terminal_helpers import Command
from upgrades.old_site import VERSIONS, Old


@pytest.fixture(params=VERSIONS, ids=lambda version: version.name)
def version(request: pytest.FixtureRequest) -> Path:
    """The folder of each version."""
    folder: Path = request.param
    return folder


@pytest.fixture
def old(version: Path, tmp_path: Path) -> Old:
    """A copy of the site of each version."""
    return Old.copied(version, tmp_path / "data")


@pytest.fixture
def malecon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command."""
    return Command(tmp_path, monkeypatch, capsys)
