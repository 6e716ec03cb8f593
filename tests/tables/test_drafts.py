"""Draft turns: what can be taken back, and what cannot."""

import random
from dataclasses import replace

import pytest

from cases import STARTS
from malecon.core.jit import JIT
from malecon.storage.rows import rebuild_table
from malecon.tables import NEWS_FOLLOW, TURN_ENDS, TableError
from malecon.tables.draft import Step, request_to_confirm, try_step
from malecon.tables.table import Table
from modes import once
from tables.sitting import CHOICE, drafted_game, new_table
from worlds import shake

pytestmark = once  # whole games

each_start = pytest.mark.parametrize("start", STARTS if JIT else ("havana, 2 seats", "cuba, 2 seats"))


def drafting(table: Table, seat: int, *moves: str) -> Table:
    for number, move in enumerate(moves):
        table = table.with_step(seat, move, f"{move.split()[0]}-{number}")
    return table


@each_start
def test_a_game_in_drafts_is_the_same_as_its_moves_played_directly(start: str) -> None:
    *_, (table, _) = drafted_game(start, seed=1)

    direct = table.header.start_match()
    direct.names = table.match.names
    for move in table.log:
        direct.play(move.seat, move.notation)

    assert table.match == direct
    assert not any(place.draft for place in table.seat_states)


@each_start
def test_what_a_draft_carries_out_reveals_nothing_and_passes_no_turn(start: str) -> None:
    longest = 0
    for table, seat in drafted_game(start, seed=2):
        ahead, draft = table.preview(seat)
        steps = [step for step in draft if not step.held]
        new = ahead.events[len(table.match.events) :]

        assert len(ahead.moves) == table.move_count + len(steps)
        assert all(not step.held for step in draft[:-1])
        assert not any(event.reveals or event.passes for event in new)
        if draft:
            assert seat in ahead.to_move
        longest = max(longest, len(steps))

    assert longest > 1


@each_start
def test_a_request_to_confirm_says_whether_news_follow_and_whether_the_turn_ends(start: str) -> None:
    found = set[str]()
    for table, seat in drafted_game(start, seed=2):
        ahead, draft = table.preview(seat)
        if request := request_to_confirm(ahead, seat, draft):
            after = ahead.copy()
            events = after.play(seat, draft[-1].notation)
            assert draft[-1].held
            assert any(event.reveals for event in events) or request == TURN_ENDS
            assert any(event.passes for event in events) or seat not in after.to_move or request == NEWS_FOLLOW
            found.add(request)

    assert found == {NEWS_FOLLOW, TURN_ENDS}


@each_start
def test_a_request_to_confirm_tells_nothing_that_the_seat_cannot_know(start: str) -> None:
    rng, found = random.Random(5), set[str]()
    for table, seat in drafted_game(start, seed=5):
        ahead, draft = table.preview(seat)
        request = request_to_confirm(ahead, seat, draft)
        for _ in range(3 if request else 0):
            other = ahead.copy()
            shake(other, seat, rng)
            assert request_to_confirm(other, seat, draft) == request
            found.add(request)

    assert found


@each_start
def test_taking_a_step_back_leads_to_where_it_was_taken(start: str) -> None:
    before = None
    for table, seat in drafted_game(start, seed=3):
        if before is not None and before.move_count == table.move_count and len(table.seat_states[seat].draft) > 0:
            last = table.seat_states[seat].draft[-1]
            again = table.without_last_step(seat)
            assert (
                again.preview(seat)[0]
                == again.with_step(seat, last.notation, "again").without_last_step(seat).preview(seat)[0]
            )
            assert again.match == table.match
        before = table


@each_start
def test_that_a_step_is_held_tells_nothing_that_the_seat_cannot_know(start: str) -> None:
    rng = random.Random(4)
    seen = set()
    for table, seat in drafted_game(start, seed=4):
        match = table.match
        if seat not in match.to_move or rng.random() < 0.5:
            continue
        other = match.copy()
        shake(other, seat, rng)
        for move in rng.choices(match.legal(seat), k=3):
            assert try_step(other, seat, move)[1] == try_step(match, seat, move)[1], move
            seen.add(try_step(match, seat, move)[1])

    assert seen == {True, False}


def test_a_held_step_is_not_carried_out() -> None:
    table = drafting(new_table("havana, 2 seats"), 0, CHOICE)

    ahead, draft = table.preview(0)

    assert draft[0].held
    assert ahead.to_move == (0, 1)
    assert ahead == table.match


def test_nothing_can_be_added_to_a_turn_that_waits_for_its_confirmation() -> None:
    table = drafting(new_table("havana, 2 seats"), 0, CHOICE)

    with pytest.raises(TableError, match="Confirm this"):
        drafting(table, 0, CHOICE)


def test_there_is_nothing_to_take_back_or_to_confirm_in_a_new_turn() -> None:
    table = new_table("havana, 2 seats")

    with pytest.raises(TableError, match="nothing to take back"):
        table.without_last_step(0)
    with pytest.raises(TableError, match="not finished"):
        table.with_draft_confirmed(0)
    with pytest.raises(TableError, match="nothing to take back"):
        drafting(table, 0, CHOICE).with_draft_confirmed(0).without_last_step(0)


def test_two_choose_in_secret_without_disturbing_each_other() -> None:
    table = drafting(drafting(new_table("havana, 2 seats"), 0, CHOICE), 1, "choose siesta protection")
    revision = table.revision(1)

    one = table.with_draft_confirmed(0)

    assert one.revision(1) == revision
    assert one.seat_states[1].draft == table.seat_states[1].draft
    assert one.match.to_move == (1,)
    assert one.with_draft_confirmed(1).match.state == table.with_draft_confirmed(1).with_draft_confirmed(0).match.state


def test_what_is_not_possible_of_a_stored_draft_is_dropped_with_all_that_follows() -> None:
    for table, seat in drafted_game("cuba, 2 seats", seed=6):
        draft = table.seat_states[seat].draft
        if len(draft) > 1:
            break
    damaged = replace(table.seat_states[seat], draft=(draft[0], Step("buy the moon", "x"), *draft[1:]))
    places = [damaged if at == seat else place for at, place in enumerate(table.seat_states)]

    again = rebuild_table(table.header, table.occupants, table.log, places)

    assert again.seat_states[seat].draft == draft[:1]


def test_nobody_sees_a_draft() -> None:
    table = new_table("havana, 2 seats")

    drafted = drafting(table, 0, CHOICE)

    assert drafted.match == table.match
    assert drafted.move_count == table.move_count
    assert drafted.revision(1) == table.revision(1)
    assert drafted.preview(1)[1] == ()


def test_no_mark_is_there_twice() -> None:
    for start in ("havana, 2 seats", "cuba, 2 seats"):
        marks = [(seat, table.revision(seat)) for table, seat in drafted_game(start, seed=5)]

        assert len(set(marks)) == len(marks)


def test_the_log_has_the_plain_notation() -> None:
    table = new_table("havana, 2 seats").with_step(0, "  Choose   SIESTA mama ", "x", quick=True)

    assert table.log[0].notation == CHOICE


def test_the_moves_of_one_action_are_made_and_taken_back_together() -> None:
    table = new_table("cuba, 2 seats")
    seat = table.match.to_move[0]
    resources, products = "take wood wood", "take citrus citrus"

    both = table.with_step(seat, resources, "one", products)

    assert [step.held for step in both.preview(seat)[1]] == [False, True]
    assert len({step.id for step in both.preview(seat)[1]}) == 2
    assert not both.without_last_step(seat).seat_states[seat].draft
    with pytest.raises(TableError):
        table.with_step(seat, resources, "one", products, resources)
    assert table.with_step(seat, resources, "one", products, quick=True).move_count == 2


def test_whoever_moves_has_seen_the_move_itself() -> None:
    quick = new_table("havana, 2 seats", 3).with_step(0, CHOICE, "quick-0", quick=True)
    confirmed = new_table("havana, 2 seats", 3).with_step(0, CHOICE, "confirmed-0").with_draft_confirmed(0)

    assert quick.seen_moves == confirmed.seen_moves == {0: 1}
