"""The page of a new table."""

from collections.abc import Mapping

from litestar import Response
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from malecon import games
from malecon.agents import opponents_of
from malecon.agents.styled_player import STYLES, names_by_style
from malecon.core.data import DataError
from malecon.core.errors import MaleconError, UsageError
from malecon.core.game import Game
from malecon.core.i18n import N_
from malecon.core.options import Kind
from malecon.core.own_data import OwnFile
from malecon.core.toml_text import guessed_text
from malecon.services.coaching import with_tips
from malecon.services.proposed_level import ProposedLevel, proposed_level
from malecon.storage.store import in_thread
from malecon.tables import Missing
from malecon.tables.commands import CreateTable
from malecon.web.access import ensure_person, store_first_name
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.sender import Visitor
from malecon.web.new_table import (
    FREE,
    ME,
    FilesRefused,
    clock_fields,
    files_from,
    find_game,
    occupants_of,
    options_from,
    options_with_own,
    own_name,
    read_files,
    seats_from,
    settings_from,
)
from malecon.web.rendering import page
from malecon.web.views.texts import LEVEL_SENTENCES, error_sentence

WITH_FRIENDS = {"seat-1": ME, "seat-2": FREE, "seat-3": "", "has-terms": "yes", "watched": "yes"}
"""Fields of the form for people who want to play with friends."""
MOST_PLAYED = 40
"""The visitor's last games, from which the level of the next one follows."""


async def proposed_levels(services: Services, visitor: Visitor) -> dict[str, ProposedLevel]:
    """Return by game the level of computer players that is proposed to a visitor."""
    played = [] if visitor.id is None else await services.finished_games.games_of(visitor.id, MOST_PLAYED)
    return {
        game: proposed_level((each for each in played if each.game == game), opponents_of(games[game]))
        for game in games
    }


async def show_new_table(
    game: FromPath[str],
    services: InjectedServices,
    visitor: InjectedVisitor,
    friends: FromQuery[bool] = False,
    listed: FromQuery[bool] = False,
) -> Response[str]:
    """Show the form of a new table; ``friends`` proposes free seats, ``listed`` to let anybody sit down there."""
    found, proposed = find_game(game), await proposed_levels(services, visitor)
    usual = {f"seat-{seat}": proposed[game].level for seat in (2, 3)}
    invited = {**WITH_FRIENDS, **({"listed": "yes"} if listed else {})}
    return _new_page(found, visitor, invited if friends else usual)


async def create_table(
    game: FromPath[str], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Begin a table and go there."""
    form, found = await request.form(), find_game(game)
    files = files_from(form, found)
    try:
        own = await in_thread(read_files)(found, files)
        async with ensure_person(request, visitor) as (person, cookies):
            occupants = occupants_of(seats_from(form, found), found, person, visitor.language)
            options = await in_thread(options_with_own)(found, len(occupants), options_from(form, found), own)
            settings = settings_from(form, person)
            if not own:  # tips speak of what is printed
                settings = await with_tips(settings, game, occupants, person, services.finished_games)
            table_id = await services.tables.create(CreateTable(game, options, occupants, settings))
    except (UsageError, DataError) as error:
        return _new_page(found, visitor, form, error, files)
    await store_first_name(request, person, own_name(form))
    return Redirect(f"/table/{table_id}", status_code=303, cookies=cookies)


def _new_page(
    game: Game,
    visitor: Visitor,
    typed: Mapping[str, object],
    error: MaleconError | None = None,
    files: Mapping[str, OwnFile] | None = None,
) -> Response[str]:
    """Return the page with the form of a new table: the ``typed`` fields, what was wrong, and the texts of files.

    A browser cannot choose a file again, so the page keeps the texts, to be mended there; the server keeps nothing.
    """
    refused = error.errors if isinstance(error, FilesRefused) else {}
    return page(
        "new.html",
        visitor.language,
        status=422 if error else 200,
        visitor=visitor,
        game=game,
        typed=typed,
        error="" if error is None else error_sentence(error, visitor.language),
        kept={name: (file.name, guessed_text(file.content)) for name, file in (files or {}).items()},
        wrong={name: each.sentences(visitor.language) for name, each in refused.items()},
        level_sentences=LEVEL_SENTENCES,
        styles=[(names, STYLES[game.name][style].title) for style, names in names_by_style(game.name).items()],
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
