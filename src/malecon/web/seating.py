"""From the forms that begin a table to who sits there and what is played."""

from collections.abc import Mapping
from typing import Any

from malecon.agents import free_names
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.core.language import N_, Language
from malecon.core.options import Kind
from malecon.tables.people import Person
from malecon.tables.table import Sitter

ME, SOMEBODY = "me", "person"


def sitters_from(form: Any, game: Game, person: Person, language: Language) -> list[Sitter]:
    """Return who sits at a new table.

    Args:
        form: either ``opponents`` and their ``level``, or for each seat ``seat-1`` and so on: ``me``, ``person`` for
            somebody else on the same device, a level, or nothing for an empty chair; with ``name-1`` and so on.
        game: to be played.
        person: who asks.
        language: of names that are not given.

    Raises:
        UsageError: there are too many or too few.
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
    names = {seat: name_of(seat, kind, form, person, language) for seat, kind in taken.items()}
    free = free_names(names.values())
    return [
        Sitter(names[seat], person.id) if kind in (ME, SOMEBODY) else Sitter(next(free), level=kind)
        for seat, kind in taken.items()
    ]


def name_of(seat: int, kind: str, form: Any, person: Person, language: Language) -> str:
    """Return what somebody is called: the name given for this table, the person's own, or the number of the seat."""
    given = " ".join(str(form.get(f"name-{seat}", "")).split())
    own = person.name if kind == ME else ""
    return given or own or language.say(N_("Player {number}"), number=seat)


def options_from(form: Any, game: Game) -> Mapping[str, object]:
    """Return the options that a form chooses; ``has-NAME`` tells that a flag was asked about."""
    chosen: dict[str, object] = {}
    for option in game.options:
        if option.kind is Kind.CHOICE and form.get(option.name):
            chosen[option.name] = str(form.get(option.name))
        elif option.kind is Kind.FLAG and form.get(f"has-{option.name}"):
            chosen[option.name] = option.name in form
    return chosen
