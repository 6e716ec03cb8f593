"""What is done in playouts without a look."""

from collections import Counter

import numpy as np

import malecon
from malecon.agents import LEVELS
from malecon.core import contract
from malecon.core.match import Match
from malecon.core.random import new_source
from malecon.games.havana.ai.policy import write_preferences
from malecon.games.havana.buildings import DEBRIS
from malecon.games.havana.cards import CARD_COUNT, CODE

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


def test_only_legal_cards_are_laid_and_no_choice_is_certain_in_havana() -> None:
    match = at("havana", "cover")

    moves = drawn(match)

    assert set(moves) <= set(match.legal(match.to_move[0]))
    assert len(moves) > 5


def preference(match: Match, card: str) -> float:
    """Return the preference for a card of the seat that is to move."""
    preferences = np.zeros(CARD_COUNT)
    write_preferences(match.state, match.to_move[0], preferences)
    return float(preferences[CODE[card]])


def test_mama_is_preferred_for_what_lies_in_the_centre_of_havana() -> None:
    match = at("havana", "cover")
    match.state.centre[:DEBRIS] = [0, 0, 0, 0]
    poor = preference(match, "mama")
    match.state.centre[:DEBRIS] = [3, 3, 0, 0]

    assert preference(match, "mama") > poor + 1


def test_who_has_no_peso_prefers_the_card_that_brings_pesos_in_havana() -> None:
    match = at("havana", "cover")
    match.state.pesos[match.to_move[0]] = 9
    rich = preference(match, "pesos")
    match.state.pesos[match.to_move[0]] = 0

    assert preference(match, "pesos") > rich + 1


def test_what_others_hold_changes_no_card_of_a_playout_in_havana() -> None:
    match = at("havana", "cover")
    seat = match.to_move[0]
    before = drawn(match)
    match.state.hand[1 - seat] = 0
    match.state.stack[:] = match.state.stack[::-1].copy()

    assert drawn(match) == before


def test_higher_bids_are_rarer_in_cuba() -> None:
    match = at("cuba", "bid")
    match.state.pesos[match.to_move[0]] = 3
    bids = drawn(match)

    assert bids["bid 0"] > bids["bid 1"] > bids["bid 2"]
    assert bids["bid 3"] > 0
    assert sum(bids.values()) == DRAWS
