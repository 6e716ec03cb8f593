"""What a viewer may not know changes no byte of what their programs can fetch."""

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from cases import STARTS, secret_twin
from malecon.core.i18n import Language
from malecon.tables.draft import Step
from malecon.tables.seating import free_seat
from malecon.tables.table import Table
from malecon.web.api.table_view import TableView, table_seen
from modes import once
from sampling import EVERY, PAGES, close_looks
from tables.sitting import drafted_game, new_table
from worlds import shake

pytestmark = once  # whole games

LARGE = next(start for start in STARTS if STARTS[start][1]["seats"] > 2)
each_start = pytest.mark.parametrize("start", STARTS)


def viewers(table: Table) -> tuple[int | None, ...]:
    return (None, *range(table.header.seats))


def fetched(table: Table, viewer: int | None, since: int = -1) -> bytes:
    """Return all that the programs of a viewer can fetch of a table; the state is part of it."""
    person = None if viewer is None else f"person-{viewer}"
    return msgspec.json.encode(table_seen(table, viewer, person, Language(), since))


def plain(table: Table, viewer: int | None) -> Any:
    return msgspec.json.decode(fetched(table, viewer))


@each_start
def test_hidden_things_change_nothing(start: str) -> None:
    rng = random.Random(1)
    for number, (table, _) in enumerate(close_looks(drafted_game(start, 1), every=PAGES * EVERY)):
        viewer = viewers(table)[number % len(viewers(table))]
        match = table.match.copy()
        shake(match, viewer, rng)

        assert fetched(replace(table, match=match), viewer) == fetched(table, viewer)


@each_start
def test_drafts_of_others_change_nothing(start: str) -> None:
    drafts = (step for step in drafted_game(start, 2) if step[0].seat_states[step[1]].draft)
    for number, (table, seat) in enumerate(close_looks(drafts, every=PAGES * EVERY)):
        other = table.without_last_step(seat)
        for viewer in {seat, viewers(table)[number % len(viewers(table))]}:
            assert (fetched(other, viewer) == fetched(table, viewer)) == (viewer != seat)


@pytest.mark.parametrize("start", [start for start in STARTS if start.startswith("havana")])
def test_secret_choices_look_the_same_to_everybody_else(start: str) -> None:
    table = new_table(start)
    move = table.match.legal(0)[0]
    twin = secret_twin(table.match, 0, move)
    assert twin
    one, other = (table.with_moves(0, [Step(each, "id")]) for each in (move, twin))

    for viewer in viewers(table):
        assert (fetched(one, viewer) == fetched(other, viewer)) == (viewer != 0)


def test_how_often_a_table_was_stored_changes_nothing() -> None:
    table = new_table("havana, 2 seats")
    other = replace(table, version=9)

    assert all(fetched(table, viewer) == fetched(other, viewer) for viewer in viewers(table))


def test_key_and_salt_are_told_only_at_the_end() -> None:
    for table, _ in close_looks(drafted_game("havana, 2 seats", 4), every=PAGES * EVERY):
        for viewer in (None, 0):
            assert (plain(table, viewer)["opening"] is not None) == table.match.over
            assert (table.header.salt.encode() in fetched(table, viewer)) == table.match.over
            assert table.header.commitment.encode() in fetched(table, viewer)


def test_nothing_is_dealt_before_all_seats_are_taken_and_invitations_are_the_hosts() -> None:
    table = new_table(LARGE).with_occupant(2, free_seat())
    header = replace(table.header, settings=replace(table.header.settings, host="person-0"))
    table = replace(table, header=header)
    invitation = table.occupants[2].invitation
    assert invitation

    assert plain(table, 0)["position"] is None
    assert plain(table, 0)["legal"] == plain(table, 0)["events"] == []
    assert [invitation.encode() in fetched(table, viewer) for viewer in (0, 1, None)] == [True, False, False]


def test_the_state_differs_exactly_when_what_is_shown_differs() -> None:
    shown = [table_seen(table, 0, "person-0", Language()) for table, _ in drafted_game("havana, 2 seats", 5)]

    for before, after in pairwise(shown):
        assert (before == replace_state(after, before.state)) == (before.state == after.state)


def replace_state(seen: TableView, state: str) -> TableView:
    return msgspec.structs.replace(seen, state=state)
