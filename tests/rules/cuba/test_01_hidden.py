"""Chapter 1, what is hidden and what lies open."""

import numpy as np
import pytest

import malecon.games.cuba.guess  # noqa: F401  # it answers the contract
from cuba_table import ANA, BEN, CARLA, Table, begun, table
from malecon.core import contract
from malecon.games.cuba.events import Sealed
from malecon.games.cuba.parliament_events import Bid, BidShown, Showed


def as_guessed_by(game: Table, seat: int, key: int = 5) -> Table:
    """Return the table as ``seat`` may believe it to be."""
    copy = game.state.copy()
    contract.guess(copy, seat, key)
    return Table(copy)


@pytest.mark.rule("CUB-1.2")
def test_pesos_resources_and_merchandise_lie_open() -> None:
    game = table(3, pesos={BEN: 5}, own={BEN: "2 wood 3 citrus 1 rum"}, stored={BEN: "1 citrus"})

    guessed = as_guessed_by(game, CARLA)

    assert guessed.pesos == game.pesos
    assert guessed.own(BEN) == "2 wood 3 citrus 1 rum"
    assert guessed.stored(BEN) == "1 citrus"


@pytest.mark.rule("CUB-1.10")
def test_the_order_of_the_ship_pile_is_hidden() -> None:
    game = begun()

    piles = [as_guessed_by(game, ANA, key).pile for key in range(20)]

    assert {tuple(sorted(pile)) for pile in piles} == {tuple(sorted(game.pile))}
    assert len({tuple(pile) for pile in piles}) > 10


@pytest.mark.rule("CUB-1.10")
def test_the_order_of_the_law_piles_is_hidden_but_not_what_is_still_to_come() -> None:
    game = begun()

    piles = [as_guessed_by(game, ANA, key).state.law_pile for key in range(20)]

    for pile in piles:
        assert pile[:, 0].tolist() == game.state.law_pile[:, 0].tolist()
        assert np.sort(pile).tolist() == np.sort(game.state.law_pile).tolist()
    assert len({pile.tobytes() for pile in piles}) > 10


@pytest.mark.rule("CUB-1.10", "CUB-5.2")
def test_a_bid_is_hidden_until_all_have_decided() -> None:
    game = parliament()

    (event,) = game.play(ANA, "bid 3")

    assert event.seen_by(ANA) == Bid(ANA, 3)
    assert event.seen_by(BEN) == event.seen_by(None) == Bid(ANA, None)
    assert {int(as_guessed_by(game, BEN, key).state.bid[ANA]) for key in range(60)} == set(range(10))
    assert BidShown(ANA, 3, 3 + 5) in game.play(BEN, "bid 0")


def parliament() -> Table:
    """Return a table of two at which both bid."""
    game = table(pesos={ANA: 9, BEN: 9}, hand={ANA: "mayor", BEN: "worker"}, last={ANA: "worker", BEN: "mayor"})
    game.end_actions()
    assert game.awaited == [ANA, BEN]
    return game


@pytest.mark.rule("CUB-1.10", "CUB-11.1")
def test_a_sealed_character_is_hidden_until_the_parliament() -> None:
    game = begun(sealed=True)

    (event,) = game.play(ANA, "seal mayor")

    assert event.seen_by(ANA) == Sealed(ANA, "mayor")
    assert event.seen_by(BEN) == event.seen_by(None) == Sealed(ANA, None)
    assert {int(as_guessed_by(game, BEN, key).state.sealed[ANA]) for key in range(60)} == set(range(5))
    assert as_guessed_by(game, ANA).state.sealed[ANA] == game.state.sealed[ANA]
    assert Showed.reveals


@pytest.mark.rule("CUB-1.10")
def test_hands_are_open() -> None:
    game = table(hand={ANA: "mayor worker", BEN: "worker foreman"})

    assert as_guessed_by(game, ANA).hand(BEN) == {"worker", "foreman"}


@pytest.mark.rule("CUB-1.10")
def test_the_order_of_the_ships_that_were_put_under_the_pile_is_known() -> None:
    game = table(round_no=3, pile=[12, 11, 10, 9, 8, 7, 6, 5, 13, 14, 15])
    game.end_laws()
    assert game.pile[-1] == 3

    assert {tuple(as_guessed_by(game, ANA, key).pile[-1:]) for key in range(30)} == {(3,)}
    assert len({tuple(as_guessed_by(game, ANA, key).pile[:-1]) for key in range(30)}) > 10


@pytest.mark.rule("CUB-1.10", "CUB-10.22")
def test_who_looks_through_the_pile_knows_its_order_until_it_is_shuffled() -> None:
    game = table(built={ANA: {"row 2 column 1": "lighthouse"}})
    game.play(ANA, "play foreman", "use lighthouse")

    assert as_guessed_by(game, ANA).pile == game.pile
    assert as_guessed_by(game, BEN).pile != game.pile

    game.play(ANA, "swap ship 9")

    assert as_guessed_by(game, ANA).pile != game.pile


@pytest.mark.rule("CUB-1.10", "CUB-10.22")
def test_a_shuffle_hides_the_order_of_the_ships_that_were_put_under_the_pile() -> None:
    game = table(built={ANA: {"row 2 column 1": "lighthouse"}})
    game.end_laws()
    assert game.pile[-1] == 3

    game.play(ANA, "play foreman", "use lighthouse", "swap ship 9")

    assert len({as_guessed_by(game, BEN, key).pile[-1] for key in range(60)}) == len(game.pile)
