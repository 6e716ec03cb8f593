"""The review of a game: its account closes, and marks stand where something was lost."""

import pytest

import malecon
from malecon.agents.review import Account, Alternative, ReviewedDecision, account, chances
from malecon.core.match import Match


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


def test_the_account_before_a_move_closes_with_the_chance_of_the_curve() -> None:
    assert chances(match(), DECISIONS) == [(0.5, 0.5), (0.5, 0.5), (0.57, 0.43)]
    assert account(match(), DECISIONS, 1).chance == (0.5, 0.5)
    assert account(match(), DECISIONS, 1).luck == pytest.approx((0.1, -0.1))


def test_a_loss_that_is_no_more_than_the_error_gets_no_mark() -> None:
    lost = decision(0, 0, (0.6, 0.4), (0.5, 0.5))

    assert lost.loss == pytest.approx(0.1)
    assert lost.mark == "??"
    assert decision(0, 0, (0.6, 0.4), (0.55, 0.45)).mark == "?"
    assert decision(0, 0, (0.6, 0.4), (0.59, 0.41)).mark == ""
    assert ReviewedDecision(0, 0, "played", lost.best, lost.before, lost.after, (0.06, 0.06), (0.1, 0.1)).mark == ""
