"""The commands for research as they are typed: errors of policies, progress in a file, and Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from malecon import research
from malecon.cli import app
from malecon.core.i18n import load
from malecon.terminal import research as commands
from modes import once

pytestmark = once

POLICIES = """
import numpy as np

def uniform(observations, masks):
    return np.zeros(masks.shape)

def failing(observations, masks):
    raise RuntimeError("no memory")

def infinite(observations, masks):
    return np.full(masks.shape, -np.inf)
"""
EVALUATE = ("evaluate", "cuba", "--against", "random", "--seats", "2", "--blocks", "1", "--jobs", "1", "--lang", "en")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with policies."""
    (tmp_path / "my_agent.py").write_text(POLICIES)
    return tmp_path


def run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "malecon", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


@pytest.mark.slow
def test_a_policy_is_evaluated_by_its_name(folder: Path) -> None:
    done = run(folder, *EVALUATE, "my_agent:uniform")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("my_agent:uniform against random: cuba, 2 seats, 1 blocks\n")


def test_an_error_of_a_policy_is_shown_with_its_traceback_and_what_it_was_asked(folder: Path) -> None:
    done = run(folder, *EVALUATE, "my_agent:failing")

    assert done.returncode == 1
    assert 'my_agent.py", line 8, in failing' in done.stderr
    assert done.stderr.splitlines()[-2] == "RuntimeError: no memory"
    assert done.stderr.splitlines()[-1].startswith("my_agent:failing: cuba, deal 0, seat ")


def test_logits_from_which_nothing_can_be_drawn_are_said_in_one_line(folder: Path) -> None:
    done = run(folder, *EVALUATE, "my_agent:infinite")

    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("malecon: logits: my_agent:infinite, cuba, deal 0, seat ")


def test_progress_is_printed_in_lines_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At most one line for each file of 100 games."""
    with commands._games_reported(250, load("en")) as report:
        for games in (30, *[1] * 220):
            report(games)

    seen = capsys.readouterr()
    assert seen.err.splitlines() == ["100 of 250 games", "200 of 250 games"]
    assert seen.out == ""


@pytest.mark.parametrize(
    ("name", "words", "advice"),
    [
        ("make_data", ["data", "make", "cuba", "--out", "data"], "The same command goes on."),
        ("evaluate", [*EVALUATE, "random", "--results", "r.json"], "The same command goes on."),
        ("evaluate", [*EVALUATE, "random"], "Nothing was kept; --results keeps it."),
    ],
)
def test_an_interrupted_command_says_how_to_go_on(
    name: str, words: list[str], advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_arguments: Any, **_more: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(research, name, interrupted)

    done = CliRunner().invoke(app, [*words, "--lang", "en"])

    assert done.exit_code == 130
    assert done.stderr.splitlines()[-1] == advice


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="it sends a signal")
def test_ctrl_c_ends_a_data_set_that_the_same_command_completes(tmp_path: Path) -> None:
    words = ["data", "make", "cuba", "--out", "made", "--games", "101", "--iterations", "1", "--jobs", "1"]
    words += ["--lang", "en"]
    command = [sys.executable, "-m", "malecon", *words]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    while not [*tmp_path.glob("made/data/*.parquet")]:
        assert running.poll() is None
        time.sleep(0.001)
    running.send_signal(signal.SIGINT)
    _, told = running.communicate()

    if running.returncode:  # else it had ended before
        assert running.returncode == 130
        assert told.splitlines() == ["100 of 101 games", "The same command goes on."]
    assert run(tmp_path, *words).stdout.endswith(" decisions of 101 games.\n")
