"""From the forms that begin a table to who sits there and what is played."""

from collections.abc import Mapping, Sequence
from typing import Any

from malecon.agents import free_names
from malecon.core.confusables import TWINS, look_alike
from malecon.core.data import OwnFile
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.core.i18n import N_, Language
from malecon.core.options import Kind
from malecon.services.people.person import Person
from malecon.tables.names import validate_name
from malecon.tables.occupant import Occupant
from malecon.tables.seating import free_seat
from malecon.tables.table_settings import TableSettings
from malecon.web.middleware.forms import Upload
from malecon.web.page_model.clocks import clock_from

ME, SOMEBODY, FREE = "me", "person", "free"


def sitters_from(form: Any, game: Game, person: Person, language: Language) -> list[Occupant]:
    """Return who sits at a new table.

    Args:
        form: either ``opponents`` and their ``level``, or for each seat ``seat-1`` and so on: ``me``, ``person`` for
            somebody else on the same device, ``free`` for who is invited or finds it, a level, or nothing for an empty
            chair; with ``name-1`` and so on.
        game: to be played.
        person: who asks.
        language: of names that are not given.

    Raises:
        UsageError: there are too many or too few, or two have the same name.
    """
    if "opponents" in form:
        asked = str(form.get("opponents"))
        opponents = int(asked) if asked.isdecimal() and len(asked) == 1 else 0
        kinds = {1: ME} | dict.fromkeys(range(2, opponents + 2), str(form.get("level", "")))
    else:
        kinds = {seat: str(form.get(f"seat-{seat}", "")) for seat in range(1, game.seats[-1] + 1)}
    taken = {seat: kind for seat, kind in kinds.items() if kind}
    if len(taken) not in game.seats:
        raise UsageError(
            N_("{seats} players cannot play; {fewest} to {most} can."),
            seats=len(taken),
            fewest=game.seats[0],
            most=game.seats[-1],
        )
    names = {seat: name_of(seat, kind, form, person, language) for seat, kind in taken.items() if kind != FREE}
    refuse_twins([name for name in names.values() if name])
    free = free_names(names.values())

    def sitter(seat: int, kind: str) -> Occupant:
        if kind == FREE:
            return free_seat()
        return (
            Occupant(names[seat], person.id)
            if kind in (ME, SOMEBODY)
            else Occupant(names[seat] or next(free), level=kind)
        )

    return [sitter(seat, kind) for seat, kind in taken.items()]


def terms_from(form: Any, person: Person) -> TableSettings:
    """Return what a form says that is agreed; ``has-terms`` tells that it was asked about, else all may watch."""
    watched = "watched" in form or "has-terms" not in form
    listed, rated = "listed" in form, "rated" in form
    return TableSettings(host=person.id, listed=listed, watched=watched, rated=rated, clock=clock_from(form))


def refuse_twins(names: Sequence[str]) -> None:
    """Refuse names that two players share, or that look alike, for nobody could tell them apart.

    Raises:
        UsageError: there is such a name.
    """
    for place, name in enumerate(names):
        if look_alike(name, names[:place]):
            raise UsageError(TWINS, name=name)


def name_of(seat: int, kind: str, form: Any, person: Person, language: Language) -> str:
    """Return the name given for this table, a person's own, or the number of the seat; a computer player's may lack.

    Raises:
        UsageError: the name cannot be such.
    """
    given = validate_name(str(form.get(f"name-{seat}", "")))
    own = person.name if kind == ME else ""
    number = language.say(N_("Player {number}"), number=seat) if kind in (ME, SOMEBODY) else ""
    return given or own or number


def own_name(form: Any) -> str:
    """Return what the person who asks calls themselves in a form; empty if they do not."""
    mine = (key.removeprefix("seat-") for key, kind in form.items() if key.startswith("seat-") and kind == ME)
    return next((name for seat in mine if (name := str(form.get(f"name-{seat}", "")).strip())), "")


def options_from(form: Any, game: Game) -> dict[str, object]:
    """Return the words and flags that a form chooses; ``has-NAME`` tells that a flag was asked about."""
    chosen: dict[str, object] = {}
    for option in game.options:
        if option.kind is Kind.CHOICE and form.get(option.name):
            chosen[option.name] = str(form.get(option.name))
        elif option.kind is Kind.FLAG and form.get(f"has-{option.name}"):
            chosen[option.name] = option.name in form
    return chosen


def files_from(form: Any, game: Game) -> dict[str, bytes]:
    """Return the files with an owner's data that a form brings, by the names of the options."""
    brought = {option.name: form.get(option.name) for option in game.options if option.kind is Kind.FILE}
    return {name: file.content for name, file in brought.items() if isinstance(file, Upload)}


def with_files(game: Game, seats: int, chosen: Mapping[str, object], files: Mapping[str, bytes]) -> Mapping[str, Any]:
    """Return options with the content of an owner's files, which are checked as on the command line.

    Raises:
        UsageError, DataError: something is wrong; the sentence names file, entry and field.
    """
    if not files:
        return chosen
    own = {name: OwnFile(f"{name}.toml", content) for name, content in files.items()}
    table = game.new_state(seats, **chosen, **own)
    return game.read_options(list(enumerate(game.write_options(table), start=1)))
