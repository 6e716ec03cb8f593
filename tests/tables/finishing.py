"""Games that are at their end, for the tests of results."""

import random

from malecon.tables.occupant import Sitter
from malecon.tables.seat_state import Move, Place
from malecon.tables.table import Seated, rebuilt
from malecon.tables.table_header import new_header, new_id
from malecon.tables.table_settings import Terms

RATED = Terms(rated=True)
LEVELS = ("easy", "standard")


def sitter_for(who: str, number: int) -> Sitter:
    return Sitter(f"Player {number}", None, who) if who in LEVELS else Sitter(f"Player {number}", who)


def last_move_missing(who: list[str], terms: Terms = RATED, game: str = "havana") -> Seated:
    """Return a table at which a move is missing to the end of a game at random."""
    header = new_header(game, len(who), {}, 0, terms)
    match = header.begin()
    rng = random.Random(f"{header.key}")
    while not match.over:
        seat = rng.choice(match.to_move)
        match.play(seat, rng.choice(match.legal(seat)))
    log = [Move(seat, notation, new_id()) for seat, notation in match.moves[:-1]]
    sitters = [sitter_for(each, number) for number, each in enumerate(who)]
    return rebuilt(header, sitters, log, [Place()] * len(who))


def ended(table: Seated) -> Seated:
    """Return a table after the first move that ends its game."""
    for seat in table.match.to_move:
        for notation in table.match.legal(seat):
            after = table.with_step(seat, notation, new_id(), quick=True)
            if after.match.over:
                return after
    raise AssertionError("no move ends the game")
