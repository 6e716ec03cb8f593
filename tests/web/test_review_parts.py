"""What the page of a review is made of: reasons, the axis of time, the scale of chances, and addresses."""

from dataclasses import replace
from pathlib import Path

import pytest

import malecon
from malecon.agents.review import Alternative, Pause, ReviewedDecision
from malecon.core.i18n import Language, load
from malecon.presentation.perspective import Perspective
from malecon.web.views.review import ReviewAddress, ReviewedGame, Walk
from malecon.web.views.review_account import account_of
from malecon.web.views.review_charts import axis_of, height_of, initial_places
from malecon.web.views.review_reasons import reason_of

GOLDEN = Path(__file__).parent.parent / "golden"
RECORD = GOLDEN / "havana/4-seats-easy.game"


def test_a_reason_names_what_only_one_of_two_moves_brings() -> None:
    match = malecon.replay(RECORD.read_text("utf-8"))
    number = next(number for number, (_, move) in enumerate(match.moves) if move.startswith("steal"))
    seat, played = match.moves[number]
    best = next(move for move in match.after(number).legal(seat) if move != played)
    shares = (0.4,) + (0.2,) * (match.seats - 1)
    decision = ReviewedDecision(
        number, seat, played, (Alternative(best, 0.4), Alternative(played, 0.3)), shares, shares, shares
    )
    names = {each: name for each, name in enumerate(("Ana", "Ben", "Eva", "Tom"))}
    said = [
        reason_of(ReviewedGame(match, [decision], names, language, own), match.after(number), decision)
        for language, own in ((Language(), ()), (Language(), (seat,)), (load("fr"), ()))
    ]

    assert said[0].best_brings.striptags().startswith(f"{names[seat]} robs")
    assert said[1].played_brings.striptags().startswith("You rob")
    assert said[2].judgement.startswith(f"{names[seat]} a choisi")
    assert said[0].best_brings != said[0].played_brings


def test_a_reason_has_the_facts_that_the_decider_knew() -> None:
    match = malecon.replay(RECORD.read_text("utf-8"))
    number = next(number for number, (_, move) in enumerate(match.moves) if move.startswith("cover") and number > 20)
    seat, played = match.moves[number]
    shares = (0.25,) * match.seats
    decision = ReviewedDecision(number, seat, played, (Alternative(played, 0.25),), shares, shares, shares)
    names = dict(enumerate(("Ana", "Ben", "Eva", "Tom")))
    others, own = (
        reason_of(ReviewedGame(match, [decision], names, Language(), seats), match.after(number), decision)
        for seats in ((), (seat,))
    )

    assert own.facts.startswith("The cards make ")
    assert others.facts == f"As {names[seat]} saw it: {own.facts}"


def test_a_bid_is_explained_by_the_votes_and_pesos_of_all_who_bid() -> None:
    match = malecon.replay((GOLDEN / "cuba/4-seats-easy-players.game").read_text("utf-8"))
    number = next(number for number, (_, move) in enumerate(match.moves) if move.startswith("bid"))
    now, (seat, bid) = match.after(number), match.moves[number]
    names = dict(enumerate(("Ana", "Ben", "Eva", "Tom")))

    [fact] = malecon.games["cuba"].text.themes.explain(Perspective.of(now, seat, Language(), names), bid, [])

    listed = [f"{names[each.seat]} {each.votes} + {each.pesos}" for each in now.seen_by(seat).players]
    assert seat == 0
    assert fact == f"Votes, and pesos that can be added: {', '.join(listed)}."


def test_the_next_mistake_is_the_visitors() -> None:
    """With no mistake of their own it is that of anybody; if decisions of one seat are listed, it is of that seat."""
    match = malecon.replay(RECORD.read_text("utf-8"))
    worse, error = (0.1,) * match.seats, (0.001,) * match.seats
    decisions = [
        ReviewedDecision(number, seat, move, (Alternative("x", 0.4),), (0.4,) * match.seats, worse, error)
        for number, (seat, move) in enumerate(match.moves)
        if number in (4, 5, 6)
    ]
    first, second, third = (each.number + 1 for each in decisions)
    seats = [each.seat for each in decisions]

    def next_after(at: int, of: int, *own: int) -> int | None:
        return ReviewedGame(match, decisions, {}, Language(), own).next_mistake(at, of)

    assert len({*seats}) == 3
    assert [next_after(0, 0), next_after(first, 0), next_after(third, 0)] == [first, second, first]
    assert [next_after(at, 0, seats[1]) for at in (0, second)] == [second, second]
    assert next_after(0, seats[2] + 1, seats[1]) == third
    assert next_after(0, 0, *{*range(match.seats)} - {*seats}) == first


def test_the_turning_points_are_the_ten_marked_decisions_of_most_weight() -> None:
    """A decision that was the only good one counts by what the next best would have lost."""
    match = malecon.replay(RECORD.read_text("utf-8"))
    even, error = (0.5,) * match.seats, (0.001,) * match.seats

    def decision(number: int, loss: float, gap: float = 0.0) -> ReviewedDecision:
        seat, move = match.moves[number]
        best = [Alternative(move if gap else "x", 0.5), *(Alternative(each, 0.5 - gap) for each in "yz")]
        after = tuple(0.5 - loss if each == seat else 0.5 for each in range(match.seats))
        return ReviewedDecision(number, seat, move, tuple(best), even, after, error)

    losses = [0.04 + number / 100 for number in range(10)]
    decisions = [
        decision(0, 0.0),
        decision(1, 0.0, gap=0.2),
        *(decision(2 + at, loss) for at, loss in enumerate(losses)),
    ]
    found = ReviewedGame(match, decisions, {}, Language())
    seat = match.moves[2][0]

    assert [each.number for each in found.turning_points(0)] == [1, *range(11, 2, -1)]
    assert 2 in [each.number for each in found.turning_points(seat + 1)]


@pytest.mark.parametrize(("gained", "even"), [(0.0, True), (0.12, False)])
def test_an_account_sums_up_in_whole_per_cent_and_says_what_is_about_even(gained: float, even: bool) -> None:
    match = malecon.replay(RECORD.read_text("utf-8"))
    first, second = sorted(match_rounds := {*malecon.games["havana"].text.rounds(match).values()})[1:3]
    chances, error = (0.304, 0.246, 0.25, 0.2), (0.02,) * match.seats
    after = (chances[0] + gained, chances[1] - gained, *chances[2:])
    pauses = [Pause(first, chances, error), Pause(second, after, error)]
    flat = (0.25,) * match.seats
    decisions = [
        ReviewedDecision(number, seat, move, (Alternative(move, 0.25),), flat, flat, (0.001,) * match.seats)
        for number, (seat, move) in enumerate(match.moves)
    ]
    game = ReviewedGame(match, decisions, dict(enumerate("ABCD")), Language(), (0,), pauses)
    found = account_of(game, ReviewAddress("/x", second))
    waiting = account_of(replace(game, decisions=decisions[:first]), ReviewAddress("/x", second))
    whole = account_of(game, ReviewAddress("/x", second, of=2, whole=True))

    assert len(match_rounds) > 2
    assert found.begin + sum(each.change for each in found.pieces) == found.end
    assert found.is_even is even
    assert [each.is_even for each in found.pieces] == [True, True, even]
    assert found.pieces[0].words == "your mistakes"
    assert waiting.later == f"The account follows when {second - first} more decisions are reviewed."
    assert whole.seat == 1
    assert whole.end in (0, 50, 100)
    assert whole.luck.startswith("B was luckier than in ")


def test_the_curve_is_shown_as_far_as_it_is_known() -> None:
    match = malecon.replay(RECORD.read_text("utf-8"))
    first = Pause(8, (0.4, 0.3, 0.2, 0.1), (0.01,) * 4)
    game = ReviewedGame(match, [], {}, Language(), (), [first], is_curve_whole=False)

    assert [each.number for each in game.curve] == [0, 8]
    assert game.chance_of(0, 4) == pytest.approx(0.325)
    assert game.chance_of(0, 100) == pytest.approx(0.4)


def test_rounds_are_equally_wide_and_the_set_up_half_as_wide() -> None:
    axis = axis_of({1: 4, 2: 10}, 20)

    assert [round(axis.x(move), 2) for move in (0, 4, 10, 20)] == [0.0, 0.2, 0.6, 1.0]
    assert axis.rounds == (0, 1, 2)
    assert axis_of({1: 0}, 5).x(5) == 1.0


def test_the_scale_is_linear_to_55_per_cent_and_compressed_above() -> None:
    steps = [height_of(chance, 4) - height_of(chance + 0.1, 4) for chance in (0.0, 0.3, 0.6, 0.9)]

    assert steps[0] == pytest.approx(steps[1])
    assert steps[2] == pytest.approx(steps[3])
    assert steps[0] > 3 * steps[2]


def test_letters_stand_where_lines_are_apart() -> None:
    times = [each / 40 for each in range(41)]
    rows = [(0.5 + x / 4, 0.5 - x / 4) if x > 0.5 else (0.5, 0.5) for x in times]

    assert all(letter.x > 0.5 for letter in initial_places(times, rows))


def test_a_walk_copies_the_game_where_it_is_looked_at() -> None:
    match = malecon.replay(RECORD.read_text("utf-8"))
    walk = Walk.through(match, frozenset({0, 7}))

    assert walk.states[7].moves == match.moves[:7]
    assert walk.points[-1] == match.points
    assert ReviewAddress("/x", 3).to(whole=True, pane="curve") == "/x?at=3&viewer=0&of=0&whole=true&pane=curve#opened"
