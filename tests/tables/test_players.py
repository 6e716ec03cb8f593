"""Computer players in processes of their own: what they get, and what happens when they fail."""

import asyncio
import logging
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace

import pytest

from face.playing import random_match
from malecon import UsageError
from malecon.agents import player_pool
from malecon.agents.agent import PolicyPlayer
from malecon.agents.player_process import NoAnswer, PlayerProcess, Question
from malecon.core.match import Match
from malecon.services import computer_players
from malecon.services.computer_players import ComputerPlayers
from modes import once
from patience import PATIENCE_S
from tables.sitting import new_table
from worlds import shake

AT_ONCE = 0.1


@pytest.fixture(scope="module")
def players() -> Iterator[ComputerPlayers]:
    players = ComputerPlayers(1, PATIENCE_S)
    yield players
    players.close()


@pytest.fixture
def match() -> Match:
    return new_table("havana, 2 seats").match


@pytest.fixture
def turn(match: Match) -> Match:
    """A match of which seat 0 has 22 legal moves, among which the policy chooses quickly."""
    for seat in (0, 1):
        match.play(seat, match.legal(seat)[0])
    return match


async def thinking(players: ComputerPlayers) -> int:
    """Return the number of the process that thinks next."""
    await players.wait_until_settled()
    match = new_table("havana, 2 seats").match
    await players.advise(match, 0, "random")
    return players._pool._idle[-1].process.pid or 0


def test_a_process_chooses_and_advises(players: ComputerPlayers, match: Match) -> None:
    async def ask() -> None:
        await players.wait_until_settled()
        assert await players.choose(match, 0, "random") in match.legal(0)
        advice = await players.advise(match, 1, "random")
        assert sorted(each.move for each in advice) == sorted(match.legal(1))

    asyncio.run(ask())


KEY = 5


@pytest.fixture
def known_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each decision of a computer player has the same key."""
    monkeypatch.setattr(computer_players, "secrets", SimpleNamespace(randbits=lambda bits: KEY))


@pytest.fixture
def quiet() -> Iterator[None]:
    """The log says nothing."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.usefixtures("known_key", "quiet")
def test_a_player_that_fails_is_replaced_by_the_policy_for_one_move(players: ComputerPlayers, turn: Match) -> None:
    async def ask() -> None:
        before = await thinking(players)
        assert await players.choose(turn, 0, "no such level") == PolicyPlayer().choose(turn, 0, KEY)
        assert await thinking(players) == before
        with pytest.raises(UsageError, match="level: is 'no such level'"):
            await players.advise(turn, 0, "no such level")

    asyncio.run(ask())


@once
@pytest.mark.usefixtures("known_key", "quiet")
@pytest.mark.parametrize("start", ["havana, 2 seats", "havana, 4 seats", "cuba, 2 seats", "cuba, 3 seats, sealed"])
def test_where_no_process_answers_the_policy_moves_and_never_chance(
    start: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever happens to the processes: as on a machine so busy, or so small, that none of them gets ready."""

    def fail(*_: object, **__: object) -> None:
        raise NoAnswer("no process can be started")

    monkeypatch.setattr(player_pool, "PlayerProcess", fail)
    players = ComputerPlayers(1)

    async def play(match: Match, moves: int) -> None:
        for _ in range(moves):
            seat = match.to_move[-1]
            move = await players.choose(match, seat, "easy")
            assert move == PolicyPlayer().choose(match, seat, KEY)
            match.play(seat, move)

    asyncio.run(play(new_table(start).match, 12))
    players.close()


@pytest.mark.usefixtures("quiet")
def test_where_the_policy_fails_as_well_the_first_legal_move_is_made(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = ComputerPlayers(1)
    monkeypatch.setattr(PolicyPlayer, "advise", lambda *_: [][0])
    monkeypatch.setattr(players, "_in_thread", cheat)

    assert asyncio.run(players.choose(match, 0, "easy")) == match.legal(0)[0]
    players.close()


@pytest.mark.usefixtures("known_key", "quiet")
def test_a_process_that_hangs_is_replaced_by_the_policy_and_by_another_process(
    players: ComputerPlayers, turn: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask() -> None:
        before = await thinking(players)
        os.kill(before, signal.SIGSTOP)
        with monkeypatch.context() as patch:
            patch.setattr(PlayerProcess, "answers", lambda process: True)  # it is stopped as soon as it was asked
            patch.setattr(players._pool, "_deadline", AT_ONCE)
            assert await players.choose(turn, 0, "random") == PolicyPlayer().choose(turn, 0, KEY)
        assert await thinking(players) != before

    asyncio.run(ask())


@pytest.mark.parametrize("harm", [signal.SIGSEGV, signal.SIGTERM])
def test_of_a_process_that_dies_while_it_thinks_nobody_notices(
    players: ComputerPlayers, match: Match, harm: signal.Signals, caplog: pytest.LogCaptureFixture
) -> None:
    async def ask() -> None:
        before = await thinking(players)
        os.kill(before, signal.SIGSTOP)
        asked = asyncio.create_task(players.advise(match, 0, "random"))
        await asyncio.sleep(AT_ONCE)
        for each in (harm, signal.SIGCONT):
            os.kill(before, each)
        assert {each.move for each in await asked} == set(match.legal(0))
        assert await thinking(players) != before

    asyncio.run(ask())
    assert not caplog.records


async def cheat(use: object) -> str:
    """Return a move that is none."""
    return "choose all the money"


@pytest.mark.usefixtures("known_key", "quiet")
def test_a_move_that_is_not_legal_is_not_made(turn: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    players = ComputerPlayers(1)
    monkeypatch.setattr(players, "_in_thread", cheat)

    assert asyncio.run(players.choose(turn, 0, "random")) == PolicyPlayer().choose(turn, 0, KEY)
    players.close()


def test_who_is_closed_does_not_answer(match: Match) -> None:
    players = ComputerPlayers(1)
    players.close()

    with pytest.raises(NoAnswer):
        asyncio.run(players.advise(match, 0, "random"))
    with pytest.raises(NoAnswer):
        asyncio.run(players.wait_until_settled())


@pytest.mark.parametrize("start", ["havana, 2 seats", "cuba, 2 seats"])
def test_a_process_is_told_nothing_that_its_seat_cannot_know(start: str) -> None:
    rng = random.Random(1)

    for match, seat, _ in islice(random_match(start, 1), 0, None, 5):
        other = match.copy()
        shake(other, seat, rng)

        move = match.legal(seat)[0]
        assert Question.about("choose", other, seat, "easy", 5) == Question.about("choose", match, seat, "easy", 5)
        assert Question.review(other, seat, move, "strong", 5) == Question.review(match, seat, move, "strong", 5)
        assert Question.analysis(other, seat, 9, 5) == Question.analysis(match, seat, 9, 5)


SERVER = """
import asyncio, os, signal

async def main():
    from malecon.services.computer_players import ComputerPlayers
    players = ComputerPlayers(1)
    await players.wait_until_settled()
    print("ready", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_no_process_stays_when_the_server_is_killed() -> None:
    """All processes have the server's output open: it ends when the last of them has ended."""
    ended = subprocess.run([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, timeout=300)

    assert (ended.returncode, ended.stdout) == (-signal.SIGKILL, b"ready\n")
