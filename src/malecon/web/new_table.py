"""A new table, from what a form or a program asks for: its game, and the occupants of its seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from malecon import games
from malecon.agents import free_names
from malecon.core.errors import UsageError
from malecon.core.game import GameParts
from malecon.core.i18n import N_, Language
from malecon.core.plain_text import TWINS, look_alike
from malecon.presentation.playable_game import PlayableGame
from malecon.services.person import Person
from malecon.tables import Missing
from malecon.tables.seat import Occupant
from malecon.tables.seating import free_seat, validate_name

ME, SOMEBODY, FREE = "me", "person", "free"


@dataclass(frozen=True, slots=True)
class SeatChoice:
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
    names = {seat: name_of(seat, choice, person, language) for seat, choice in chosen.items() if choice.kind != FREE}
    check_names_differ([name for name in names.values() if name])
    free = free_names(names.values())

    def occupant(seat: int, kind: str) -> Occupant:
        if kind == FREE:
            return free_seat()
        if kind in (ME, SOMEBODY):
            return Occupant(names[seat], person.id)
        return Occupant(names[seat] or next(free), level=kind)

    return [occupant(seat, choice.kind) for seat, choice in chosen.items()]


def check_names_differ(names: Sequence[str]) -> None:
    """Refuse names that two players share, or that look alike, for nobody could tell them apart.

    Raises:
        UsageError: there is such a name.
    """
    for place, name in enumerate(names):
        if look_alike(name, names[:place]):
            raise UsageError(TWINS, name=name)


def name_of(seat: int, choice: SeatChoice, person: Person, language: Language) -> str:
    """Return the name given for this table, a person's own, or the number of the seat; empty for a computer player.

    Raises:
        UsageError: the name cannot be such.
    """
    given = validate_name(choice.name)
    own = person.name if choice.kind == ME else ""
    number = language.say(N_("Player {number}"), number=seat) if choice.kind in (ME, SOMEBODY) else ""
    return given or own or number
