"""The pages before a table: start, a new table, settings."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from litestar import Request, Response, get, post
from litestar.response import Redirect

from malecon import games
from malecon.agents.levels import LEVELS
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.core.language import N_, Language, languages
from malecon.core.options import Kind
from malecon.tables.people import People, Person
from malecon.tables.store import Store
from malecon.tables.table import Sitter
from malecon.web.rendering import page
from malecon.web.table_page import tables_of
from malecon.web.visitor import Visitor, remembered

Asked = Request[Any, Any, Any]
THEMES = ("", "light", "dark")
DEFAULT_LEVEL = "easy"


@get("/", name="start")
async def start(request: Asked, visitor: Visitor) -> Response[str]:
    """Show where everything begins."""
    store: Store = request.app.state.store
    mine = [] if visitor.id is None else store.tables_of(visitor.id)
    return page("start.html", visitor.language, visitor=visitor, games=games, levels=levels(), mine=mine)


@get("/new/{game:str}")
async def new(game: str, visitor: Visitor) -> Response[str]:
    """Ask how a table is to be."""
    return new_page(game_called(game), visitor)


@post("/new/{game:str}")
async def begin(game: str, request: Asked, visitor: Visitor) -> Response[str] | Redirect:
    """Begin a table and go there."""
    form, found = await request.form(), game_called(game)
    person, cookies = await remembered(request, visitor)
    try:
        sitters = sitters_from(form, found, person, visitor.language)
        table = await tables_of(request).create(game, options_from(form, found, len(sitters)), sitters)
    except UsageError as error:
        return new_page(found, visitor, str(error))
    return Redirect(f"/table/{table}", status_code=303, cookies=cookies)


@get("/settings")
async def settings(visitor: Visitor) -> Response[str]:
    """Ask for name, language and looks."""
    facts: dict[str, Any] = {"visitor": visitor, "themes": THEMES, "person": visitor.person or Person(""), "error": ""}
    return page("settings.html", visitor.language, **facts)


@post("/settings")
async def save_settings(request: Asked, visitor: Visitor) -> Response[str] | Redirect:
    """Keep name, language and looks."""
    form = await request.form()
    person, cookies = await remembered(request, visitor)
    people: People = request.app.state.people
    wanted = replace(
        person,
        name=str(form.get("name", "")),
        language=str(form.get("language", "")),
        theme=str(form.get("theme", "")),
        still="still" in form,
        quick="quick" in form,
    )
    if wanted.language not in ("", *languages()) or wanted.theme not in THEMES:
        raise UsageError("settings: must be chosen from the lists")
    try:
        people.save(wanted)
    except UsageError as error:
        facts: dict[str, Any] = {"visitor": visitor, "themes": THEMES, "person": wanted, "error": str(error)}
        return page("settings.html", visitor.language, status=422, **facts)
    return Redirect("/settings", status_code=303, cookies=cookies)


def new_page(game: Game, visitor: Visitor, error: str = "") -> Response[str]:
    """Return the page that asks how a table is to be, with what was wrong."""
    options = [option for option in game.options if option.kind in (Kind.CHOICE, Kind.FLAG)]
    facts: dict[str, Any] = {"visitor": visitor, "game": game, "levels": levels(), "options": options, "error": error}
    return page("new.html", visitor.language, status=422 if error else 200, **facts)


def levels() -> Sequence[str]:
    """Return the levels of computer players that people can choose."""
    return [level for level in LEVELS if level != "random"]


def game_called(name: str) -> Game:
    """Return a game.

    Raises:
        UsageError: there is none of this name.
    """
    if name not in games:
        raise UsageError(f"game: is {name[:40]!r}, but must be one of {', '.join(games)}")
    return games[name]


def sitters_from(form: Any, game: Game, person: Person, language: Language) -> list[Sitter]:
    """Return who sits at a new table; ``seat-1`` and so on are ``me``, ``person``, a level, or empty for nobody."""
    if "opponents" in form:
        return play_now(form, person, language)
    taken = [str(form.get(f"seat-{seat}", "")) for seat in range(1, game.seats[-1] + 1)]
    sitters = []
    for number, kind in enumerate(filter(None, taken), start=1):
        given = str(form.get(f"name-{number}", "")).strip()
        if kind in ("me", "person"):
            own = person.name if kind == "me" else ""
            name = given or own or language.say(N_("Player {number}"), number=number)
            sitters.append(Sitter(name, person.id))
        else:
            name = language.say(N_("Computer {number}"), number=number)
            sitters.append(Sitter(name, level=kind))
    if len(sitters) not in game.seats:
        raise UsageError(f"seats: are {len(sitters)}, but must be {game.seats[0]} to {game.seats[-1]}")
    return sitters


def play_now(form: Any, person: Person, language: Language) -> list[Sitter]:
    """Return a person and as many computer players as were asked for."""
    say = language.say
    count, level = str(form.get("opponents")), str(form.get("level", DEFAULT_LEVEL))
    opponents = range(2, int(count) + 2) if count.isdecimal() and len(count) == 1 else range(0)
    me = Sitter(person.name or say(N_("You")), person.id)
    return [me, *(Sitter(say(N_("Computer {number}"), number=number), level=level) for number in opponents)]


def options_from(form: Any, game: Game, seats: int) -> Mapping[str, object]:
    """Return the options that a form chooses."""
    chosen: dict[str, object] = {}
    for option in game.options:
        if option.kind is Kind.CHOICE and form.get(option.name):
            chosen[option.name] = str(form.get(option.name))
        elif option.kind is Kind.FLAG and form.get(f"has-{option.name}"):
            chosen[option.name] = option.name in form
    return chosen
