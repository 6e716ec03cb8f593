"""The review of a game: its account closes, and marks stand where something was lost."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec import structs
from numpy.typing import NDArray

import malecon
from agents.positions import about_to_win, begun
from malecon.agents import LEVELS, explanation, review_blocks, review_search
from malecon.agents.levels import SEARCH_CONFIGS
from malecon.agents.review import Account, Alternative, Pause, ReviewedDecision, account, curve_of
from malecon.agents.review_blocks import UNSEEN, Judgement, stated_error
from malecon.agents.review_curve import observe, pauses
from malecon.agents.review_search import ReviewQuestion, first_look, review_decision, review_key, reviews
from malecon.agents.search import Question, SearchConfig
from malecon.agents.searcher import Budget, Searcher
from malecon.core.jit import JIT
from malecon.core.match import Match
from malecon.core.reason import BALANCE, Explanation, Reason
from modes import once
from worlds import shake


def decision(number: int, seat: int, before: tuple[float, ...], after: tuple[float, ...]) -> ReviewedDecision:
    best = (Alternative("best", before[seat]), Alternative("played", after[seat]))
    return ReviewedDecision(number, seat, "played", best, before, after, (0.01, 0.01))


DECISIONS = [
    decision(0, 0, (0.6, 0.4), (0.5, 0.5)),
    decision(1, 1, (0.55, 0.45), (0.57, 0.43)),
]


def test_a_marked_decision_keeps_two_causes_and_the_balance(monkeypatch: pytest.MonkeyPatch) -> None:
    causes = [Reason(f"tile {number}", ()) for number in range(3)]
    found = Explanation((0.6, 0.5), (*causes, Reason(BALANCE, ())))
    monkeypatch.setattr(review_search, "JIT", True)
    monkeypatch.setattr(explanation, "explain", lambda *_: found)
    asked, (first, second) = match(), match().legal(match().to_move[0])[:2]
    about = ReviewQuestion.about(asked, asked.to_move[0], first, 1)
    worse = structs.replace(DECISIONS[0], played=first, best=(Alternative(second, 0.6), Alternative(first, 0.5)))

    kept = review_search._explained(worse, about, SEARCH_CONFIGS["havana"]).reasons

    assert [reason.thing for reason in kept] == ["tile 0", "tile 1", BALANCE]


def match() -> Match:
    match = malecon.games["havana"].start(seats=2, seed=7)
    for _ in range(4):
        seat = match.to_move[0]
        match.play(seat, match.legal(seat)[0])
    return match


BEGIN, MIDDLE, END = (
    Pause(0, (0.5, 0.5), (0.0, 0.0)),
    Pause(1, (0.6, 0.4), (0.03, 0.03)),
    Pause(2, (0.7, 0.3), (0.04, 0.04)),
)


def closes(found: Account) -> bool:
    """Tell whether the parts of each seat sum to its change, and decisions and cards to nothing over the seats."""
    parts = found.begin, found.own, found.others, found.cards
    sums = [sum(each) for each in zip(*parts, strict=True)]
    nothing = [sum(found.own) + sum(found.others), sum(found.cards)]
    return sums == pytest.approx(found.end) and nothing == pytest.approx([0, 0])


@pytest.mark.parametrize(("begin", "end"), [(BEGIN, MIDDLE), (MIDDLE, END), (BEGIN, END)])
def test_an_account_closes_between_two_pauses_and_its_parts_sum_to_nothing(begin: Pause, end: Pause) -> None:
    found = account(DECISIONS, begin, end)

    assert found is not None
    assert closes(found)
    assert max(found.own) <= 0


def test_cards_are_what_the_curve_changed_and_no_decision_did() -> None:
    found = account(DECISIONS, BEGIN, MIDDLE)

    assert found is not None
    assert found.own == pytest.approx((-0.1, 0.0))
    assert found.others == pytest.approx((0.0, 0.1))
    assert found.cards == pytest.approx((0.2, -0.2))
    assert found.error == pytest.approx((np.hypot(0.01, 0.03),) * 2)


def test_an_account_waits_until_all_of_its_decisions_are_reviewed() -> None:
    rough = structs.replace(DECISIONS[1], is_rough=True)

    assert account([DECISIONS[0], rough], BEGIN, MIDDLE) is not None
    assert account([DECISIONS[0], rough], BEGIN, END) is None
    assert account([DECISIONS[0]], MIDDLE, END) is None


def test_a_curve_goes_from_even_chances_to_the_result() -> None:
    won, going = about_to_win(), match()
    seat = won.to_move[0]
    won.play(seat, "buy upper left")

    assert [each.chances for each in curve_of(won, [])] == [(0.5, 0.5), (1.0, 0.0)]
    assert curve_of(going, [END, MIDDLE]) == [BEGIN, MIDDLE, END]


def test_a_loss_that_is_no_more_than_the_error_gets_no_mark() -> None:
    lost = decision(0, 0, (0.6, 0.4), (0.5, 0.5))

    assert lost.loss == pytest.approx(0.1)
    assert lost.mark == "??"
    assert decision(0, 0, (0.6, 0.4), (0.55, 0.45)).mark == "?"
    assert decision(0, 0, (0.6, 0.4), (0.59, 0.41)).mark == ""
    assert ReviewedDecision(0, 0, "played", lost.best, lost.before, lost.after, (0.06, 0.06)).mark == ""


def test_a_few_blocks_state_a_larger_error_than_many() -> None:
    """Of four that are 1 away from their mean the standard error is 0.58; Student's t with 3 degrees spreads wider."""
    four, sixteen = (np.array([[0.0, 1.0], [2.0, 1.0]] * pairs) for pairs in (2, 8))

    assert stated_error(four).tolist() == pytest.approx([1.0, 0.0])
    assert stated_error(sixteen)[0] == pytest.approx(0.277, abs=0.001)
    judged = Judgement({}, "best", four, four)
    assert judged.errors.tolist() == [UNSEEN, UNSEEN]


QUICK = Searcher("quick", Budget(60 if JIT else 1), SEARCH_CONFIGS)
each_game = pytest.mark.parametrize("game", malecon.games)


def question_about(now: Match, move: str | None = None) -> ReviewQuestion:
    """Return the question about the decision of the first seat to move, which plays the last legal move."""
    seat = now.to_move[0]
    return ReviewQuestion.about(now, seat, move or now.legal(seat)[-1], key=3)


@once
@each_game
def test_a_decision_is_reviewed_with_its_best_moves_and_the_chances_of_all(game: str) -> None:
    now = begun(game)

    found = review_decision(question_about(now), QUICK)

    assert (found.number, found.seat, found.played) == (30, now.to_move[0], now.legal(now.to_move[0])[-1])
    shares = [each.share for each in found.best]
    assert found.played in [each.move for each in found.best]
    assert shares == sorted(shares, reverse=True)
    assert sum(found.before) == pytest.approx(1)
    assert sum(found.after) == pytest.approx(1)
    assert found.before[found.seat] == pytest.approx(shares[0], abs=1e-5)
    (after,) = (each.share for each in found.best if each.move == found.played)
    assert found.after[found.seat] == pytest.approx(after, abs=1e-5)
    assert found.loss >= 0
    assert {each.seat for each in found.forecasts} <= {0, 1, 2} - {found.seat}
    assert all(0 < sum(share for _, share in each.moves) <= 1.0001 for each in found.forecasts)


@once
@each_game
def test_what_the_decider_cannot_know_changes_nothing_in_a_review(game: str) -> None:
    now = begun(game)
    seat, rng = now.to_move[0], random.Random(5)
    found = review_decision(question_about(now), QUICK)
    true = now.state.tobytes()

    for _ in range(5 if JIT else 1):
        shake(now, seat, rng)

        assert now.state.tobytes() != true
        assert review_decision(question_about(now), QUICK) == found


@once
@each_game
def test_a_review_is_repeated_by_its_key_whoever_played_on_any_number_of_threads(game: str) -> None:
    short = begun(game, 6)
    named = short.copy()
    named.names = {0: "Ana"}

    assert list(reviews(named, QUICK, threads=2)) == list(reviews(short, QUICK))
    assert review_key(short) != review_key(begun(game, 5))


@once
@pytest.mark.parametrize("seats", [2, 4])
@each_game
def test_a_decision_is_not_judged_by_what_is_revealed_after_it(game: str, seats: int) -> None:
    """In another world that the decider holds possible the same game goes on differently: it is judged alike."""
    now = malecon.games[game].start(seats=seats, seed=9)
    while not now.over and now.number < 12:
        seat = now.to_move[0]
        move = LEVELS["random"].choose(now, seat, key=now.number)
        other = now.copy()
        shake(other, seat, random.Random(now.number))
        played, otherwise = now.copy(), other.copy()
        played.play(seat, move), otherwise.play(seat, move)
        if played.events_seen_by(seat) != otherwise.events_seen_by(seat):
            question = [ReviewQuestion.about(each, seat, move, key=3) for each in (now, other)]
            assert review_decision(question[0], QUICK) == review_decision(question[1], QUICK)
            return
        now = played
    raise AssertionError("nothing was revealed")


@once
def test_a_move_that_misses_the_victory_is_a_blunder() -> None:
    now = about_to_win()
    now.state.points[1] = 24  # the other wins then

    missed, taken = (review_decision(question_about(now, move), QUICK) for move in ("end turn", "buy upper left"))

    assert missed.mark == "??"
    assert missed.best[0].move.startswith("buy")
    assert missed.loss > 0.9
    assert taken.loss == 0


def test_a_first_look_sees_that_a_move_misses_the_victory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_search, "LOOK", 20 if JIT else 6)
    now = about_to_win()
    now.state.points[1] = 24  # the other wins then

    missed, taken = (first_look(question_about(now, move), QUICK) for move in ("end turn", "buy upper left"))

    assert missed.is_rough
    assert missed.mark == "?"
    assert [each.move[:3] for each in missed.best] == ["buy", "end"]
    assert missed.loss > 0.9
    assert [each.move for each in taken.best] == ["buy upper left"]
    assert taken.loss == 0
    assert sum(missed.before) == pytest.approx(1) == pytest.approx(sum(missed.after))


@pytest.mark.parametrize(("shares", "mark"), [((0.6, 0.5, 0.5), "!"), ((0.6, 0.55, 0.5), ""), ((0.6, 0.5), "")])
def test_the_only_good_move_is_one_of_three_at_least(shares: tuple[float, ...], mark: str) -> None:
    best = tuple(Alternative(f"bid {number}", share) for number, share in enumerate(shares))
    decision = ReviewedDecision(0, 0, "bid 0", best, (0.6, 0.4), (0.6, 0.4), (0.0, 0.0))

    assert decision.mark == mark


@pytest.mark.parametrize(("far", "mark"), [(0.0, ""), (0.05, "?")])
@each_game
def test_what_seems_to_be_a_mistake_is_judged_anew_by_searches_that_look_further_ahead(
    monkeypatch: pytest.MonkeyPatch, game: str, far: float, mark: str
) -> None:
    asked, near = question_about(begun(game)), SEARCH_CONFIGS[game].stages
    looks = set[int]()

    def made_up(question: Question, config: SearchConfig, budget: Budget, key: int) -> NDArray[np.float64]:
        """Return what blocks say: played costs 20 %, and ``far`` if one looks further ahead."""
        looks.add(config.stages)
        loss = 0.2 if config.stages == near else far
        share = 0.5 - loss * (question.first_action == asked.question.first_action)
        return np.array([share if seat == question.seat else (1 - share) / 2 for seat in range(3)])

    monkeypatch.setattr(review_blocks, "expected_shares", made_up)
    found = review_decision(asked, QUICK)

    assert looks == {near, 3 * near}
    assert found.loss == pytest.approx(far)
    assert found.mark == mark
    assert found.before[found.seat] == pytest.approx(0.5) == pytest.approx(found.best[0].share)
    assert {each.share for each in found.best} == {0.5, 0.5 - far}, "all shares are of the same searches"
    assert review_decision(asked, QUICK, is_quick=True).loss == pytest.approx(0.2)


GOLDEN = Path(__file__).parent.parent / "golden"
GAMES, LAST = 10, 6
"""Recorded games, and decisions at the end of each of them that are reviewed."""
SLOWER = Searcher("slower", Budget(120), SEARCH_CONFIGS)
"""With less, the wide searches of one review miss a move that those of the other find."""
FAR_OFF = 5.0
"""Standard errors by which no part of an account differs in a second review: those of 4 or 8 blocks are rough."""
OTHER = 10**9
"""A key none of whose random numbers are those of the key 1."""
LEAST = 0.005
"""The error of an estimate that a few blocks happen to agree on."""


def ends(game: str) -> Iterator[Match]:
    """Yield the ends of recorded games, each as a game of its own that begins from a position."""
    for file in sorted((GOLDEN / game).glob("*.game"))[:GAMES]:
        whole = malecon.replay(file.read_text("utf-8"))
        end = Match(whole.game, whole.after(whole.number - LAST).state)
        for seat, move in whole.moves[-LAST:]:
            end.play(seat, move)
        yield end


def apart(first: Account, second: Account) -> list[NDArray[np.float64]]:
    """Return how far own, others', cards and the chance of each seat are apart, in standard errors."""
    error = np.hypot(first.error, second.error).clip(LEAST)
    parts = [(each.own, each.others, each.cards, each.end) for each in (first, second)]
    return [np.subtract(*each) / error for each in zip(*parts, strict=True)]


@once
@each_game
def test_two_reviews_of_recorded_games_agree_within_the_stated_error_and_their_accounts_close(game: str) -> None:
    """In ten games, to the last pause before the end, and to the end, where the chance is known."""
    z: list[NDArray[np.float64]] = []
    cards: list[float] = []
    for match in ends(game):
        both = [(list(reviews(match, SLOWER, key)), curve_of(match, [*observe(match, key)][-1:])) for key in (1, OTHER)]
        for last in range(1, len(both[0][1])):
            found = [account(decisions, curve[0], curve[last]) for decisions, curve in both]
            first, second = (each for each in found if each)
            assert closes(first)
            z += apart(first, second)
            cards += first.cards
    assert np.sqrt(np.mean(np.square(np.concatenate(z)))) < 1
    assert np.abs(np.concatenate(z)).max() < FAR_OFF
    assert np.std(cards) > 0.05, "the test could not fail"


@once
@each_game
def test_the_curve_has_a_place_for_each_round_and_hardly_jumps_between_two_keys(game: str) -> None:
    match = malecon.replay(next((GOLDEN / game).glob("3-seats-*.game")).read_text("utf-8"))
    begun = {*malecon.games[game].text.rounds(match).values()}
    numbers = [now.number for now in pauses(match)]
    few = Match(match.game, match.after(numbers[-3]).state)
    for seat, move in match.moves[numbers[-3] :]:
        few.play(seat, move)
    rows, others = ([*observe(few, key)] for key in (1, OTHER))

    assert {each for each in begun if each} <= {*numbers}
    assert numbers == sorted({*numbers})
    assert [each.number + numbers[-3] for each in rows] == numbers[-2:]
    for row, other in zip(rows, others, strict=True):
        assert sum(row.chances) == pytest.approx(1)
        assert row.chances == pytest.approx(other.chances, abs=0.1 if JIT else 1)


def test_a_game_that_tells_no_stage_has_its_rounds_on_the_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(SEARCH_CONFIGS, "havana")
    match = malecon.replay((GOLDEN / "havana/4-seats-easy.game").read_text("utf-8"))

    assert [now.number for now in pauses(match)] == [*malecon.games["havana"].text.rounds(match).values()]
