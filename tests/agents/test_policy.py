"""What is done in playouts without a look."""

from collections import Counter

import malecon
from malecon.agents import LEVELS
from malecon.core import contract
from malecon.core.match import Match
from malecon.core.random import new_source

DRAWS = 600


def at(game: str, question: str) -> Match:
    """Return a match of the random player at a question of that kind."""
    match = malecon.games[game].start(seats=2, seed=1)
    while match.seen_by(None).question.kind != question:
        seat = match.to_move[0]
        match.play(seat, LEVELS["random"].choose(match, seat, key=len(match.moves)))
    return match


def drawn(match: Match) -> Counter[str]:
    source, seat = new_source(7), match.to_move[0]
    actions = (int(contract.policy(match.state, seat, source)) for _ in range(DRAWS))
    return Counter(map(match.game.notation.format, actions))


def test_strong_cards_are_laid_more_often_in_havana_and_every_choice_comes() -> None:
    match = at("havana", "cover")
    moves = drawn(match)

    laid = Counter({move.rpartition(" with ")[2]: 0 for move in moves})
    for move, count in moves.items():
        laid[move.rpartition(" with ")[2]] += count
    assert set(moves) == set(match.legal(match.to_move[0]))
    assert laid["mama"] > 1.5 * laid["conservation"]


def test_higher_bids_are_rarer_in_cuba() -> None:
    match = at("cuba", "bid")
    match.state.pesos[match.to_move[0]] = 3
    bids = drawn(match)

    assert bids["bid 0"] > bids["bid 1"] > bids["bid 2"]
    assert bids["bid 3"] > 0
    assert sum(bids.values()) == DRAWS
