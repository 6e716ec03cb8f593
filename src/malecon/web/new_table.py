"""A new table, from what a form or a program asks for: its game, and the occupants of its seats."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from zlib import crc32

from litestar.datastructures import FormMultiDict
from msgspec import Struct

from malecon import games
from malecon.agents import free_names
from malecon.core.data import FaultyData
from malecon.core.errors import UsageError
from malecon.core.game_parts import GameParts
from malecon.core.i18n import N_, Language
from malecon.core.options import Kind
from malecon.core.own_data import OwnFile
from malecon.core.plain_text import TWINS, look_alike
from malecon.presentation.playable_game import PlayableGame
from malecon.storage.people import Person
from malecon.tables import HOUR, MINUTE, SECOND, Clock, Missing, TableSettings
from malecon.tables.names import validate_name
from malecon.tables.seat import Occupant
from malecon.tables.seating import free_seat
from malecon.web.http.forms import Upload

ME, SOMEBODY, FREE = "me", "person", "free"

NICKNAMES: Mapping[str, list[str]] = tomllib.loads(files("malecon.web").joinpath("nicknames.toml").read_text("utf-8"))
"""By language, names for people who give none."""
Chosen = Mapping[str, object]
"""Values of options, by name."""
STOCK, EACH = "stock", "each"
LONGEST_FILE_NAME = 60
"""Characters of the name of a file that a page shows."""
MOST_DIGITS = 4
"""Of a number in the fields of a clock."""
CLOCK_DEFAULTS = {"clock-minutes": "20", "clock-seconds": "15", "clock-hours": "24"}
"""Default values, by field."""


class SeatChoice(Struct, frozen=True):
    """What is chosen for a seat of a new table.

    Attributes:
        kind: ``ME``, ``SOMEBODY`` else on the same device, ``FREE`` for somebody who is invited or finds the table, or
            the level of a computer player.
        name: of the player at this table; may be empty.
    """

    kind: str
    name: str = ""


def find_game(name: str) -> PlayableGame:
    """Return a game by its name.

    Raises:
        Missing: there is none of this name.
    """
    if name not in games:
        raise Missing(N_("There is no such game."))
    return games[name]


def occupants_of(
    chosen: Mapping[int, SeatChoice], game: GameParts, person: Person, language: Language
) -> list[Occupant]:
    """Return the occupants of a new table, in the order of the seats.

    Args:
        chosen: by seat, from 1; the seats that are left out are no seats of the table.
        game: to be played.
        person: who begins the table.
        language: of names that are not given.

    Raises:
        UsageError: there are too many or too few, two have the same name, or a name cannot be such.
    """
    if len(chosen) not in game.seats:
        raise UsageError(
            N_("{seats} players cannot play; {fewest} to {most} can."),
            seats=len(chosen),
            fewest=game.seats[0],
            most=game.seats[-1],
        )
    names = {seat: _name_of(choice, person) for seat, choice in chosen.items() if choice.kind != FREE}
    _check_names_differ([name for name in names.values() if name])
    nicknames = nicknames_for(person, language, filter(None, names.values()))
    names |= {seat: next(nicknames) for seat, name in names.items() if not name and chosen[seat].kind in (ME, SOMEBODY)}
    free = free_names(names.values())

    def occupant(seat: int, kind: str) -> Occupant:
        if kind == FREE:
            return free_seat()
        if kind in (ME, SOMEBODY):
            return Occupant(names[seat], person.id)
        return Occupant(names[seat] or next(free), level=kind)

    return [occupant(seat, choice.kind) for seat, choice in chosen.items()]


def _check_names_differ(names: Sequence[str]) -> None:
    """Refuse names that two players share, or that look alike, for nobody could tell them apart.

    Raises:
        UsageError: there is such a name.
    """
    for place, name in enumerate(names):
        if look_alike(name, names[:place]):
            raise UsageError(TWINS, name=name)


def _name_of(choice: SeatChoice, person: Person) -> str:
    """Return the name given for this table, or a person's own; empty without either.

    Raises:
        UsageError: the name cannot be such.
    """
    return validate_name(choice.name) or (person.name if choice.kind == ME else "")


def nicknames_for(person: Person, language: Language, taken: Iterable[str]) -> Iterator[str]:
    """Yield names for people who give none, which look like nobody else's; for a person always in the same order."""
    names, others = NICKNAMES.get(language.code, NICKNAMES["en"]), [*taken]
    first = crc32(person.id.encode()) % len(names)
    return (name for name in names[first:] + names[:first] if not look_alike(name, others))


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
    return TableSettings(host=person.id, listed=listed, watched=watched, rated=rated, clock=_clock_from(form))


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


class FilesRefused(UsageError):
    """Data files of a form cannot be played with; ``errors`` has those of each, by the name of the option."""

    def __init__(self, errors: Mapping[str, FaultyData]) -> None:
        super().__init__(N_("A file of yours cannot be played with yet; what is wrong is said beside it, below."))
        self.errors = errors


def files_from(form: FormMultiDict, game: GameParts) -> dict[str, OwnFile]:
    """Return the data files of a form, by the names of the options: chosen now, or kept as text by the page."""
    found = {}
    for option in game.options:
        file, text = form.get(option.name), str(form.get(f"{option.name}-text", ""))
        if option.kind is not Kind.FILE:
            continue
        if isinstance(file, Upload):
            found[option.name] = OwnFile(_file_name(file.filename, option.name), file.content)
        elif text.strip():
            name = _file_name(str(form.get(f"{option.name}-name", "")), option.name)
            found[option.name] = OwnFile(name, text.replace("\r\n", "\n").encode(errors="replace"))
    return found


def _file_name(sent: str, option: str) -> str:
    """Return the name of a file without its folders, as a page can show it.

    >>> _file_name("C:\\\\games\\\\my ships.toml", "ships"), _file_name("\\n", "ships")
    ('my ships.toml', 'ships.toml')
    """
    name = "".join(letter for letter in re.split(r"[/\\\\]", sent)[-1] if letter.isprintable()).strip()
    return name[-LONGEST_FILE_NAME:] or f"{option}.toml"


def read_files(game: GameParts, files: Mapping[str, OwnFile]) -> Chosen:
    """Return the content of data files, by the names of the options; they are checked as on the command line.

    Raises:
        FilesRefused: something is wrong in them.
    """
    found, errors = {}, {}
    for option in game.options:
        if option.own and option.name in files:
            try:
                found[option.name] = option.own.read(files[option.name])
            except FaultyData as error:
                errors[option.name] = error
    if errors:
        raise FilesRefused(errors)
    return found


def options_with_own(game: GameParts, seats: int, chosen: Chosen, own: Chosen) -> Chosen:
    """Return options with an owner's data, in the form in which a table keeps them.

    Raises:
        UsageError: an option is wrong.
    """
    if not own:
        return chosen
    table = game.new_state(seats, **chosen, **own)
    return game.read_options(list(enumerate(game.write_options(table), start=1)))


def _clock_from(form: FormMultiDict) -> Clock | None:
    """Return the clock of a form: a stock of minutes with seconds for each move, or hours for each move.

    Raises:
        UsageError: a number is none.
    """
    if form.get("clock") == STOCK:
        return Clock(
            stock=_number_from(form, "clock-minutes") * MINUTE, increment=_number_from(form, "clock-seconds") * SECOND
        )
    if form.get("clock") == EACH:
        return Clock(each=_number_from(form, "clock-hours") * HOUR)
    return None


def _number_from(form: FormMultiDict, field: str) -> int:
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
