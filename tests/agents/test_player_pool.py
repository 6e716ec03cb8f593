"""Processes in which computer players think: plain at first, compiled as soon as they can be, and alike."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import cast

import pytest

import malecon
from malecon.agents import LEVELS, player_pool, player_process
from malecon.agents.player_pool import PAUSES_S, PlayerPool
from malecon.agents.player_process import (
    OOM_FILE,
    OOM_SCORE_ADJUSTMENT,
    NoAnswer,
    PlayerProcess,
    ProcessEnded,
    Question,
)
from malecon.core.match import Match
from malecon.core.plain_mode import VARIABLE
from malecon.services.computer_players import PROCESS_KINDS, ComputerPlayers
from malecon.services.metrics import REGISTRY
from modes import needs_compiler
from patience import PATIENCE_S

compiles = needs_compiler("the compiler is not allowed in this run")
MOVES_TO_POSITION = (0, 25, 60)

ANSWERS = """
import sys
from dataclasses import replace
from malecon.agents import LEVELS
from malecon.agents.player_process import answer
from malecon.agents.searcher import Budget
from malecon.core.jit import JIT
from agents.test_player_pool import questions

LEVELS["standard"] = replace(LEVELS["standard"], budget=Budget(15))
print(JIT)
for question in questions():
    print(answer(question))
"""


def position(game: str, moves: int) -> Match:
    """Return a match after some random moves."""
    match = malecon.games[game].start(seats=3, seed=4)
    for key in range(moves):
        seat = match.to_move[0]
        match.play(seat, LEVELS["random"].choose(match, seat, key))
    return match


def questions() -> Iterator[Question]:
    """Yield the same questions in every process."""
    for game in malecon.games:
        for moves in MOVES_TO_POSITION:
            match = position(game, moves)
            for level in ("random", "easy"):
                yield Question.about("choose", match, match.to_move[-1], level, 11)
            yield Question.about("advise", match, match.to_move[-1], "standard", 12)  # the first of these is its choice


def answers(jit: str) -> list[str]:
    """Return whether a process compiles the rules, and its answers to all questions."""
    tests = str(Path(__file__).parent.parent)
    environment = {**os.environ, VARIABLE: jit, "PYTHONPATH": os.pathsep.join([tests, *sys.path])}
    told = subprocess.run([sys.executable, "-c", ANSWERS], env=environment, capture_output=True, text=True, check=True)
    return told.stdout.splitlines()


@pytest.mark.slow
@compiles
def test_the_same_key_gives_the_same_moves_compiled_and_plain() -> None:
    (is_compiled, *compiled), (is_plain, *plain) = answers("1"), answers("0")

    assert (is_compiled, is_plain) == ("True", "False")
    assert len(compiled) == 3 * len(MOVES_TO_POSITION) * len(malecon.games)
    assert compiled == plain


@pytest.fixture
def question() -> Question:
    return Question.about("choose", position("havana", 0), 0, "random", 1)


@dataclass
class Clock:
    """Seconds that pass only when a test says so."""

    at: float = 0.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def pool() -> Iterator[PlayerPool]:
    pool = PlayerPool(clock=Clock())
    yield pool
    pool.close()


def kinds(pool: PlayerPool) -> list[bool]:
    """Return of every process that is alive whether it is plain."""
    return [process.is_plain for process in pool._processes if process.is_alive]


@compiles
def test_a_compiled_process_takes_over(pool: PlayerPool, question: Question) -> None:
    first = pool.ask(question)
    pool.wait_until_settled()

    assert pool.ask(question) == first
    assert kinds(pool) == [False]
    assert not pool.is_compiling


@compiles
@pytest.mark.parametrize("harm", ["no folder for the cache", "no compiler"])
def test_plain_processes_go_on_where_none_can_be_compiled_and_the_log_says_why_once(
    harm: str,
    pool: PlayerPool,
    question: Question,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    if harm == "no compiler":
        (tmp_path / "numba.py").write_text("raise ImportError('there is no compiler')", "utf-8")
        monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])  # that of new processes too
        reason = "there is no compiler"
    else:
        (tmp_path / "file").touch()
        monkeypatch.setenv("MALECON_CACHE", str(tmp_path / "file"))
        reason = "compiled code cannot be kept"

    with caplog.at_level(logging.WARNING):
        first = pool.ask(question)
        pool.wait_until_settled()
        again = pool.ask(question)

    assert first == again
    assert kinds(pool) == [True]
    assert not pool.is_compiling
    (told,) = (record.getMessage() for record in caplog.records)
    assert "think without compiled rules" in told
    assert reason in told


def test_without_leave_for_the_compiler_processes_stay_plain(
    pool: PlayerPool, question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "0")
    pool.compile_ahead()

    assert pool.ask(question)
    pool.wait_until_settled()
    assert kinds(pool) == [True]


class Process:
    """A process that is ready at once, and answers with its number."""

    count = 0

    def __init__(self, *, is_plain: bool, reviews: bool = False) -> None:
        Process.count += 1
        self.number, self.is_plain, self.is_alive, self.is_ready = Process.count, is_plain, True, is_plain
        self.dies = self.is_stopped = False
        self.asked = 0

    def wait_until_ready(self) -> None:
        self.is_ready = True

    def answers(self) -> bool:
        if self.is_stopped:
            self.kill()
        return self.is_alive

    def ask(self, question: Question, deadline: float) -> str:
        self.asked += 1
        if self.dies:
            self.is_alive = False
            raise ProcessEnded("killed")
        return str(self.number)

    def kill(self) -> None:
        self.is_alive = False


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are those of ``Process``, and may be compiled at no cost."""
    monkeypatch.setattr(player_pool, "PlayerProcess", Process)
    monkeypatch.setattr(player_pool, "may_compile", lambda: True)
    monkeypatch.setattr(player_pool, "is_cache_filled", lambda: True)


def compiled(pool: PlayerPool) -> list[Process]:
    """Return the compiled processes that are alive."""
    found = [cast("Process", each) for each in pool._processes]
    return [each for each in found if each.is_alive and not each.is_plain]


@pytest.mark.usefixtures("compiling")
@pytest.mark.parametrize("has_spare", [False, True])
def test_one_process_more_is_kept_ready_if_that_is_wanted_and_is_replaced_when_one_dies(
    has_spare: bool, question: Question
) -> None:
    pool = PlayerPool(has_spare=has_spare)
    pool.wait_until_settled()
    assert len(compiled(pool)) == 1 + has_spare

    for _ in range(3):
        taken = cast("Process", pool._idle[-1])
        taken.dies = True
        assert pool.ask(question) != str(taken.number)  # another one answers, in the same call
        pool.wait_until_settled()
        assert len(compiled(pool)) == 1 + has_spare
        assert all(each.is_ready for each in compiled(pool))
    pool.close()


@pytest.mark.usefixtures("compiling")
def test_nobody_waits_for_a_process_that_gets_ready(question: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on = Event()
    monkeypatch.setattr(Process, "wait_until_ready", lambda self: may_go_on.wait(PATIENCE_S))
    pool = PlayerPool(has_spare=True)

    first = pool.ask(question)
    assert [each.is_plain for each in pool._idle] == [True]
    assert pool.ask(question) == first  # the same plain process, while the compiled one is not ready

    may_go_on.set()
    pool.wait_until_settled()
    assert pool.ask(question) != first
    assert not [each for each in pool._idle if each.is_plain]
    pool.close()


def die(process: Process) -> None:
    process.kill()
    raise ProcessEnded("no memory")


def fail_to_start(process: Process) -> None:
    process.kill()
    raise MemoryError("no memory")


@pytest.mark.usefixtures("compiling")
@pytest.mark.parametrize("failure", [die, fail_to_start])
@pytest.mark.parametrize("was_compiled", [False, True])
def test_where_processes_die_before_they_are_ready_it_is_tried_again_after_growing_pauses(
    failure: Callable[[Process], None],
    was_compiled: bool,
    question: Question,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    clock = Clock()
    pool = PlayerPool(clock=clock)
    if was_compiled:
        pool.wait_until_settled()
        cast("Process", pool._idle[-1]).kill()

    with monkeypatch.context() as patch:
        patch.setattr(Process, "wait_until_ready", failure)
        assert pool.ask(question)  # by a plain process
        pool.wait_until_settled()
        for pause in (*PAUSES_S, PAUSES_S[-1]):
            before = Process.count
            clock.at += pause - 1
            assert pool.ask(question)
            pool.wait_until_settled()
            assert Process.count == before  # not yet
            clock.at += 1
            assert pool.ask(question)
            pool.wait_until_settled()
            assert Process.count == before + 1
        assert [pool.count(is_plain=each) for each in (False, True)] == [0, 1]
    clock.at += PAUSES_S[-1]
    pool.wait_until_settled()

    assert [pool.count(is_plain=each) for each in (False, True)] == [1, 0]
    lost, found = (record.getMessage() for record in caplog.records)
    assert "without compiled rules, slower and weaker: no memory" in lost
    assert "with compiled rules again" in found
    pool.close()


@pytest.mark.usefixtures("compiling")
def test_a_lack_of_threads_is_a_failure_like_others(question: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    clock = Clock()
    pool = PlayerPool(clock=clock)
    with monkeypatch.context() as patch:
        patch.setattr(Thread, "start", refuse)
        assert pool.ask(question)
    clock.at += PAUSES_S[0]
    pool.wait_until_settled()

    assert len(compiled(pool)) == 1
    pool.close()


@pytest.mark.usefixtures("compiling")
def test_no_question_goes_to_a_process_that_is_stopped(question: Question) -> None:
    pool = PlayerPool(has_spare=True)
    pool.wait_until_settled()
    for stopped in compiled(pool):
        stopped.is_stopped = True

    assert pool.ask(question)  # by a plain process: both compiled ones are stopped
    assert stopped.asked == 0
    pool.wait_until_settled()
    assert [each.is_stopped for each in compiled(pool)] == [False, False]
    pool.close()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="only POSIX stops processes")
def test_a_process_that_is_stopped_is_found_out_and_ended(question: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    process = PlayerProcess(is_plain=True)
    process.wait_until_ready()
    assert process.answers()
    assert process.ask(question, PATIENCE_S)
    assert process.answers()

    os.kill(process.process.pid or 0, signal.SIGSTOP)
    monkeypatch.setattr(player_process, "ALIVE_S", 0.2)
    assert process.is_alive
    assert not process.answers()
    assert not process.is_alive
    assert not process.answers()


def test_where_no_pipe_can_be_made_there_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(player_process.SPAWN, "Pipe", refuse)
    with pytest.raises(NoAnswer, match="Too many open files"):
        PlayerProcess(is_plain=True)


@pytest.mark.usefixtures("compiling")
def test_processes_are_measured_by_kind(question: Question) -> None:
    players = ComputerPlayers(1)

    def measured() -> list[float | None]:
        return [REGISTRY.get_sample_value("malecon_player_processes", {"kind": kind}) for kind in PROCESS_KINDS]

    assert measured() == [0, 0]
    players._pool.wait_until_settled()
    assert measured() == [1, 0]
    players.close()
    assert measured() == [0, 0]


@pytest.mark.skipif(not OOM_FILE.exists(), reason="only Linux lets a process say that it may be ended first")
def test_processes_that_think_are_the_first_to_die_where_memory_is_short(pool: PlayerPool, question: Question) -> None:
    mine = int(OOM_FILE.read_text("ascii"))
    pool.ask(question)
    pool.wait_until_settled()

    for process in pool._processes:
        if process.is_alive:
            theirs = int(Path(f"/proc/{process.process.pid}/oom_score_adj").read_text("ascii"))
            assert theirs >= max(mine, OOM_SCORE_ADJUSTMENT)
    assert int(OOM_FILE.read_text("ascii")) == mine
