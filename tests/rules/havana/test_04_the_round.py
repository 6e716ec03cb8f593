"""Chapter 4, the round."""

import pytest

from havana_table import ANA, BEN, CARLA, table
from malecon.games.havana.cards import CARDS
from malecon.games.havana.events import (
    Covered,
    Declined,
    Gained,
    HadNoEffect,
    KeptDiscards,
    Performed,
    Revealed,
    RoundBegan,
    Supplied,
    Taxed,
    TookBack,
    TurnBegan,
)

EIGHT = "protection debris conservation tax collector worker architect pesos thief materials thief"
"""Discarded beside two open cards, these leave refreshment and two others of the higher cards in hand."""


@pytest.mark.rule("HAV-4.1")
def test_a_round_is_actions_then_supplies_then_a_new_card() -> None:
    game = table(shown={ANA: "siesta debris", BEN: "siesta worker"})

    game.begin_round()
    game.play(ANA, "cover debris with mama")
    game.play(BEN, "cover worker with pesos")

    phases = (RoundBegan, TurnBegan, Supplied, Covered, Revealed)
    happened = [type(event) for event in game.events if type(event) in phases]
    without_repeats = [kind for kind, before in zip(happened, [None, *happened], strict=False) if kind is not before]
    assert without_repeats[:6] == [RoundBegan, TurnBegan, Supplied, Covered, Revealed, RoundBegan]
    assert game.round_no == 2


@pytest.mark.rule("HAV-4.2")
@pytest.mark.parametrize(
    ("sequence", "debris"),
    [(["debris", "mama"], 5), (["mama", "debris"], 5)],
)
def test_both_actions_are_performed_in_the_sequence_he_likes(sequence: list[str], debris: int) -> None:
    game = table(shown={ANA: "debris mama"}, centre="5 debris")
    game.begin_round()

    assert game.legal(ANA) == ["perform debris", "perform mama"]

    events = game.play(ANA, f"perform {sequence[0]}")

    assert [event.card for event in events if isinstance(event, Performed)] == sequence
    assert game.cubes(ANA) == f"{debris} debris"


@pytest.mark.rule("HAV-4.2")
def test_the_sequence_matters() -> None:
    thief_first, thief_last = (
        table(shown={ANA: "pesos thief pesos"}, pesos={ANA: 0, BEN: 9}, centre_pesos=5) for _ in range(2)
    )
    for game in (thief_first, thief_last):
        game.begin_round()

    first = thief_first.play(ANA, "perform pesos thief")
    last = thief_last.play(ANA, "perform pesos")

    assert [type(event).__name__ for event in first[:4]] == ["Performed", "Robbed", "Performed", "Gained"]
    assert [type(event).__name__ for event in last[:4]] == ["Performed", "Gained", "Performed", "Robbed"]


@pytest.mark.rule("HAV-4.2")
def test_the_first_action_is_performed_to_its_end_before_the_second() -> None:
    game = table(shown={ANA: "conservation mama"}, centre="2 brick 2 loam")
    game.begin_round()

    game.play(ANA, "perform mama")
    assert game.legal(ANA) == ["take brick", "take loam"]
    game.play(ANA, "take brick")
    assert game.legal(ANA) == ["take brick", "take loam"]
    game.play(ANA, "take brick")

    assert game.question == "remove"


@pytest.mark.rule("HAV-4.2")
def test_after_both_actions_he_may_buy_and_then_the_next_player_acts() -> None:
    game = table(
        shown={ANA: "debris black market"}, rows=[[1, 20, 21, 2], [22, 23, 24, 25]], cubes={ANA: "1 sandstone"}
    )
    game.begin_round()
    assert game.awaited == [ANA]

    game.play(ANA, "perform debris")
    assert "buy upper left" in game.legal(ANA)
    events = game.play(ANA, "end turn")

    assert events == [TurnBegan(BEN)]
    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-4.2", "HAV-5.1")
def test_there_is_no_buying_before_or_between_the_actions() -> None:
    game = table(shown={ANA: "conservation mama"}, rows=[[1, 20, 21, 2], [22, 23, 24, 25]], cubes={ANA: "1 sandstone"})
    game.begin_round()

    assert game.legal(ANA) == ["perform conservation", "perform mama"]

    game.play(ANA, "perform mama")

    assert not any(move.startswith("buy") for move in game.legal(ANA))
    assert game.question == "remove"


@pytest.mark.rule("HAV-4.2")
def test_a_declined_action_counts_as_performed() -> None:
    game = table(shown={ANA: "refreshment conservation"}, discards={ANA: "mama"})
    game.begin_round()

    game.play(ANA, "perform conservation")
    events = game.play(ANA, "remove nothing")
    assert events == [Declined(ANA, "conservation"), Performed(ANA, "refreshment")]
    game.play(ANA, "refresh nothing")

    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-4.2")
def test_the_open_cards_stay() -> None:
    game = table(shown={ANA: "siesta debris"})

    game.begin_round()

    assert game.awaited == [BEN]
    assert game.shown(ANA) == ["siesta", "debris"]
    assert game.discards(ANA) == set()


@pytest.mark.rule("HAV-4.3")
def test_only_refreshment_and_conservation_may_be_declined() -> None:
    assert {card.name for card in CARDS if card.duty == "may"} == {"refreshment", "conservation"}
    assert {card.name for card in CARDS if card.duty == "none"} == {"siesta", "protection"}


@pytest.mark.rule("HAV-4.3")
def test_an_action_must_be_performed_in_full_unless_its_card_says_may() -> None:
    game = table(shown={ANA: "debris mama"}, centre="3 brick 1 loam 2 debris")
    game.begin_round()

    game.play(ANA, "perform mama")

    assert game.legal(ANA) == ["take brick", "take loam"]  # no way to stop


@pytest.mark.rule("HAV-4.3")
@pytest.mark.parametrize("card", ["debris", "pesos", "mama", "black market", "worker", "architect", "refreshment"])
def test_an_action_that_cannot_be_performed_has_no_effect(card: str) -> None:
    game = table(shown={ANA: f"siesta {card}"}, bag="", workers={BEN: 15})

    events = game.begin_round()

    assert HadNoEffect(ANA, card) in events
    assert (game.pesos[ANA], game.workers[ANA], game.cubes(ANA)) == (0, 0, "")
    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-4.4")
@pytest.mark.parametrize(
    ("bag", "comes"),
    [("4 glass", 3), pytest.param("2 glass", 2, id="what is left"), pytest.param("", 0, id="down to nothing")],
)
def test_3_cubes_and_3_pesos_come_to_what_lies_in_the_centre(bag: str, comes: int) -> None:
    game = table(centre="2 glass 1 debris", centre_pesos=5, bag=bag)

    events = game.end_phase_1()

    assert game.centre == f"{2 + comes} glass 1 debris"
    assert game.centre_pesos == 8
    assert events == [Supplied(None, "glass", 1)] * comes + [Supplied(None, "peso", 3)]


@pytest.mark.rule("HAV-4.5")
def test_each_lays_exactly_one_hand_card_on_one_of_his_open_cards() -> None:
    game = table(shown={ANA: "siesta debris", BEN: "siesta mama"}, discards={ANA: EIGHT.replace("debris ", "")})
    game.end_phase_1()

    hand = ["refreshment", "black market", "pesos", "mama"]
    assert game.hand(ANA) == set(hand)
    assert game.legal(ANA) == [f"cover {old} with {new}" for old in ("siesta", "debris") for new in hand]
    assert game.drawn(ANA) == set(game.legal(ANA))

    game.play(ANA, "cover debris with pesos")

    assert game.hand(ANA) == {"refreshment", "black market", "mama"}
    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-4.5")
def test_cards_are_laid_in_the_order_of_the_round() -> None:
    game = table(3, shown={ANA: "pesos mama", BEN: "siesta mama", CARLA: "worker mama"})
    game.end_phase_1()

    laid = []
    for _ in range(3):
        (seat,) = game.awaited
        laid.append(seat)
        game.play(seat, "cover mama with protection")

    assert laid == [BEN, CARLA, ANA]


@pytest.mark.rule("HAV-4.6")
def test_when_all_have_laid_a_card_all_are_revealed_and_the_covered_cards_are_discarded() -> None:
    game = table(shown={ANA: "siesta debris", BEN: "siesta mama"}, discards={BEN: "worker"})
    game.end_phase_1()

    game.play(ANA, "cover siesta with pesos")
    before = game.shown(ANA), game.discards(ANA)
    events = game.play(BEN, "cover mama with architect")

    assert before == (["siesta", "debris"], set())
    assert events[1:3] == [Revealed(ANA, "debris", "pesos"), Revealed(BEN, "siesta", "architect")]
    assert (game.shown(ANA), game.discards(ANA)) == (["debris", "pesos"], {"siesta"})
    assert (game.shown(BEN), game.discards(BEN)) == (["siesta", "architect"], {"mama", "worker"})


FEW = {2: EIGHT, 1: EIGHT + " refreshment", 0: EIGHT + " refreshment pesos"}
"""By number of cards: what was discarded if that many are left after the next card, black market, is laid."""


@pytest.mark.rule("HAV-4.7")
@pytest.mark.parametrize("left", [2, 1])
def test_with_two_cards_or_fewer_in_hand_he_may_take_back_the_whole_pile(left: int) -> None:
    game = table(shown={ANA: "siesta mama"}, discards={ANA: FEW[left]})
    game.end_phase_1()
    game.play(ANA, "cover mama with black market")

    game.play(BEN, "cover mama with siesta")
    assert game.awaited == [ANA]
    assert game.legal(ANA) == ["take back", "keep discards"]
    events = game.play(ANA, "take back")

    assert events[0] == TookBack(ANA, 11 - left)
    assert len(game.hand(ANA)) == 11
    assert game.discards(ANA) == set()


@pytest.mark.rule("HAV-4.7")
def test_with_three_cards_in_hand_he_is_not_asked() -> None:
    game = table(shown={ANA: "siesta mama"}, discards={ANA: FEW[2].replace("worker ", "")})
    game.end_phase_1()
    game.play(ANA, "cover mama with black market")

    game.play(BEN, "cover mama with siesta")

    assert len(game.hand(ANA)) == 3
    assert game.round_no == 1


@pytest.mark.rule("HAV-4.7")
def test_with_no_card_in_hand_he_must_take_back() -> None:
    game = table(shown={ANA: "siesta mama"}, discards={ANA: FEW[0]})
    game.end_phase_1()
    game.play(ANA, "cover mama with black market")

    events = game.play(BEN, "cover mama with siesta")

    assert TookBack(ANA, 11) in events
    assert len(game.hand(ANA)) == 11
    assert game.round_no == 1


@pytest.mark.rule("HAV-4.7")
def test_he_may_decline_and_is_asked_again_after_every_later_reveal() -> None:
    game = table(shown={ANA: "siesta mama", BEN: "siesta mama"}, discards={ANA: FEW[2]})
    game.end_phase_1()
    game.play(ANA, "cover mama with black market")
    game.play(BEN, "cover mama with protection")

    events = game.play(ANA, "keep discards")
    assert events[0] == KeptDiscards(ANA)
    assert game.hand(ANA) == {"refreshment", "pesos"}
    game.play(BEN, "cover protection with worker")
    game.play(ANA, "cover black market with pesos")

    assert game.hand(ANA) == {"refreshment"}
    assert game.legal(ANA) == ["take back", "keep discards"]


@pytest.mark.rule("HAV-4.8")
def test_piles_are_decided_upon_openly_in_the_order_of_the_round_that_ends() -> None:
    game = table(shown={ANA: "siesta pesos", BEN: "siesta mama"}, discards={ANA: FEW[2], BEN: FEW[2]})
    game.end_phase_1()
    game.play(ANA, "cover siesta with black market")  # 78, will be last

    events = game.play(BEN, "cover mama with refreshment")  # 01, will be first
    assert events[1:] == [Revealed(ANA, "black market", "pesos"), Revealed(BEN, "siesta", "refreshment")]
    assert game.awaited == [ANA]
    events = game.play(ANA, "take back")
    assert events == [TookBack(ANA, 9)]
    assert game.awaited == [BEN]
    events = game.play(BEN, "take back")

    assert events[:2] == [TookBack(BEN, 9), RoundBegan(None, 1)]
    assert game.order == [BEN, ANA]


@pytest.mark.rule("HAV-4.9")
def test_nothing_happens_between_the_pieces_that_mama_takes() -> None:
    game = table(shown={ANA: "siesta mama"}, centre="3 brick 3 loam 1 debris")
    game.begin_round()

    events = game.play(ANA, "take brick", "take loam", "take loam")

    assert events[:3] == [Gained(ANA, "brick", 1), Gained(ANA, "loam", 1), Gained(ANA, "loam", 1)]


@pytest.mark.rule("HAV-4.9")
def test_the_tax_collector_goes_through_the_following_players_in_the_order_of_the_round() -> None:
    game = table(
        3,
        shown={ANA: "siesta tax collector", BEN: "pesos mama", CARLA: "worker mama"},
        cubes={BEN: "1 brick 1 loam", CARLA: "1 brick 1 loam"},
    )
    game.begin_round()

    assert game.legal(ANA) == ["tax brick from 3", "tax loam from 3"]
    events = game.play(ANA, "tax loam from 3")
    assert events == [Taxed(ANA, CARLA, "loam")]
    assert game.legal(ANA) == ["tax brick from 2", "tax loam from 2"]
