"""Puzzles: the same plan makes the same file, and what is in the package can be played."""

import random
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import msgspec
import numpy as np
import pytest
from msgspec import structs

import malecon
from malecon.agents.future_table import Table
from malecon.agents.puzzles import Plan, Puzzle, PuzzleBook, Why, book_of, cut_record, decode_book, heads_of, play_line
from malecon.core.i18n import Language
from malecon.core.jit import JIT
from malecon.core.ledger import HAPPENS, POINTS, Entry
from malecon.core.reason import BALANCE, Explanation, Fact, Reason
from malecon.core.record import read
from malecon.games.havana.events import Bought
from malecon.presentation.reason import reason_in_words
from modes import once
from puzzle_making import __main__ as command
from puzzle_making import causes, judging, lines, making
from puzzle_making.__main__ import UNFINISHED, harvests, make
from puzzle_making.book import Harvest, collect, encode_book
from puzzle_making.causes import why
from puzzle_making.judging import Judge, Verdict
from puzzle_making.lines import FEWEST, GUESSED, MOST, Line, Step
from puzzle_making.making import harvest
from reasons.facts import NOTHING

each_game = pytest.mark.parametrize("game", malecon.games)
TINY = {"playing": 30, "comparing": 10, "confirming": 10}
OWN, THEIRS = 0, 1


@pytest.fixture
def easily_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles are made with less work than in earnest, need not be clear, and all have the same cause."""
    monkeypatch.setattr(making, "SEATS", (2,))
    monkeypatch.setattr(making, "CLEAR", -1.0)
    monkeypatch.setattr(making, "why", same_why)
    monkeypatch.setattr(lines, "LADDER", (10,))
    monkeypatch.setattr(judging, "LADDER", (10,))
    monkeypatch.setattr(judging, "CLEAR", -1.0)
    monkeypatch.setattr(judging, "LEVEL", -1.0)
    monkeypatch.setattr(judging, "_is_as_good", lambda best, other: best is other)


def cause(thing: str, verb: str = "buy", seat: int | None = OWN, *, often: tuple[float, float] = (0.9, 0.2)) -> Reason:
    """Return a confirmed cause."""
    return Reason(thing, (Fact(Entry(POINTS, seat, verb, thing), (2 * often[0], 2 * often[1]), often, 0.1),), 1.0)


def same_why(line: Line, key: int) -> Why:
    """Return a question whose cause is never reached."""
    return Why(0, str(line.steps[0].verdict.tempting), tuple(cause(f"tile {each}") for each in (1, 2, 3)), key % 3)


def one_by_one(plan: Plan) -> Iterator[Harvest]:
    """Yield the harvests of a plan without any process."""
    return (harvest(plan, number) for number in count())


def book(game: str) -> PuzzleBook:
    found = book_of(malecon.games[game])
    assert found
    return found


def line_of(puzzle: Puzzle, game: str = "havana") -> Line:
    """Return the line of a puzzle, as if it were being made."""
    *matches, after = book(game).matches_of(puzzle)
    steps = [
        Step(each.place, Judge(match, puzzle.seat, 1), Verdict(each.right, each.wrong))
        for each, match in zip(puzzle.decisions, matches, strict=True)
    ]
    moves = [(int(seat) - 1, move) for seat, _, move in (each.partition(" ") for each in puzzle.line)]
    return Line(puzzle.seat, moves, steps, after)


def test_moves_that_lead_to_the_same_in_another_order_make_no_puzzle() -> None:
    match, rng = malecon.games["cuba"].start(seats=2, seed=1), random.Random(1)

    def harvests() -> list[str]:
        return [move for move in match.legal(match.to_move[0]) if move.startswith("harvest ")]

    while len(harvests()) < 2:
        match.play(match.to_move[0], rng.choice(match.legal(match.to_move[0])))
    seat, (first, second, *_) = match.to_move[0], harvests()
    after = match.copy()
    after.play(seat, first)
    after.play(seat, second)
    judge = Judge(match, seat, 1)

    def line(*moves: str, wrong: str) -> Line:
        step = Step(0, judge, Verdict({moves[0]: 0.6}, {wrong: 0.3}))
        return Line(seat, [(seat, move) for move in moves], [step], after)

    assert line(first, second, wrong=second).is_ambiguous
    assert not line(first, second, wrong="end harvest").is_ambiguous
    assert not line(first, wrong=second).is_ambiguous


@pytest.mark.slow
@once
@each_game
@pytest.mark.usefixtures("easily_made")
def test_the_same_plan_makes_the_same_puzzles(game: str) -> None:
    plan = Plan(game, 2, 7, **TINY)
    made = collect(plan, one_by_one(plan))
    content = encode_book(made)

    assert content == encode_book(collect(plan, one_by_one(plan)))
    assert decode_book(content) == made
    assert len(made.puzzles) == 2
    for puzzle in made.puzzles:
        assert len(made.matches_of(puzzle)) == len(puzzle.decisions) + 1


@once
def test_processes_do_not_matter_and_what_was_begun_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, file = Plan("havana", 4, 7, **TINY), tmp_path / "puzzles.json.gz"
    known = book("havana").puzzles[0]
    found = [
        Harvest(f"record {each}", (msgspec.structs.replace(known, id=str(each), theme=f"theme {each % 3}"),))
        for each in range(8)
    ]
    made = collect(plan, found)

    def without_processes(plan: Plan, processes: int, done: list[Harvest]) -> Iterator[Harvest]:
        assert done == found[:1]
        return iter(found)

    head = msgspec.structs.replace(plan, count=0)  # more or fewer may be wanted when it goes on
    begun = b"".join(msgspec.json.encode(line) + b"\n" for line in (head, found[0]))
    Path(f"{file}{UNFINISHED}").write_bytes(begun + msgspec.json.encode(found[1])[:50])
    monkeypatch.setattr(command, "harvests", without_processes)
    assert collect(msgspec.structs.replace(plan, count=9), found[:4]) == collect(plan, found), "fewer are the first"

    make(plan, 1, file)

    assert file.read_bytes() == encode_book(made)
    assert "4 puzzles" in capsys.readouterr().out
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    Path(f"{file}{UNFINISHED}").write_bytes(begun)
    make(plan, 1, file, minutes=0)
    assert decode_book(file.read_bytes()).puzzles == ()
    assert Path(f"{file}{UNFINISHED}").exists(), "so it can go on"
    with closing(harvests(plan, 1, found[:2])) as others:
        assert [next(others), next(others)] == found[:2]


def test_puzzles_of_a_book_are_explained_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = book("havana")
    few = msgspec.structs.replace(old, puzzles=old.puzzles[:3])
    kept, changed, lost = few.puzzles

    def asked(line: Line, key: int) -> Why | None:
        puzzle = next(each for each in few.puzzles if int(each.id, 16) == key)
        assert [step.verdict.best for step in line.steps] == [next(iter(each.right)) for each in puzzle.decisions]
        assert line.after.number == puzzle.moves + len(puzzle.line)
        return {kept.id: kept.why, changed.id: kept.why, lost.id: None}[puzzle.id]

    monkeypatch.setattr(making, "why", asked)
    found = [making.explained_again(few, puzzle) for puzzle in few.puzzles]

    assert [each.puzzles for each in found] == [(kept,), (msgspec.structs.replace(changed, why=kept.why),), ()]
    assert found[0].record == few.records[kept.record]
    monkeypatch.setattr(command, "_again", lambda *_: iter(found))
    monkeypatch.setattr(command, "harvests", lambda *_: iter(()))
    make(Plan("havana", 3, 2), 1, tmp_path / "puzzles", minutes=1, book=few)
    assert {each.id for each in decode_book((tmp_path / "puzzles").read_bytes()).puzzles} == {kept.id, changed.id}


def test_a_decision_counts_if_something_is_clearly_worse_and_few_moves_are_right() -> None:
    others = {f"other {each}": 0.5 for each in range(4)}

    assert Verdict({"best": 0.6}, {"worse": 0.5, "bad": 0.2}).counts
    assert Verdict({"best": 0.6}, {"worse": 0.5, "bad": 0.2}).tempting == "worse"
    assert not Verdict({"best": 0.6}, {"nearly": 0.56}).counts
    assert not Verdict({"best": 0.6, "second": 0.59, "third": 0.59}, others).counts


def test_a_line_goes_on_to_its_cause_and_no_further() -> None:
    """It ends with the turn if the cause never comes; two decisions, more than cards, it has in any case."""
    for puzzle in book("havana").puzzles:
        whole = line_of(puzzle)
        begun = whole.after.number - len(whole.moves)
        bought = [
            (place, event)
            for place in range(len(whole.moves))
            for event in whole.after.events_of(begun + place)
            if isinstance(event, Bought)
        ]
        never = whole.cut(cause("tile 99"), 0)
        assert FEWEST <= len(never.steps) <= len(whole.steps)
        assert len(never.moves) == never.steps[-1].place + 1
        assert never.asks
        for place, event in bought[:1]:
            reached = whole.cut(cause(f"tile {event.tile}", seat=event.seat), 0)
            assert len(reached.moves) == max(place, reached.steps[-1].place) + 1
            assert [decision.place for decision in reached.decisions] == [step.place for step in reached.steps]


def test_what_is_claimed_is_not_so() -> None:
    """The contrary of what speaks for the other move, and a difference where there is none; nothing that is true."""
    entries = [
        Entry(HAPPENS, OWN, "use", "true"),
        Entry(HAPPENS, OWN, "use", "contrary"),
        Entry(HAPPENS, THEIRS, "use", "alike"),
        Entry(HAPPENS, OWN, "lack", "harm alike"),
        Entry(HAPPENS, OWN, "use", "slightly against"),
        Entry(HAPPENS, OWN, "use", "hardly ever"),
        Entry(HAPPENS, None, "end", "nobody’s"),
        Entry(POINTS, OWN, "score", "more points all the same"),
    ]
    chances = [(0.9, 0.2), (0.3, 0.8), (0.7, 0.7), (0.6, 0.6), (0.6, 0.75), (0.1, 0.1), (1.0, 0.0), (0.5, 0.5)]
    totals = np.array([[[chance[side] > world / 20 for chance in chances] for world in range(20)] for side in (0, 1)])
    totals = totals.astype(float)
    totals[0, :, -1] *= 3
    by_round = np.array([totals * 0, totals, totals * 0])
    table = Table(
        entries, by_round, totals * 0, np.full(by_round.shape[:-1], -1), np.zeros(by_round.shape[1:-1], bool), NOTHING
    )
    claims = [*causes._claims(table, OWN, {"lack"})]
    found = {reason.thing: reason.facts[0].chances for reason in claims}

    assert {reason.facts[0].round for reason in claims} == {1}
    assert found == {"contrary": (0.8, 0.3), "alike": (0.25, 0.95), "harm alike": (0.25, 0.95)}


def test_a_cause_must_be_confirmed_twice_and_others_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    line = next(each for each in map(line_of, book("havana").puzzles) if each.steps[0].kind == "cover")
    line = line._replace(steps=line.steps[:1])
    for name, few in (("TREES", 4), ("ITERATIONS", 5), ("WORLDS", 5), ("PLAIN", 0.0)):
        monkeypatch.setattr(causes, name, few)
    answers: list[tuple[Reason, ...]] = []
    monkeypatch.setattr(causes, "explain", lambda *_: Explanation(reasons=answers.pop(0) if answers else ()))

    for unclear in ([()], [(cause("tile 1"),), (cause("tile 2"),)], [(cause("order"),)], [(cause("worker", "get"),)]):
        answers[:] = unclear
        assert why(line, 1) is None
    answers[:] = [(cause("tile 30"),), (cause("tile 30"),)]
    asked = why(line, 1)
    assert asked
    assert asked.causes[asked.cause] == cause("tile 30")
    assert asked.reasons == [cause("tile 30")]
    assert len({each.thing for each in asked.causes}) == len(asked.causes) == 3
    whole = structs.replace(cause("tile 30"), means=cause("mama", "get").facts)
    balance = Reason(BALANCE, cause("tile 30").facts)
    answers[:] = [(cause("tile 30"),), (whole, balance)]
    asked = why(line, 1)
    assert asked
    assert asked.causes[asked.cause] == cause("tile 30")
    assert asked.reasons == [whole, balance]


@each_game
def test_every_puzzle_of_the_package_can_be_played(game: str) -> None:
    """Its line is legal, its decisions are all that the seat may do there, its causes can be told; in both modes."""
    found, text = book(game), malecon.games[game].text
    assert text.reasons
    for puzzle in found.puzzles[:: 1 if JIT else 12]:
        match, seat = read(cut_record(found.records[puzzle.record], puzzle.moves), malecon.games), puzzle.seat
        kinds, places = list[str](), {each.place: each for each in puzzle.decisions}
        for place, line in enumerate(puzzle.line):
            if decision := places.get(place):
                kinds.append(match.seen_by(seat).question.kind)
                assert sorted(match.legal(seat)) == sorted([*decision.right, *decision.wrong])
                assert line == f"{seat + 1} {next(iter(decision.right))}"
            play_line(match, line)
        assert len(kinds) == len(places)
        assert not {*kinds} <= text.themes.cards
        assert {puzzle.theme, *puzzle.themes} <= text.themes.titles.keys()
        names = {each: f"player {each}" for each in range(match.seats)}
        told = [reason_in_words(each, text.reasons, Language(), names, seat) for each in puzzle.why.causes]
        assert len({*told} - {""}) == 3


@each_game
def test_the_puzzles_of_the_package_are_many_different_and_clear(game: str) -> None:
    found = book(game)
    assert len(found.puzzles) == found.plan.count >= 300
    assert len({puzzle.id for puzzle in found.puzzles}) == len(found.puzzles)
    assert [puzzle.rating for puzzle in found.puzzles] == sorted(puzzle.rating for puzzle in found.puzzles)
    for puzzle in found.puzzles:
        assert FEWEST <= len(puzzle.decisions) <= MOST
        assert puzzle.decisions[0].place == 0
        guessed = 1.0
        for decision in puzzle.decisions:
            guessed *= len(decision.right) / (len(decision.right) + len(decision.wrong))
            assert Verdict(decision.right, decision.wrong).counts
            assert max(decision.right.values()) == next(iter(decision.right.values()))
        assert guessed <= GUESSED
        assert not line_of(puzzle, game).is_ambiguous
        asked = puzzle.why
        assert asked.other in puzzle.decisions[asked.decision].wrong
        assert asked.causes[asked.cause].is_confirmed
        assert len({each.thing for each in asked.causes}) == len(asked.causes) == 3
    third, ratings = len(found.puzzles) // 3, (0, found.puzzles[len(found.puzzles) // 2].rating, 9999)
    daily = [found.daily(day, rating) for rating in ratings for day in range(third)]
    assert sorted(daily) == [*range(1, len(found.puzzles) + 1)]
    assert max(daily[:third]) < min(daily[third : 2 * third])
    heads = heads_of(malecon.games[game])
    assert [(head.theme, head.rating) for head in heads] == [(each.theme, each.rating) for each in found.puzzles]
