"""Pages of tables in chosen positions: the question of each kind that leaves most to choose from, in some games."""

from collections.abc import Sequence

from playwright.sync_api import Page, Route

from malecon.core.i18n import load
from malecon.services.person import Person
from malecon.tables.table import Table
from malecon.web.connection import Visitor
from malecon.web.page_model.table_page import draw_page
from malecon.web.rendering import page as page_of
from tables.sitting import drafted_game


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


def show_prepared(page: Page, table: Table, viewer: int | None, language: str) -> None:
    """Show the page of a table that no server knows; its styles come from one, and no script runs."""
    person = None if viewer is None else Person(table.occupants[viewer].person or "")
    visitor = Visitor(person, load(language))
    drawn = draw_page(table, viewer, visitor)
    answer = page_of("table.html", visitor.language, page=drawn, game=table.header.game, visitor=visitor)
    body = str(answer.content)

    def fulfil(route: Route) -> None:
        route.fulfill(body=body, content_type="text/html; charset=utf-8")

    page.unroute_all()
    page.route("**/prepared", fulfil)
    page.route("**/client.js*", lambda route: route.abort())
    page.goto("/prepared")
