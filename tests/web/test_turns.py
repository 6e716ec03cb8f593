"""What whoever confirms a turn reads and sees: what the turn does, and nothing that only its end will show."""

import random

import pytest

import malecon
from malecon.core import contract
from malecon.core.i18n import Language
from malecon.core.match import Match
from malecon.tables.seat import Draft, Step, play_draft
from malecon.web.page_model.log import turn_text
from malecon.web.page_model.table_facts import with_held

NAMES = {0: "Ana", 1: "Ben"}
TURNS = 60


def drafted(match: Match, seat: int, chance: random.Random) -> tuple[Match, Draft]:
    """Return a turn of any legal moves, of which the last waits."""
    draft: Draft = ()
    while True:
        ahead, draft = play_draft(match, seat, draft)
        if draft and draft[-1].held:
            return ahead, draft
        draft = (*draft, Step(chance.choice(ahead.legal(seat)), "id"))


def told(match: Match, ahead: Match, seat: int, held: str) -> str:
    return turn_text(match, ahead, seat, held, malecon.games[match.game.name].text, Language(), NAMES)


def turns_of(game: str) -> dict[str, str]:
    """Return what is said of the turns of a game, by their moves."""
    match, chance, found = malecon.games[game].start(seats=2, seed=4), random.Random(1), dict[str, str]()
    for _ in range(TURNS):
        seat = match.to_move[0]
        ahead, draft = drafted(match, seat, chance)
        found[", ".join(step.notation for step in draft)] = told(match, ahead, seat, draft[-1].notation)
        for step in draft:
            match.play(seat, step.notation)
    return found


def test_a_whole_turn_is_told_with_what_it_costs_and_brings() -> None:
    assert "You score 2 points instead." in turns_of("cuba")["play architect, take points"]
    bought = next(said for moves, said in turns_of("havana").items() if "buy" in moves)
    assert "You buy tile" in bought
    assert "You pay" in bought


@pytest.mark.parametrize("game", malecon.games)
def test_what_the_end_of_a_turn_shows_is_not_told_before(game: str) -> None:
    match, chance = malecon.games[game].start(seats=2, seed=4), random.Random(1)
    for key in range(TURNS):
        seat = match.to_move[0]
        ahead, draft = drafted(match, seat, chance)
        other = ahead.copy()
        contract.guess(other.state, seat, key)
        held = draft[-1].notation
        if held in other.legal(seat):
            assert told(match, other, seat, held) == told(match, ahead, seat, held)
        for step in draft:
            match.play(seat, step.notation)


@pytest.mark.parametrize("game", malecon.games)
def test_what_a_turn_does_is_seen_before_it_is_confirmed_and_nothing_new(game: str) -> None:
    match, chance, done = malecon.games[game].start(seats=2, seed=4), random.Random(1), 0
    for key in range(TURNS):
        seat = match.to_move[0]
        ahead, draft = drafted(match, seat, chance)
        after = with_held(ahead, draft, seat).seen_by(seat)
        done += after != ahead.seen_by(seat)
        other = ahead.copy()
        contract.guess(other.state, seat, key)
        if draft[-1].notation in other.legal(seat):
            assert with_held(other, draft, seat).seen_by(seat) == after
        for step in draft:
            match.play(seat, step.notation)

    assert done > TURNS / 4
