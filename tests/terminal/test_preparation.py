"""The rules are compiled before a command uses them, and how far that is can be seen."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

import malecon as package
from malecon.agents import prepare
from malecon.core import jit
from malecon.core.game import Game
from malecon.core.i18n import Language
from malecon.core.jit import cache
from malecon.terminal import preparation
from malecon.terminal.preparation import CompilerProgress, function_count, prepare_games
from modes import needs_compiler, needs_plain_rules
from terminal.terminal_helpers import Command

each_game = pytest.mark.parametrize("game", package.games)
compiles = needs_compiler("plain code needs no compiler")

COUNT = """
import sys, malecon
from malecon.agents import prepare
from malecon.core.jit.dispatcher_cache import INVENTORY
prepare(malecon.games[sys.argv[1]])
print(len(INVENTORY.functions))
"""


@pytest.mark.slow
@compiles
@each_game
def test_the_bar_ends_at_the_number_of_functions_that_are_compiled(game: str) -> None:
    command = [sys.executable, "-c", COUNT, game]
    counted = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)

    assert function_count(package.games[game]) == counted, f"{preparation.FILE} of {game} must say {counted}"


def progress(game: str, console: Console) -> CompilerProgress:
    return CompilerProgress(package.games[game], Language(), console)


def test_lines_tell_how_far_it_is_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    total = function_count(package.games["havana"]) or 0
    shown = progress("havana", Console(file=io.StringIO()))

    for count in range(1, total + 1):
        shown.update(count)
    shown.close()

    first, *lines = capsys.readouterr().err.splitlines()
    assert first == "What a game of Havana needs is being compiled, once on this machine."
    assert len(lines) == preparation.LINES
    assert lines[-1] == f"{total} of {total} functions are compiled."


def test_a_terminal_shows_a_bar_with_the_number_of_functions(capsys: pytest.CaptureFixture[str]) -> None:
    screen, total = io.StringIO(), function_count(package.games["havana"])
    shown = progress("havana", Console(file=screen, force_terminal=True, width=100))

    shown.update(100)
    shown.close()

    assert f"100/{total}" in screen.getvalue()
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_game_whose_functions_nobody_has_counted_has_lines_without_a_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(preparation, "FILE", "data/nothing.json")
    shown = progress("havana", Console(file=io.StringIO()))

    shown.update(100)
    shown.close()

    assert len(capsys.readouterr().err.splitlines()) == 1


@compiles
@pytest.mark.parametrize("compiled", [(), ("cuba",), ("havana", "cuba")])
def test_each_game_of_which_something_is_compiled_is_announced_once(
    compiled: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from malecon.core.jit.dispatcher_cache import INVENTORY

    def pretend(game: Game) -> None:
        for watcher in INVENTORY.watchers if game.name in compiled else ():
            watcher(1), watcher(2)

    monkeypatch.setattr(preparation, "prepare", pretend)

    prepare_games(Language(), *package.games.values())

    assert capsys.readouterr().err.count("is being compiled") == len(compiled)
    assert INVENTORY.watchers == []


IMPORT = """
import sys, malecon
from malecon.core.i18n import Language
from malecon.core.jit import compiler_watched
from malecon.presentation.text_layout import screen
from malecon.terminal.preparation import CompilerProgress
shown = CompilerProgress(malecon.games[sys.argv[1]], Language(), screen(for_errors=True))
with compiler_watched(shown.update):
    malecon.games[sys.argv[1]].engine
shown.update(1)
shown.close()
"""


@compiles
@each_game
def test_the_first_command_of_a_machine_can_be_about_any_game(game: str, tmp_path: Path) -> None:
    environment = {**os.environ, "MALECON_CACHE": str(tmp_path)}

    done = subprocess.run([sys.executable, "-c", IMPORT, game], capture_output=True, text=True, env=environment)

    assert done.returncode == 0, done.stderr
    assert f"What a game of {game.title()} needs is being compiled" in done.stderr


@compiles
def test_a_command_fills_the_cache(malecon: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    done = malecon("prepare", "havana")
    assert (done.code, done.out) == (0, "Compiled: havana.\n")

    monkeypatch.setattr(preparation, "is_prepared", lambda _: False)
    done = malecon("prepare", "havana")
    assert (done.code, done.out) == (1, "")
    assert "cannot be kept" in done.err

    done = malecon("prepare", "chess")
    assert done.code == 2
    assert "chess" in done.err


@needs_plain_rules("compiled rules can be compiled")
def test_plain_rules_cannot_be_compiled(malecon: Command) -> None:
    done = malecon("prepare")

    assert done.code == 2
    assert "MALECON_JIT is 0" in done.err


@pytest.fixture
def real_cache(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Return what empties the entry of a function in a copy of the cache with Havana, and returns the copy's folder."""
    prepare(package.games["havana"])
    source = next(folder for folder in cache.folders() if [*folder.glob("prepared-havana-*")])
    base = tmp_path_factory.mktemp("cache", numbered=True)
    base.chmod(0o700)
    copy = base / source.name
    copy.mkdir(0o700)
    for file in source.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())

    def empty(function: str) -> str:
        files = [*copy.glob(f"malecon.{function}-*")]
        assert files
        for file in files:
            file.write_bytes(b"")
        return str(base)

    return empty


@pytest.mark.slow
@compiles
def test_a_damaged_entry_of_a_game_costs_its_compiling_and_a_word(real_cache: Callable[[str], str]) -> None:
    environment = {**os.environ, cache.VARIABLE: real_cache("core.turns.points")}
    command = [sys.executable, "-m", "malecon", "simulate", "havana", "--games", "1", "--seats", "2"]
    first, second = (subprocess.run(command, env=environment, capture_output=True, text=True) for _ in range(2))

    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert "1 games of havana" in first.stdout
    assert "is being compiled" in first.stderr
    assert second.stderr == ""


@compiles
def test_nothing_is_prepared_in_a_new_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: os.PathLike[str]) -> None:
    prepare(package.games["havana"])
    assert jit.is_prepared("havana")

    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))

    assert not jit.is_prepared("havana")
