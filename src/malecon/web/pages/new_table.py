"""The page of a new table, and its form, parsed: seats, settings, clock, options, data files."""

from collections.abc import Mapping

from litestar import Response
from litestar.datastructures import FormMultiDict
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from malecon.core.data import DataError, OwnFile
from malecon.core.errors import UsageError
from malecon.core.game import Game, GameParts
from malecon.core.i18n import N_
from malecon.core.options import Kind
from malecon.services.person import Person
from malecon.storage.store import in_thread
from malecon.tables.table_header import HOUR, MINUTE, SECOND, Clock, CreateTable, TableSettings
from malecon.web.connection import AppRequest, Visitor
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.middleware.authentication import ensure_person, store_first_name
from malecon.web.middleware.forms import Upload
from malecon.web.new_table import FREE, ME, SeatChoice, find_game, occupants_of
from malecon.web.page_model.texts import error_sentence
from malecon.web.rendering import page

WITH_FRIENDS = {"seat-1": ME, "seat-2": FREE, "seat-3": "", "has-terms": "yes", "watched": "yes"}
"""Fields of the form for people who want to play with friends."""

Chosen = Mapping[str, object]
"""Values of options, by name."""

STOCK, EACH = "stock", "each"
MOST_DIGITS = 4
"""Of a number in the fields of a clock."""
CLOCK_DEFAULTS = {"clock-minutes": "20", "clock-seconds": "15", "clock-hours": "24"}
"""Default values, by field."""


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


def seats_from(form: FormMultiDict, game: GameParts) -> dict[int, SeatChoice]:
    """Return the choices of a form for the seats, from 1; seats without a player are left out.

    The form has either ``opponents`` and their ``level``, or for each seat ``seat-1`` and so on with the kind of
    ``SeatChoice``, empty for nobody; and ``name-1`` and so on.
    """
    if "opponents" in form:
        asked = str(form.get("opponents"))
        opponents = int(asked) if asked.isdecimal() and len(asked) == 1 else 0
        kinds = {1: ME} | dict.fromkeys(range(2, opponents + 2), str(form.get("level", "")))
    else:
        kinds = {seat: str(form.get(f"seat-{seat}", "")) for seat in range(1, game.seats[-1] + 1)}
    return {seat: SeatChoice(kind, str(form.get(f"name-{seat}", ""))) for seat, kind in kinds.items() if kind}


def settings_from(form: FormMultiDict, person: Person) -> TableSettings:
    """Return the settings of a table; without ``has-terms`` they were not asked about, and everybody may watch."""
    watched = "watched" in form or "has-terms" not in form
    listed, rated = "listed" in form, "rated" in form
    return TableSettings(host=person.id, listed=listed, watched=watched, rated=rated, clock=clock_from(form))


def own_name(form: FormMultiDict) -> str:
    """Return the name that a form gives to its sender; empty without one."""
    mine = (key.removeprefix("seat-") for key, kind in form.items() if key.startswith("seat-") and kind == ME)
    return next((name for seat in mine if (name := str(form.get(f"name-{seat}", "")).strip())), "")


def options_from(form: FormMultiDict, game: GameParts) -> dict[str, object]:
    """Return the choices and flags of a form; ``has-NAME`` tells that a flag was asked about."""
    chosen: dict[str, object] = {}
    for option in game.options:
        if option.kind is Kind.CHOICE and form.get(option.name):
            chosen[option.name] = str(form.get(option.name))
        elif option.kind is Kind.FLAG and form.get(f"has-{option.name}"):
            chosen[option.name] = option.name in form
    return chosen


def files_from(form: FormMultiDict, game: GameParts) -> dict[str, bytes]:
    """Return the contents of the data files of a form, by the names of the options."""
    brought = {option.name: form.get(option.name) for option in game.options if option.kind is Kind.FILE}
    return {name: file.content for name, file in brought.items() if isinstance(file, Upload)}


def options_with_files(game: GameParts, seats: int, chosen: Chosen, files: Mapping[str, bytes]) -> Chosen:
    """Return options with the content of data files, which are checked as on the command line.

    Raises:
        UsageError, DataError: something is wrong; the sentence names file, entry and field.
    """
    if not files:
        return chosen
    own = {name: OwnFile(f"{name}.toml", content) for name, content in files.items()}
    table = game.new_state(seats, **chosen, **own)
    return game.read_options(list(enumerate(game.write_options(table), start=1)))


def clock_from(form: FormMultiDict) -> Clock | None:
    """Return the clock of a form: a stock of minutes with seconds for each move, or hours for each move.

    Raises:
        UsageError: a number is none.
    """
    if form.get("clock") == STOCK:
        return Clock(
            stock=number_from(form, "clock-minutes") * MINUTE, increment=number_from(form, "clock-seconds") * SECOND
        )
    if form.get("clock") == EACH:
        return Clock(each=number_from(form, "clock-hours") * HOUR)
    return None


def number_from(form: FormMultiDict, field: str) -> int:
    """Return a number that was typed.

    Raises:
        UsageError: it is none.
    """
    typed = str(form.get(field) or CLOCK_DEFAULTS[field]).strip()
    if not typed.isdecimal() or len(typed) > MOST_DIGITS:
        raise UsageError(N_("The times of a clock are whole numbers."))
    return int(typed)


def clock_fields(typed: Mapping[str, object]) -> dict[str, str]:
    """Return the values of the fields of a clock: as typed, else the defaults."""
    return {field: str(typed.get(field, usual)) for field, usual in CLOCK_DEFAULTS.items()}
