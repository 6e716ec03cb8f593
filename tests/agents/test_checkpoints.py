"""The networks of the folder ``checkpoints``, and those of the package."""

from pathlib import Path

import pytest

from malecon import research
from malecon.agents.levels import NETWORKS
from malecon.agents.network_player import network_player
from malecon.agents.policy_network_file import read_policy_network
from modes import once

ROOT = Path(__file__).parents[2]
CHECKPOINTS = sorted([*ROOT.glob("checkpoints/*.npz"), *NETWORKS.values()])
MOST_BYTES = 5_000_000
each_checkpoint = pytest.mark.parametrize("file", CHECKPOINTS, ids=lambda file: file.stem)


@once
@each_checkpoint
def test_a_checkpoint_is_named_after_its_game_and_seats_and_says_how_it_was_made(file: Path) -> None:
    card, _ = read_policy_network(file)

    assert file.stem == "-".join(map(str, (card.game, *card.seats)))
    assert file.stat().st_size < MOST_BYTES
    assert {"learning", "data"} <= card.about.keys()
    assert f"`{file.name}`" in (ROOT / "docs/checkpoints.md").read_text("utf-8")


@once
@each_checkpoint
def test_a_checkpoint_wins_all_games_of_a_block_against_random_players(file: Path) -> None:
    player = network_player(file)
    for seats in player.card.seats:
        found = research.evaluate(player, player.card.game, seats=seats, against="random", blocks=1, jobs=1)
        assert found.figures.policy.share == 1, seats
