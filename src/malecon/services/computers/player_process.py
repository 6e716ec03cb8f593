"""A process in which computer players think: it cannot stop the server, and can be ended at any moment.

It gets a position in which all that the seat cannot know is guessed already (``known_to``), never the position itself.
"""

import multiprocessing
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Literal

import numpy as np

from malecon import games
from malecon.agents import LEVELS, Advice, prepare
from malecon.core.gc_tuning import collect_seldom
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.tables.errors import TableError

READY_S = 600.0
"""Seconds that a new process may take to compile what it needs, once on a slow and busy machine."""

SPAWN = multiprocessing.get_context("spawn")  # a fork would copy the locks of the server's threads


@dataclass(frozen=True, slots=True)
class Question:
    """What a computer player is asked: a move, or advice about all moves.

    Attributes:
        known: the state as ``seat`` knows it.
        key: of the player's random numbers.
    """

    verb: Literal["choose", "advise"]
    game: str
    known: bytes
    seat: int
    level: str
    key: int


class NoAnswer(TableError):
    """A computer player was too late, or something went wrong with it."""


class ProcessEnded(NoAnswer):
    """A process was told to end by SIGTERM, as all processes of a server are when it is restarted."""


def answer(question: Question) -> str | Sequence[Advice]:
    """Return a move, or the moves with what each is worth, best first."""
    game = games[question.game]
    match = Match(game, np.frombuffer(question.known, game.state)[0])
    agent = LEVELS[question.level]
    decide = agent.choose if question.verb == "choose" else agent.advise
    return decide(match, question.seat, question.key)


def serve_questions(pipe: "Connection[object, Question]") -> None:
    """Answer questions until nobody is there to ask; what a new process does."""
    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes of a terminal; the server decides
    for game in games.values() if JIT else ():
        prepare(game)
    try:
        pipe.send(None)
        while True:
            question = pipe.recv()
            try:
                pipe.send(answer(question))
            except Exception as error:
                pipe.send(error)
    except (EOFError, OSError):
        return


class PlayerProcess:
    """One process. Methods block."""

    def __init__(self) -> None:
        """Start the process; it gets ready by itself."""
        self._pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=serve_questions, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self._is_ready = False

    def wait_until_ready(self) -> None:
        """Wait until the process can think.

        Raises:
            NoAnswer: it cannot.
        """
        if not self._is_ready:
            self._exchange(None, READY_S)
            self._is_ready = True

    def ask(self, question: Question, deadline: float) -> str | Sequence[Advice]:
        """Return the answer to a question.

        Args:
            deadline: seconds that the player may think.

        Raises:
            NoAnswer: it did not come in time, which ends the process, or something went wrong.
            Ended: the process was told to end.
        """
        self.wait_until_ready()
        received = self._exchange(question, deadline)
        if isinstance(received, Exception):
            raise NoAnswer(f"a computer player failed: {received!r}")
        return received

    @property
    def is_alive(self) -> bool:
        """Whether the process goes on."""
        return self.process.is_alive()

    def kill(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.process.join()

    def _exchange(self, question: Question | None, deadline: float) -> str | Sequence[Advice] | Exception:
        try:
            if question is not None:
                self._pipe.send(question)
            if self._pipe.poll(deadline):
                return self._pipe.recv()
        except (EOFError, OSError):
            self.kill()
            reason = "a computer player's process has died"
            raise (ProcessEnded if self.process.exitcode == -signal.SIGTERM else NoAnswer)(reason) from None
        self.kill()
        raise NoAnswer(f"a computer player took longer than {deadline:g} s")
