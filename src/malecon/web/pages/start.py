"""The start page: the tables of the visitor, the games, and the lobby."""

from litestar import Response

from malecon import games
from malecon.core.process import now
from malecon.services.sweeps.table_target import removal_times
from malecon.storage.table_queries import TableEntry
from malecon.web.connection import AppRequest, Visitor
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.middleware.authentication import renewed_cookies
from malecon.web.rendering import page


async def show_start(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Show the start page."""
    mine, lobby = await tables_of(services, visitor), await services.tables.seats.lobby()
    own_ids = {table.id for table, _ in mine}
    under_way = [each for each in mine if not each[0].finished]
    ids, retention = [table.id for table, _ in under_way], services.settings.retention
    return page(
        "start.html",
        visitor.language,
        cookies=renewed_cookies(request, visitor),
        visitor=visitor,
        games=games,
        lobby=[table for table in lobby if table.id not in own_ids],
        under_way=under_way,
        going=await removal_times(services.store, ids, retention, now()),
        finished=[each for each in mine if each[0].finished],
    )


async def tables_of(services: Services, visitor: Visitor) -> list[tuple[TableEntry, bool]]:
    """Return the tables of a visitor, each with whether it waits for them.

    Only where nobody is awaited the table itself is looked at: so computer players go on that had stopped.
    """
    listed = [] if visitor.id is None else await services.tables.tables_of(visitor.id)
    waiting = []
    for each in listed:
        is_mine = visitor.id in each.awaited
        if not (each.finished or each.awaited) and all(each.names):
            table = await services.tables.find(each.id)
            is_mine = bool(set(table.seats_to_move) & set(table.seats_of(visitor.id)))
        waiting.append((each, is_mine))
    return waiting
