"""The form of a new table, parsed: seats, settings, options, data files."""

from collections.abc import Mapping

from litestar.datastructures import FormMultiDict

from malecon.core.data import OwnFile
from malecon.core.game import GameParts
from malecon.core.options import Kind
from malecon.services.people.person import Person
from malecon.tables.table_settings import TableSettings
from malecon.web.middleware.forms import Upload
from malecon.web.new_table import ME, SeatChoice
from malecon.web.page_model.clock_form import clock_from

Chosen = Mapping[str, object]
"""Values of options, by name."""


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
