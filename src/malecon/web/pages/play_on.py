"""Playing a known deal: on from a move of a game that is over, or from its beginning. It never counts for the ranking.

All that was done up to the move is kept, also what was chosen in secret and not uncovered yet: the new log begins with
the very same moves.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from litestar import Response
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.core.plain_text import isolated
from malecon.presentation.playable_game import names_of
from malecon.services.commands import CreateTable
from malecon.tables.errors import TableError
from malecon.tables.seat_state import Move
from malecon.tables.table import Table
from malecon.tables.table_header import new_id
from malecon.tables.table_settings import TableSettings
from malecon.web.connection import AppRequest, Visitor
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.middleware.authentication import ensure_person
from malecon.web.new_table import ME, occupants_of
from malecon.web.page_model.records import address_of
from malecon.web.page_model.texts import error_sentence
from malecon.web.pages.new_table import seats_from
from malecon.web.rendering import page

MOST_DIGITS = 5
"""Of the number of a move."""


@dataclass(frozen=True, slots=True)
class Original:
    """A game that is over, or a record, whose deal can be played again.

    Attributes:
        origin: id of the table, or name of the record.
        match: the whole game.
        key: of its chance.
        names: who played, by seat.
        kinds: what each seat is offered to be first, a kind of ``SeatChoice``, or empty.
    """

    origin: str
    match: Match
    key: int
    names: Mapping[int, str]
    kinds: Mapping[int, str]

    @property
    def address(self) -> str:
        """Where it is."""
        return address_of(self.origin)

    def log(self, at: int) -> list[Move]:
        """Return the first moves of a new table.

        Raises:
            UsageError: nothing comes after them, or there are not so many.
        """
        if not 0 <= at < self.match.number:
            raise UsageError(N_("From the end of a game nobody can play on."))
        return [Move(seat, notation, new_id()) for seat, notation in self.match.moves[:at]]


async def show_table_play_on(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, at: FromQuery[int] = 0
) -> Response[str]:
    """Show the form that plays a deal of a finished table again."""
    return play_on_page(original_table(await services.tables.view(table_id, visitor.id), visitor), at, visitor)


async def begin_from_table(
    table_id: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Begin a table with a deal of a finished one."""
    return await begin_table(
        services, original_table(await services.tables.view(table_id, visitor.id), visitor), request, visitor
    )


async def show_record_play_on(
    name: FromPath[str], services: InjectedServices, visitor: InjectedVisitor, at: FromQuery[int] = 0
) -> Response[str]:
    """Show the form that plays a deal of a record again."""
    match = await services.records.read(name)
    return play_on_page(original_record(name, match, visitor), at, visitor)


async def begin_from_record(
    name: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Begin a table with a deal of a record."""
    match = await services.records.read(name)
    return await begin_table(services, original_record(name, match, visitor), request, visitor)


def original_table(table: Table, visitor: Visitor) -> Original:
    """Return a finished table as an original.

    Raises:
        TableError: its game goes on, and its key is secret.
    """
    if table.key_and_salt is None:
        raise TableError(N_("The deal of a game can be played again when it is over."))
    own = table.seats_of(visitor.id)
    mine = own[0] if own else 0
    kinds = {seat: sitter.level or "" for seat, sitter in enumerate(table.occupants)}
    names = {seat: isolated(sitter.name) for seat, sitter in enumerate(table.occupants)}
    return Original(table.header.id, table.match, table.header.key, names, kinds | {mine: ME})


def original_record(name: str, match: Match, visitor: Visitor) -> Original:
    """Return a record as an original; the record contains its key.

    Raises:
        TableError: it begins from a position, without a key.
    """
    if match.seed is None:
        raise TableError(N_("This record begins with a position; only a whole game can be played on."))
    return Original(name, match, match.seed, names_of(match.seats, match.names, visitor.language), {0: ME})


async def begin_table(
    services: Services, original: Original, request: AppRequest, visitor: Visitor
) -> Response[str] | Redirect:
    """Begin a table as a form asks for, and go there."""
    form, match = await request.form(), original.match
    at = move_number_from(str(form.get("at", "0")))
    try:
        async with ensure_person(request, visitor) as (person, cookies):
            occupants = occupants_of(seats_from(form, match.game), match.game, person, visitor.language)
            if len(occupants) != match.seats:
                raise UsageError(N_("As many have to play as played before."))
            terms = TableSettings(host=person.id, origin=original.origin)
            options = match.game.read_options(list(enumerate(match.game.write_options(match.begun), start=1)))
            log = original.log(at)
            table = await services.tables.create(
                CreateTable(match.game.name, options, occupants, terms, key=original.key, rules=match.version, log=log)
            )
    except UsageError as error:
        return play_on_page(original, at, visitor, form, error_sentence(error, visitor.language))
    return Redirect(f"/table/{table}", status_code=303, cookies=cookies)


def move_number_from(text: str) -> int:
    """Return the number of a move from a form; one that no game has if it is none.

    >>> move_number_from("12"), move_number_from("x"), move_number_from("9" * 9999)
    (12, -1, -1)
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else -1


def play_on_page(
    original: Original,
    at: int,
    visitor: Visitor,
    typed: Mapping[str, object] | None = None,
    error: str = "",
) -> Response[str]:
    """Return the form that plays an original again, with the ``typed`` fields and an error."""
    last = original.match.number - 1
    return page(
        "play_on.html",
        visitor.language,
        status=422 if error else 200,
        visitor=visitor,
        original=original,
        game=original.match.game.name,
        at=max(0, min(at, last)),
        typed=typed or {},
        error=error,
    )
