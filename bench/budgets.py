"""The figures of a site, held against their budgets: a part of ``make bench``, about three minutes.

``PYTHONPATH=tests python bench/budgets.py``. Computing, frames and memory with ten tables; the most tables that one
core bears, and the memory of idle pages, with the first of the games. What is measured: ``people.py``.
"""

import asyncio
import math
import sys
import time
from collections.abc import Iterator

import malecon
from figures import Figure, print_figures
from load import Figures, idle_page_bytes, measure, most_borne, ramp
from malecon.core.i18n import Language
from malecon.core.rules_search import find_in, index_of
from malecon.presentation.guide import guide_passages
from malecon_people import Malecon
from page_moves import seconds_of_start_page
from peer_people import Peer
from people import Load
from servers import PEER, malecon_command, peer_command, running

KB = 1000
TABLES, SECONDS = 10, 10.0
MOST_TABLES, STEP_S, RAMP_MINUTES = 400, 5.0, 1.0
IDLE_PAGES = 480
"""Besides as many others."""
SEATS, OWN_TABLES = 2, 500
SEARCHES, QUERY = 20, "con pla pro car shi pes bui"


async def play(game: str, *, postgres: bool = False) -> Figures:
    """Return what was measured at ten tables."""
    with running(malecon_command, postgres=postgres) as server:
        load = Load(Malecon([server.address], game))
        figures = await measure(load, server, TABLES, SECONDS)
        await load.close()
        return figures


async def play_peer() -> Figures:
    """Return what was measured at ten tables of boardgame.io, which keeps nothing."""
    with running(peer_command) as server:
        load = Load(Peer(server.address))
        figures = await measure(load, server, TABLES, SECONDS)
        await load.close()
        return figures


async def most_tables(game: str) -> int:
    """Return the most tables that one core bears."""
    with running(malecon_command) as server:
        return most_borne(await ramp(Malecon([server.address], game), server, MOST_TABLES, STEP_S, RAMP_MINUTES))


async def idle_page(game: str) -> float:
    """Return the bytes of an idle page."""
    with running(malecon_command) as server:
        return await idle_page_bytes(Malecon([server.address], game), server, IDLE_PAGES)


def dearest_search(game: str) -> float:
    """Return the milliseconds of processor time of a search in the rules that finds much, in English."""
    passages, costs = guide_passages(malecon.games[game], Language()), []
    index = index_of(passages, Language())
    for number in range(SEARCHES):
        begun = time.process_time()
        find_in(index, f"{QUERY} {number}")  # each once: answers are kept
        costs.append(1000 * (time.process_time() - begun))
    return min(costs)


def site_figures() -> Iterator[Figure]:
    """Yield all figures."""
    for game in malecon.games:
        yield Figure("ms of a search in the rules, the dearest", game, None, dearest_search(game), "ms")
        found = asyncio.run(play(game))
        yield Figure("ms of computing a move", game, SEATS, found.computing_ms_a_move, "ms")
        is_installed = (PEER / "node_modules").is_dir()  # npm ci --prefix bench/peer; else the budget is missed
        peer_ms = asyncio.run(play_peer()).computing_ms_a_move if is_installed else math.nan
        times = found.computing_ms_a_move / peer_ms
        yield Figure("times the computing of a move of boardgame.io", game, SEATS, times, "")
        yield Figure("KB of a frame, median", game, SEATS, found.frame_bytes_median / KB, "KB")
        yield Figure("MB of a server after ten tables", game, SEATS, found.memory_mb, "MB")
        yield Figure("ms from a move to each page, median", game, SEATS, found.p50_ms, "ms")
        yield Figure("ms from a move to each page, 99 of 100", game, SEATS, found.p99_ms, "ms")
        stored = asyncio.run(play(game, postgres=True))
        yield Figure("ms of computing a move, PostgreSQL", game, SEATS, stored.computing_ms_a_move, "ms")
        yield Figure("ms of computing a move, by PostgreSQL itself", game, SEATS, stored.database_ms_a_move, "ms")
    ms = 1000 * seconds_of_start_page(OWN_TABLES)
    yield Figure("ms of the start page with 500 tables of one's own", None, None, ms, "ms")
    first = next(iter(malecon.games))
    yield Figure("tables on one core", first, SEATS, asyncio.run(most_tables(first)), "")
    yield Figure("KB of an idle page", first, SEATS, asyncio.run(idle_page(first)) / KB, "KB")


if __name__ == "__main__":
    sys.exit(print_figures(site_figures()))
