"""Where a program runs: the commands that make the place, its variables and its folders."""

import os
import re
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from patience import PATIENCE_S
from places.page_player import PagePlayer
from terminal.terminal_helpers import moves_of_a_game
from web.browsing import START_S

FOREIGN = ("unshare", "--user", "--map-user=1234", "--map-group=1234")
"""A user of number 1234 without any rights, of whom the system knows neither name nor home."""
MOUNTING = ("unshare", "--user", "--map-root-user", "--mount")
"""May mount file systems that only this program and its children see."""
ALONE = ("unshare", "--user", "--map-root-user", "--net")
"""Has a network of its own, without any address."""

LONGEST_S = 1500.0
"""A command that compiles all rules on a busy machine may take so long."""
SIMULATE = ("simulate", "havana", "--games", 2, "--seats", 2, "--seed", 1, "--json")
"""A command that runs compiled rules."""


def needs(*prefix: str, why: str) -> None:
    """Skip the test if no command can be run after a prefix here."""
    if shutil.which(prefix[0]) is None:
        pytest.skip(f"{why}: there is no program {prefix[0]} here")
    tried = subprocess.run([*prefix, "true"], capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"{why}: {' '.join(prefix)}: {tried.stderr.strip()}")


def shell(script: str, *arguments: object) -> tuple[str, ...]:
    """Return a prefix that runs a script before the command; its ``arguments`` are ``$1``, ``$2`` and so on."""
    shifted = f'{script}; shift {len(arguments)}; exec "$@"' if arguments else f'{script}; exec "$@"'
    return ("sh", "-ec", shifted, "sh", *map(str, arguments))


STEP = (
    "from malecon.research import batch; games = batch('havana', games=4); "
    "games.reset(seed=1); print(games.step(games.draw()).legal.shape[0])"
)
"""A program that steps a batch of four games."""


@dataclass(frozen=True)
class Place:
    """Where the commands of an installed ``malecon`` run."""

    programs: Path
    """The folder with the program."""
    home: Path
    """A folder for the data of this place; the variable ``HOME`` may say something else."""
    prefix: tuple[str, ...] = ()
    """Makes the place and then runs the command that follows it."""
    variables: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    """Usual variables that are not there."""
    folder: Path | None = None
    """Where the games have to be kept, if the usual folder cannot be used."""

    def command(self, *arguments: object) -> list[str]:
        return [*self.prefix, str(self.programs / "malecon"), *map(str, arguments)]

    @property
    def environment(self) -> dict[str, str]:
        """The variables of a person who has set nothing, and those of the place."""
        usual = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8", "MALECON_JIT": "0"}
        return {name: value for name, value in {**usual, **self.variables}.items() if name not in self.without}

    def run(
        self, *arguments: object, stdin: str = "", longest_s: float = LONGEST_S
    ) -> "subprocess.CompletedProcess[str]":
        """Carry out a command; none may show a traceback, or run longer than so many seconds."""
        done = subprocess.run(
            self.command(*arguments),
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            cwd=self.home,
            env=self.environment,
            timeout=longest_s,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done

    def play_at_the_terminal(self) -> str:
        """Play a whole game by moves from a pipe; return what was shown."""
        saved = [] if self.folder is None else ["--save", self.folder / "a.game"]
        moves = "\n".join(moves_of_a_game(2))
        command = ("play", "havana", "--seats", 2, "--seed", 7, "--you", "all", *saved)
        done = self.run(*command, stdin=moves)
        assert done.returncode == 0, done.stderr
        assert "The record of the game is in" in done.stdout
        return done.stdout

    def play_by_the_page(self) -> None:
        """Start a server, play a whole game with it, and stop it."""
        with self.serving() as server:
            server.play()

    @contextmanager
    def serving(self, *options: object) -> Iterator["Server"]:
        """Have a server; at its end it must not have ended by itself, and stop when it is asked to."""
        server = Server(self, *options)
        try:
            yield server
            assert server.process.poll() is None, f"the server ended by itself: {server.errors}"
        finally:
            code = server.stop()
        assert code == 0, server.errors
        assert "Traceback" not in server.errors, server.errors

    def at(self, **changes: object) -> "Place":
        """Return the same place with some things changed."""
        return replace(self, **changes)  # type: ignore[arg-type]  # checked by the class


class Server:
    """``malecon serve`` in a place, at any free port."""

    def __init__(self, place: Place, *options: object) -> None:
        kept = [] if place.folder is None else ["--folder", place.folder]
        self._errors = place.home.parent / f"{place.home.name}.errors"
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                place.command("serve", "--port", "0", *kept, *options),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=place.home,
                env=place.environment,
                process_group=0,
            )
        try:
            self.told, self.address = self._wait_for_address()
        except BaseException:
            self.stop()
            raise

    def _wait_for_address(self) -> tuple[str, str]:
        assert self.process.stdout is not None
        told, end = b"", time.monotonic() + START_S
        while time.monotonic() < end:
            assert select.select([self.process.stdout], [], [], START_S)[0], "the server does not start"
            line = self.process.stdout.readline()
            told += line
            if found := re.search(r"http://\S+/", line.decode(errors="replace")):
                return told.decode(errors="replace"), found[0].rstrip("/")
            assert line, f"the server ended: {self.errors}"
        raise AssertionError(f"the server says no address: {told!r}")

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def errors(self) -> str:
        """What it has written to its standard error so far."""
        return self._errors.read_text("utf-8", "replace")

    def play(self, level: str = "random") -> None:
        """Play a whole game by the page, against a computer player of a level."""
        with PagePlayer(self.address) as player:
            player.begin(level)
            player.play()
            assert "result" in player.wait_for_turn().classes

    def stop(self) -> int:
        """Ask it and its children to end, as systemd does; return its exit code."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE_S)
        finally:
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()


def with_cache(place: Place, *folders: Path) -> Place:
    """Return a place whose rules are compiled, with compiled code in some folders."""
    cache = {"MALECON_CACHE": os.pathsep.join(map(str, folders))}
    return replace(place, without=(*place.without, "MALECON_JIT"), variables={**place.variables, **cache})
