"""What a viewer may not know changes no byte of what they can fetch."""

import random
from dataclasses import replace

import pytest

from cases import STARTS, secret_twin
from malecon.core.i18n import Language
from malecon.storage.people import Person
from malecon.tables.draft import Step
from malecon.tables.table import Table
from malecon.web.http.sender import Visitor
from malecon.web.pages.table import table_page
from malecon.web.views import table_context
from malecon.web.views.frames import Shown
from malecon.web.views.table_page import draw_page
from modes import once
from sampling import EVERY, PAGES, close_looks
from tables.sitting import drafted_game
from worlds import shake

pytestmark = once  # whole games

FIRST: dict[tuple[str, int | None], Shown] = {}
"""What pages showed first, by table and viewer."""
each_start = pytest.mark.parametrize("start", STARTS)


@pytest.fixture(autouse=True)
def same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_context, "now", lambda: 0)


def viewers(table: Table) -> tuple[int | None, ...]:
    return (None, *range(table.header.seats))


def fetched(table: Table, viewer: int | None) -> tuple[object, ...]:
    """Return all that a viewer can fetch of a table: the page, a frame with all of it, and one since the beginning."""
    visitor = Visitor(None if viewer is None else Person(f"person-{viewer}"), Language())
    page, shown = table_page(table, visitor, viewer), draw_page(table, viewer, visitor)
    return page.content, page.headers, shown.whole_frame(), shown.frame_after(shown_first(table, viewer, visitor))


def shown_first(table: Table, viewer: int | None, visitor: Visitor) -> Shown:
    """Return what the page of a viewer showed at the beginning of a game."""
    key = (table.header.id, viewer)
    if key not in FIRST:
        FIRST[key] = draw_page(replace(table, match=table.match.after(0)), viewer, visitor).shown
    return FIRST[key]


@each_start
def test_hidden_things_change_nothing(start: str) -> None:
    rng = random.Random(1)
    for number, (table, _) in enumerate(close_looks(drafted_game(start, 1), every=PAGES * EVERY)):
        viewer = viewers(table)[number % len(viewers(table))]
        match = table.match.copy()
        shake(match, viewer, rng)
        other = replace(table, match=match)

        assert fetched(other, viewer) == fetched(table, viewer)


@each_start
def test_drafts_of_others_change_nothing(start: str) -> None:
    drafts = (step for step in drafted_game(start, 2) if step[0].seat_states[step[1]].draft)
    for number, (table, seat) in enumerate(close_looks(drafts, every=PAGES * EVERY)):
        other = table.without_last_step(seat)
        for viewer in {seat, viewers(table)[number % len(viewers(table))]}:
            assert (fetched(other, viewer) == fetched(table, viewer)) == (viewer != seat)


@each_start
def test_secret_choices_look_the_same_to_everybody_else(start: str) -> None:
    compared = 0
    for table, _ in drafted_game(start, 3):
        match = table.match
        for mover in match.to_move:
            moves = match.legal(mover)
            twin = secret_twin(match, mover, moves[0])
            if twin is None or compared >= 3:
                continue
            if any(event.reveals for event in match.copy().play(mover, moves[0])):
                continue
            compared += 1
            one, other = (table.with_moves(mover, [Step(move, "id")]) for move in (moves[0], twin))
            for viewer in viewers(table):
                if viewer != mover:
                    assert fetched(one, viewer) == fetched(other, viewer)

    assert compared or "cuba" in start


def test_the_key_is_told_only_at_the_end() -> None:
    for table, _ in close_looks(drafted_game("havana, 2 seats", 4), every=PAGES * EVERY):
        shown = str(fetched(table, 0)) + str(fetched(table, None))

        assert (table.header.salt in shown) == table.match.over
        assert table.header.commitment in shown
        assert ("Fingerprint of the shuffle" in shown) != table.match.over, "the result has it then, with the key"
