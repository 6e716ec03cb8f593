"""Reviews of games on a site: kept, gone on with, bounded, in turns, and never before a table that is being played."""

import asyncio
import os
import shutil
from collections.abc import Callable, Coroutine
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import malecon
from malecon.agents import LEVELS, prepare
from malecon.agents.player_pool import PlayerPool
from malecon.agents.player_process import NoAnswer, Question
from malecon.agents.review import Alternative, Pause, ReviewedDecision
from malecon.agents.review_curve import observe, pauses
from malecon.agents.review_search import review_key, reviews
from malecon.agents.searcher import Searcher
from malecon.core.clock import now
from malecon.core.match import Match
from malecon.core.plain_mode import VARIABLE
from malecon.services import reviews as service
from malecon.services.computer_players import ComputerPlayers
from malecon.services.reviews import LEVEL, ReviewProcesses, Reviews
from malecon.storage import review_file
from malecon.storage.review_file import REVIEWS, Found, review_path
from malecon.storage.schema import TABLES
from malecon.storage.store import in_thread
from malecon.tables import TableError
from modes import once
from tables.sitting import House, in_house
from tables.sweeping import change, sweep_of

pytestmark = once  # plain rules would take minutes for a review
RECORD, OTHER = "/record/one", "/record/two"


class Reviewer(ReviewProcesses):
    """Reviews in the same process, when ``go`` is set; ``looked`` and ``asked`` have the numbers of the decisions.

    A first look sees a loss at ``worst``.
    """

    def __init__(self, count: int = 1) -> None:
        super().__init__(count)
        self.paused: list[int] = []
        self.looked: list[int] = []
        self.asked: list[int] = []
        self.worst: int | None = None
        self.keys: list[int] = []
        self.order: list[str] = []
        self.go = asyncio.Event()
        self.go.set()
        self.failures = 0

    def get_ready(self) -> None:
        """Nothing is to be started."""

    async def ask(self, question: Question) -> Pause | ReviewedDecision:
        self.keys.append(question.key - question.number * 2**8)
        self.order.append("review")
        if question.verb == "pause":
            await self.go.wait()
            self.paused.append(question.number)
            return Pause(question.number, (0.5, 0.5), (0.0, 0.0))
        is_rough = question.verb == "look"
        (self.looked if is_rough else self.asked).append(question.number)
        await self.go.wait()
        await asyncio.sleep(0)
        if self.failures:
            self.failures -= 1
            raise NoAnswer("it has died")
        best, even = (Alternative(question.played, 0.5),), (0.5, 0.5)
        after = (
            tuple(0.4 if seat == question.seat else 0.6 for seat in range(2)) if question.number == self.worst else even
        )
        return ReviewedDecision(
            question.number, question.seat, question.played, best, even, after, (0.0, 0.0), is_rough=is_rough
        )


def game(seed: int = 1, moves: int = 8) -> Match:
    match = malecon.games["havana"].start(seats=2, seed=seed)
    for _ in range(moves):
        seat = match.to_move[0]
        match.play(seat, match.legal(seat)[0])
    return match


async def done(found: Reviews, origin: str = RECORD, match: Match | None = None, count: int = 8) -> None:
    """Wait until so many decisions of a game are reviewed, or its review has stopped."""
    while (state := await found.state(origin, match or game())).is_running and state.reviewed < count:
        await asyncio.sleep(0)


def on_a_site(test: Callable[[Path], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """Return a test that runs in an event loop, with a folder."""

    def run(tmp_path: Path) -> None:
        asyncio.run(asyncio.wait_for(test(tmp_path), 300))

    run.__name__ = test.__name__
    return run


@on_a_site
async def test_a_review_is_computed_and_kept(folder: Path) -> None:
    reviewer = Reviewer()
    found = Reviews(folder, ComputerPlayers(1), reviewer)
    assert await found.state(RECORD, game()) == ((), (), 8, False, None)

    await found.ask(RECORD, game())
    assert (await found.state(RECORD, game())).is_running
    await found.ask(RECORD, game())  # nothing happens
    await done(found)
    later = Reviews(folder, ComputerPlayers(1), reviewer)
    await later.ask(RECORD, game())

    state = await later.state(RECORD, game())
    assert state.is_done
    assert not state.is_running
    assert [each.played for each in state.decisions] == [move for _, move in game().moves]
    assert reviewer.paused == [each.number for each in state.pauses] == [now.number for now in pauses(game())]
    assert reviewer.looked == reviewer.asked == [*range(8)]


@on_a_site
async def test_after_a_first_look_at_all_decisions_the_costliest_is_reviewed_first(folder: Path) -> None:
    reviewer = Reviewer()
    reviewer.worst = 5
    found = Reviews(folder, ComputerPlayers(1), reviewer)
    await found.ask(RECORD, game())
    await done(found, count=1)
    looked = [*reviewer.looked]
    await done(found)

    assert looked == [*range(8)]
    assert reviewer.asked == [5, 0, 1, 2, 3, 4, 6, 7]


@on_a_site
async def test_a_decision_whose_first_look_is_late_is_reviewed_in_its_turn(folder: Path) -> None:
    asked, reviewer = service.questions(game(), done := Found()), Reviewer()
    reviewer.worst = 5
    first = [next(asked) for _ in range(8 + len([*pauses(game())]))]
    for each in first:
        if each.number != 3:
            done.add(await reviewer.ask(each))

    assert [each.number for each in asked] == [5, 0, 1, 2, 3, 4, 6, 7]


@on_a_site
async def test_a_review_goes_on_after_a_restart_in_the_middle_of_a_line(folder: Path) -> None:
    first = Reviews(folder, ComputerPlayers(1), Reviewer())
    await first.ask(RECORD, game())
    await done(first, count=3)
    await first.close()
    kept = (await first.state(RECORD, game())).reviewed
    file = review_path(folder, RECORD)
    file.write_bytes(file.read_bytes()[:-20])

    reviewer = Reviewer()
    later = Reviews(folder, ComputerPlayers(1), reviewer)
    assert (await later.state(RECORD, game())).reviewed == kept - 1
    await later.ask(RECORD, game())
    await done(later)

    assert (await later.state(RECORD, game())).is_done
    assert reviewer.paused == reviewer.looked == []
    assert reviewer.asked == [*range(kept - 1, 8)]


@on_a_site
async def test_the_curve_goes_on_after_a_restart_too(folder: Path) -> None:
    numbers = [now.number for now in pauses(game())]
    first = Reviews(folder, ComputerPlayers(1), Reviewer())
    await first.ask(RECORD, game())
    while not (await first.state(RECORD, game())).pauses:
        await asyncio.sleep(0)
    await first.close()
    kept = [each.number for each in (await first.state(RECORD, game())).pauses]

    reviewer = Reviewer()
    later = Reviews(folder, ComputerPlayers(1), reviewer)
    await later.ask(RECORD, game())
    await done(later)
    assert kept + reviewer.paused == numbers
    assert [each.number for each in (await later.state(RECORD, game())).pauses] == numbers


@on_a_site
async def test_the_curve_comes_from_a_player_that_is_ready(folder: Path) -> None:
    """It is there before the processes of reviews have started."""
    players, reviewer = ComputerPlayers(1), Reviewer()
    asked = list[Question]()

    def think(question: Question) -> Pause:
        asked.append(question)
        return Pause(question.number, (0.5, 0.5), (0.0, 0.0))

    players._pool.ask = think  # type: ignore[method-assign]  # no process is needed
    players._pool.count = lambda *, is_plain: int(not is_plain)  # type: ignore[method-assign]
    found = Reviews(folder, players, reviewer)
    await found.ask(RECORD, game())
    await done(found)

    assert [each.number for each in asked] == [now.number for now in pauses(game())]
    assert reviewer.paused == []
    players.close()


@on_a_site
async def test_a_machine_without_compiled_rules_says_that_it_reviews_nothing(folder: Path) -> None:
    processes = ReviewProcesses(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, "0")
        found = Reviews(folder, ComputerPlayers(1), processes)
        await found.ask(RECORD, game())
        while (state := await found.state(RECORD, game())).is_running:
            await asyncio.sleep(0)

    assert "compiled rules" in str(state.problem)


@on_a_site
async def test_a_verdict_is_searched_once_and_waited_for(folder: Path) -> None:
    players, may_think = ComputerPlayers(1), Event()
    asked = list[Question]()

    def think(question: Question) -> ReviewedDecision:
        asked.append(question)
        if len(asked) == 1:
            raise NoAnswer("it has died")
        may_think.wait()
        best = (Alternative("best", 0.5),)
        return ReviewedDecision(question.number, question.seat, question.played, best, (0.5, 0.5), (0.3, 0.7), (0, 0))

    players._pool.ask = think  # type: ignore[method-assign]  # no process is needed
    found, move = Reviews(folder, players, Reviewer()), game().moves[0][1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "PATIENCE_S", None)
        failed = await found.loss_of(game(), 0, move)
        patch.setattr(service, "PATIENCE_S", 0)
        waiting = [await found.loss_of(game(), 0, move) for _ in range(2)]
        may_think.set()
        patch.setattr(service, "PATIENCE_S", None)
        known = [await found.loss_of(game(), 0, move) for _ in range(2)]

    assert [failed, *waiting, *known] == [None, None, None, pytest.approx(0.2), pytest.approx(0.2)]
    assert len(asked) == 2
    await found.close()
    players.close()


@pytest.mark.parametrize("damage", [b"", b"\xff\x00\n{", b'{"format": 0}\n', None])
def test_a_file_that_is_damaged_or_of_another_game_is_computed_anew(damage: bytes | None, tmp_path: Path) -> None:
    async def look() -> None:
        found = Reviews(tmp_path, ComputerPlayers(1), Reviewer())
        await found.ask(RECORD, game(2))
        await done(found, match=game(2))
        if damage is not None:
            review_path(tmp_path, RECORD).write_bytes(damage)

        assert (await found.state(RECORD, game())).decisions == ()
        await found.ask(RECORD, game())
        await done(found)
        assert (await found.state(RECORD, game())).is_done

    asyncio.run(look())


@on_a_site
async def test_reviews_take_turns(folder: Path) -> None:
    reviewer = Reviewer()
    found = Reviews(folder, ComputerPlayers(1), reviewer)
    reviewer.go.clear()
    await found.ask(RECORD, game(1))
    await found.ask(OTHER, game(2))
    reviewer.go.set()
    await done(found, RECORD, game(1))
    await done(found, OTHER, game(2))

    in_turns = reviewer.keys[1:31]  # the first was handed out before the other was asked for
    assert all(one != other for one, other in pairwise(in_turns))


@on_a_site
async def test_no_decision_is_handed_out_while_a_table_waits(folder: Path) -> None:
    """By order: what a table asks is answered before, though the review was asked for first."""
    may_think = Event()
    players, reviewer = ComputerPlayers(1), Reviewer(2)
    order = reviewer.order

    def think(question: Question) -> str:
        may_think.wait()
        order.append("table")
        return question.verb and game().legal(game().to_move[0])[0]

    players._pool.ask = think  # type: ignore[method-assign]  # no process is needed
    found = Reviews(folder, players, reviewer)
    reviewer.go.clear()
    await found.ask(RECORD, game())
    while not order:
        await asyncio.sleep(0)

    moving = [asyncio.create_task(players.choose(game(), game().to_move[0], "easy")) for _ in range(3)]
    await asyncio.sleep(0.05)
    handed_out = len(order)
    reviewer.go.set()
    await asyncio.sleep(0.05)
    assert len(order) == handed_out
    may_think.set()
    await asyncio.gather(*moving)
    await done(found)

    assert order == [*["review"] * handed_out, *["table"] * 3, *["review"] * (16 + len([*pauses(game())]) - handed_out)]
    assert (await found.state(RECORD, game())).is_done
    players.close()


@on_a_site
async def test_the_queue_is_bounded_for_all_and_for_each(folder: Path) -> None:
    reviewer = Reviewer()
    reviewer.go.clear()
    found = Reviews(folder, ComputerPlayers(1), reviewer)
    for number in range(service.MOST_EACH):
        await found.ask(f"/record/{number}", game(), "ana")
    with pytest.raises(TableError, match="of your games"):
        await found.ask("/record/more", game(), "ana")
    for number in range(service.MOST_EACH, service.MOST_WAITING):
        await found.ask(f"/record/{number}", game(), f"person-{number}")

    with pytest.raises(TableError, match="So many games"):
        await found.ask("/record/more", game(), "ben")
    await found.close()


@on_a_site
async def test_a_game_that_goes_on_at_a_table_is_not_reviewed(folder: Path) -> None:
    with pytest.raises(TableError, match="over"):
        await Reviews(folder, ComputerPlayers(1), Reviewer()).ask("/table/one", game())
    assert not (folder / REVIEWS).exists()


@on_a_site
async def test_a_decision_is_tried_again_and_a_review_that_fails_can_be_asked_for_again(folder: Path) -> None:
    reviewer = Reviewer()
    found = Reviews(folder, ComputerPlayers(1), reviewer)
    reviewer.failures = service.TRIES - 1
    await found.ask(RECORD, game())
    await done(found)
    assert (await found.state(RECORD, game())).is_done

    reviewer.failures = service.TRIES
    await found.ask(OTHER, game())
    await done(found, OTHER)
    state = await found.state(OTHER, game())
    assert not state.is_running
    assert "The review has stopped" in str(state.problem)
    await found.ask(OTHER, game())
    await done(found, OTHER)
    assert (await found.state(OTHER, game())).is_done
    assert (await found.state(OTHER, game())).problem is None


@on_a_site
async def test_a_full_or_missing_folder_stops_one_review_only(folder: Path) -> None:
    reviewer = Reviewer()
    reviewer.go.clear()
    found = Reviews(folder, ComputerPlayers(1), reviewer)
    await found.ask(RECORD, game())
    shutil.rmtree(folder / REVIEWS)
    reviewer.go.set()
    await done(found)

    assert "The review has stopped" in str((await found.state(RECORD, game())).problem)
    await found.ask(OTHER, game())
    await done(found, OTHER)
    assert (await found.state(OTHER, game())).is_done


@in_house
async def test_with_a_table_its_review_goes(house: House) -> None:
    folder = Path(str(house.store.engine.url.database)).parent
    table = await house.open(house.ana, house.ben)
    for name in (table, "another"):
        review_path(folder, f"/table/{name}").parent.mkdir(exist_ok=True)
        review_path(folder, f"/table/{name}").touch()
    change(house, TABLES.c.touched, 1)

    await sweep_of(house).run(now(), pause=0)

    assert not review_path(folder, f"/table/{table}").exists()
    assert review_path(folder, "/table/another").exists()


@on_a_site
async def test_a_process_computes_what_malecon_analyse_prints(folder: Path) -> None:
    match, agent, players = game(moves=2), LEVELS[LEVEL], ComputerPlayers(1)
    prepare(malecon.games["havana"])
    assert isinstance(agent, Searcher)
    processes = ReviewProcesses(1)
    processes._pool = PlayerPool()  # one that takes its share of the processor beside other tests
    await in_thread(processes._pool.wait_until_settled)()
    found = Reviews(folder, players, processes)
    await found.ask(RECORD, match)
    while (state := await found.state(RECORD, match)).is_running:
        await asyncio.sleep(0.05)

    assert state.decisions == tuple(reviews(match, agent))
    assert state.pauses == tuple(observe(match, review_key(match)))
    await found.close()
    players.close()


@on_a_site
async def test_reviews_that_nobody_looks_at_make_room(folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(review_file, "MOST_REVIEWS", 2)
        found = Reviews(folder, ComputerPlayers(1), Reviewer())
        for number, origin in enumerate((RECORD, OTHER, "/record/three")):
            await found.ask(origin, game())
            await done(found, origin)
            os.utime(review_path(folder, origin), (number, number))

    assert not review_path(folder, RECORD).exists()
    assert (await found.state(OTHER, game())).is_done
