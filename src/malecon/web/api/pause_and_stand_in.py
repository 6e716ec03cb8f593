"""Pauses, and computer players that stand in."""

from litestar.params import FromPath

from malecon.services.seat_service import SeatService
from malecon.web.api.requests import HandOverBody, SeatBody, WishBody
from malecon.web.api.table_view import TableSeen
from malecon.web.api.tables import table_seen_by
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services


async def pause(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: WishBody
) -> TableSeen:
    """Ask the others for a pause, or take that back; the game pauses when all people wish it."""
    seats = await seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.ask_pause(table_id, visitor.id, data.wished), visitor)


async def go_on(table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor) -> TableSeen:
    """End a pause."""
    seats = await seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.resume(table_id, visitor.id), visitor)


async def stand_in(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: HandOverBody
) -> TableSeen:
    """Let a computer player stand in for somebody who lets the others wait for too long, or for you."""
    seats = await seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.hand_over(table_id, visitor.id, data.seat, data.level), visitor)


async def come_back(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, data: SeatBody
) -> TableSeen:
    """Take your seat back on which a computer player stands in."""
    seats = await seats_of_table(services, table_id, visitor.id)
    return table_seen_by(await seats.take_back(table_id, visitor.id, data.seat), visitor)


async def seats_of_table(services: Services, table_id: str, person: str | None) -> SeatService:
    """Return the service for pauses and stand-ins, after a check that a person may see the table."""
    await services.tables.view(table_id, person)
    return services.tables.seats
