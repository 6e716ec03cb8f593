"""What an explanation takes out of a position of Cuba is without effect."""

import malecon
from malecon.core.contract import new_journal
from malecon.games.cuba import asks
from malecon.games.cuba.boards import PIECES, WATER
from malecon.games.cuba.buildings import DAM
from malecon.games.cuba.cards import BUILDING_ACT, DROUGHT_ACT, LAW_COUNT, OTHER
from malecon.games.cuba.rules.harbour import points_at
from malecon.games.cuba.rules.laws import duty
from malecon.games.cuba.rules.plantation import free_of_charge, surcharge
from malecon.games.cuba.rules.rounds import end_round
from malecon.games.cuba.rules.uses import is_useful


def test_what_is_taken_out_of_cuba_is_without_effect() -> None:
    match = malecon.games["cuba"].start(seats=2, seed=1)
    state, ledger = match.state, match.game.ledger
    assert ledger is not None
    state.supply[WATER] = 5

    assert duty(state) != 0
    assert is_useful(state, 0, DAM)
    assert points_at(state, 2) == 3
    state.own[0, PIECES.index("citrus")] = 2
    assert all(ledger.without(state, thing) for thing in ("duty", "dam", "dock 3", "parliament", "spoiling"))
    assert duty(state) == 0
    assert not is_useful(state, 0, DAM)
    assert points_at(state, 2) == 0
    assert state.bill.tolist() == state.in_force.tolist()
    end_round(state, new_journal())
    assert state.own[0, PIECES.index("citrus")] == 2


def test_an_act_that_is_taken_out_does_nothing() -> None:
    match = malecon.games["cuba"].start(seats=2, seed=1)
    state, ledger = match.state, match.game.ledger
    assert ledger is not None
    for act, unlike in ((DROUGHT_ACT, free_of_charge), (BUILDING_ACT, surcharge)):
        usual = unlike(state)
        state.in_force[OTHER] = next(law for law in range(LAW_COUNT) if state.law_kind[law] == act)
        assert unlike(state) != usual

        assert ledger.without(state, "other")
        assert unlike(state) == usual
    state.question = asks.ENACT
    assert not ledger.without(state, "other")
    assert not ledger.without(state, "parliament")
