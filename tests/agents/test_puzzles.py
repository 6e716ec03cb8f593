"""Puzzles: the same plan makes the same file, and what is in the package can be played."""

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec
import pytest

import malecon
from malecon.agents.puzzles import Plan, Puzzle, book_of, cut_record, decode_book
from malecon.core.jit import JIT
from malecon.core.record import read
from modes import once
from puzzle_making import __main__ as command
from puzzle_making import making
from puzzle_making.__main__ import UNFINISHED, harvests, make
from puzzle_making.book import Harvest, collect, encode_book
from puzzle_making.making import FEWEST_MOVES, LEAD, harvest

each_game = pytest.mark.parametrize("game", malecon.games)
TINY = {"playing": 30, "comparing": 20, "confirming": 20}


@pytest.fixture(autouse=True)
def easily_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles are made with less work than in earnest, and need not be clear."""
    monkeypatch.setattr(making, "SEATS", (2,))
    monkeypatch.setattr(making, "LADDER", (10,))
    monkeypatch.setattr(making, "LEAD", -0.1)
    monkeypatch.setattr(making, "TRIVIAL", 9)


def one_by_one(plan: Plan) -> Iterator[Harvest]:
    """Yield the harvests of a plan without any process."""
    return (harvest(plan, number) for number in count())


@pytest.mark.slow
@once
@each_game
def test_the_same_plan_makes_the_same_puzzles(game: str) -> None:
    plan = Plan(game, 2, 7, **TINY)
    book = collect(plan, one_by_one(plan))
    content = encode_book(book)

    assert content == encode_book(collect(plan, one_by_one(plan)))
    assert decode_book(content) == book
    assert len(book.puzzles) == 2


@once
def test_processes_do_not_matter_and_what_was_begun_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, file, found = Plan("havana", 4, 7, **TINY), tmp_path / "puzzles.json.gz", list[Harvest]()
    book = collect(plan, noted(one_by_one(plan), found))

    def without_processes(plan: Plan, processes: int, done: list[Harvest]) -> Iterator[Harvest]:
        assert done == found[:1]
        return iter(found)

    lines = [plan, *found]
    begun = b"".join(msgspec.json.encode(line) + b"\n" for line in lines[:2]) + msgspec.json.encode(found[0])[:50]
    Path(f"{file}{UNFINISHED}").write_bytes(begun)
    monkeypatch.setattr(command, "harvests", without_processes)

    make(plan, 1, file)

    assert file.read_bytes() == encode_book(book)
    assert "4 puzzles" in capsys.readouterr().out
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    with closing(harvests(plan, 1, found[:2])) as others:
        assert [next(others), next(others)] == found[:2]


def noted(harvested: Iterator[Harvest], found: list[Harvest]) -> Iterator[Harvest]:
    """Yield harvests, and add them to a list."""
    for each in harvested:
        found.append(each)
        yield each


@each_game
def test_every_puzzle_of_the_package_can_be_played(game: str) -> None:
    """The answer, the alternatives and all other moves are what the seat may do; compiled and plain."""
    book = book_of(malecon.games[game])
    assert book is not None
    titles = malecon.games[game].text.themes.titles
    by_record: dict[int, list[Puzzle]] = {}
    for puzzle in book.puzzles:
        by_record.setdefault(puzzle.record, []).append(puzzle)
    for number, puzzles in [*by_record.items()][:: 1 if JIT else 12]:
        match = read(cut_record(book.records[number], 0), malecon.games)
        moves = [line.split(" ", 1) for line in book.records[number].partition("\n\n")[2].splitlines()]
        for puzzle in sorted(puzzles, key=lambda each: each.moves):
            for seat, move in moves[match.number : puzzle.moves]:
                match.play(int(seat) - 1, move)
            legal = match.legal(puzzle.seat)
            assert sorted(legal) == sorted([*(each.move for each in puzzle.best), *puzzle.others])
            assert len(legal) >= FEWEST_MOVES
            assert puzzle.theme in titles
            assert {*puzzle.themes} <= titles.keys()


@each_game
def test_the_puzzles_of_the_package_are_many_different_and_clear(game: str) -> None:
    book = book_of(malecon.games[game])
    assert book is not None
    assert len(book.puzzles) == book.plan.count >= 300
    assert len({puzzle.id for puzzle in book.puzzles}) == len(book.puzzles)
    assert [puzzle.rating for puzzle in book.puzzles] == sorted(puzzle.rating for puzzle in book.puzzles)
    for puzzle in book.puzzles:
        best, second, *_ = (each.share for each in puzzle.best)
        assert best - second >= LEAD - 0.001
        assert all(share <= second for share in puzzle.others.values())
        assert puzzle.is_right(puzzle.best[0].move)
        assert not puzzle.is_right(puzzle.best[1].move)
        assert not puzzle.is_right("fly away")
    seats = {line for record in book.records for line in record.splitlines()[:6] if line.startswith("seats")}
    assert seats == {"seats 2", "seats 3", "seats 4"}
    assert sorted(book.daily(day) for day in range(len(book.puzzles))) == [*range(1, len(book.puzzles) + 1)]
