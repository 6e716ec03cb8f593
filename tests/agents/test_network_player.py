"""The player that moves by a network alone."""

import pickle
from collections import Counter
from pathlib import Path

import pytest

import malecon
from agents.networks import card_for, written
from agents.positions import begun
from malecon.agents.matches import LineUp, find_agent, play
from malecon.agents.network_player import network_player
from malecon.core import contract
from malecon.core.errors import UsageError
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.research import evaluate

each_game = pytest.mark.parametrize("game", malecon.games)
DRAWS = 400 if JIT else 60


@each_game
def test_it_advises_every_legal_move_once_by_probability(game: str, tmp_path: Path) -> None:
    player = network_player(written(tmp_path / "small.npz", card_for(game, (2, 3, 4))))
    match = begun(game)
    seat = match.to_move[0]

    advice = player.advise(match, seat)

    assert sorted(each.move for each in advice) == sorted(match.legal(seat))
    probabilities = [each.worth for each in advice]
    assert sum(probabilities) == pytest.approx(1)
    assert probabilities == sorted(probabilities, reverse=True)


@each_game
def test_it_draws_moves_by_their_probabilities_and_the_same_for_the_same_key(game: str, tmp_path: Path) -> None:
    player = network_player(written(tmp_path / "small.npz", card_for(game, (2, 3, 4))))
    match = begun(game)
    seat = match.to_move[0]

    drawn = [player.choose(match, seat, key) for key in range(DRAWS)]

    assert drawn[:20] == [player.choose(match, seat, key) for key in range(20)]
    counts = Counter(drawn)
    for each in player.advise(match, seat):
        spread = (each.worth * (1 - each.worth) / DRAWS) ** 0.5
        assert counts[each.move] / DRAWS == pytest.approx(each.worth, abs=5 * spread + 1 / DRAWS)


@each_game
def test_what_its_seat_cannot_know_changes_nothing(game: str, tmp_path: Path) -> None:
    player = network_player(written(tmp_path / "small.npz", card_for(game, (2, 3, 4))))
    match = begun(game)
    seat = match.to_move[0]
    other = Match(match.game, match.state.copy())
    contract.guess(other.state, seat, 5)

    assert match.state.tobytes() != other.state.tobytes()
    assert player.advise(other, seat) == player.advise(match, seat)


def test_a_table_that_it_does_not_know_is_refused(tmp_path: Path) -> None:
    havana, cuba = malecon.games["havana"], malecon.games["cuba"]
    player = network_player(written(tmp_path / "small.npz", card_for("havana", (2, 4))))
    with pytest.raises(UsageError, match=r"small.npz: was asked about 3 seats, but knows only 2 or 4"):
        player.choose(havana.start(seats=3, seed=1), 0)
    with pytest.raises(UsageError, match=r"small.npz: plays havana, but was asked about cuba"):
        player.choose(cuba.start(seats=2, seed=1), 0)
    with pytest.raises(UsageError, match=r"small.npz: knows havana only without the option edition"):
        player.choose(havana.start(seats=2, seed=1, edition="filosofia"), 0)


def test_it_plays_with_options_that_its_network_knows(tmp_path: Path) -> None:
    match = malecon.games["havana"].start(seats=2, seed=1, edition="filosofia")
    player = network_player(written(tmp_path / "small.npz", card_for("havana", (2,), ("edition",))))

    assert player.choose(match, 0, key=1) in match.legal(0)


def test_a_match_and_an_evaluation_take_it_by_the_name_of_its_file(tmp_path: Path) -> None:
    file = written(tmp_path / "small.npz", card_for("havana"))

    result = play(LineUp("havana", (str(file), "random")), block=1, turned=0)
    evaluation = evaluate(str(file), "havana", seats=2, against="random", blocks=1)

    assert sum(result.shares) == 1
    assert [game.illegal for game in evaluation.games] == [(0, 0)] * 2
    with pytest.raises(UsageError, match=r"nothing\.npz: cannot be read: it is not there"):
        find_agent(str(tmp_path / "nothing.npz"))


def test_a_file_that_is_written_anew_is_read_anew_and_else_only_once(tmp_path: Path) -> None:
    file = written(tmp_path / "small.npz", card_for("havana"))
    player = network_player(file)
    assert network_player(file) is player
    assert pickle.loads(pickle.dumps(player)) is player

    written(file, card_for("havana"), seed=2)

    assert network_player(file) is not player
