"""The game of a finished table or of an uploaded record, which its replay, its review and a new table begin with."""

from collections.abc import Mapping

from msgspec import Struct

from malecon.core.errors import MaleconError
from malecon.core.match import Match
from malecon.presentation.perspective import names_of
from malecon.tables import TableError
from malecon.tables.table import STILL_SECRET, Table
from malecon.web.dependencies import Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.sender import Visitor
from malecon.web.views.records import address_of
from malecon.web.views.texts import names_at


class PlayedGame(Struct, frozen=True):
    """The game of a finished table, or of an uploaded record.

    Attributes:
        origin: id of the table, or name of the record.
        match: the whole game; that of a record need not be over.
        names: of the players, by seat.
        own: the seats of the visitor.
        table: ``None`` for a record.
    """

    origin: str
    match: Match
    names: Mapping[int, str]
    own: tuple[int, ...] = ()
    table: Table | None = None

    @property
    def address(self) -> str:
        """Address of the table or the record."""
        return address_of(self.origin)

    def record(self) -> str:
        """Return the game as a text that ``malecon.replay`` reads."""
        return self.match.record() if self.table is None else self.table.record()


async def played_game(
    request: AppRequest, services: Services, visitor: Visitor, refusal: MaleconError | None = None
) -> PlayedGame:
    """Return the game that an address names as ``origin``, below ``/table`` or ``/record``.

    Raises:
        Missing: there is none.
        TableError: the game of the table goes on, and would tell what is hidden; or ``refusal``, in its place.
    """
    origin: str = request.path_params["origin"]
    if request.scope["path"].startswith("/record/"):
        match = await services.records.read(origin)
        return PlayedGame(origin, match, names_of(match.seats, match.names, visitor.language))
    table = await services.tables.view(origin, visitor.id)
    if not table.is_over:
        raise refusal or TableError(STILL_SECRET)
    return PlayedGame(origin, table.match, names_at(table, visitor.language), table.seats_of(visitor.id), table)
