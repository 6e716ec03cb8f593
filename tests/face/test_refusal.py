"""Every move that is not legal is refused with a rule and a sentence, and nothing changes."""

import re

import pytest

from cases import STARTS
from face.playing import random_match
from malecon.core.match import Match
from malecon.core.rules_text import rules_text_of
from sampling import close_looks


@pytest.mark.parametrize("start", STARTS)
def test_every_move_is_legal_or_refused_with_a_rule(start: str) -> None:
    for number, (match, _, _) in enumerate(close_looks(random_match(start, 11))):
        check_all_moves(match, number % match.seats)


def check_all_moves(match: Match, seat: int) -> None:
    game, rules = match.game, rules_text_of(match.game.name).rules
    legal = {game.notation.parse(move) for move in match.legal(seat)}
    before = match.state.tobytes()
    for action in set(range(len(game.notation))) - legal:
        refusal = game.refuse(match.state, seat, action)
        assert refusal.rule in rules, refusal
        assert refusal.sentence == (refusal.template.format(**refusal.facts) if refusal.facts else refusal.template)
        assert re.fullmatch(r"[^{}]+\.", refusal.sentence)
    assert match.state.tobytes() == before
