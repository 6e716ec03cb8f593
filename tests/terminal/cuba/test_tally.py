"""What many games of Cuba have in common."""

from statistics import mean

import pytest

import malecon
from malecon.core.i18n import languages, load
from malecon.games.cuba import text
from malecon.games.cuba.terminal.figures import FIRST, figures, figures_in_words
from malecon.presentation.terminal_game import Finished
from malecon.terminal.simulate import random_games


@pytest.fixture(scope="module")
def games() -> list[Finished]:
    return list(random_games(malecon.games["cuba"], 4, 3, 1, {}))


def test_every_point_has_its_source(games: list[Finished]) -> None:
    for game in games:
        assert sum(game.counts.get(source, 0) for source in text.POINTS) == sum(
            player.points for player in game.view.players
        )


def test_figures_are_means(games: list[Finished]) -> None:
    found = figures(games)
    players = [player for game in games for player in game.view.players]

    assert sum(found["points by source"].values()) == pytest.approx(mean(player.points for player in players))
    assert found["pesos left a player"] == mean(player.pesos for player in players)
    assert found["buildings built a player"] == mean(int(text.building_count(player)) for player in players)
    assert len(found["buildings"]) == 24
    assert all(0 <= share <= 1 for share in found["buildings"].values())
    assert found["ships left a game"] >= 4  # CUB-8.3


def test_the_first_player_of_the_first_round_is_remembered(games: list[Finished]) -> None:
    for number, game in enumerate(games):
        match = malecon.games["cuba"].start(seats=3, seed=1 + number)
        assert game.counts[FIRST] == match.seen_by(None).order[0]


@pytest.mark.parametrize("code", languages())
def test_figures_are_said_in_sentences(games: list[Finished], code: str) -> None:
    said = figures_in_words(figures(games), load(code))

    assert all(sentence.endswith(".") for sentence in said)
