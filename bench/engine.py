"""The speed of the engine on this machine, as a table with budgets or as plain data: a part of ``make bench``.

``python bench/engine.py [--json] [--game NAME]``.

Every figure is the best of several repetitions, for other programs can only slow a machine down. All come from
one run together with a calibration (additions of plain Python in a second), so that ratios can be compared.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence

import msgspec
from rich.live import Live
from rich.table import Column, Table

import malecon
from batches import measure_batches, not_measured
from figures import Figure, format_figure, missed_budgets, verdict
from malecon.agents.agent import known_to
from malecon.agents.levels import SEARCH_CONFIGS
from malecon.agents.search import RANDOM_SIMULATIONS, Question, SearchConfig, new_search
from malecon.agents.search_iteration import run_iterations
from malecon.core.contract import copy_many, new_journal, play_many
from malecon.core.fields import aligned_records
from malecon.core.game import Game
from malecon.core.jit import JIT
from malecon.core.random import draw, new_source
from memory import measure_server
from page_moves import seconds_per_move

REPETITIONS = 15
SECONDS = 0.2
"""Aimed length of one repetition."""
START = "import malecon.agents as agents, malecon; agents.prepare(malecon.games[{name!r}]); print('ready', flush=True)"


def best_rate(work: Callable[[int], float]) -> float:
    """Return the most units a second that ``work(n)`` did; ``work`` returns how many units its ``n`` rounds were."""
    n = 1
    while _timed(work, n)[1] < SECONDS / 4:
        n *= 2
    n *= 4
    return max(done / seconds for done, seconds in (_timed(work, n) for _ in range(REPETITIONS)))


def _timed(work: Callable[[int], float], n: int) -> tuple[float, float]:
    """Return the result of ``work(n)``, and the seconds that it took."""
    begin = time.perf_counter()
    done = work(n)
    return done, time.perf_counter() - begin


def add_up(n: int) -> float:
    """Add ``n`` times a thousand numbers in plain Python."""
    total = 0
    for number in range(1000 * n):
        total += number
    return 1000 * n


def _measure(names: Sequence[str]) -> Iterator[Figure]:
    """Yield the calibration, and all figures of the games."""
    yield Figure("calibration additions per second", None, None, best_rate(add_up), "1/s")
    yield Figure("import seconds", None, None, min(_seconds_of("import malecon") for _ in range(5)), "s")
    yield from measure_batches([malecon.games[name] for name in names])
    yield from measure_server(names)
    for name in names:
        game = malecon.games[name]
        for seats in game.seats:
            yield from _measure_random_play(game, seats)
        yield from _measure_python(game)
        yield from _measure_starts(name)
        yield from _measure_pages(game)


def _measure_random_play(game: Game, seats: int) -> Iterator[Figure]:
    """Yield the speed of random games, compiled, set-up included, and of copies."""
    states = aligned_records(2, game.state)
    states[0] = game.new_state(seats)
    source, journal = new_source(1), new_journal(is_open=False)
    yield Figure(
        "random decisions per second",
        game.name,
        seats,
        best_rate(lambda n: play_many(states, n, source, journal)),
        "1/s",
    )
    states[0] = game.new_state(seats)

    def games(n: int) -> float:
        play_many(states, n, source, journal)
        return n

    def copies(n: int) -> float:
        copy_many(states, 1000 * n)
        return 1000 * n

    if seats == min(game.seats):
        yield from _measure_search(game, seats)
    yield Figure("random games per second", game.name, seats, best_rate(games), "1/s")
    yield Figure("state copies per second", game.name, seats, best_rate(copies), "1/s")


def _measure_search(game: Game, seats: int) -> Iterator[Figure]:
    """Yield the speed of the search from the start: with random simulations, and as the levels use it."""
    match = game.start(seats=seats, seed=1)
    seat = match.to_move[0]
    question = Question(game, known_to(match, seat, 1), seat)
    shipped = SEARCH_CONFIGS.get(game.name, RANDOM_SIMULATIONS)
    for what, config in (("", RANDOM_SIMULATIONS), (" as shipped", shipped)):

        def iterations(n: int, config: SearchConfig = config) -> float:
            run_iterations(new_search(question, config, new_source(1)), 100 * n)
            return 100 * n

        yield Figure(f"search iterations per second{what}", game.name, seats, best_rate(iterations), "1/s")


def _measure_python(game: Game) -> Iterator[Figure]:
    """Yield the speed of ``Match.play`` with moves as text, from a random game, at most seats."""
    seats = max(game.seats)
    source = new_source(1)
    match = game.start(seats=seats, seed=1)
    while not match.over:
        seat = match.to_move[0]
        moves = match.legal(seat)
        match.play(seat, moves[draw(source, len(moves))])
    moves_made = match.moves

    def replay(n: int) -> float:
        for _ in range(n):
            again = game.start(seats=seats, seed=1)
            for seat, move in moves_made:
                again.play(seat, move)
        return n * len(moves_made)

    yield Figure("python moves per second", game.name, seats, best_rate(replay), "1/s")


def _measure_starts(name: str) -> Iterator[Figure]:
    """Yield the seconds for the first compile in an empty cache, and for a start from the cache."""
    if not JIT:
        return
    with tempfile.TemporaryDirectory() as empty:
        start = START.format(name=name)
        yield Figure("first compile seconds", name, None, _seconds_of(start, MALECON_CACHE=empty), "s")
        cached = min(_seconds_of(start, MALECON_CACHE=empty) for _ in range(5))
        yield Figure("cached start seconds", name, None, cached, "s")


def _measure_pages(game: Game) -> Iterator[Figure]:
    """Yield the seconds from a person's move to the changed page."""
    seats = min(game.seats)
    yield Figure("seconds from a move to the changed page", game.name, seats, seconds_per_move(game), "s")


def _seconds_of(program: str, **environment: str) -> float:
    """Return the seconds until a fresh Python says that it is ready, its own start included; it may keep bytecode."""
    kept = {"PYTHONDONTWRITEBYTECODE": ""}  # as on a user's machine
    command, known = [sys.executable, "-c", program], os.environ | kept | environment
    begin = time.perf_counter()
    with subprocess.Popen(command, env=known, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        took = time.perf_counter() - begin
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return took


def main() -> int:
    """Print the figures of one game, or of all, with their budgets, or as a list of plain data; 1 if one is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="as plain data")
    parser.add_argument("--game", choices=list(malecon.games), help="only this game")
    given = parser.parse_args()
    figures = _measure([given.game] if given.game else list(malecon.games))
    if given.json:
        print(msgspec.json.format(msgspec.json.encode(list(figures)), indent=1).decode())
        return 0
    table = Table("what", "game", Column("seats", justify="right"), Column("value", justify="right"), "unit", "budget")
    table.caption = not_measured() or None
    found = list[Figure]()
    with Live(table, refresh_per_second=2):
        for figure in figures:
            found.append(figure)
            seats = "" if figure.seats is None else str(figure.seats)
            table.add_row(figure.what, figure.game, seats, format_figure(figure.value), figure.unit, verdict(figure))
    return missed_budgets(found)


if __name__ == "__main__":
    sys.exit(main())
