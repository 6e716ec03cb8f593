"""Games that are at their end, for the tests of results."""

import random
from dataclasses import replace
from functools import cache

from malecon import agents
from malecon.storage.rows import rebuild_table
from malecon.tables import TableSettings
from malecon.tables.seat import Move, Occupant, SeatState, player_names
from malecon.tables.table import Table
from malecon.tables.table_header import new_header, new_id

RATED = TableSettings(rated=True)
LEVELS = ("easy", "standard")


def sitter_for(who: str, number: int) -> Occupant:
    return Occupant(f"Player {number}", None, who) if who in agents.LEVELS else Occupant(f"Player {number}", who)


def last_move_missing(who: list[str], settings: TableSettings = RATED, game: str = "havana") -> Table:
    """Return a new table at which a move is missing to the end; each table of a game and so many has the same moves."""
    known = _nearly_over(game, len(who))
    header = replace(known.header, id=new_id(), salt=new_id(), settings=settings)
    occupants = tuple(sitter_for(each, number) for number, each in enumerate(who))
    match = known.match.copy()
    match.names = player_names(occupants)
    log = tuple(replace(move, id=new_id()) for move in known.log)
    return replace(known, header=header, occupants=occupants, match=match, log=log)


@cache
def _nearly_over(game: str, seats: int) -> Table:
    """Return a table of a game at random, without its last move."""
    header = replace(new_header(game, seats, {}, 0), key=1)
    match = header.start_match()
    rng = random.Random(1)
    while not match.over:
        seat = rng.choice(match.to_move)
        match.play(seat, rng.choice(match.legal(seat)))
    log = [Move(seat, notation, new_id()) for seat, notation in match.moves[:-1]]
    return rebuild_table(header, [Occupant("Player")] * seats, log, [SeatState()] * seats)


def ended(table: Table) -> Table:
    """Return a table after the first move that ends its game."""
    for seat in table.match.to_move:
        for notation in table.match.legal(seat):
            after = table.with_step(seat, notation, new_id(), quick=True)
            if after.match.over:
                return after
    raise AssertionError("no move ends the game")
