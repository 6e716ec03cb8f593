"""Whole games at tables at which everything happens: drafts, undo, clocks, pauses, chat, and computer players."""

import random
from collections.abc import Iterator
from dataclasses import replace

from cases import STARTS
from malecon.core.errors import MaleconError
from malecon.storage.rows import rebuild_table
from malecon.tables import MINUTE, Clock, TableSettings
from malecon.tables.chat import with_remark
from malecon.tables.clocks import update_clocks
from malecon.tables.pauses import ask_pause, resume
from malecon.tables.seat import Occupant, SeatState
from malecon.tables.stand_ins import hand_over, take_back
from malecon.tables.table import Table
from malecon.tables.table_header import new_header, new_id

STEP_MS = 3000
"""From one thing that happens to the next."""
BESIDES = 0.12
"""How often something else happens than a step of the game."""


def living_game(start: str, seed: int) -> Iterator[tuple[Table, int]]:
    """Play a whole random game between ``person-0``, ``person-1`` and so on; yield each table with the time.

    The time is in milliseconds since 1970. Each table follows from the one before by one action.
    """
    rng, at = random.Random(seed), STEP_MS
    game, options = STARTS[start]
    chosen = dict(options)
    seats = chosen.pop("seats")
    settings = TableSettings(clock=Clock(stock=30 * MINUTE, increment=STEP_MS))
    header = replace(new_header(game.name, seats, chosen, 0, settings), key=seed)
    occupants = [Occupant(f"Player {seat + 1}", f"person-{seat}") for seat in range(seats)]
    table = rebuild_table(header, occupants, (), [SeatState()] * seats)
    table = update_clocks(table, table, at)
    while not table.match.over:
        yield table, at
        at += STEP_MS
        after = besides(table, rng, at) if table.paused or rng.random() < BESIDES else step(table, rng)
        table = update_clocks(table, after, at)
    yield table, at


def step(table: Table, rng: random.Random) -> Table:
    """Return a table after a step of a seat that is awaited: a person's, in a draft, or a computer player's."""
    seat = rng.choice(table.match.to_move)
    ahead, draft = table.preview(seat)
    if table.occupants[seat].active_level:
        return table.with_step(seat, rng.choice(ahead.legal(seat)), new_id(), quick=True)
    if draft and (draft[-1].held or rng.random() < 0.1):
        is_confirmed = draft[-1].held and rng.random() < 0.9
        return table.with_draft_confirmed(seat) if is_confirmed else table.without_last_step(seat)
    return table.with_step(seat, rng.choice(ahead.legal(seat)), new_id())


def besides(table: Table, rng: random.Random, at: int) -> Table:
    """Return a table after something that is no step of the game; the same one if just that is refused."""
    seat = rng.randrange(table.header.seats)
    person = f"person-{seat}"
    try:
        if table.paused:
            return resume(table, person)
        match rng.randrange(4):
            case 0:
                return with_remark(table, person, f"It is {at} <now>", at)
            case 1:
                return ask_pause(table, person, rng.random() < 0.8, at)
            case 2:
                return take_back(table, seat, person)
            case _:
                return hand_over(table, seat, "easy")
    except MaleconError:
        return table
