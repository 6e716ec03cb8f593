"""Chapter 3, the round."""

import pytest

from cuba_table import ANA, Table, begun, table
from malecon.games.cuba.events import Ended, Played, Returned, RoundBegan
from malecon.games.cuba.parliament_events import BillTurnedUp, Showed, Withheld


def play_on(game: Table) -> None:
    """Play the last legal move of everybody until the game is over."""
    while not game.over:
        seat = game.awaited[0]
        game.play(seat, game.legal(seat)[-1])


@pytest.mark.rule("CUB-3.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_six_rounds(seats: int) -> None:
    game = begun(seats)

    play_on(game)

    assert [event.number for event in game.events if isinstance(event, RoundBegan)] == [1, 2, 3, 4, 5, 6]
    assert isinstance(game.events[-1], Ended)


@pytest.mark.rule("CUB-3.1")
def test_bills_then_actions_then_parliament_then_laws_then_the_end_of_the_round() -> None:
    game = begun()
    phases = (BillTurnedUp, Played, Showed, Withheld, Returned)

    while game.round_no == 1:
        seat = game.awaited[0]
        game.play(seat, game.legal(seat)[-1])

    happened = [type(event) for event in game.events if type(event) in phases]
    without_repeats = [kind for kind, before in zip(happened, [None, *happened], strict=False) if kind is not before]
    assert without_repeats[:6] == [*phases, BillTurnedUp]


@pytest.mark.rule("CUB-3.2")
def test_the_top_card_of_each_law_pile_is_turned_up() -> None:
    game = table(round_no=3)
    pile = game.state.law_pile

    events = game.end_laws()

    turned_up = [event.law - 1 for event in events if isinstance(event, BillTurnedUp)]
    assert turned_up == pile[:, 3].tolist() == game.state.bill.tolist()
    assert len(game.bills) == 4


@pytest.mark.rule("CUB-3.2")
def test_every_card_of_a_law_pile_is_turned_up_once() -> None:
    game = begun()

    play_on(game)

    turned_up = [event.law for event in game.events if isinstance(event, BillTurnedUp)]
    assert sorted(turned_up) == list(range(1, 25))


@pytest.mark.rule("CUB-3.2")
def test_a_bill_is_not_in_force() -> None:
    game = table(bills=["tax 5", "building act"], pesos={ANA: 2}, own={ANA: "2 stone"})

    game.play(ANA, "play architect", "build dam")

    assert game.laws == ["printed tax", "printed duty"]
    assert game.pesos[ANA] == 2
