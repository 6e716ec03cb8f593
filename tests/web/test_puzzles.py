"""The pages of puzzles: decisions and cause, the own rating, the puzzle of the day, and playing on."""

import dataclasses
import html
import re
from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

import malecon
from malecon.agents.puzzles import Puzzle, PuzzleBook, PuzzleDecision, book_of
from malecon.core.errors import UsageError
from malecon.core.i18n import Language
from malecon.presentation.buttons import AND, CONFIRM
from malecon.presentation.reason import reason_in_words, reasons_in_words
from malecon.services import training
from malecon.storage.training import BEGINNER_DEVIATION, BEGINNER_RATING, Progress, PuzzleAnswer, Training
from malecon.tables import DAY
from malecon.web.views import puzzle_page
from malecon.web.views.puzzle_line import Answer, PuzzleLine
from malecon.web.views.puzzle_page import next_number
from web.visiting import Reading, Site, Visitor

each_game = pytest.mark.parametrize("game", malecon.games)


def book(game: str) -> PuzzleBook:
    found = book_of(malecon.games[game])
    assert found
    return found


def best_moves(puzzle: Puzzle) -> list[str]:
    """Return the moves of the line at its decisions."""
    return [next(iter(each.right)) for each in puzzle.decisions]


def wrong_move(puzzle: Puzzle) -> str:
    """Return the worst move of the first decision."""
    return [*puzzle.decisions[0].wrong][-1]


def actions(game: str, moves: Sequence[str]) -> list[str]:
    """Return the actions by which moves are made and confirmed; the end of a turn is confirmed by itself."""
    return [each for move in moves for each in (move, *([] if move in malecon.games[game].turn_ends else [CONFIRM]))]


def answer(visitor: Visitor, game: str, number: int, moves: Sequence[str]) -> str:
    """Answer decisions of a puzzle, one after the other; return the address after the last."""
    *done, last = actions(game, moves)
    last_one = {"verb": last} if last == CONFIRM else {"move": last}
    return visitor.post(f"/puzzles/{game}/{number}/act", {"do": done, **last_one}).headers["location"]


def samples(game: str) -> Iterator[tuple[int, Puzzle]]:
    """Yield some puzzles of a game with their numbers, one of each broad theme among them."""
    found: dict[str, tuple[int, Puzzle]] = {}
    for number, puzzle in enumerate(book(game).puzzles, start=1):
        found.setdefault(puzzle.theme, (number, puzzle))
    yield from found.values()


def told_afterwards(game: str, puzzle: Puzzle) -> str:
    """Return what is told of the true cause when one was chosen, besides itself; empty if nothing is, or of others."""
    words = malecon.games[game].text.reasons
    assert words
    names = {seat: f"player {seat}" for seat in range(5)}
    first = reason_in_words(puzzle.why.causes[puzzle.why.cause], words, Language(), names, puzzle.seat)
    whole = reasons_in_words(puzzle.why.reasons, words, Language(), names, puzzle.seat)
    more = whole.removeprefix(first)
    return "" if "layer " in more else more


def with_another_answer(puzzle: Puzzle, move: str) -> Puzzle:
    """Return a puzzle at whose first decision another move is as good."""
    first, *others = puzzle.decisions
    right, wrong = {**first.right, move: 0.5}, {each: share for each, share in first.wrong.items() if each != move}
    return replace(puzzle, decisions=(PuzzleDecision(first.place, right, wrong), *others))


def with_one_puzzle(monkeypatch: pytest.MonkeyPatch, puzzle: Puzzle, game: str) -> None:
    """Let the book of a game consist of one puzzle."""
    only = replace(book(game), puzzles=(puzzle,))
    monkeypatch.setattr(puzzle_page, "book_of", lambda _: only)
    monkeypatch.setattr(puzzle_page, "_matches_of", lambda game, number: only.matches_of(puzzle))


@each_game
def test_a_puzzle_goes_through_its_decisions_and_then_asks_for_the_cause(site: Site, game: str) -> None:
    ana = site.somebody(name="Ana")
    first, _ = next(samples(game))
    for number, puzzle in samples(game):
        moves = best_moves(puzzle)
        asked = ana.get(f"/puzzles/{game}/{number}")
        second = ana.get(answer(ana, game, number, moves[:1]))
        right = ana.get(answer(ana, game, number, moves))
        wrong = ana.get(answer(ana, game, number, [wrong_move(puzzle)]))

        for page in (asked, second, right, wrong) if number == first else (asked,):
            assert Reading(page.text).wrong == []
        assert f"Decision 1 of {len(moves)}. Theme:" in asked.text
        assert "Right. Decision 2 of" in second.text
        assert "Right: all best moves" in right.text
        assert "There is a better move" in wrong.text
        assert not any("why=1" in page.text for page in (asked, second))
        assert all(f"why={each}" in page.text for page in (right, wrong) for each in (1, 2, 3))
        for page in (asked, second, right, wrong):
            assert ("exercise puzzle answered" in page.text) == (page in (right, wrong))
        assert not any(mark in right.text for mark in ('name="move"', 'class="picking"')), "after the answers"


@each_game
def test_a_cause_is_chosen_once_and_a_wrong_one_is_told(site: Site, game: str) -> None:
    ana = site.somebody()
    number, puzzle = next(each for each in enumerate(book(game).puzzles, start=1) if told_afterwards(game, each[1]))
    over, cause = answer(ana, game, number, best_moves(puzzle)), puzzle.why.cause + 1
    rating = site.call(Training(site.tables._store).progress, ana.id, game).rating
    asked, right = html.unescape(ana.get(over).text), ana.get(f"{over}&why={cause}").text
    wrong = ana.get(f"{over}&why={cause % 3 + 1}").text

    assert re.search("Why is “.+” better than “.+”", asked)
    assert "Right, that is why." in right
    assert "Not true:" not in right
    assert "That is not true." in wrong
    assert "Not true:" in wrong
    assert "True:" in wrong
    assert all(
        (told_afterwards(game, puzzle) in html.unescape(page)) == (page != asked) for page in (asked, right, wrong)
    )
    assert not any("why=1" in page for page in (right, wrong))
    for nonsense in ("0", "4", "x", "", "-1"):
        assert html.unescape(ana.get(f"{over}&why={nonsense}").text) == asked
    assert "why=1" not in ana.get(f"/puzzles/{game}/{number}?why=1").text, "before the moves are done"
    assert site.call(Training(site.tables._store).progress, ana.id, game).rating == rating


@each_game
def test_a_move_that_is_as_good_is_right_and_the_puzzle_goes_on_with_its_own(
    site: Site, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = site.somebody()
    known = next(each for each in book(game).puzzles if not {*best_moves(each)} & malecon.games[game].turn_ends)
    other = next(move for move in known.decisions[0].wrong if move not in malecon.games[game].turn_ends)
    with_one_puzzle(monkeypatch, with_another_answer(known, other), game)
    _, *later = best_moves(known)
    page = ana.get(answer(ana, game, 1, [other])).text
    over = ana.get(answer(ana, game, 1, [other, *later])).text

    assert "Just as good. The puzzle goes on with: " in page
    assert f"Decision 2 of {len(later) + 1}." in page
    assert "Right: all best moves" in over
    assert "you, just as good:" in over


def at_the_beginning() -> PuzzleLine:
    """Return a puzzle of Cuba's first two choices, which one seat makes one after the other."""
    match = malecon.games["cuba"].start(seats=2, seed=5)
    seat, matches, decisions = match.to_move[0], [match.copy()], list[PuzzleDecision]()
    for place in range(2):
        best, *others = match.legal(seat)
        decisions.append(PuzzleDecision(place, {best: 0.6}, dict.fromkeys(others, 0.4)))
        match.play(seat, best)
        matches.append(match.copy())
    line = tuple(f"{seat + 1} {next(iter(each.right))}" for each in decisions)
    puzzle = replace(book("cuba").puzzles[0], seat=seat, line=line, decisions=tuple(decisions))
    names, address = {0: "Ana", 1: "Ben"}, "/puzzles/cuba/1"
    return PuzzleLine(
        matches[0], seat, names, address, is_judged=True,
        puzzle=puzzle, matches=tuple(matches), theme="", language=Language(),
    )  # fmt: skip


def test_moves_of_one_action_are_all_answers() -> None:
    """So a button that makes several moves at once solves nothing that was not chosen."""
    line = at_the_beginning()
    first, second = best_moves(line.puzzle)
    wrong = [*line.puzzle.decisions[1].wrong][-1]
    right, missed = (line.walk([f"{first}{AND}{each}", CONFIRM]) for each in (second, wrong))
    apart = line.walk([first, CONFIRM, second, CONFIRM])

    assert right.answers == apart.answers == (Answer(first, is_right=True), Answer(second, is_right=True))
    assert missed.answers == (Answer(first, is_right=True), Answer(wrong, is_right=False))
    assert [line.is_over(each) for each in (right, missed)] == [True, True]
    with pytest.raises(UsageError, match="over"):
        line.walk([first, CONFIRM, second, CONFIRM, first])


def test_a_move_that_the_line_makes_itself_is_no_answer() -> None:
    line = at_the_beginning()
    first, second = best_moves(line.puzzle)
    later = replace(line.puzzle, decisions=(line.puzzle.decisions[0], PuzzleDecision(9, {second: 0.6}, {})))
    walk = dataclasses.replace(line, puzzle=later).walk([f"{first}{AND}{second}", CONFIRM])

    assert walk.answers == (Answer(first, is_right=True),)


def test_the_last_answer_changes_the_rating_and_a_stranger_becomes_a_person(site: Site) -> None:
    number, puzzle = next(samples("havana"))
    stranger, address = site.stranger(), f"/puzzles/havana/{number}"
    sent = stranger.post(f"{address}/act", {"do": wrong_move(puzzle), "verb": CONFIRM})

    assert sent.status_code == 303
    assert "malecon" in sent.headers["set-cookie"]
    assert not stranger.get(address).headers.get("set-cookie"), "who only looks stays a stranger"

    ana, store = site.somebody(), Training(site.tables._store)
    *before, _ = moves = best_moves(puzzle)
    answer(ana, "havana", number, before)
    assert site.call(store.progress, ana.id, "havana") == Progress()
    first = ana.get(answer(ana, "havana", number, moves)).text
    ana.get(answer(ana, "havana", number, [wrong_move(puzzle)]))
    progress = site.call(store.progress, ana.id, "havana")

    assert f"+{round(progress.rating - BEGINNER_RATING)}</em> <small>by the first answer</small>" in first
    assert [each.solved for each in progress.answers] == [True]


@each_game
def test_a_choice_is_no_answer_before_it_is_confirmed(site: Site, game: str) -> None:
    ana = site.somebody()
    for number, puzzle in samples(game):
        address = f"/puzzles/{game}/{number}"
        chosen = ana.get(ana.post(f"{address}/act", {"move": best_moves(puzzle)[0]}).headers["location"]).text

        assert 'id="confirm"' in chosen
        assert "Right." not in chosen


@each_game
def test_what_comes_twice_or_too_late_is_answered_in_words_and_loses_nothing(site: Site, game: str) -> None:
    ana = site.somebody()
    number, puzzle = next(samples(game))
    address, moves = f"/puzzles/{game}/{number}/act", best_moves(puzzle)
    twice = [answer(ana, game, number, moves[:1]) for _ in range(2)]
    stale = ana.post(address, {"do": actions(game, moves[:1]), "move": "fly away"})
    late = ana.post(address, {"do": actions(game, moves), "move": moves[-1]})

    assert twice[0] == twice[1]
    assert stale.status_code == 422
    assert "Decision 2 of" in ana.get(twice[0]).text
    assert late.status_code == 422
    assert "This puzzle is over." in late.text
    assert "Right: all best moves" in late.text


@each_game
def test_the_list_has_all_puzzles_and_leads_to_the_one_of_the_day(
    site: Site, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, puzzles = site.somebody(), book(game).puzzles
    answer(ana, game, 2, best_moves(puzzles[1]))
    answer(ana, game, 3, [wrong_move(puzzles[2])])
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


def test_the_next_puzzle_is_new_and_a_beginner_gets_easy_ones(site: Site) -> None:
    ana, puzzles = site.somebody(), book("havana").puzzles
    there = ana.get("/puzzles/havana/next").headers["location"]
    number = int(there.rpartition("/")[2])
    wanted = BEGINNER_RATING - BEGINNER_DEVIATION
    nearest = min(abs(each.rating - wanted) for each in puzzles)

    assert abs(puzzles[number - 1].rating - wanted) == nearest
    answer(ana, "havana", number, best_moves(puzzles[number - 1]))
    assert ana.get("/puzzles/havana/next").headers["location"] != there
    assert ana.get(f"/puzzles/havana/next?after={number}").headers["location"] != there
    all_solved = Progress(answers=tuple(PuzzleAnswer(each.id, solved=True, rating=1200.0) for each in puzzles))
    assert next_number(book("havana"), all_solved, 1) != 1


def test_a_difficulty_leads_to_its_next_puzzle_that_was_not_tried(site: Site) -> None:
    ana, puzzles = site.somebody(), book("havana").puzzles
    group = re.compile(r'href="/puzzles/havana/(\d+)"><b>[^<]+</b> <small>(\d+) of (\d+) tried')
    before = group.findall(ana.get("/puzzles/havana").text)
    place = max(range(len(before)), key=lambda each: int(before[each][2]))
    number, tried, total = before[place]
    ana.get(answer(ana, "havana", int(number), best_moves(puzzles[int(number) - 1])))
    after = group.findall(ana.get("/puzzles/havana").text)
    following, then_tried, _ = after.pop(place)

    assert int(total) > 1
    assert (tried, then_tried) == ("0", "1")
    assert int(following) > int(number)
    assert after == [each for each in before if each != (number, tried, total)]


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
