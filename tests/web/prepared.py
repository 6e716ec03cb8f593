"""Pages of tables in chosen positions: the question of each kind that leaves most to choose from, in some games."""

from collections.abc import Sequence

from playwright.sync_api import Page

from malecon.core.i18n import load
from malecon.storage.people import Person
from malecon.tables.table import Table
from malecon.web.http.sender import Visitor
from malecon.web.views.frames import Shown
from malecon.web.views.status import NO_HINTS, Hints
from malecon.web.views.table_page import draw_page
from tables.sitting import drafted_game

SHOW = """async text => {
    const of = name => new URL(name, document.querySelector("script[src*='client.js']").src);
    const [{messageOf}, {receive}] = await Promise.all([import(of("show.js")), import(of("player.js"))]);
    let isShown = document.querySelector("main.table") !== null;
    receive(messageOf(text), () => (isShown = false));
    return isShown;
}"""
"""Shows a frame, as it is sent, with the script of the page."""


def hardest_questions(start: str, seeds: Sequence[int]) -> dict[str, tuple[Table, int]]:
    """Return by kind of question the table with the most answers, of some random games, and the seat that is asked.

    A turn that waits for its confirmation, and the end of a game, are kinds of their own.
    """
    found, most = dict[str, tuple[Table, int]](), dict[str, int]()
    for seed in seeds:
        for table, acted in drafted_game(start, seed):
            ahead, draft = table.preview(acted)
            is_held = bool(draft) and draft[-1].held
            seat = acted if acted in ahead.to_move or is_held or table.match.over else ahead.to_move[0]
            ahead, _ = table.preview(seat)
            answers = len(draft) if is_held else len(ahead.legal(seat))
            kind = "held" if is_held else ahead.seen_by(seat).question.kind
            if answers >= most.get(kind, 0):
                found[kind], most[kind] = (table, seat), answers
    return found


def sit_among_people(page: Page, game: str) -> None:
    """Go to a new table at which nothing happens, for a frame to change it."""
    page.goto(page.request.post(f"/new/{game}", form={"seat-1": "me", "seat-2": "person"}).url)
    page.wait_for_function("document.querySelector('main').dataset.state")


def show_prepared(
    page: Page,
    table: Table,
    viewer: int | None,
    language: str,
    before: Shown | None = None,
    hints: Hints = NO_HINTS,
    *,
    is_compiling: bool = False,
) -> Shown:
    """Make the page of a table that no server knows of an open one by a frame, and return what it shows then.

    ``before`` is what it shows now, if that is known: the frame brings only what has changed. ``hints`` and
    ``is_compiling`` are those of ``draw_page``.
    """
    person = None if viewer is None else Person(table.occupants[viewer].person or "")
    drawn = draw_page(table, viewer, Visitor(person, load(language)), hints=hints, is_compiling=is_compiling)
    frame = drawn.frame_after(before) if before else drawn.whole_frame()
    assert page.evaluate(SHOW, frame.text())
    return drawn.shown
