"""The page that plays a known deal again, from a move of a finished table or record, or from its beginning.

Such a game never counts for the ranking. All that was done up to the move is kept, also what was chosen in secret and
not uncovered yet: the new log begins with the very same moves.
"""

from collections.abc import Mapping

from litestar import Response
from litestar.params import FromQuery
from litestar.response import Redirect

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.tables import TableError, TableSettings
from malecon.web.access import ensure_person
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.request_bounds import number_in
from malecon.web.http.sender import Visitor
from malecon.web.new_table import ME, occupants_of, seats_from
from malecon.web.pages.played_game import PlayedGame, played_game
from malecon.web.rendering import page
from malecon.web.views.texts import error_sentence


async def show_play_on(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor, at: FromQuery[int] = 0
) -> Response[str]:
    """Show the form that plays a deal again."""
    return _play_on_page(await _known_deal(request, services, visitor), at, visitor)


async def begin_from_deal(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Begin a table with a known deal as the form asks for, and go there."""
    original, form = await _known_deal(request, services, visitor), await request.form()
    match, at = original.match, number_in(form.get("at", 0), -1)
    try:
        async with ensure_person(request, visitor) as (person, cookies):
            occupants = occupants_of(seats_from(form, match.game), match.game, person, visitor.language)
            if len(occupants) != match.seats:
                raise UsageError(N_("As many have to play as played before."))
            settings = TableSettings(host=person.id, origin=original.origin)
            table_id = await services.tables.play_on(match, occupants, settings, at)
    except UsageError as error:
        return _play_on_page(original, at, visitor, form, error_sentence(error, visitor.language))
    return Redirect(f"/table/{table_id}", status_code=303, cookies=cookies)


async def _known_deal(request: AppRequest, services: Services, visitor: Visitor) -> PlayedGame:
    """Return a game whose deal is known.

    Raises:
        TableError: its table goes on, and its key is secret; or its record begins from a position, without a key.
    """
    goes_on = TableError(N_("The deal of a game can be played again when it is over."))
    original = await played_game(request, services, visitor, goes_on)
    if original.match.seed is None:
        raise TableError(N_("This record begins with a position; only a whole game can be played on."))
    return original


def _play_on_page(
    original: PlayedGame,
    at: int,
    visitor: Visitor,
    typed: Mapping[str, object] | None = None,
    error: str = "",
) -> Response[str]:
    """Return the form that plays a deal again, with the ``typed`` fields and an error."""
    levels = {seat: sitter.level for seat, sitter in enumerate(original.table.occupants)} if original.table else {}
    return page(
        "play_on.html",
        visitor.language,
        status=422 if error else 200,
        visitor=visitor,
        original=original,
        kinds={**levels, (*original.own, 0)[0]: ME},
        game=original.match.game.name,
        at=max(0, min(at, original.match.number - 1)),
        typed=typed or {},
        error=error,
    )
