"""Chapter 11, the variant."""

import pytest

from cuba_table import ANA, BEN, CARLA, begun
from malecon.games.cuba.cards import NAMES
from malecon.games.cuba.events import Sealed, TurnBegan
from malecon.games.cuba.parliament_events import BillTurnedUp, Showed


@pytest.mark.rule("CUB-11.1")
def test_after_the_bills_each_player_seals_a_character_secretly_and_at_once() -> None:
    game = begun(3, sealed=True)

    assert isinstance(game.events[-1], BillTurnedUp)
    assert game.question == "seal"
    assert game.awaited == [ANA, BEN, CARLA]
    assert all(game.legal(seat) == [f"seal {name}" for name in NAMES] for seat in range(3))

    (event,) = game.play(CARLA, "seal mayor")

    assert event == Sealed(CARLA, "mayor")
    assert game.awaited == [ANA, BEN]
    assert game.legal(CARLA) == []


@pytest.mark.rule("CUB-11.1")
def test_a_sealed_character_cannot_be_played_in_this_round() -> None:
    game = begun(sealed=True)
    game.play(ANA, "seal mayor")
    events = game.play(BEN, "seal worker")
    assert events[-1] == TurnBegan(game.first)

    for seat, missing in ((ANA, "mayor"), (BEN, "worker")):
        assert game.hand(seat) == set(NAMES) - {missing}
    first = game.first
    assert game.legal(first) == [f"play {name}" for name in NAMES if name != ("mayor", "worker")[first]]


@pytest.mark.rule("CUB-11.1")
def test_the_other_four_are_played_and_the_sealed_one_is_shown_in_phase_c() -> None:
    game = begun(sealed=True)
    game.play(ANA, "seal mayor")
    game.play(BEN, "seal foreman")

    while not any(isinstance(event, Showed) for event in game.events):
        seat = game.awaited[0]
        game.play(seat, game.legal(seat)[-1])

    assert {Showed(ANA, "mayor", 5), Showed(BEN, "foreman", 4)} <= {e for e in game.events if isinstance(e, Showed)}
    assert game.hand(ANA) == {"mayor"}


@pytest.mark.rule("CUB-11.1")
def test_each_round_begins_with_sealing() -> None:
    game = begun(sealed=True)

    rounds = set()
    while not game.over:
        if game.question == "seal":
            rounds.add(game.round_no)
        seat = game.awaited[0]
        game.play(seat, game.legal(seat)[-1])

    assert rounds == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("CUB-11.1")
def test_without_the_option_nothing_is_sealed() -> None:
    assert begun().question == "play"
