"""Input and output that are closed, empty, or full: a command ends at once, with a sentence."""

import subprocess
import sys
from pathlib import Path

import pytest

from malecon.terminal import simulate
from terminal.terminal_helpers import ENVIRONMENT, LEVEL, Command

pytestmark = [pytest.mark.skipif(sys.platform == "win32", reason="there is no sh")]


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of a shell, in which ``$M`` is our command."""
    program = f'"{sys.executable}" -W error -m malecon'
    environment = {**ENVIRONMENT, "XDG_DATA_HOME": str(folder), "MALECON_JIT": "0", "M": program}
    return subprocess.run(["sh", "-c", f'eval "{line}"'], env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("stdin", ["</dev/null", "<&-", "< $XDG_DATA_HOME/empty", "0<$XDG_DATA_HOME/empty >/dev/null"])
@pytest.mark.parametrize("level", ["master", LEVEL])
def test_a_game_without_any_input_ends_before_computer_players_think(stdin: str, level: str, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()

    done = run(f"$M play cuba --level {level} {stdin}", tmp_path)

    (saved,) = (tmp_path / "malecon/games").glob("*.game")
    assert done.returncode == 1
    assert done.stderr == f"malecon: There were no moves. The game is saved. Go on with: malecon resume {saved}\n"
    assert "move" not in saved.read_text("utf-8").replace("no move", "")


def test_a_pipe_whose_writer_has_left_is_an_empty_input(tmp_path: Path) -> None:
    done = run("true | (sleep 0.1; $M play cuba --level master)", tmp_path)

    assert done.returncode == 1
    assert "There were no moves." in done.stderr


@pytest.mark.parametrize("stdin", ["</dev/null", "<&-"])
def test_a_saved_game_goes_on_without_input_no_further(stdin: str, tmp_path: Path) -> None:
    begun = run("echo 1 choose siesta mama | $M play havana --level random --seed 7", tmp_path)
    (saved,) = (tmp_path / "malecon/games").glob("*.game")
    before = saved.read_text("utf-8")

    done = run(f"$M resume {saved} --level master --you 1 {stdin}", tmp_path)

    assert (begun.returncode, done.returncode) == (1, 1)
    assert "There were no moves." in done.stderr
    assert [line for line in before.splitlines() if not line.startswith("name")] == [
        line for line in saved.read_text("utf-8").splitlines() if not line.startswith("name")
    ]


@pytest.mark.parametrize("stdin", ["</dev/null", "<&-"])
def test_a_record_is_told_to_the_end_without_input(stdin: str, tmp_path: Path) -> None:
    run("$M play havana --you none --level random --seed 7 --seats 2 </dev/null", tmp_path)
    (saved,) = (tmp_path / "malecon/games").glob("*.game")

    done = run(f"$M replay {saved} {stdin}", tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    assert "HAV-" in done.stdout


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_as_empty_ones(closed: str, tmp_path: Path) -> None:
    done = run(f"$M rules havana mama {closed}", tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    assert ("HAV-6.13" in done.stdout) == (">&-" not in closed.replace("2>&-", ""))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", ["rules havana mama", "--version", "--help"])
def test_a_full_output_is_an_error_in_a_sentence(command: str, tmp_path: Path) -> None:
    done = run(f"$M {command} >/dev/full", tmp_path)

    assert done.returncode == 1
    assert done.stderr == "malecon: The output cannot be written: No space left on device.\n"


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

    child = malecon.terminal("replay", malecon.games[0])
    child.expect("0/")
    child.sendeof()
    child.wait()
    assert child.exitstatus == 0
