"""The command that makes the puzzles of a game from games of strong computer players.

PYTHONPATH=tools python -m puzzle_making havana --count 300 --key 1

With ``--again`` the puzzles that there are stay, and are explained again; others take the place of those that have no
clear cause any more.
"""

import os
import sys
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, repeat, takewhile
from itertools import count as numbers_from
from math import inf
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import Progress, TaskID

import malecon
from malecon.agents.matches import AHEAD, SPAWN, ignore_interrupts, terminate
from malecon.agents.puzzles import FILE, Plan, PuzzleBook, book_of
from malecon.core.errors import MaleconError
from malecon.core.files import append_lines, file_errors, open_appended, write_file
from malecon.presentation.text_layout import bar, screen
from puzzle_making.book import Harvest, collect, encode_book
from puzzle_making.making import explained_again, harvest

UNFINISHED = ".part"
"""Added to the name of the file in which games are kept until all are done."""


def make(
    plan: Plan, jobs: int | None, file: Path, minutes: float | None = None, book: PuzzleBook | None = None
) -> None:
    """Make puzzles and write them into a file.

    Games that are done are kept beside the file: the same command goes on after an interruption.

    Args:
        plan: what is made; the same plan makes the same file.
        jobs: processes; by default as many as there are cores.
        file: where they are written.
        minutes: after which there are no more games; the file has what there is then.
        book: its puzzles come first, explained again.
    """
    end = inf if minutes is None else time.monotonic() + 60 * minutes
    processes = jobs or os.cpu_count() or 1
    with bar(screen(for_errors=True)) as progress:
        task = progress.add_task("Making puzzles", total=plan.count)
        new = takewhile(lambda _: time.monotonic() < end, _kept(plan, processes, Path(f"{file}{UNFINISHED}")))
        old = _again(book, processes) if book else ()
        made = collect(plan, _shown(chain(old, new), progress, task))
    with file_errors(file):
        write_file(file, encode_book(made), is_private=False)
    if len(made.puzzles) == plan.count:
        Path(f"{file}{UNFINISHED}").unlink(missing_ok=True)
    print(f"{file}: {len(made.puzzles)} puzzles from {len(made.records)} games.")


def _again(book: PuzzleBook, processes: int) -> Iterator[Harvest]:
    """Yield the puzzles of a book, explained again, in the order of their games."""
    puzzles = sorted(book.puzzles, key=lambda puzzle: (puzzle.record, puzzle.moves))
    with ProcessPoolExecutor(processes, SPAWN, ignore_interrupts) as pool:
        yield from pool.map(explained_again, repeat(book), puzzles)


def _kept(plan: Plan, jobs: int, file: Path) -> Iterator[Harvest]:
    """Yield harvests and keep each in a file; those that are there come first, if they are of the same plan.

    How many puzzles it asks for does not matter.
    """
    head = msgspec.json.encode(msgspec.structs.replace(plan, count=0))
    lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
    whole = [line for line in lines if line.endswith(b"\n")]
    done = [msgspec.json.decode(line, type=Harvest) for line in whole[1:]] if whole[:1] == [head + b"\n"] else []
    with file_errors(file):
        if not done:
            write_file(file, head + b"\n", is_private=False)
        kept = open_appended(file, is_private=False)
    with kept:
        for number, each in enumerate(harvests(plan, jobs, done)):
            if number >= len(done):
                with file_errors(file):
                    append_lines(kept, msgspec.json.encode(each) + b"\n")
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
        numbers = numbers_from(len(ready))
        waiting: deque[Future[Harvest]] = deque()
        while True:
            while len(waiting) < AHEAD * processes:
                waiting.append(pool.submit(harvest, plan, next(numbers)))
            yield waiting.popleft().result()
    finally:
        terminate(pool)


app = typer.Typer(add_completion=False)


@app.command()
def _command(
    game: str,
    count: Annotated[int, typer.Option(min=1, help="How many puzzles.")] = 300,
    key: Annotated[int, typer.Option(min=0, help="Another one gives other games.")] = 1,
    out: Annotated[Path | None, typer.Option(help="The file; by default that of the package.")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; by default one a core.")] = None,
    minutes: Annotated[float | None, typer.Option(min=0, help="Stop with what there is then.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Explain those that there are again.")] = False,
) -> None:
    """Find lines of decisions with a cause to name in games of strong computer players."""
    file = out or Path(str(malecon.games[game].folder / FILE))
    make(Plan(game, count, key), jobs, file, minutes, book_of(malecon.games[game]) if again else None)


if __name__ == "__main__":
    try:
        app()
    except MaleconError as error:
        sys.exit(f"malecon: {error}")
