"""Running the command in this process, or in a pseudo-terminal of 80 columns; positions, and how they are drawn."""

import io
import os
import random
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import pexpect
import pytest
from rich.console import Console, RenderableType

import malecon
from malecon.agents import LEVELS
from malecon.agents.levels import MASTER
from malecon.agents.searcher import Budget
from malecon.cli import main
from malecon.core.i18n import Language
from malecon.core.match import Match
from malecon.core.narration import Names
from malecon.terminal.game_choice import write_save

PROMPT = "\n> "
SCREEN = (50, 80)


@dataclass(frozen=True)
class Outcome:
    """What a command printed, and its exit code.

    Attributes:
        screens: what was shown before the first line was typed, and after each one.
    """

    code: int
    out: str
    err: str
    screens: tuple[str, ...] = ()


class Keyboard(io.StringIO):
    """A standard input at which somebody types an answer to each screen; with ``None`` the input ends."""

    def __init__(self, answer: Callable[[str], str | None], capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__()
        self.screens = list[str]()
        self._answer, self._capsys = answer, capsys

    def isatty(self) -> bool:
        return True

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]  # a base has bytes for typeshed
        typed = self._answer(self.look())
        return "" if typed is None else f"{typed}\n"

    def look(self) -> str:
        """Return what has been shown since the last look."""
        self.screens.append("".join(self._capsys.readouterr()))
        return self.screens[-1]


class Command:
    """The command ``malecon``, with a data folder of its own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch
        self.capsys = capsys
        for name, value in ENVIRONMENT.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("XDG_DATA_HOME", str(folder))
        monkeypatch.setattr(os, "fsync", lambda _: None)  # power cuts have their tests in tests/disks
        quick = replace(MASTER, budget=Budget(iterations=6), guided_iterations=6)  # it gives the hints
        monkeypatch.setitem(LEVELS, MASTER.name, quick)

    def __call__(self, *arguments: object, stdin: str | bytes | io.TextIOWrapper | None = b"") -> Outcome:
        """Run the command with ``stdin`` as a pipe, or with an open file, or with none (``None``)."""
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        code = self._run(arguments, io.TextIOWrapper(io.BytesIO(raw)) if isinstance(raw, bytes) else raw)
        captured = self.capsys.readouterr()
        assert "Traceback" not in captured.err, captured.err
        return Outcome(code, captured.out, captured.err)

    def _run(self, arguments: tuple[object, ...], stdin: io.TextIOBase | None) -> int:
        """Run the command, and return its exit code."""
        self.monkeypatch.setattr(sys, "argv", ["malecon", *map(str, arguments)])
        self.monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(SystemExit) as leaving:
            main()
        return int(leaving.value.code or 0)

    def answered(self, *arguments: object, answer: Callable[[str], str | None]) -> Outcome:
        """Run the command with somebody at the keyboard."""
        keyboard = Keyboard(answer, self.capsys)
        code = self._run(arguments, keyboard)
        keyboard.look()
        return Outcome(code, "".join(keyboard.screens), "", tuple(keyboard.screens))

    def typed(self, *arguments: object, script: Sequence[tuple[str, str]]) -> Outcome:
        """Run the command with somebody who types lines, and see that each shows a text; then the input ends."""
        lines = iter([line for line, _ in script])
        done = self.answered(*arguments, answer=lambda _: next(lines, None))
        assert len(done.screens) > len(script)
        for (line, shown), screen in zip(script, done.screens[1:], strict=False):
            assert shown in screen, line
        return done

    def terminal(self, *arguments: object) -> "pexpect.spawn[str]":
        """Run the command in a pseudo-terminal."""
        environment = {**os.environ, **ENVIRONMENT, "XDG_DATA_HOME": str(self.folder)}
        command = ["-W", "error", "-m", "malecon", *map(str, arguments)]
        interruptible = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a shell's background job is not
        return pexpect.spawn(
            sys.executable, command, env=environment, encoding="utf-8", dimensions=SCREEN, timeout=90, echo=False,
            preexec_fn=interruptible,
        )  # fmt: skip

    def keep(self, match: Match) -> Path:
        """Save a match where the command finds it, and return its file."""
        file = self.folder / "malecon" / "games" / "kept.game"
        write_save(match, file, Language())
        return file

    @property
    def games(self) -> list[Path]:
        """The saved games."""
        return sorted((self.folder / "malecon" / "games").glob("*.game"))


ENVIRONMENT = {"COLUMNS": "80", "LINES": "50", "TERM": "dumb", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
LEVEL = next(iter(LEVELS))
"""The level that needs no thinking: tests are about the terminal."""


def close(child: "pexpect.spawn[str]") -> int:
    """Wait for the end of a command in a pseudo-terminal, and return its exit code."""
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus is not None
    return int(child.exitstatus)


def choices_on(screen: str) -> list[int]:
    """Return the numbers of all choices on a screen."""
    return [int(number) for number in re.findall(r"(?:^|\s)(\d{1,2})\) ", screen)]


NAMES: Names = {0: "Ana", 1: "Ben", 2: "Carla", 3: "Diego", 4: "Eva"}


def decisions(game: str, games: int = 3) -> Iterator[tuple[Match, int]]:
    """Yield matches at every decision of some random games; all kinds of questions come up in three of them."""
    for seed in range(games):
        match = malecon.games[game].start(seats=2 + seed % 3, seed=seed)
        chance = random.Random(seed)
        while not match.over:
            seat = match.to_move[-1]
            yield match, seat
            match.play(seat, chance.choice(match.legal(seat)))


@cache
def finished_match(seats: int, game: str = "havana") -> Match:
    """Return a random game with the seed 7, at its end."""
    match = malecon.games[game].start(seats=seats, seed=7)
    chance = random.Random(2)
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, chance.choice(match.legal(seat)))
    return match


def moves_of_a_game(seats: int, game: str = "havana") -> list[str]:
    """Return the moves of that game, as lines for a pipe."""
    return [f"{seat + 1} {move}" for seat, move in finished_match(seats, game).moves]


def drawn(renderable: RenderableType, width: int = 80) -> str:
    """Return what a screen of ``width`` columns shows."""
    console = Console(width=width, file=io.StringIO(), color_system=None)
    console.print(renderable)
    written = console.file
    assert isinstance(written, io.StringIO)
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines())
