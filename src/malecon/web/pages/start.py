"""The start page."""

from typing import Annotated

from litestar import Response
from litestar.datastructures import Cookie
from litestar.params import FromQuery, QueryParameter

from malecon import games
from malecon.core.clock import now
from malecon.core.i18n import N_
from malecon.storage.table_queries import TableEntry
from malecon.storage.table_use import removal_times
from malecon.web.cookies import cookie_of, token_of
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.sender import Visitor
from malecon.web.pages.new_table import proposed_levels
from malecon.web.pages.puzzles import daily_puzzles
from malecon.web.rendering import page
from malecon.web.views.durations import clock_text
from malecon.web.views.texts import LEVEL_SENTENCES

MOST_LISTED = 20
"""Tables of the visitor on the start page."""
MOST_PARTS = 1000
FAREWELLS = {
    "signed-out": N_("You are signed out in this browser."),
    "deleted": N_("Your name, your settings, your ratings and all ways to sign in are deleted."),
}
"""What is said to who has just left, by the names in addresses."""


async def show_start(
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
    part: Annotated[int, QueryParameter(name="page", ge=1, le=MOST_PARTS)] = 1,
    left: FromQuery[str] = "",
) -> Response[str]:
    """Show the start page; with so many tables of the visitor that its cost is bounded, and a link to the next ones.

    ``left``: a key of ``FAREWELLS``.
    """
    mine, has_more = await _tables_of(services, visitor, part)
    lobby = await services.tables.queries.lobby()
    own_ids = {table.id for table, _ in mine}
    under_way = [each for each in mine if not each[0].finished or each[1]]
    ids, retention = [table.id for table, _ in under_way], services.settings.retention
    return page(
        "start.html",
        visitor.language,
        cookies=_renewed_cookies(request, visitor),
        visitor=visitor,
        has_account=visitor.person is not None and bool(visitor.person.account),
        said=visitor.language.say(FAREWELLS[left]) if visitor.person is None and left in FAREWELLS else "",
        games=games,
        clock_text=clock_text,
        lobby=[table for table in lobby if table.id not in own_ids],
        under_way=under_way,
        going=await removal_times(services.store, ids, retention, now()),
        finished=[each for each in mine if each not in under_way],
        part=part,
        has_more=has_more,
        proposed=await proposed_levels(services, visitor),
        level_sentences=LEVEL_SENTENCES,
        daily=await daily_puzzles(services, visitor),
    )


async def _tables_of(services: Services, visitor: Visitor, part: int) -> tuple[list[tuple[TableEntry, bool]], bool]:
    """Return a part of the tables of a visitor, each with whether it waits for them, and whether there are more.

    A finished one waits for who is asked to play again.
    Where nobody is awaited, computer players are: they go on, should they have stopped.
    """
    if visitor.id is None:
        return [], False
    listed = await services.tables.queries.tables_of(visitor.id, MOST_LISTED + 1, MOST_LISTED * (part - 1))
    shown, more = listed[:MOST_LISTED], listed[MOST_LISTED:]
    services.tables.wake([each.id for each in shown if not (each.finished or each.awaited) and all(each.names)])
    return [(each, visitor.id in each.awaited) for each in shown], bool(more)


def _renewed_cookies(request: AppRequest, visitor: Visitor) -> list[Cookie]:
    """Return the session cookie again, if there is a session: it expires a year after it was last sent."""
    return [] if visitor.person is None else [cookie_of(request, token_of(request))]
