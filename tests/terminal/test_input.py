"""Input and output that are closed, empty, or full: a command ends at once, with a sentence."""

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import malecon as package
from malecon.terminal import simulate
from terminal.terminal_helpers import ENVIRONMENT, LEVEL, Command, finished_match

pytestmark = [pytest.mark.skipif(sys.platform == "win32", reason="there is no sh")]


def run(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of a shell, in which ``$M`` is our command."""
    program = f'"{sys.executable}" -W error -m malecon'
    environment = {**ENVIRONMENT, "MALECON_JIT": "0", "M": program}
    return subprocess.run(["sh", "-c", f'eval "{line}"'], env=environment, capture_output=True, text=True)


@pytest.fixture(params=["closed", "empty", "nothing", "left by its writer"])
def ended(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[io.TextIOWrapper | None]:
    """A standard input that is closed, or ends at once."""
    empty = tmp_path / "empty"
    empty.touch()
    reader, writer = os.pipe()
    os.close(writer)
    with open(reader) as left:
        if request.param == "left by its writer":
            yield left
        elif request.param == "closed":
            yield None
        else:
            with open(empty if request.param == "empty" else os.devnull) as file:
                yield file


def test_a_game_without_any_input_ends_before_computer_players_think(
    malecon: Command, ended: io.TextIOWrapper | None
) -> None:
    assert package.games["cuba"].start(seats=2, seed=1).to_move == (1,), "a computer player begins"

    done = malecon("play", "cuba", "--seats", 2, "--seed", 1, "--level", "master", stdin=ended)

    (saved,) = malecon.games
    assert done.code == 1
    assert done.err == f"malecon: There were no moves. The game is saved. Go on with: malecon resume {saved}\n"
    assert package.replay(saved.read_text("utf-8")).number == 0


def test_a_saved_game_goes_on_without_input_no_further(malecon: Command, ended: io.TextIOWrapper | None) -> None:
    begun = malecon("play", "havana", "--level", LEVEL, "--seed", 7, stdin="1 choose siesta mama\n")
    (saved,) = malecon.games
    moves = package.replay(saved.read_text("utf-8")).moves

    done = malecon("resume", saved, "--level", "master", "--you", 1, stdin=ended)

    assert (begun.code, done.code) == (1, 1)
    assert "There were no moves." in done.err
    assert package.replay(saved.read_text("utf-8")).moves == moves


def test_a_record_is_told_to_the_end_without_input(malecon: Command, ended: io.TextIOWrapper | None) -> None:
    done = malecon("replay", malecon.keep(finished_match(2)), stdin=ended)

    assert (done.code, done.err) == (0, "")
    assert "HAV-" in done.out


@pytest.mark.parametrize("closed", ["<&- 2>&-", "<&- >&-"])
def test_closed_streams_are_as_empty_ones(closed: str) -> None:
    done = run(f"$M rules havana mama {closed}")

    assert (done.returncode, done.stderr) == (0, "")
    assert ("HAV-6.13" in done.stdout) == (">&-" not in closed.replace("2>&-", ""))


FULL = "malecon: The output cannot be written: No space left on device.\n"
has_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


@has_full
def test_a_process_whose_output_is_full_says_it_once() -> None:
    done = run("$M --version >/dev/full")

    assert (done.returncode, done.stderr) == (1, FULL)


@has_full
@pytest.mark.parametrize("command", ["rules havana mama", "--version", "--help"])
def test_a_full_output_is_an_error_in_a_sentence(
    malecon: Command, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        monkeypatch.setattr(sys, "stdout", full)
        done = malecon(*command.split())

    assert (done.code, done.err) == (1, FULL)


def test_the_end_of_another_file_is_not_the_end_of_the_input(
    malecon: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> int:
        raise EOFError("Ran out of input")

    monkeypatch.setattr(simulate, "simulate", fail)

    with pytest.raises(RuntimeError, match="no input of ours") as raised:
        malecon("simulate", "havana")

    assert isinstance(raised.value.__cause__, EOFError)
    assert "Aborted" not in capsys.readouterr().err


def test_the_end_of_the_input_at_a_prompt_leaves_a_game_and_a_record(malecon: Command) -> None:
    child = malecon.terminal("play", "havana", "--level", LEVEL, "--seed", 7)
    child.expect("\n> ")
    child.sendeof()
    child.expect("malecon resume")
    child.expect_exact("game")
    child.wait()
    assert child.exitstatus == 0

    assert malecon.answered("replay", malecon.games[0], answer=lambda _: None).code == 0
