"""Reasons in words: each kind of fact as a sentence, chains in their order, no cause twice."""

import pytest
from msgspec import structs

import malecon
from malecon.core.i18n import Language, load
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry
from malecon.core.reason import BALANCE, GAME_END, IN_ALL, WIN, Explanation, Fact, Reason, Step
from malecon.presentation.reason import reason_in_words, reasons_in_words, why_not
from reasons.facts import happens, pieces, points

NAMES = {0: "Ana", 1: "Rosa"}
OFTEN = 0.97, 0.02

BUY = points(0, "buy", "tile 20", 4, (0.9, 0.3), round_no=1)
BRICK = pieces(0, "get", "mama", "brick", (1.0, 0.0), round_no=1)
DEBRIS = pieces(0, "get", "mama", "debris", (3.0, 1.0), round_no=1, weight=0.06)
FIRST = happens(0, "before", "order", OFTEN, other="1")


def told(
    *reasons: Reason,
    game: str = "havana",
    viewer: int | None = 0,
    code: str = "en",
    third: dict[int, str] | None = None,
) -> str:
    words = malecon.games[game].text.reasons
    assert words is not None
    return reasons_in_words(reasons, words, load(code), NAMES | (third or {}), viewer)


def cause(*facts: Fact, drop: float | None = 1.0, means: tuple[Fact, ...] = ()) -> Reason:
    return Reason(facts[0].entry.thing, facts, drop, means)


@pytest.mark.parametrize(
    ("game", "facts", "expected"),
    [
        (
            "havana",
            [BUY],
            "You buy the Watchtower (4 points) next round 9 times out of 10, after the other move 3 times out of 10.",
        ),
        (
            "havana",
            [points(0, "buy", "tile 20", 4, OFTEN, wins=True)],
            "You buy the Watchtower (4 points and the victory) this round, after the other move hardly ever.",
        ),
        (
            "havana",
            [
                structs.replace(
                    points(0, "buy", "tile 20", 4, OFTEN, wins=True), besides=("tile 30", "tile 33", "tile 1")
                )
            ],
            "You buy the Watchtower (4 points and, with the Library, the Post Office and some others, the victory) "
            "this round, "
            "after the other move hardly ever.",
        ),
        (
            "havana",
            [structs.replace(points(0, "buy", "tile 20", 4, OFTEN, wins=True), besides=("any",))],
            "You buy the Watchtower (4 points and, with some others, the victory) this round, "
            "after the other move hardly ever.",
        ),
        (
            "cuba",
            [Fact(points(0, "load", "dock 3", 1, (1, 1)).entry, (5.7, 2.2), (0.99, 0.75), 0.1, 1)],
            "You load at dock 3 (6 points) next round, after the other move 3 points.",
        ),
        (
            "havana",
            [points(1, "buy", "tile 20", 4, (0.1, 0.97))],
            "After the other move Rosa buys the Watchtower (4 points) this round nearly always, "
            "after this one 1 time out of 10.",
        ),
        (
            "havana",
            [DEBRIS, BRICK],
            "Mama brings you 1 brick and 2 debris more next round than after the other move.",
        ),
        (
            "havana",
            [pieces(0, "robbed", "materials thief", "loam", (0.0, -1.0))],
            "After the other move Rosa’s Materials Thief takes 1 loam from you this round, after this one nothing.",
        ),
        (
            "havana",
            [pieces(0, "get", "mama", "brick", (0.9, 0.5))],
            "Mama brings you 1 brick this round 9 times out of 10, after the other move 5 times out of 10.",
        ),
        (
            "havana",
            [happens(None, "end", "game end", OFTEN)],
            "The game ends this round, after the other move hardly ever.",
        ),
        ("havana", [FIRST], "You act before Rosa this round, after the other move hardly ever."),
        (
            "cuba",
            [points(0, "score", "tax", 2, OFTEN)],
            "The tax brings you 2 points this round, after the other move hardly ever.",
        ),
        (
            "cuba",
            [points(0, "score", "duty", 2, (0.9, 0.5))],
            "The duty brings you 2 points this round 9 times out of 10, after the other move 5 times out of 10.",
        ),
        (
            "cuba",
            [pieces(0, "bid", "bids", "peso", (0.0, -2.0))],
            "After the other move you bid 2 pesos in vain this round, after this one nothing.",
        ),
        (
            "cuba",
            [pieces(0, "bid", "bids", "peso", (-1.0, -3.0))],
            "After the other move you bid 2 pesos more in vain this round.",
        ),
        (
            "cuba",
            [happens(0, "play", "mayor card", OFTEN)],
            "You play the mayor this round, after the other move hardly ever.",
        ),
        (
            "havana",
            [pieces(0, "get", "mama", "brick", (1.0, 0.0)), pieces(0, "get", "mama", "loam", (0.0, 1.0))],
            "Mama brings you 1 brick this round, after the other move 1 loam.",
        ),
        (
            "havana",
            [
                pieces(0, "robbed", "pesos thief", "glass", (0.0, -1.0)),
                pieces(0, "robbed", "pesos thief", "debris", (-2.0, 0.0)),
            ],
            "After the other move Rosa’s Pesos Thief takes 1 glass from you this round, after this one 2 debris.",
        ),
        (
            "cuba",
            [points(1, "score", "subsidy", 2, OFTEN[::-1])],
            "After the other move the subsidy brings Rosa 2 points this round, after this one nothing.",
        ),
        (
            "cuba",
            [Fact(points(0, "load", "dock 3", 1, (1, 1)).entry, (11.0, 8.2), (1.0, 0.95), 0.1, 1)],
            "You load at dock 3 (12 points) next round, after the other move 9 points.",
        ),
        ("cuba", [Fact(points(0, "score", "tax", 1, (1, 1)).entry, (1.2, 1.0), (1.0, 1.0), 0.1)], ""),
        ("cuba", [happens(1, "leave out", "dock 3", OFTEN)], ""),
        ("cuba", [happens(1, "build", "inn", (0.5, 0.4))], ""),
    ],
)
def test_a_fact_is_told(game: str, facts: list[Fact], expected: str) -> None:
    assert told(cause(*facts), game=game) == expected


def test_a_game_without_rounds_names_none() -> None:
    words = malecon.games["havana"].text.reasons
    assert words is not None
    said = reason_in_words(cause(BUY), words._replace(rounds=("", "", "")), Language(), NAMES, None)
    assert said == "Ana buys the Watchtower (4 points) 9 times out of 10, after the other move 3 times out of 10."


def step(*facts: Fact, round_no: int = 0, owner: int | None = None) -> Step:
    """Facts as a step of an example, with the amounts after the better move."""
    entries = tuple(fact.entry._replace(amount=round(fact.amounts[0])) for fact in facts)
    return Step(round_no, entries, owner)


THIS = step(FIRST), step(BRICK, DEBRIS), step(points(0, "buy", "tile 20", 4, (1.0, 0.0)), round_no=1)
THAT = (step(pieces(0, "robbed", "materials thief", "loam", (-1.0, 0.0)), round_no=2, owner=1),)


def test_what_leads_to_a_cause_is_told_by_an_example() -> None:
    said = "You buy the Watchtower (4 points) next round 9 times out of 10, after the other move 3 times out of 10."
    chain = structs.replace(cause(BUY, means=(FIRST, BRICK)), example=(THIS, THAT))
    this = (
        "this round you act before Rosa, Mama brings you 1 brick and 3 debris; "
        "next round you buy the Watchtower (4 points)."
    )
    that = "two rounds later Rosa’s Materials Thief takes 1 loam from you."

    assert told(chain) == f"{said}\nFor example, {this} After the other move, {that}"
    assert told(structs.replace(chain, example=(THIS, ()))) == f"{said}\nFor example, {this}"
    assert told(structs.replace(chain, example=((), THAT))) == f"{said}\nFor example, after the other move {that}"
    assert told(structs.replace(chain, example=((), ()))) == said
    some = structs.replace(chain, scored=(9, 1))
    assert told(some).endswith(
        f"(4 points), with all else 9 points. After the other move, {that[:-1]}, with all else 1 point."
    )
    assert told(structs.replace(some, example=(THIS, ()))).endswith(
        "(4 points), with all else 9 points. After the other move, in all 1 point."
    )
    late = structs.replace(chain, example=((), tuple(structs.replace(each, round=9) for each in THAT)))
    assert "For example, after the other move later Rosa" in told(late)


def test_an_example_of_a_game_without_rounds_names_none() -> None:
    words = malecon.games["havana"].text.reasons
    assert words is not None
    chain = structs.replace(cause(BUY), example=(THIS, ()))
    said = reasons_in_words([chain], words._replace(rounds=("", "", "")), Language(), NAMES, 0)

    assert "\nFor example, you act before Rosa, Mama brings you 1 brick and 3 debris; you buy" in said


def test_what_is_given_for_points_is_told_with_them() -> None:
    given = step(pieces(0, "give", "dock 2", "citrus", (-2.0, 0.0)))
    scored, other = (step(points(0, "load", dock, 1, (4.0, 0.0))) for dock in ("dock 2", "dock 3"))
    unknown = step(points(0, "leave out", "dock 3", 1, (1.0, 0.0)))
    dock = points(0, "load", "dock 2", 2, OFTEN)

    said = told(structs.replace(cause(dock), example=((given, scored, other, unknown), ())), game="cuba")
    assert said.endswith(
        "\nFor example, this round you load 2 citrus at dock 2 (4 points), you load at dock 3 (4 points)."
    )


def test_amounts_are_those_of_the_example() -> None:
    pesos = pieces(1, "not load", "pesos instead", "peso", (0.0, 3.1))
    subsidy = points(0, "score", "subsidy", 1, (5.0, 3.0))
    some = structs.replace(pesos, amounts=(0.4, 3.4), seen=(0.0, 4.0))

    said = "After the other move Rosa gets 4 pesos for not loading this round, after this one nothing."
    assert told(cause(structs.replace(pesos, weight=0.1, seen=(0.0, 4.0))), game="cuba") == said
    assert told(cause(some), game="cuba") == said
    assert "4 pesos less" in told(cause(structs.replace(some, amounts=(0.6, 3.4))), game="cuba")
    assert told(cause(structs.replace(subsidy, chances=(1.0, 1.0), seen=(5.0, 4.0))), game="cuba") == (
        "The subsidy brings you 5 points this round, after the other move 4 points."
    )
    often = structs.replace(BUY, seen=(5.0, 0.0))
    assert "(5 points) next round 9 times out of 10" in told(cause(often))
    docked = structs.replace(points(0, "load", "dock 2", 4, (1.0, 0.6)), seen=(8.0, 2.0))
    assert (
        told(cause(docked), game="cuba") == "You load at dock 2 (8 points) this round, after the other move 2 points."
    )


def test_a_card_that_comes_back_for_a_single_piece_is_told_without_it() -> None:
    back = happens(0, "take back", "mama", OFTEN)
    said = "Refreshment brings you Mama back this round, after the other move hardly ever."

    assert told(Reason("mama", (BRICK,), 1.0, (back,))) == said
    assert told(Reason("mama", (BRICK,), 1.0, (FIRST, back))) == said, "the order leads to something else"
    assert told(Reason("mama", (BRICK, DEBRIS), 1.0, (back,))).startswith("Mama brings you 1 brick and 2 debris")


def test_a_cause_is_told_by_what_it_is_for() -> None:
    said = "Mama brings you 1 brick next round, after the other move nothing."
    reason = Reason("mama", (BRICK,), 1.0, purpose=BUY)

    assert told(reason) == f"{said} {told(cause(BUY))}"
    assert told(structs.replace(reason, example=(THIS, ()))).startswith(f"{told(cause(BUY))}\nFor example, ")


def test_pieces_with_which_all_goes_are_told_rather_than_a_purpose_that_is_seldom_reached() -> None:
    seldom = points(0, "buy", "tile 20", 4, (0.4, 0.1))
    reason = Reason("mama", (BRICK, DEBRIS), 1.0, purpose=seldom, example=(THIS, ()))

    assert told(reason).startswith("Mama brings you 1 brick and 2 debris more next round than after the other move.")
    for other in (
        structs.replace(reason, drop=0.5),
        structs.replace(reason, purpose=BUY),
        Reason("mama", (BRICK,), 1.0, purpose=seldom, example=(THIS, ())),
    ):
        assert told(other).startswith("You buy the Watchtower")


def test_what_a_house_is_bought_for_is_told_with_its_points() -> None:
    paid = [pieces(0, "pay", "tile 20", kind, (-count, 0)) for kind, count in (("brick", 1), ("debris", 5))]
    bought = points(0, "buy", "tile 20", 4, (1.0, 0.0))
    chain = structs.replace(cause(BUY), example=((step(*paid, round_no=1), step(bought, round_no=1)), ()))

    said = "next round you buy the Watchtower for 1 brick and 5 debris (4 points)."
    assert told(chain).endswith(f"\nFor example, {said}")


def test_no_single_scoring_is_the_victory_where_points_end_no_game() -> None:
    dock = points(0, "load", "dock 3", 3, OFTEN, wins=True)

    assert "the victory" not in told(cause(dock), game="cuba")


def test_a_second_player_to_whom_the_contrary_happens_is_told() -> None:
    rival = points(1, "buy", "tile 20", 4, (0.0, 0.6))

    assert told(cause(BUY, rival)).endswith(
        " After the other move Rosa buys the Watchtower (4 points) this round 6 times out of 10, "
        "after this one hardly ever."
    )
    assert "Rosa" not in told(cause(BUY, pieces(1, "get", "mama", "brick", (0.0, 1.0))))
    mine, theirs = (pieces(seat, "get", "mama", "brick", much, round_no=1) for seat, much in ((0, (2, 0)), (1, (0, 3))))
    assert "Rosa" in told(cause(mine, theirs))
    assert "Rosa" not in told(cause(mine, structs.replace(theirs, seen=(1, 3)))), "the example tells how many"
    direct = Reason("tile 20", (structs.replace(BUY, direct=True), rival), 1.0, named=True)
    assert told(direct).startswith("After the other move Rosa buys")
    assert told(structs.replace(direct, named=False)).startswith("You buy the Watchtower")
    assert told(structs.replace(direct, facts=direct.facts[:1])) == "", "the move says so"


def test_the_contrary_that_happens_to_one_of_several_is_told() -> None:
    rosa, mateo = (points(seat, "buy", "tile 20", 4, (0.0, 0.25), round_no=1) for seat in (1, 2))
    later = [structs.replace(fact, round=2) for fact in (rosa, mateo)]

    assert told(cause(BUY, rosa, mateo), third={2: "Mateo"}).endswith(
        " After the other move another player buys the Watchtower (4 points) next round 5 times out of 10, "
        "after this one hardly ever."
    )
    assert told(cause(BUY, rosa), third={2: "Mateo"}) == told(cause(BUY))
    assert told(cause(BUY, *later), third={2: "Mateo"}) == told(cause(BUY)), "it is another round"


def test_a_cause_that_is_not_confirmed_is_likely() -> None:
    assert told(cause(BUY, drop=None)).startswith("The likely reason: you buy the Watchtower")


def test_a_second_cause_is_confirmed_and_tells_of_something_else() -> None:
    first, second = cause(BUY), cause(pieces(0, "robbed", "pesos thief", "peso", (0.0, -2.0), weight=0.2))
    example = (), (step(second.facts[0]),)

    assert "Pesos Thief" in told(first, second)
    assert "Pesos Thief" not in told(first, cause(*second.facts, drop=None))
    shown = structs.replace(first, example=example)
    assert told(shown, second) == told(shown), "the example tells it"
    assert told(cause(BUY, means=(BRICK,)), cause(BRICK)) == told(cause(BUY, means=(BRICK,)))
    assert told(Reason("mama", (BRICK,), 1.0, purpose=BUY), first) == told(Reason("mama", (BRICK,), 1.0, purpose=BUY))
    assert told(first, Reason("pesos thief", second.facts, 1.0, named=True)) == told(first)
    light = structs.replace(second.facts[0], weight=0.1)
    assert told(first, cause(light, drop=0.5)) == told(first)
    assert "Pesos Thief" in told(first, cause(light, drop=0.9))  # without it nothing would be left of the difference


def test_what_a_move_brings_about_at_once_needs_no_round() -> None:
    left, reached = happens(0, "move away", "golf course", (0.0, 1.0)), happens(0, "reach", "golf course", (1.0, 0.0))
    left, reached = structs.replace(left, direct=True), structs.replace(reached, direct=True)

    assert told(cause(left), game="cuba") == "After the other move your pawn no longer reaches the golf course."
    assert told(cause(reached), game="cuba") == "After this move your pawn reaches the golf course."


WON = (Step(1, (Entry(HAPPENS, 0, WIN, GAME_END),)),), ()


def balanced(*told: tuple[int, str, float], thing: str = BALANCE, number: int = 1) -> Reason:
    """A balance with an example: by seat, source (empty for all) and points more."""
    facts = [
        Fact(Entry(POINTS, seat, IN_ALL, source or thing), (9.0 + more, 9.0), (1.0, 1.0), 0.0, number)
        for seat, source, more in told
    ]
    return Reason(BALANCE, tuple(facts), example=WON)


def sentences(*reasons: Reason, game: str = "havana") -> str:
    """What is told without the example."""
    return told(*reasons, game=game).partition("\n")[0]


def test_the_balance_tells_the_points_of_each_player_by_what_they_are_scored_with() -> None:
    own = balanced((0, "", 2.1), (0, "golf course", 2.9), (0, "build", 0.6), (0, "dock 2", -1.4))
    said = "you score 2 points more (the golf course +3, new buildings +1, dock 2 −1)"

    in_all = f"In this round and the next ones, on average, {said}."
    assert told(own, game="cuba") == f"{in_all}\nFor example, next round you win."
    both = structs.replace(own, facts=(*own.facts, *balanced((1, "", -2.6), (1, "tax", -2.4)).facts))
    assert sentences(both, game="cuba").endswith(f"{said}; Rosa scores 3 points fewer (the tax −2).")
    few = balanced((0, "", 0.2), (0, "dock 1", 1.2), (0, "tax", -0.9))
    assert "you score as many points (dock 1 +1, the tax −1)" in sentences(few, game="cuba")
    now = balanced((0, "", 1), number=0)
    assert sentences(now, game="cuba") == "In this round, on average, you score 1 point more."
    spread = balanced((0, "", 3.4), (0, "tax", 1.2))
    assert "you score 3 points more (the tax +1, all else +2)" in sentences(spread, game="cuba")
    by_the_end = balanced((0, "", -1), thing=GAME_END)
    assert sentences(by_the_end, game="cuba") == "By the end of the game, on average, you score 1 point fewer."


def test_the_balance_follows_the_causes_and_says_what_they_do_not() -> None:
    other, same = balanced((0, "", 3), (0, "tile 2", 3)), balanced((0, "", 3), (0, BUY.entry.thing, 3))

    assert told(cause(BUY), other) == f"{told(cause(BUY))} {sentences(other)}"
    assert told(cause(BUY), same) == told(cause(BUY)), "the cause says so"


def test_a_balance_alone_is_told_with_its_own_example_or_not_at_all() -> None:
    balance, direct = balanced((0, "", 3), (0, "tile 2", 3)), cause(structs.replace(BUY, direct=True))

    assert told(direct, balance) == told(balance), "the balance says what the move scores"
    other = structs.replace(direct, example=((Step(1, (Entry(POINTS, 0, "buy", "tile 2", 5),)),), ()))
    assert told(other, balance) == told(balance)
    assert not told(other, structs.replace(balance, example=((), ())))


def test_a_step_is_told_with_its_price_and_its_points_at_the_end() -> None:
    dam = Step(0, (Entry(HAPPENS, 0, "build", "dam"),), price=(Entry(PIECES, 0, "pay", "cost", -2, "stone"),))
    rum = Step(
        0, (Entry(PIECES, 0, "buy", "market", 1, "rum"),), price=(Entry(PIECES, 0, "spend", "market", -5, "peso"),)
    )
    taxed = structs.replace(cause(points(0, "score", "tax", 2, OFTEN)), example=((dam,), (rum,)))

    assert told(taxed, game="cuba").endswith(
        "\nFor example, this round you build the dam for 2 stone (2 points at the end). "
        "After the other move, this round you buy 1 rum at the market for 5 pesos."
    )


def test_who_wins_is_told_last_of_an_example() -> None:
    load, win = Step(0, (Entry(POINTS, 0, "load", "dock 3", 6),)), Step(0, (Entry(HAPPENS, 0, "win", "game end"),))
    loss = Step(0, (win.first._replace(seat=1),))
    loaded = structs.replace(
        cause(points(0, "load", "dock 3", 6, OFTEN)), example=((load, win), (loss,)), scored=(9, 3)
    )

    assert told(loaded, game="cuba").endswith(
        "\nFor example, this round you load at dock 3 (6 points), with all else 9 points, you win. "
        "After the other move, in all 3 points, Rosa wins."
    )
    alone = structs.replace(loaded, scored=None)
    assert told(alone, game="cuba").endswith("(6 points), you win. After the other move, this round Rosa wins.")
    tied = structs.replace(alone, example=((load, Step(0, (win.first._replace(piece="tie"),))), (loss,)))
    assert "(6 points), you win with equal points. After" in told(tied, game="cuba")


def test_a_building_is_told_with_its_points_where_no_example_tells_them() -> None:
    built = happens(0, "build", "dam", OFTEN)
    assert told(cause(built), game="cuba").startswith("You build the dam (2 points at the end) this round")
    assert told(cause(structs.replace(built, seen=(1, 0))), game="cuba").startswith("You build the dam this round")


def test_what_is_done_only_for_a_tax_is_no_reason() -> None:
    use = structs.replace(happens(0, "use", "warehouse", OFTEN), is_means=True)
    reason = Reason("warehouse", (use,), 1.0, purpose=points(0, "score", "duty", 2, OFTEN), example=(THIS, ()))

    assert told(reason, game="cuba") == "", "a duty is paid in many ways"
    dock = structs.replace(reason, purpose=points(0, "load", "dock 3", 6, OFTEN))
    assert told(dock, game="cuba").startswith("You load at dock 3")


def test_points_that_the_other_move_brings_by_the_same_are_told() -> None:
    theirs = points(1, "score", "subsidy", 5, (0.0, 1.0))
    own = structs.replace(points(0, "score", "subsidy", 4, (0.0, 1.0)), weight=-0.1)

    assert told(cause(theirs, own), game="cuba") == (
        "After the other move the subsidy brings Rosa 5 points this round, after this one nothing. "
        "But after the other move the subsidy brings you 4 points this round, after this one nothing."
    )
    assert "you" not in told(cause(theirs, structs.replace(own, round=1)), game="cuba")


def test_pieces_of_several_kinds_are_counted_together_where_it_does_not_matter_which_they_are() -> None:
    some = [
        pieces(0, "get", "mama", kind, (amount, 0.0))
        for kind, amount in (("brick", 1.1), ("loam", 0.9), ("glass", 0.6))
    ]

    assert told(cause(*some)).startswith("Mama brings you 3 coloured cubes this round")
    assert told(cause(*some[:2])).startswith("Mama brings you 1 brick and 1 loam this round")
    assert told(Reason("mama", tuple(some), 1.0, purpose=BUY)).startswith("Mama brings you 1 brick and 1 loam this")
    more = [structs.replace(fact, amounts=(fact.amounts[0] + 1, 1.0)) for fact in some]
    assert told(cause(*more)).startswith("Mama brings you 3 coloured cubes more this round than after the other move.")
    lost = [pieces(0, "spoil", "spoiling", kind, (0.0, -0.4)) for kind in ("citrus", "sugar", "tobacco")]
    assert told(cause(*lost), game="cuba").startswith("After the other move you lose 1 product for lack")
    dock = points(0, "load", "dock 1", 1, OFTEN)
    said = told(Reason("spoiling", tuple(lost), 1.0, purpose=dock), game="cuba")
    assert said.startswith("After the other move you lose 1 product"), "less than one of each kind"


def test_what_is_lost_is_told_before_what_it_is_missed_for_in_a_later_round() -> None:
    lost, dock = (
        pieces(0, "spoil", "spoiling", "citrus", (0.0, -2.0)),
        points(0, "load", "dock 3", 6, OFTEN, round_no=1),
    )
    reason = Reason("spoiling", (lost,), 1.0, purpose=dock, example=(THIS, ()))

    said = told(reason, game="cuba")
    assert said.startswith(
        "After the other move you lose 2 citrus for lack of storage this round, after this one nothing."
    )
    assert " You load at dock 3 (6 points) next round, after the other move hardly ever." in said
    at_once = structs.replace(reason, purpose=structs.replace(dock, round=0))
    assert told(at_once, game="cuba").startswith("You load at dock 3")


def test_what_the_other_move_has_for_it_is_told() -> None:
    pesos = pieces(0, "get", "pesos", "peso", (0.0, 4.0), weight=-0.05)
    reason = Reason("tile 20", (BUY,), 1.0, named=True, against=pesos)

    said = " But after the other move Pesos brings you 4 pesos this round, after this one nothing."
    assert told(reason).endswith(said)


def test_a_law_that_is_enacted_is_told() -> None:
    law = happens(None, "enact", "subsidy", OFTEN, other="subsidy water 1")

    said = (
        "A new law (1 point for each water) comes in place of the subsidy this round, after the other move hardly ever."
    )
    assert told(cause(law), game="cuba") == said


def test_a_piece_that_is_not_lost_is_told_and_not_what_keeps_it() -> None:
    citrus, store = pieces(0, "spoil", "spoiling", "citrus", (0.0, -1.0)), happens(0, "use", "warehouse", OFTEN)
    said = "After the other move you lose 1 citrus for lack of storage this round, after this one nothing."

    assert told(Reason("spoiling", (citrus,), 1.0, (store,)), game="cuba") == said


def test_what_the_other_move_does_is_told_if_it_is_done_afterwards() -> None:
    pesos = pieces(0, "not load", "pesos instead", "peso", (4.0, 2.0))
    foreman = happens(0, "play", "foreman card", (1.0, 1.0))
    reason = Reason("pesos instead", (pesos,), 1.0, waits=foreman)

    said = "You get 2 pesos more for not loading this round than after the other move."
    assert told(reason, game="cuba") == f"{said} Afterwards you play the foreman all the same."


def test_pieces_of_a_card_that_the_move_names_are_told_with_what_they_are_for() -> None:
    reason = Reason("mama", (BRICK,), 1.0, named=True, purpose=BUY)

    assert " You buy the Watchtower (4 points) " in told(reason)
    assert told(structs.replace(reason, purpose=None)) == ""
    assert told(structs.replace(reason, purpose=points(0, "buy", "tile 20", 4, (0.5, 0.4)))) == "", "it is not told"
    many = Reason("mama", (BRICK, pieces(0, "get", "mama", "loam", (3.0, 0.0), round_no=1)), 1.0, named=True)
    assert told(many) == "Mama brings you 1 brick and 3 loam next round, after the other move nothing."


def test_who_takes_something_is_named() -> None:
    words, names = malecon.games["havana"].text.reasons, {0: "Ana", 1: "Rosa", 2: "Mateo"}
    assert words is not None
    taxed = pieces(0, "taxed", "tax collector", "glass", (0.0, -1.0))
    taken = pieces(2, "get", "tax collector", "peso", (0.0, 1.0), weight=-0.01)
    taken_from = "Tax Collector takes 1 glass from"

    for reason, viewer, expected in (
        (cause(taxed, taken), 0, f"Mateo’s {taken_from} you"),
        (cause(taxed, taken), 2, f"your {taken_from} Ana"),
        (cause(taxed), 0, f"{taken_from} you"),
        (cause(taxed, structs.replace(taken, round=1)), 0, f"{taken_from} you"),
    ):
        said = reason_in_words(reason, words, Language(), names, viewer)
        assert said.startswith(f"After the other move {expected}")


def test_what_cannot_be_told_is_left_out() -> None:
    small = cause(pieces(0, "give", "tiles", "brick", (-1.0, -2.0)))

    assert told(small) == told() == ""
    assert told(small, cause(BUY)) == told(cause(BUY))
    assert told(cause(BUY, means=small.facts)) == told(cause(BUY))


def test_chances_that_hardly_differ_are_told_of_many_points_only() -> None:
    many, few = points(0, "load", "dock 2", 8, (0.6, 0.38)), points(0, "load", "dock 2", 2, (0.6, 0.38))
    often = "You load at dock 2 (8 points) this round 6 times out of 10, after the other move 4 times out of 10."
    assert told(cause(many), game="cuba") == often
    assert told(cause(few), game="cuba") == ""


def test_another_player_stands_for_a_cause_only_by_the_contrary() -> None:
    own = happens(0, "use", "warehouse", (0.99, 0.86))
    assert told(cause(own, happens(1, "use", "warehouse", (1.0, 0.6))), game="cuba") == ""
    assert told(cause(own, happens(1, "use", "warehouse", (0.1, 0.9))), game="cuba").startswith("After the other move")


def test_links_of_what_cannot_be_told_are_left_out() -> None:
    rival = points(1, "buy", "tile 20", 4, (0.0, 0.1))
    mine = points(0, "buy", "tile 20", 4, OFTEN)

    assert told(cause(rival, mine, means=(BRICK,))) == told(cause(mine))


def test_reasons_are_told_in_french() -> None:
    assert told(structs.replace(cause(BUY, means=(DEBRIS,)), example=(THIS, THAT)), code="fr") == (
        "Vous achetez la Tour de guet (4 points) au prochain tour 9 fois sur 10 ; après l’autre coup, 3 fois sur 10"
        ".\nPar exemple : à ce tour, vous jouez avant Rosa, la carte Mama vous rapporte 1 brique et "
        "3 gravats ; au prochain tour, vous achetez la Tour de guet (4 points). Après l’autre coup : deux tours plus "
        "tard, la carte Voleur de matériaux (Rosa) vous prend 1 argile."
    )


def test_why_not_another_move() -> None:
    words = malecon.games["havana"].text.reasons
    assert words is not None

    known = Explanation((0.6, 0.5), (cause(BUY),))
    said = why_not("buy a house.", known, words, Language(), NAMES, 0, 0.6)
    assert said.startswith("Why the first and not “buy a house”? You buy the Watchtower")
    assert not why_not("1 glass", Explanation(), words, Language(), NAMES, 0, 0.6)
    nothing = why_not("1 glass", Explanation((0.6, 0.5)), words, Language(), NAMES, 0, 0.6)
    assert nothing == "Why the first and not “1 glass”? There is no clear reason."
    close = why_not("1 glass.", Explanation((0.6, 0.59)), words, Language(), NAMES, 0, 0.6)
    assert close == "Looked at more closely, “1 glass” is about as good as the first."
    for share, begins in (
        (0.5, "None of these moves is clearly worse than the first."),
        (0.99, "The game is as good as won."),
        (0.01, "The game is as good as lost."),
    ):
        assert why_not("", known, words, Language(), NAMES, 0, share).startswith(begins)
