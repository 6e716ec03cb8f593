"""Chapter 4, phase B: characters and their actions, the new first player."""

import pytest

from cuba_table import ANA, BEN, CARLA, DIEGO, begun, table
from malecon.games.cuba.events import BecameFirst, DidNothing, Gained, Paid, Played, Scored, TurnBegan
from malecon.games.cuba.parliament_events import Showed


@pytest.mark.rule("CUB-4.1")
def test_from_the_first_player_clockwise_four_times_round_each_plays_a_character() -> None:
    game = table(3, first=CARLA)

    for character in ("foreman", "architect", "mayor", "tradeswoman"):
        for seat in (CARLA, ANA, BEN):
            assert game.awaited == [seat]
            assert game.question == "play"
            game.play(seat, f"play {character}")
            if game.awaited == [seat] and game.question == "trade":
                game.play(seat, "end trade")

    played = [event for event in game.events if isinstance(event, Played)]
    assert [event.seat for event in played] == [CARLA, ANA, BEN] * 4
    assert game.question != "play"


@pytest.mark.rule("CUB-4.1")
def test_the_fifth_character_stays_in_hand_for_the_parliament() -> None:
    game = table(lap=3, hand={ANA: "worker mayor", BEN: "architect foreman"})

    game.play(ANA, "play mayor")
    events = game.play(BEN, "play foreman")

    assert [event for event in events if isinstance(event, Showed)] == [
        Showed(ANA, "worker", 1),
        Showed(BEN, "architect", 3),
    ]
    assert (game.hand(ANA), game.hand(BEN)) == ({"worker"}, {"architect"})


@pytest.mark.rule("CUB-4.1")
def test_each_turn_is_told_before_the_character() -> None:
    game = table()

    events = game.play(ANA, "play foreman")

    assert events == [Played(ANA, "foreman"), DidNothing(ANA, "foreman"), TurnBegan(BEN)]


@pytest.mark.rule("CUB-4.2")
def test_playing_a_character_is_compulsory() -> None:
    game = begun()
    seat = game.first

    assert game.legal(seat) == [
        "play worker", "play tradeswoman", "play architect", "play foreman", "play mayor",
    ]  # fmt: skip

    game.play(seat, "play worker")

    assert "play worker" not in game.legal(seat)


@pytest.mark.rule("CUB-4.2")
def test_a_character_is_played_once_in_a_round() -> None:
    game = table()

    game.play(ANA, "play foreman")
    game.play(BEN, "play mayor")

    assert game.legal(ANA) == ["play worker", "play tradeswoman", "play architect", "play mayor"]


@pytest.mark.rule("CUB-4.2")
def test_a_tradeswoman_may_trade_nothing() -> None:
    game = table(pesos={ANA: 10}, own={ANA: "1 citrus"})
    game.play(ANA, "play tradeswoman")

    events = game.play(ANA, "end trade")

    assert events[0] == DidNothing(ANA, "tradeswoman")
    assert game.own(ANA) == "1 citrus"
    assert game.pesos[ANA] == 10


@pytest.mark.rule("CUB-4.2")
def test_a_foreman_may_use_no_building() -> None:
    game = table(built={ANA: {"row 1 column 2": "inn"}})
    game.play(ANA, "play foreman")

    events = game.play(ANA, "end use")

    assert events[0] == DidNothing(ANA, "foreman")
    assert game.points[ANA] == 0


@pytest.mark.rule("CUB-4.2")
def test_an_architect_who_does_not_build_takes_the_alternative_while_a_space_is_free() -> None:
    game = table(3, own=dict.fromkeys(range(3), "2 stone"))

    game.play(ANA, "play architect")
    assert game.legal(ANA) == ["build dam", "take points"]
    game.play(ANA, "take points")
    game.play(BEN, "play architect")
    assert game.legal(BEN) == ["build dam", "take points"]
    game.play(BEN, "take points")
    game.play(CARLA, "play architect")
    assert game.legal(CARLA) == ["build dam", "build nothing"]
    events = game.play(CARLA, "build nothing")

    assert events[0] == DidNothing(CARLA, "architect")
    assert game.points == [2, 1, 0]


@pytest.mark.rule("CUB-4.2")
def test_a_mayor_who_does_not_load_takes_the_alternative_while_a_space_is_free() -> None:
    game = table(3, own=dict.fromkeys(range(3), "1 cigars"))

    for seat in (ANA, BEN):
        game.play(seat, "play mayor")
        assert game.legal(seat) == ["load cigars on dock 1", "load cigars on dock 2", "take pesos"]
        game.play(seat, "take pesos")
    game.play(CARLA, "play mayor")
    assert game.legal(CARLA) == ["load cigars on dock 1", "load cigars on dock 2", "end loading"]
    events = game.play(CARLA, "end loading")

    assert events[0] == DidNothing(CARLA, "mayor")
    assert game.pesos == [4, 2, 0]


@pytest.mark.rule("CUB-4.2")
@pytest.mark.parametrize("character", ["architect", "mayor"])
def test_who_can_do_nothing_else_takes_the_alternative_without_being_asked(character: str) -> None:
    game = table()

    events = game.play(ANA, f"play {character}")

    assert events[1] in (Scored(ANA, 2, "alternative"), Gained(ANA, "peso", 4, "alternative"))
    assert game.awaited == [BEN]


@pytest.mark.rule("CUB-4.2")
@pytest.mark.parametrize("character", ["architect", "mayor"])
def test_who_finds_both_spaces_covered_does_nothing(character: str) -> None:
    game = table(4)
    for seat in (ANA, BEN):
        game.play(seat, f"play {character}")

    events = game.play(CARLA, f"play {character}")

    assert events == [Played(CARLA, character), DidNothing(CARLA, character), TurnBegan(DIEGO)]


@pytest.mark.rule("CUB-4.3")
def test_points_are_scored_at_once() -> None:
    game = table(own={ANA: "2 citrus"}, ships=(12, 2, 3, 4))

    game.play(ANA, "play mayor", "load citrus on dock 1")

    assert game.points[ANA] == 1
    assert game.awaited == [ANA]


@pytest.mark.rule("CUB-4.4")
@pytest.mark.parametrize(("move", "left"), [("take wood", "take citrus"), ("take citrus", "take wood")])
def test_each_space_of_the_tradeswoman_is_used_once_by_the_whole_table(move: str, left: str) -> None:
    game = table(3)

    game.play(ANA, "play tradeswoman", move)
    game.play(BEN, "play tradeswoman")

    assert move not in game.legal(BEN)
    assert left in game.legal(BEN)


@pytest.mark.rule("CUB-4.4")
def test_a_new_round_frees_all_spaces() -> None:
    game = table(4)
    game.play(ANA, "play tradeswoman", "take wood")
    game.play(BEN, "play tradeswoman", "take citrus")
    game.play(CARLA, "play architect")
    game.play(DIEGO, "play mayor")

    game.end_laws()
    game.play(ANA, "play tradeswoman", "take wood")
    game.play(BEN, "play tradeswoman", "take citrus")
    game.play(CARLA, "play architect")
    game.play(DIEGO, "play mayor")

    assert game.points == [0, 0, 4, 0]
    assert game.pesos == [0, 0, 0, 8]


@pytest.mark.rule("CUB-4.5")
@pytest.mark.parametrize("pawn", ["row 1 column 1", "row 3 column 4"])
def test_stored_pieces_are_usable_wherever_the_pawn_stands(pawn: str) -> None:
    game = table(pawn={ANA: pawn}, own={ANA: "1 citrus"}, stored={ANA: "1 citrus"})

    game.play(ANA, "play tradeswoman", "sell citrus")

    assert game.own(ANA) == ""
    assert game.stored(ANA) == ""


@pytest.mark.rule("CUB-4.5")
@pytest.mark.parametrize(
    ("moves", "stored"),
    [
        pytest.param(("play tradeswoman", "sell citrus"), "2 citrus", id="sells"),
        pytest.param(("play mayor", "load citrus on dock 1"), "2 citrus", id="loads"),
        pytest.param(("play foreman", "use monastery", "pay citrus"), "2 citrus", id="pays"),
        pytest.param(("play foreman", "use monastery", "pay citrus citrus"), "1 citrus", id="pays two"),
        pytest.param(("play foreman", "use black market", "exchange citrus for rum"), "2 citrus", id="converts"),
    ],
)
def test_yard_pieces_go_before_stored_ones(moves: tuple[str, ...], stored: str) -> None:
    game = table(
        own={ANA: "3 citrus"},
        stored={ANA: "2 citrus"},
        built={ANA: {"row 1 column 2": "monastery", "row 1 column 3": "black market"}},
    )

    game.play(ANA, *moves)

    assert game.stored(ANA) == stored


@pytest.mark.rule("CUB-4.5")
def test_whoever_pays_chooses_the_kinds() -> None:
    game = table(own={ANA: "1 citrus 1 sugar 1 tobacco"}, built={ANA: {"row 1 column 2": "product market"}})

    game.play(ANA, "play foreman", "use product market")

    assert game.legal(ANA) == ["pay citrus", "pay sugar", "pay tobacco"]
    assert game.play(ANA, "pay sugar")[0] == Paid(ANA, "sugar", 1, "product market")


@pytest.mark.rule("CUB-4.60")
@pytest.mark.parametrize(
    ("first", "fourth", "new", "tied"),
    [
        (ANA, ("worker", "mayor", "foreman"), BEN, 1),
        (ANA, ("foreman", "tradeswoman", "foreman"), CARLA, 2),
        (BEN, ("foreman", "foreman", "worker"), ANA, 2),  # who played after Ben
        (CARLA, ("mayor", "worker", "mayor"), ANA, 2),
        (CARLA, ("worker", "worker", "worker"), BEN, 3),
    ],
)
def test_the_highest_fourth_character_makes_the_first_player_of_tied_ones_who_played_last(
    first: int, fourth: tuple[str, ...], new: int, tied: int
) -> None:
    hand = {seat: "architect" for seat in range(3)}
    game = table(3, first=first, last=dict(enumerate(fourth)), hand=hand, pesos=dict.fromkeys(range(3), 1))

    events = game.end_actions()

    assert events[0] == BecameFirst(new, fourth[new], tied)
    assert game.first == new


@pytest.mark.rule("CUB-4.60")
def test_the_new_first_player_is_first_from_now_on_the_parliament_included() -> None:
    game = table(3, last={ANA: "worker", BEN: "worker", CARLA: "mayor"}, hand=dict.fromkeys(range(3), "architect"))

    game.end_actions()  # a tie of all; nobody can bid

    assert game.awaited == [CARLA]
    assert game.question == "enact"
    game.play(CARLA, "enact subsidy other")
    assert game.round_no == 3
    assert game.awaited == [CARLA]
