"""The review of a game: its account closes, and marks stand where something was lost."""

import math
import random

import numpy as np
import pytest

import malecon
from agents.positions import about_to_win, begun
from malecon.agents import LEVELS
from malecon.agents.levels import SEARCH_CONFIGS, Budget, Searcher
from malecon.agents.review import Account, Alternative, ReviewedDecision, account, chances
from malecon.agents.review_search import ReviewQuestion, review_decision, review_key, reviews
from malecon.core.jit import JIT
from malecon.core.match import Match
from sampling import once
from worlds import shake


def decision(number: int, seat: int, before: tuple[float, ...], after: tuple[float, ...]) -> ReviewedDecision:
    best = (Alternative("best", before[seat]), Alternative("played", after[seat]))
    return ReviewedDecision(number, seat, "played", best, before, after, (0.01, 0.01), (0.02, 0.02))


DECISIONS = [
    decision(0, 0, (0.6, 0.4), (0.5, 0.5)),
    decision(1, 1, (0.55, 0.45), (0.57, 0.43)),
]


def match() -> Match:
    match = malecon.games["havana"].start(seats=2, seed=7)
    for _ in range(4):
        seat = match.to_move[0]
        match.play(seat, match.legal(seat)[0])
    return match


def closes(found: Account) -> bool:
    sums = [1 / 2 + sum(parts) for parts in zip(found.own, found.others, found.luck, strict=True)]
    return sums == pytest.approx(found.chance)


def test_an_account_closes_and_its_parts_sum_to_nothing() -> None:
    for until in (None, 0, 1, 2):
        found = account(match(), DECISIONS, until)

        assert closes(found)
        assert sum(found.luck) == pytest.approx(0)
        assert sum(found.own) + sum(found.others) == pytest.approx(0)
        assert max(found.own) <= 0


def test_while_several_choose_in_secret_nothing_is_luck() -> None:
    """Both choose their first cards: what the second one estimates otherwise is no luck until both are seen."""
    rows = chances(match(), [*DECISIONS, decision(2, 1, (0.7, 0.3), (0.7, 0.3))])

    assert np.array(rows) == pytest.approx(np.array([(0.5, 0.5), (0.5, 0.5), (0.52, 0.48), (0.7, 0.3)]))
    assert account(match(), DECISIONS, 1).luck == pytest.approx((0.1, -0.1))
    assert account(match(), DECISIONS).luck == pytest.approx((0.1, -0.1))


def test_a_loss_that_is_no_more_than_the_error_gets_no_mark() -> None:
    lost = decision(0, 0, (0.6, 0.4), (0.5, 0.5))

    assert lost.loss == pytest.approx(0.1)
    assert lost.mark == "??"
    assert decision(0, 0, (0.6, 0.4), (0.55, 0.45)).mark == "?"
    assert decision(0, 0, (0.6, 0.4), (0.59, 0.41)).mark == ""
    assert ReviewedDecision(0, 0, "played", lost.best, lost.before, lost.after, (0.06, 0.06), (0.1, 0.1)).mark == ""


QUICK = Searcher("quick", Budget(60 if JIT else 1), SEARCH_CONFIGS)
each_game = pytest.mark.parametrize("game", malecon.games)


def question_about(now: Match, move: str | None = None) -> ReviewQuestion:
    """Return the question about the decision of the first seat to move, which plays the last legal move."""
    seat = now.to_move[0]
    return ReviewQuestion.about(now, seat, move or now.legal(seat)[-1], key=3)


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
def test_a_review_is_repeated_by_its_key_whoever_played(game: str) -> None:
    short = begun(game, 6)
    named = short.copy()
    named.names = {0: "Ana"}

    assert list(reviews(named, QUICK)) == list(reviews(short, QUICK))
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


STRETCH = 9
"""Decisions of a game that are reviewed."""
LEAST = 0.005
"""The error of an estimate that a few blocks happen to agree on."""


def part_of_a_game(game: str, seed: int, first: int) -> Match:
    """Return some decisions of a whole game of easy against a player that searches, from the decision ``first`` on."""
    whole = malecon.games[game].start(seats=2, seed=seed)
    while not whole.over:
        seat = whole.to_move[0]
        whole.play(seat, (LEVELS["easy"], QUICK)[(seat + seed) % 2].choose(whole, seat, key=whole.number))
    begun = whole.after(first)
    part = Match(begun.game, begun.state)
    for seat, move in whole.moves[first : first + STRETCH]:
        part.play(seat, move)
    return part


@once
@each_game
def test_the_sum_of_the_parts_is_the_change_of_the_chances_within_the_stated_error(game: str) -> None:
    """In ten games, over some decisions each. The change, and own decisions' part, are estimated anew by other keys."""
    changes, of_chance, of_own = [], [], []
    for seed in range(10):
        part = part_of_a_game(game, seed, first=3 + 6 * seed)
        found = [account(part, list(reviews(part, QUICK, key))) for key in (1, 2)]
        changes.append(found[0].chance[0] - 1 / 2)
        error = math.hypot(found[0].error[0], found[1].error[0], LEAST)
        parts = found[0].own[0] + found[0].others[0] + found[0].luck[0]
        of_chance.append((parts - (found[1].chance[0] - 1 / 2)) / error)
        of_own.append((found[0].own[0] - found[1].own[0]) / error)
    assert np.std(changes) > 0.05, "the test could not fail"
    assert np.mean(np.square(of_chance)) < 2
    assert np.mean(np.square(of_own)) < 2
