"""Who sits where at a table, and who may look."""

from dataclasses import replace

import pytest

from malecon.core.errors import UsageError
from malecon.storage.rows import rebuild_table
from malecon.tables import Missing, NotYours, TableError, TableSettings
from malecon.tables.chat import LONGEST_REMARK, MOST_REMARKS, with_remark, with_report
from malecon.tables.seat import Occupant, SeatState
from malecon.tables.seating import (
    cancel_table,
    check_may_view,
    free_seat,
    invited_seat,
    leave_seat,
    seat_computer,
    take_seat,
)
from malecon.tables.stand_ins import hand_over, take_back
from malecon.tables.table import Table
from malecon.tables.table_header import new_header, new_id
from tables.sitting import CHOICE


def begun(*, listed: bool = False, watched: bool = True) -> Table:
    """Return a table of ana with two free seats."""
    header = new_header("havana", 3, {}, 0, TableSettings(host="ana", listed=listed, watched=watched), key=1)
    return rebuild_table(header, [Occupant("Ana", "ana"), free_seat(), free_seat()], (), [SeatState()] * 3)


def full(*, watched: bool = True) -> Table:
    return seat_computer(take_seat(begun(watched=watched), 1, "ben", "Ben"), 2, "ana", "easy")


def test_nobody_moves_before_every_seat_is_taken() -> None:
    waiting = begun()

    assert waiting.seats_to_move == () == waiting.computers_to_move()
    with pytest.raises(TableError, match="every seat is taken"):
        waiting.check_running(0)
    assert full().seats_to_move == (0, 1, 2)
    assert full().computers_to_move() == (2,)


def test_an_invitation_is_good_once_and_for_one_seat() -> None:
    table = begun()
    invitation = table.occupants[2].invitation or ""

    assert len({occupant.invitation for occupant in table.occupants}) == 3
    assert invited_seat(table, invitation) == 2
    with pytest.raises(Missing, match="used up"):
        invited_seat(take_seat(table, 2, "ben", "Ben"), invitation)
    with pytest.raises(Missing, match="used up"):
        invited_seat(table, "")


def test_an_invitation_is_in_no_text_about_a_table() -> None:
    table = begun()

    assert not any(occupant.invitation in repr(table.occupants) for occupant in table.occupants if occupant.invitation)


@pytest.mark.parametrize(
    ("seat", "person", "said"), [(0, "ben", "not free"), (1, "ana", "already"), (3, "ben", "not free")]
)
def test_a_seat_is_taken_by_one_person_who_does_not_sit_there_yet(seat: int, person: str, said: str) -> None:
    with pytest.raises(TableError, match=said):
        take_seat(begun(), seat, person, "Ben")


@pytest.mark.parametrize(
    ("name", "said"), [("", "needs a name"), ("  ana ", "called ana already"), ("x" * 41, "at most 40")]
)
def test_everybody_has_a_name_of_their_own(name: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        take_seat(begun(), 1, "ben", name)


def test_the_host_fills_and_clears_seats_before_the_game_begins() -> None:
    table = take_seat(begun(), 1, "ben", "Ben")
    cleared = leave_seat(table, 1, "ana")

    assert cleared.occupants[1].is_free
    assert cleared.occupants[1].invitation != begun().occupants[1].invitation
    with pytest.raises(NotYours):
        seat_computer(table, 2, "ben", "easy")
    with pytest.raises(NotYours):
        leave_seat(table, 1, "eve")
    with pytest.raises(TableError, match="stays, or cancels"):
        leave_seat(table, 0, "ana")
    with pytest.raises(TableError, match="has begun"):
        leave_seat(full(), 1, "ben")


def test_a_table_is_cancelled_by_its_host_before_the_game_begins() -> None:
    gone = cancel_table(begun(), "ana")

    assert gone.is_done
    assert not gone.is_running
    with pytest.raises(TableError, match="not free"):
        take_seat(gone, 1, "ben", "Ben")
    with pytest.raises(NotYours):
        cancel_table(begun(), "ben")
    with pytest.raises(TableError, match="still waits"):
        cancel_table(full(), "ana")


def test_a_computer_player_stands_in_until_the_person_comes_back() -> None:
    table = full().with_step(1, CHOICE, "one")
    without = hand_over(table, 1, "standard")

    assert without.computers_to_move() == (1, 2)
    assert without.seat_states[1].draft == ()
    assert without.seats_of("ben") == (1,)
    with pytest.raises(TableError, match="stands in"):
        without.check_running(1)
    with pytest.raises(NotYours):
        take_back(without, 1, "ana")
    assert take_back(without, 1, "ben").computers_to_move() == (2,)


@pytest.mark.parametrize(
    ("table", "seat"),
    [(begun(), 0), (full(), 2), (hand_over(full(), 1, "easy"), 1), (replace(full(), closed="stopped"), 1)],
)
def test_a_computer_player_stands_in_for_persons_only(table: Table, seat: int) -> None:
    with pytest.raises(TableError, match="nobody on this seat"):
        hand_over(table, seat, "easy")


@pytest.mark.parametrize(
    ("table", "who"),
    [
        (full(watched=False), {"ana", "ben"}),
        (full(watched=True), {"ana", "ben", "eve", None}),
        (begun(watched=False), {"ana"}),
        (begun(watched=False, listed=True), {"ana", "ben", "eve", None}),
    ],
)
def test_who_may_look(table: Table, who: set[str | None]) -> None:
    for person in ("ana", "ben", "eve", None):
        if person in who:
            check_may_view(table, person)
        else:
            with pytest.raises(Missing, match="no such table"):
                check_may_view(table, person)


def test_what_is_said_has_a_number_and_the_newest_are_kept() -> None:
    table = full()
    for number in range(MOST_REMARKS + 2):
        table = with_remark(table, "ben", f"  hello {number}\n there ", number)

    assert len(table.remarks) == MOST_REMARKS
    assert [remark.number for remark in table.remarks] == list(range(2, MOST_REMARKS + 2))
    assert (table.remarks[0].name, table.remarks[0].text) == ("Ben", "hello 2 there")


def test_spectators_say_something_among_themselves_and_nobody_too_much() -> None:
    with pytest.raises(NotYours):
        with_remark(begun(), "eve", "hello", 0, "Eve")
    with pytest.raises(UsageError, match="needs a name"):
        with_remark(full(), "eve", "hello", 0)
    assert with_remark(full(), "eve", "hello", 0, "Eve").remarks == ()
    with pytest.raises(UsageError, match="nothing to say"):
        with_remark(full(), "ben", "  ", 0)
    with pytest.raises(UsageError, match="500 characters at once; this has 501"):
        with_remark(full(), "ben", "x" * (LONGEST_REMARK + 1), 0)


def test_what_others_say_is_reported_once() -> None:
    table = with_remark(full(), "ben", "grr", 1)
    reported = with_report(table, "ana", 0, 5)

    assert reported.remarks[0].reported_at == 5
    assert with_report(reported, "ana", 0, 9) == reported
    with pytest.raises(TableError, match="your own"):
        with_report(table, "ben", 0, 5)
    with pytest.raises(NotYours):
        with_report(table, "eve", 0, 5)
    with pytest.raises(Missing):
        with_report(table, "ana", 1, 5)


def test_ids_are_not_invitations() -> None:
    assert new_id() not in {occupant.invitation for occupant in begun().occupants}
