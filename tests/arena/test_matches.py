"""Matches between computer players: fair blocks, results that can be read again, figures that are right."""

from pathlib import Path

import pytest

from malecon.agents import LEVELS
from malecon.agents.agent import RandomPlayer
from malecon.agents.match_statistics import agent_statistics, blocks_of, decision
from malecon.agents.matches import GameResult, LineUp, find_agent, play_block, play_blocks, results_in, write
from malecon.core.errors import UsageError
from malecon.core.files import open_appended
from modes import needs_compiler

LINE = LineUp("havana", ("random", "easy"))
pytestmark = needs_compiler("whole games of planners")


def lucky() -> RandomPlayer:
    """Make an agent, as people can who write their own."""
    return RandomPlayer("lucky")


def made_up(block: int, shares: tuple[float, ...]) -> list[GameResult]:
    """Return a block in which every game went alike."""
    return [GameResult(LINE, block, turned, shares, (10, 20), (0.5, 1.0), (5, 4)) for turned in range(2)]


def test_in_a_block_everybody_sits_in_every_seat_once() -> None:
    block = play_block(LINE, 7)

    assert [game.turned for game in block] == [0, 1]
    assert all(sum(game.shares) == pytest.approx(1) for game in block)
    assert all(game.decisions[0] > 0 and game.seconds[1] > 0 for game in block)


def test_a_block_can_be_repeated() -> None:
    first, again = play_block(LINE, 7), play_block(LINE, 7)

    assert [(game.shares, game.points, game.decisions) for game in first] == [
        (game.shares, game.points, game.decisions) for game in again
    ]


def test_options_of_the_game_hold() -> None:
    assert play_block(LineUp("havana", ("random", "random"), {"edition": "filosofia"}), 1)


def test_all_blocks_are_played_once() -> None:
    found = [block[0].block for block in play_blocks(LineUp("havana", ("random", "random")), range(13), processes=2)]

    assert sorted(found) == list(range(13))


def test_results_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    block = play_block(LINE, 0)

    with open_appended(file) as results:
        write(results, block)
        write(results, made_up(1, (0.0, 1.0)))

    assert results_in(file) == block + made_up(1, (0.0, 1.0))


def test_a_damaged_line_of_results_is_named(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with open_appended(file) as results:
        write(results, made_up(1, (0.0, 1.0)))
    file.write_text(file.read_text() + "{\n")

    with pytest.raises(UsageError, match="line 3"):
        results_in(file)


def test_a_block_that_was_cut_short_is_played_again(tmp_path: Path) -> None:
    file, block = tmp_path / "results.jsonl", made_up(1, (0.0, 1.0))
    with open_appended(file) as results:
        write(results, block)
    file.write_bytes(file.read_bytes() + b'{"line":{"ga')

    assert results_in(file) == block
    with open_appended(file) as results:
        write(results, made_up(2, (0.0, 1.0)))
    assert results_in(file) == block + made_up(2, (0.0, 1.0))


def test_there_are_no_results_in_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert results_in(tmp_path / "none") == []


def test_an_agent_can_be_somebodys_own() -> None:
    assert find_agent(f"{__name__}:lucky").name == "lucky"
    assert find_agent("easy") is LEVELS["easy"]


@pytest.mark.parametrize(
    "name", ["nobody", "no.module:factory", "arena.test_matches:nothing", "arena.test_matches:LINE"]
)
def test_an_agent_that_is_not_there_is_refused_by_name(name: str) -> None:
    with pytest.raises(UsageError, match=name):
        find_agent(name)


def test_only_whole_blocks_count() -> None:
    games = [*made_up(1, (0.0, 1.0)), made_up(2, (1.0, 0.0))[0]]

    assert blocks_of(games) == [made_up(1, (0.0, 1.0))]


def test_standings_are_the_shares_points_and_seconds_of_each_agent() -> None:
    blocks = [made_up(number, (0.25, 0.75)) for number in range(400)]

    easy, random = agent_statistics(blocks)

    assert (easy.agent, easy.win_share, easy.points, easy.seconds_per_decision) == ("easy", 0.75, 20, 0.25)
    assert (random.agent, random.win_share) == ("random", 0.25)
    assert easy.low < 0.75 < easy.high < 0.76
    assert easy.rating > random.rating


def test_the_same_agent_in_two_seats_counts_together() -> None:
    line = LineUp("havana", ("easy", "random", "random", "random"))
    game = GameResult(line, 0, 0, (1.0, 0.0, 0.0, 0.0), (9, 1, 2, 3), (1.0,) * 4, (1,) * 4)

    easy, random = agent_statistics([[game]])

    assert (easy.win_share, random.win_share, random.points) == (1.0, 0.0, 2)


@pytest.mark.parametrize(
    ("share", "verdict"), [(0.62, "high"), (0.48, "low"), (0.55, "on")], ids=["better", "equal", "between"]
)
def test_a_sequential_test_decides_when_it_is_likely_enough(share: float, verdict: str) -> None:
    shares = [share - 0.3, share + 0.3] * 100

    assert decision(shares, 0.5, 0.6) == verdict
    assert decision(shares[:2], 0.5, 0.6) == "on"
