"""Games that are at their end, for the tests of results."""

import random

from malecon import agents
from malecon.storage.rows import rebuild_table
from malecon.tables import TableSettings
from malecon.tables.seat import Move, Occupant, SeatState
from malecon.tables.table import Table
from malecon.tables.table_header import new_header, new_id

RATED = TableSettings(rated=True)
LEVELS = ("easy", "standard")


def sitter_for(who: str, number: int) -> Occupant:
    return Occupant(f"Player {number}", None, who) if who in agents.LEVELS else Occupant(f"Player {number}", who)


def last_move_missing(who: list[str], settings: TableSettings = RATED, game: str = "havana") -> Table:
    """Return a table at which a move is missing to the end of a game at random."""
    header = new_header(game, len(who), {}, 0, settings)
    match = header.start_match()
    rng = random.Random(f"{header.key}")
    while not match.over:
        seat = rng.choice(match.to_move)
        match.play(seat, rng.choice(match.legal(seat)))
    log = [Move(seat, notation, new_id()) for seat, notation in match.moves[:-1]]
    occupants = [sitter_for(each, number) for number, each in enumerate(who)]
    return rebuild_table(header, occupants, log, [SeatState()] * len(who))


def ended(table: Table) -> Table:
    """Return a table after the first move that ends its game."""
    for seat in table.match.to_move:
        for notation in table.match.legal(seat):
            after = table.with_step(seat, notation, new_id(), quick=True)
            if after.match.over:
                return after
    raise AssertionError("no move ends the game")
