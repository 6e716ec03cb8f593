"""The page of a new table, and its form, parsed: seats, settings, clock, options, data files."""

from collections.abc import Mapping

from litestar import Response
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from malecon.core.data import DataError
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.core.i18n import N_
from malecon.core.options import Kind
from malecon.services.commands import CreateTable
from malecon.storage.threads import in_thread
from malecon.tables.errors import Missing
from malecon.web.connection import AppRequest, Visitor
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.middleware.authentication import ensure_person, store_first_name
from malecon.web.new_table import (
    FREE,
    ME,
    clock_fields,
    files_from,
    find_game,
    occupants_of,
    options_from,
    options_with_files,
    own_name,
    seats_from,
    settings_from,
)
from malecon.web.page_model.texts import error_sentence
from malecon.web.rendering import page

WITH_FRIENDS = {"seat-1": ME, "seat-2": FREE, "seat-3": "", "has-terms": "yes", "watched": "yes"}
"""Fields of the form for people who want to play with friends."""


async def show_new_table(
    game: FromPath[str], visitor: InjectedVisitor, friends: FromQuery[bool] = False
) -> Response[str]:
    """Show the form of a new table; ``friends`` proposes free seats."""
    return new_page(find_game(game), visitor, WITH_FRIENDS if friends else {})


async def create_table(
    game: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Begin a table and go there."""
    form, found = await request.form(), find_game(game)
    try:
        async with ensure_person(request, visitor) as (person, cookies):
            occupants = occupants_of(seats_from(form, found), found, person, visitor.language)
            files, chosen = files_from(form, found), options_from(form, found)
            options = await in_thread(options_with_files)(found, len(occupants), chosen, files)
            table_id = await services.tables.create(CreateTable(game, options, occupants, settings_from(form, person)))
    except (UsageError, DataError) as error:
        return new_page(found, visitor, form, error_sentence(error, visitor.language))
    await store_first_name(request, person, own_name(form))
    return Redirect(f"/table/{table_id}", status_code=303, cookies=cookies)


def new_page(game: Game, visitor: Visitor, typed: Mapping[str, object], error: str = "") -> Response[str]:
    """Return the page with the form of a new table: the ``typed`` fields, and what was wrong with them."""
    return page(
        "new.html",
        visitor.language,
        status=422 if error else 200,
        visitor=visitor,
        game=game,
        typed=typed,
        error=error,
        clock_fields=clock_fields(typed),
        variants=[option for option in game.options if option.kind in (Kind.CHOICE, Kind.FLAG)],
        data=[option for option in game.options if option.kind is Kind.FILE],
    )


async def download_example(game: FromPath[str], option: FromPath[str]) -> Response[str]:
    """Return the game's own data of an option, to begin one's own file with."""
    shown = find_game(game)
    for each in shown.options:
        if each.name == option and each.kind is Kind.FILE:
            text = (shown.folder / "data" / each.example).read_text("utf-8")
            headers = {"Content-Disposition": f'attachment; filename="{option}.toml"'}
            return Response(text, media_type="text/plain; charset=utf-8", headers=headers)
    raise Missing(N_("There is no such page."))
