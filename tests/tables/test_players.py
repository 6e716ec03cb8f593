"""Computer players in processes of their own: what they get, and what happens when they fail."""

import asyncio
import logging
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from face.playing import random_match
from malecon import UsageError
from malecon.agents.player_process import NoAnswer, Question
from malecon.core.match import Match
from malecon.services.computer_players import ComputerPlayers
from tables.sitting import new_table
from worlds import shake

DEADLINE = 1.0


@pytest.fixture(scope="module")
def players() -> Iterator[ComputerPlayers]:
    players = ComputerPlayers(1, DEADLINE)
    yield players
    players.close()


@pytest.fixture
def match() -> Match:
    return new_table("havana, 2 seats").match


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


def test_a_player_that_fails_is_replaced_for_one_move(players: ComputerPlayers, match: Match) -> None:
    async def ask() -> None:
        before = await thinking(players)
        assert await players.choose(match, 0, "no such level") in match.legal(0)
        assert await thinking(players) == before
        with pytest.raises(UsageError, match="level: is 'no such level'"):
            await players.advise(match, 0, "no such level")

    logging.disable()
    asyncio.run(ask())
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("harm", [signal.SIGSTOP, signal.SIGKILL])
def test_a_process_that_hangs_or_dies_is_replaced(players: ComputerPlayers, match: Match, harm: signal.Signals) -> None:
    async def ask() -> None:
        before = await thinking(players)
        os.kill(before, signal.SIGSTOP)
        asked = asyncio.create_task(players.choose(match, 0, "random"))
        await asyncio.sleep(DEADLINE / 10)
        os.kill(before, harm)
        assert await asked in match.legal(0)
        assert await thinking(players) != before
        assert await players.choose(match, 0, "random") in match.legal(0)

    logging.disable()
    asyncio.run(ask())
    logging.disable(logging.NOTSET)


def test_a_restart_that_tells_all_processes_to_end_makes_nobody_move_at_random(
    players: ComputerPlayers, match: Match
) -> None:
    async def ask() -> None:
        before = await thinking(players)
        os.kill(before, signal.SIGSTOP)
        asked = asyncio.create_task(players.advise(match, 0, "random"))
        await asyncio.sleep(DEADLINE / 10)
        for harm in (signal.SIGTERM, signal.SIGCONT):  # systemd sends SIGTERM to every process of a service
            os.kill(before, harm)
        assert {each.move for each in await asked} == set(match.legal(0))
        assert await thinking(players) != before

    asyncio.run(ask())


def test_a_move_that_is_not_legal_is_not_made(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    async def cheat(use: object) -> str:
        return "choose all the money"

    players = ComputerPlayers(1)
    monkeypatch.setattr(players, "_in_thread", cheat)
    logging.disable()

    assert asyncio.run(players.choose(match, 0, "random")) in match.legal(0)
    logging.disable(logging.NOTSET)


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

    for match, seat, _ in random_match(start, 1):
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
