"""The pages before a table: start, a new table, settings."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from malecon import games
from malecon.core.data import DataError
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.core.i18n import N_, languages
from malecon.core.options import Kind
from malecon.presentation.playable_game import PlayableGame
from malecon.services.people.person import People, Person
from malecon.storage.store import Listed, now
from malecon.storage.sweep_tables import soon_removed
from malecon.tables.errors import Missing
from malecon.web.middleware.authentication import Asking, Visitor, called, remembered, still_known
from malecon.web.middleware.gate import BEGINS
from malecon.web.page_model.words import THEMES, in_words
from malecon.web.pages.seating import (
    FREE,
    ME,
    files_from,
    options_from,
    own_name,
    sitters_from,
    terms_from,
    with_files,
)
from malecon.web.pages.table import table_service_of
from malecon.web.rendering import page

Asked = Request[Any, Any, Any]
WITH_FRIENDS = {"seat-1": ME, "seat-2": FREE, "seat-3": "", "has-terms": "yes", "watched": "yes"}
"""What the form proposes to who wants to play with friends."""


@get("/", name="start")
async def start(request: Asked, visitor: Asking) -> Response[str]:
    """Show where everything begins."""
    mine, lobby = await my_tables(request, visitor), await table_service_of(request).gathering.lobby()
    facts: dict[str, Any] = {"visitor": visitor, "games": games}
    known = {table.id for table, _ in mine}
    facts["lobby"] = [table for table in lobby if table.id not in known]
    facts["under_way"] = [each for each in mine if not each[0].finished]
    under_way, retention = [table.id for table, _ in facts["under_way"]], request.app.state.settings.retention
    facts["going"] = await asyncio.to_thread(soon_removed, request.app.state.store, under_way, retention, now())
    facts["finished"] = [each for each in mine if each[0].finished]
    return page("start.html", visitor.language, cookies=still_known(request, visitor), **facts)


async def my_tables(request: Asked, visitor: Visitor) -> list[tuple[Listed, bool]]:
    """Return a person's tables, each with whether it waits for them.

    Only where nobody is awaited the table itself is looked at: so computer players go on that had stopped.
    """
    tables = table_service_of(request)
    listed = [] if visitor.id is None else await tables.tables_of(visitor.id)
    waiting = []
    for each in listed:
        is_mine = visitor.id in each.awaited
        if not (each.finished or each.awaited) and all(each.names):
            table = await tables.look(each.id)
            is_mine = bool(set(table.awaited) & set(table.seats_of(visitor.id)))
        waiting.append((each, is_mine))
    return waiting


@get("/new/{game:str}")
async def new(game: FromPath[str], visitor: Asking, friends: FromQuery[bool] = False) -> Response[str]:
    """Ask how a table is to be; ``friends`` proposes free seats."""
    return new_page(game_called(game), visitor, WITH_FRIENDS if friends else {})


@post("/new/{game:str}", limit=BEGINS)
async def begin(game: FromPath[str], request: Asked, visitor: Asking) -> Response[str] | Redirect:
    """Begin a table and go there."""
    form, found = await request.form(), game_called(game)
    try:
        async with remembered(request, visitor) as (person, cookies):
            sitters = sitters_from(form, found, person, visitor.language)
            files, chosen = files_from(form, found), options_from(form, found)
            options = await asyncio.to_thread(with_files, found, len(sitters), chosen, files)
            table = await table_service_of(request).create(game, options, sitters, terms_from(form, person))
    except (UsageError, DataError) as error:
        return new_page(found, visitor, form, in_words(error, visitor.language))
    await called(request, person, own_name(form))
    return Redirect(f"/table/{table}", status_code=303, cookies=cookies)


@get("/settings")
async def settings(visitor: Asking, saved: FromQuery[bool] = False) -> Response[str]:
    """Ask for name, language and looks."""
    return settings_page(visitor, visitor.person or Person(""), saved=saved)


@post("/settings")
async def save_settings(request: Asked, visitor: Asking) -> Response[str] | Redirect:
    """Keep name, language and looks."""
    form = await request.form()
    people: People = request.app.state.people
    wanted = replace(
        visitor.person or Person(""),
        name=str(form.get("name", "")),
        language=str(form.get("language", "")),
        theme=str(form.get("theme", "")),
        still="still" in form,
        quick="quick" in form,
    )
    if wanted.language not in ("", *languages()) or wanted.theme not in THEMES:
        raise UsageError(N_("Settings are chosen from the lists."))
    try:
        async with remembered(request, visitor) as (person, cookies):
            await asyncio.to_thread(people.save, replace(wanted, id=person.id))
    except UsageError as error:
        return settings_page(visitor, wanted, in_words(error, visitor.language))
    return Redirect("/settings?saved=true", status_code=303, cookies=cookies)


def settings_page(visitor: Visitor, person: Person, error: str = "", *, saved: bool = False) -> Response[str]:
    """Return the page with a person's settings, what was wrong with them, or that they are saved."""
    facts: dict[str, Any] = {"visitor": visitor, "themes": THEMES, "person": person, "error": error, "saved": saved}
    return page("settings.html", visitor.language, status=422 if error else 200, **facts)


def new_page(game: Game, visitor: Visitor, typed: Mapping[str, Any], error: str = "") -> Response[str]:
    """Return the page that asks how a table is to be, with what was ``typed`` before, and what was wrong with it."""
    variants = [option for option in game.options if option.kind in (Kind.CHOICE, Kind.FLAG)]
    data = [option for option in game.options if option.kind is Kind.FILE]
    facts: dict[str, Any] = {"visitor": visitor, "game": game, "typed": typed, "error": error}
    status = 422 if error else 200
    return page("new.html", visitor.language, status=status, variants=variants, data=data, **facts)


def game_called(name: str) -> PlayableGame:
    """Return a game.

    Raises:
        Missing: there is none of this name.
    """
    if name not in games:
        raise Missing(N_("There is no such game."))
    return games[name]
