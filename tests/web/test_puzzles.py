"""The pages of puzzles: question and answer, the own rating, the puzzle of the day, and playing on."""

import re
from collections.abc import Iterator

import pytest

import malecon
from malecon.agents.puzzles import Puzzle, PuzzleBook, book_of
from malecon.presentation.buttons import CONFIRM
from malecon.services import training
from malecon.storage.training import BEGINNER_RATING, Progress, PuzzleAnswer, Training
from malecon.tables import DAY
from malecon.web.views.puzzle_page import next_number
from web.visiting import Reading, Site, Visitor

each_game = pytest.mark.parametrize("game", malecon.games)


def book(game: str) -> PuzzleBook:
    found = book_of(malecon.games[game])
    assert found
    return found


def answer(visitor: Visitor, game: str, number: int, move: str) -> str:
    """Answer a puzzle and confirm it; return the address of the answer."""
    return visitor.post(f"/puzzles/{game}/{number}/act", {"do": move, "verb": CONFIRM}).headers["location"]


def samples(game: str) -> Iterator[tuple[int, Puzzle]]:
    """Yield some puzzles of a game with their numbers, one of each broad theme among them."""
    found: dict[str, tuple[int, Puzzle]] = {}
    for number, puzzle in enumerate(book(game).puzzles, start=1):
        found.setdefault(puzzle.theme, (number, puzzle))
    yield from found.values()


@each_game
def test_a_puzzle_asks_without_telling_and_tells_after_the_answer(site: Site, game: str) -> None:
    ana = site.somebody(name="Ana")
    first, _ = next(samples(game))
    for number, puzzle in samples(game):
        asked = ana.get(f"/puzzles/{game}/{number}")
        right = ana.get(answer(ana, game, number, puzzle.best[0].move))
        wrong = ana.get(answer(ana, game, number, puzzle.best[1].move))

        for page in (asked, right, wrong) if number == first else (asked,):
            assert Reading(page.text).wrong == []
        assert "Chance to win" not in asked.text
        assert "Right: the best move" in right.text
        assert "There is a better move" in wrong.text
        assert all(f"{round(100 * each.share)} %" in page.text for each in puzzle.best for page in (right, wrong))
        assert any(mark in asked.text for mark in ('name="move"', 'class="picking"'))
        assert not any(mark in right.text for mark in ('name="move"', 'class="picking"')), "after the answer"


def test_the_first_answer_changes_the_rating_and_a_stranger_becomes_a_person(site: Site) -> None:
    number, puzzle = next(samples("havana"))
    stranger, address = site.stranger(), f"/puzzles/havana/{number}"
    move = puzzle.best[0].move
    sent = stranger.post(f"{address}/act", {"do": move, "verb": CONFIRM})

    assert sent.status_code == 303
    assert "malecon" in sent.headers["set-cookie"]
    assert not stranger.get(address).headers.get("set-cookie"), "who only looks stays a stranger"

    ana = site.somebody()
    first = ana.get(answer(ana, "havana", number, puzzle.best[0].move)).text
    ana.get(answer(ana, "havana", number, puzzle.best[1].move))
    progress = site.call(Training(site.tables._store).progress, ana.id, "havana")

    assert f"+{round(progress.rating - BEGINNER_RATING)}" in first
    assert [each.solved for each in progress.answers] == [True]


@each_game
def test_a_choice_is_no_answer_before_it_is_confirmed(site: Site, game: str) -> None:
    ana = site.somebody()
    for number, puzzle in samples(game):
        address = f"/puzzles/{game}/{number}"
        chosen = ana.get(ana.post(f"{address}/act", {"move": puzzle.best[0].move}).headers["location"]).text

        assert 'id="confirm"' in chosen
        assert "Chance to win" not in chosen


@each_game
def test_the_list_has_all_puzzles_and_leads_to_the_one_of_the_day(
    site: Site, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, puzzles = site.somebody(), book(game).puzzles
    answer(ana, game, 2, puzzles[1].best[0].move)
    answer(ana, game, 3, puzzles[2].best[1].move)
    read = Reading(ana.get(f"/puzzles/{game}").text)

    assert read.wrong == []
    assert {f"/puzzles/{game}/{number + 1}" for number in range(len(puzzles))} <= {*read.links}
    assert ana.get(f"/puzzles/{game}").text.count('class="solved"') == 1
    assert ana.get(f"/puzzles/{game}").text.count('class="failed"') == 1
    daily = [who.get(f"/puzzles/{game}/today").headers["location"] for who in (ana, site.stranger())]
    assert daily[0] == daily[1]
    assert daily[0] in Reading(ana.get("/").text).links
    monkeypatch.setattr(training, "now", lambda: 20_001 * DAY)
    assert ana.get(f"/puzzles/{game}/today").status_code == 303


def test_the_next_puzzle_is_new_and_as_hard_as_the_visitor_is_good(site: Site) -> None:
    ana, puzzles = site.somebody(), book("havana").puzzles
    there = ana.get("/puzzles/havana/next").headers["location"]
    number = int(there.rpartition("/")[2])
    nearest = min(abs(each.rating - BEGINNER_RATING) for each in puzzles)

    assert abs(puzzles[number - 1].rating - BEGINNER_RATING) == nearest
    answer(ana, "havana", number, puzzles[number - 1].best[0].move)
    assert ana.get("/puzzles/havana/next").headers["location"] != there
    assert ana.get(f"/puzzles/havana/next?after={number}").headers["location"] != there
    all_solved = Progress(answers=tuple(PuzzleAnswer(each.id, solved=True, rating=1200.0) for each in puzzles))
    assert next_number(book("havana"), all_solved, 1) != 1


def test_a_difficulty_leads_to_its_next_puzzle_that_was_not_tried(site: Site) -> None:
    ana = site.somebody()
    group = re.compile(r'href="/puzzles/havana/(\d+)"><b>[^<]+</b> <small>(\d+) of \d+ tried')
    (number, tried), *others = group.findall(ana.get("/puzzles/havana").text)
    ana.get(answer(ana, "havana", int(number), book("havana").puzzles[int(number) - 1].best[0].move))
    (following, then_tried), *still = group.findall(ana.get("/puzzles/havana").text)

    assert (tried, then_tried) == ("0", "1")
    assert int(following) > int(number)
    assert still == others


@each_game
def test_a_puzzle_is_played_on_at_a_table_with_computer_players(site: Site, game: str) -> None:
    ana = site.somebody(name="Ana")
    number, puzzle = next(samples(game))
    begun = ana.post(f"/puzzles/{game}/{number}/play-on")
    table = site.look(begun.headers["location"])

    assert table.match.moves[: puzzle.moves] == book(game).match_of(puzzle).moves
    assert table.seats_of(ana.id) == (puzzle.seat,)
    assert not table.header.settings.rated
    assert "played before" in ana.get(begun.headers["location"]).text
