"""A process in which computer players think: it cannot stop the one that asks, and can be ended at any moment.

It gets a position in which all that the seat cannot know is guessed already (``known_to``), never the position itself.
"""

import multiprocessing
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
from msgspec import Struct

from malecon import games
from malecon.agents.agent import Advice, known_to
from malecon.agents.analysis import Analysis, analyse
from malecon.agents.hints import hint
from malecon.agents.levels import LEVELS, STYLED, config_of
from malecon.agents.preparation import is_prepared, prepare
from malecon.agents.review import Pause, ReviewedDecision
from malecon.agents.review_curve import OBSERVER, chances_at, known_at_pause
from malecon.agents.review_search import ReviewQuestion, first_look, key_at, review_decision
from malecon.agents.search import Question as SearchQuestion
from malecon.agents.searcher import Searcher
from malecon.core.errors import MaleconError
from malecon.core.garbage_collection import collect_seldom
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.core.plain_mode import run_in_mode
from malecon.core.reason import Explanation

READY_S = 3600.0
"""Seconds that a new process may take to compile what it needs, once on a slow and busy machine; nobody waits."""
PLAIN_READY_S = 20.0
"""Seconds that a new plain process may take to start."""
ALIVE_S = 5.0
"""Seconds that a process which has nothing to do may take to tell that it lives; it answers in a millisecond."""
NICENESS = 10
"""By how much a process that compiles leaves the processor to others."""
LAST = 19
"""By how much one that reviews games does: as much as there is."""

OOM_FILE = Path("/proc/self/oom_score_adj")
OOM_SCORE_ADJUSTMENT = 800
"""As if the process had 80 % of the memory more: it is ended before any server, database or shell."""

ANALYSIS = "analysis"
"""Stands for the level where no computer player plays."""

SPAWN = multiprocessing.get_context("spawn")  # a fork would copy the locks of other threads


class Question(Struct, frozen=True):
    """What a computer player is asked: a move, advice about all, why one is better, a review, or an analysis.

    A move that somebody *tries* is reviewed quickly; a *look* is the first one at a decision. At a *pause* the chances
    are wanted.

    Attributes:
        known: the state as ``seat`` knows it.
        key: of the player's random numbers.
        number, played: of a decision that is reviewed: index in the record, and the move; the first of a pause too.
        better, other: moves of which the first is to be explained.
        iterations: of an analysis, for each of the other players.
    """

    verb: Literal["choose", "advise", "explain", "review", "look", "try", "pause", "analyse"]
    game: str
    known: bytes
    seat: int
    level: str
    key: int
    number: int = 0
    played: str = ""
    better: str = ""
    other: str = ""
    iterations: int = 0

    @classmethod
    def about(cls, verb: Literal["choose", "advise"], match: Match, seat: int, level: str, key: int) -> "Question":
        """Return a question about a match, with nothing in it that the seat cannot know."""
        return cls(verb, match.game.name, known_to(match, seat, key).tobytes(), seat, level, key)

    @classmethod
    def review(
        cls,
        match: Match,
        seat: int,
        played: str,
        level: str,
        key: int,
        verb: Literal["review", "look", "try"] = "review",
    ) -> "Question":
        """Return the question what the next move of a match was worth; ``key``: of the whole review."""
        question = ReviewQuestion.about(match, seat, played, key)
        known = question.question.state.tobytes()
        return cls(verb, match.game.name, known, seat, level, question.key, question.number, played)

    @classmethod
    def at_pause(cls, now: Match, level: str, key: int) -> "Question":
        """Return the question what the seats can expect at a pause of a match; ``key``: of the whole review."""
        known = known_at_pause(now, key := key_at(key, now.number)).state.tobytes()
        return cls("pause", now.game.name, known, OBSERVER, level, key, now.number)

    @classmethod
    def why(cls, match: Match, seat: int, better: str, other: str, key: int) -> "Question":
        """Return the question why a move of a seat is better than another one."""
        known = known_to(match, seat, key).tobytes()
        return cls("explain", match.game.name, known, seat, ANALYSIS, key, better=better, other=other)

    @classmethod
    def analysis(cls, match: Match, seat: int, iterations: int, key: int) -> "Question":
        """Return the question what a match looks like in the eyes of a seat, which need not be awaited."""
        known = known_to(match, seat, key).tobytes()
        return cls("analyse", match.game.name, known, seat, ANALYSIS, key, iterations=iterations)


Answer: TypeAlias = str | Sequence[Advice] | Explanation | ReviewedDecision | Pause | Analysis


class NoAnswer(MaleconError):
    """A computer player was too late, or something went wrong with it."""


class NotCompiled(NoAnswer):
    """Compiled rules are needed, and there are none."""


class ProcessEnded(NoAnswer):
    """A process has ended while it was asked: it was killed, or told to end as all processes of a server are."""


def answer(question: Question) -> Answer:
    """Return the answer.

    A plain process explains nothing, for it would take minutes.
    """
    game = games[question.game]
    match = Match(game, np.frombuffer(question.known, game.state)[0])
    if question.verb == "analyse":
        return analyse(SearchQuestion(game, match.state, question.seat), question.iterations, question.key)
    if question.verb == "explain":
        better, other = map(game.notation.parse, (question.better, question.other))
        from malecon.agents.explanation import explain  # here, because a server never explains by itself

        about = SearchQuestion(game, match.state, question.seat, better)
        return explain(about, other, config_of(game), question.key) if JIT else Explanation()
    if question.verb == "pause":
        return chances_at(question.number, SearchQuestion(game, match.state, question.seat), question.key)
    agent = LEVELS.get(question.level) or STYLED[question.level]
    if question.verb in ("review", "look", "try"):
        assert isinstance(agent, Searcher)
        about = SearchQuestion(game, match.state, question.seat, game.notation.parse(question.played))
        reviewed = ReviewQuestion(about, question.number, question.key)
        if question.verb == "look":
            return first_look(reviewed, agent)
        return review_decision(reviewed, agent, is_quick=question.verb == "try")
    if question.verb == "choose":
        return agent.choose(match, question.seat, question.key)
    if isinstance(agent, Searcher):
        return hint(agent, match, question.seat, question.key)
    return agent.advise(match, question.seat, question.key)


def _serve_questions(pipe: "Connection[object, Question | None]", niceness: int = 0) -> None:
    """Get ready, and answer questions until nobody is there to ask; what a new process does.

    ``None`` asks only whether the process lives, and is answered with ``None``. ``niceness``: by how much the answers
    leave the processor to others.
    """
    die_first()
    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all processes of a terminal; who asks decides
    if JIT:
        _load_compiled_rules()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    try:
        pipe.send(None)
        while True:
            question = pipe.recv()
            try:
                pipe.send(None if question is None else answer(question))
            except Exception as error:
                pipe.send(error)
    except (EOFError, OSError):
        return


def die_first() -> None:
    """Let the system end this process rather than others when memory is short (Linux; without effect elsewhere)."""
    with suppress(OSError, ValueError):
        adjustment = max(OOM_SCORE_ADJUSTMENT, int(OOM_FILE.read_text("ascii")))
        OOM_FILE.write_text(f"{adjustment}", "ascii")


def _serve_reviews(pipe: "Connection[object, Question | None]") -> None:
    """Answer questions as ``_serve_questions`` does, with the time of the processor that others leave."""
    _serve_questions(pipe, LAST)


def _load_compiled_rules() -> None:
    """Load all games from the cache of compiled code; what is not there is compiled, and leaves others their time."""
    if not is_cache_filled() and hasattr(os, "nice"):
        os.nice(NICENESS)
    for game in games.values():
        prepare(game)


def is_cache_filled() -> bool:
    """Tell whether all games are in the cache of compiled code."""
    return all(map(is_prepared, games.values()))


class PlayerProcess:
    """One process. Methods block."""

    def __init__(self, *, is_plain: bool, reviews: bool = False) -> None:
        """Start the process; it gets ready by itself. ``reviews``: it leaves the processor to all others.

        Raises:
            NoAnswer: it cannot be started.
        """
        self.is_plain = is_plain
        serve = (_serve_reviews if reviews else _serve_questions).__name__
        try:
            self._pipe, theirs = SPAWN.Pipe()
            arguments = (__name__, serve, theirs)
            self.process = SPAWN.Process(target=run_in_mode, args=arguments, kwargs={"is_plain": is_plain}, daemon=True)
            self.process.start()
        except OSError as error:
            raise NoAnswer(f"no process can be started: {error.strerror}") from None
        theirs.close()
        self.is_ready = False
        """Whether it is known to be able to think."""

    def wait_until_ready(self) -> None:
        """Wait until the process can think.

        Raises:
            NoAnswer: it cannot.
        """
        if not self.is_ready:
            received = self._receive(PLAIN_READY_S if self.is_plain else READY_S)
            if isinstance(received, Exception):
                self.kill()
                raise NoAnswer(str(received))
            self.is_ready = True

    def ask(self, question: Question, deadline: float) -> Answer:
        """Return the answer to a question.

        Args:
            question: what is asked.
            deadline: seconds that the player may think, from when the process is ready.

        Raises:
            NoAnswer: it did not come in time, which ends the process, or something went wrong.
            ProcessEnded: the process has ended.
        """
        self.wait_until_ready()
        received = self._exchange(question, deadline)
        if isinstance(received, Exception):
            raise NoAnswer(f"a computer player failed: {received!r}")
        assert received is not None
        return received

    @property
    def is_alive(self) -> bool:
        """Whether the process has not ended; it may be stopped."""
        return self.process.is_alive()

    def answers(self) -> bool:
        """Tell whether the process, which is ready and has nothing to do, lives; one that is stopped is ended."""
        try:
            return self._exchange(None, ALIVE_S) is None
        except NoAnswer:
            return False

    def kill(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.process.join()

    def _exchange(self, question: Question | None, deadline: float) -> Answer | Exception | None:
        try:
            self._pipe.send(question)
        except OSError:
            raise self._ended() from None
        return self._receive(deadline)

    def _receive(self, deadline: float) -> Answer | Exception | None:
        try:
            if self._pipe.poll(deadline):
                return self._pipe.recv()
        except (EOFError, OSError):
            raise self._ended() from None
        self.kill()
        raise NoAnswer(f"a computer player took longer than {deadline:g} s")

    def _ended(self) -> ProcessEnded:
        self.kill()
        return ProcessEnded("a computer player's process has died")
