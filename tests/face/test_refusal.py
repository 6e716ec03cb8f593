"""Every move that is not legal is refused with a rule and a sentence, and nothing changes."""

import re

import pytest

from cases import STARTS
from face.playing import random_match
from malecon.core.digest import digest_of
from malecon.core.jit import JIT
from malecon.core.match import Match

EVERY = (12, 1) if JIT else (36, 4)
"""Of so many steps one is looked at, with three and more players and with two."""


@pytest.mark.parametrize("start", STARTS)
def test_every_move_is_legal_or_refused_with_a_rule_at_every_step(start: str) -> None:
    for number, (match, _, _) in enumerate(random_match(start, 11)):
        if number % EVERY[match.seats == 2] == 0:
            for seat in range(match.seats):
                check_all_moves(match, seat)


def check_all_moves(match: Match, seat: int) -> None:
    game, rules = match.game, digest_of(match.game.name).rules
    legal = {game.notation.parse(move) for move in match.legal(seat)}
    before = match.state.tobytes()
    for action in set(range(len(game.notation))) - legal:
        refusal = game.refuse(match.state, seat, action)
        assert refusal.rule in rules, refusal
        assert refusal.sentence == (refusal.template.format(**refusal.facts) if refusal.facts else refusal.template)
        assert re.fullmatch(r"[^{}]+\.", refusal.sentence)
    assert match.state.tobytes() == before
