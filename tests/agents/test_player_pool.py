"""Processes in which computer players think: plain at first, compiled as soon as they can be, and alike."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import malecon
from malecon.agents import LEVELS
from malecon.agents.player_pool import PlayerPool
from malecon.agents.player_process import Question
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.core.process import VARIABLE

needs_compiler = pytest.mark.skipif(not JIT, reason="the compiler is not allowed in this run")
MOVES_TO_POSITION = (0, 25, 60)

ANSWERS = """
import sys
from dataclasses import replace
from malecon.agents import LEVELS
from malecon.agents.player_process import answer
from malecon.agents.levels import Budget
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


@needs_compiler
def test_the_same_key_gives_the_same_moves_compiled_and_plain() -> None:
    (is_compiled, *compiled), (is_plain, *plain) = answers("1"), answers("0")

    assert (is_compiled, is_plain) == ("True", "False")
    assert len(compiled) == 3 * len(MOVES_TO_POSITION) * len(malecon.games)
    assert compiled == plain


@pytest.fixture
def question() -> Question:
    return Question.about("choose", position("havana", 0), 0, "random", 1)


@pytest.fixture
def pool() -> Iterator[PlayerPool]:
    pool = PlayerPool()
    yield pool
    pool.close()


def kinds(pool: PlayerPool) -> list[bool]:
    """Return of every process that is alive whether it is plain."""
    return [process.is_plain for process in pool._processes if process.is_alive]


@needs_compiler
def test_a_compiled_process_takes_over(pool: PlayerPool, question: Question) -> None:
    first = pool.ask(question)
    pool.wait_until_settled()

    assert pool.ask(question) == first
    assert kinds(pool) == [False]
    assert not pool.is_compiling


@needs_compiler
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
