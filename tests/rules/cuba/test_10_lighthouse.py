"""CUB-10.22: the Lighthouse."""

import pytest

from cuba_table import ANA, table
from malecon.games.cuba.events import DidNothing, LeftPile, LookedThroughPile, Swapped, Used


@pytest.mark.rule("CUB-10.22")
def test_lighthouse_looks_through_the_pile_and_swaps_the_ship_at_sea() -> None:
    game = table(built={ANA: {"row 1 column 2": "lighthouse"}})
    events = game.play(ANA, "play foreman", "use lighthouse")
    assert events[-2:] == [Used(ANA, "lighthouse"), LookedThroughPile(ANA)]
    assert game.legal(ANA) == [*(f"swap ship {number}" for number in range(5, 16)), "swap nothing"]

    events = game.play(ANA, "swap ship 9")

    assert Swapped(ANA, 9, 4) in events
    assert game.ships == [1, 2, 3, 9]
    assert sorted(game.pile) == [4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15]


@pytest.mark.rule("CUB-10.22")
def test_lighthouse_then_the_pile_is_shuffled_at_once() -> None:
    piles = set()
    for key in range(30):
        game = table(built={ANA: {"row 1 column 2": "lighthouse"}}, key=key)
        game.play(ANA, "play foreman", "use lighthouse", "swap ship 5")
        piles.add(tuple(game.pile))

    assert len(piles) == 30


@pytest.mark.rule("CUB-10.22")
def test_lighthouse_the_pile_holds_ships_that_left_too() -> None:
    game = table(built={ANA: {"row 1 column 2": "lighthouse"}})
    game.end_laws()

    game.play(ANA, "play foreman", "use lighthouse")

    assert "swap ship 3" in game.legal(ANA)


@pytest.mark.rule("CUB-10.22")
@pytest.mark.parametrize("answer", ["swap nothing", "swap ship 5"])
@pytest.mark.parametrize(("field", "left"), [("row 1 column 2", ["use inn", "end use"]), ("row 2 column 2", [])])
def test_lighthouse_to_look_is_to_use_it_near_or_far(field: str, left: list[str], answer: str) -> None:
    game = table(built={ANA: {field: "lighthouse", "row 1 column 3": "inn", "row 3 column 3": "hotel"}})

    game.play(ANA, "play foreman", "use lighthouse", answer)

    assert game.legal(ANA) == left
    assert DidNothing(ANA, "foreman") not in game.events


@pytest.mark.rule("CUB-10.22")
def test_lighthouse_the_ships_may_stay_but_the_pile_is_shuffled_all_the_same() -> None:
    piles = set()
    for key in range(30):
        game = table(built={ANA: {"row 1 column 2": "lighthouse"}}, key=key)
        game.play(ANA, "play foreman", "use lighthouse")

        events = game.play(ANA, "swap nothing")

        assert LeftPile(ANA) in events
        assert game.ships == [1, 2, 3, 4]
        assert sorted(game.pile) == list(range(5, 16))
        assert (game.state.pile_seen, game.state.pile_known) == (0, 0)
        piles.add(tuple(game.pile))

    assert len(piles) == 30
