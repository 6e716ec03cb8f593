"""Positions that several tests of agents look at."""

import malecon
from malecon.agents import LEVELS
from malecon.core.match import Match


def begun(game: str, moves: int = 30) -> Match:
    """Return a match after some moves of the random player."""
    match = malecon.games[game].start(seats=3, seed=5)
    for number in range(moves):
        seat = match.to_move[0]
        match.play(seat, LEVELS["random"].choose(match, seat, key=number))
    return match


def about_to_win() -> Match:
    """Return a match in which seat 0 can buy a tile, and any tile wins."""
    match = malecon.games["havana"].start(seats=2, seed=1)
    while "end turn" not in match.legal(0):
        seat = match.to_move[0]
        match.play(seat, LEVELS["random"].choose(match, seat, key=len(match.moves)))
    match.state.points[0] = 24
    return match
