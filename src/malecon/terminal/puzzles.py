"""``malecon puzzles make``: make the puzzles of a game from games of strong computer players."""

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count
from pathlib import Path

import msgspec
from rich.progress import Progress, TaskID

from malecon.agents.matches import AHEAD, SPAWN, ignore_interrupts, terminate
from malecon.agents.puzzle_making import harvest
from malecon.agents.puzzles import FILE, Harvest, Plan, collect, encode_book
from malecon.core.i18n import N_, Language
from malecon.presentation.text_layout import bar, screen
from malecon.terminal.game_choice import find_game
from malecon.terminal.preparation import prepare_games

UNFINISHED = ".part"
"""Added to the name of the file in which games are kept until all are done."""


def make(plan: Plan, jobs: int | None, out: Path | None, language: Language) -> int:
    """Make puzzles and write them into a file; return the exit code.

    Games that are done are kept beside the file: the same command goes on after an interruption.

    Args:
        plan: what is made; the same plan makes the same file.
        jobs: processes; by default as many as there are cores.
        out: the file; by default that of the package.
        language: of all sentences.
    """
    game = find_game(plan.game, language)
    prepare_games(language, game)
    file = out or Path(str(game.folder / FILE))
    with bar(screen(for_errors=True)) as progress:
        task = progress.add_task(language.say(N_("Making puzzles")), total=plan.count)
        found = _shown(_kept(plan, jobs or os.cpu_count() or 1, Path(f"{file}{UNFINISHED}")), progress, task)
        book = collect(plan, found)
    file.write_bytes(encode_book(book))
    Path(f"{file}{UNFINISHED}").unlink()
    template = N_("{file}: {count} puzzles from {games} games.")
    print(language.say(template, file=file, count=len(book.puzzles), games=len(book.records)))
    return 0


def _kept(plan: Plan, jobs: int, file: Path) -> Iterator[Harvest]:
    """Yield harvests and keep each in a file; those that are there come first, if they are of the same plan."""
    head = msgspec.json.encode(plan)
    lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
    whole = [line for line in lines if line.endswith(b"\n")]
    done = [msgspec.json.decode(line, type=Harvest) for line in whole[1:]] if whole[:1] == [head + b"\n"] else []
    with file.open("wb") as kept:
        kept.write(head + b"\n")
        for number, each in enumerate(harvests(plan, jobs, done)):
            kept.write(whole[1 + number] if number < len(done) else msgspec.json.encode(each) + b"\n")
            kept.flush()
            yield each


def _shown(found: Iterator[Harvest], progress: Progress, task: TaskID) -> Iterator[Harvest]:
    """Yield harvests, and show how many puzzles there are."""
    for each in found:
        progress.advance(task, len(each.puzzles))
        yield each


def harvests(plan: Plan, processes: int, done: Iterable[Harvest] = ()) -> Generator[Harvest]:
    """Yield the harvests of the games of a plan, in order, without end; those that are ``done`` come first."""
    ready = list(done)
    yield from ready
    pool = ProcessPoolExecutor(processes, SPAWN, ignore_interrupts)
    try:
        numbers = count(len(ready))
        waiting: deque[Future[Harvest]] = deque()
        while True:
            while len(waiting) < AHEAD * processes:
                waiting.append(pool.submit(harvest, plan, next(numbers)))
            yield waiting.popleft().result()
    finally:
        terminate(pool)
