"""The options of a game: what can be chosen besides seats and seed, declared once.

From the declaration come the check of what a program or a person asks for, the field of the state that holds it, the
line in a record, the key in a position, what a view says, and the option of the command line and of forms. This module
and a game's ``options`` need no compiler, so that help is there at once.
"""

import operator
import re
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from os import PathLike
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from malecon.core import AnyState, Options
from malecon.core.errors import ParseError, UsageError, check_known, shortened
from malecon.core.message import N_, Message
from malecon.core.own_data import OwnData, OwnFile, load_own

Line = tuple[int, str]
"""A line of a text with its number, from 1."""

ON, OFF = "yes", "no"
"""How a record writes flags."""


class Kind(Enum):
    """What an option's value is."""

    CHOICE = auto()
    """One of some words."""
    FLAG = auto()
    """Whether something holds."""
    SEATS = auto()
    """All seats in an order."""
    FILE = auto()
    """An owner's data: the name of a file, a list of objects, or of plain data like that of the file."""


class Option(Struct, frozen=True):
    """One choice.

    Attributes:
        name: in programs, records and on the command line.
        help: a marked sentence for people, with the rule's id.
        choices: the words of a ``CHOICE``, the default first.
        default: of a ``FLAG``. Seats are in their own order, data that of the game, unless something else is chosen.
        title: a marked name for people, of a ``CHOICE`` or ``FLAG``.
        example: of a ``FILE``, the file in the game's folder ``data`` that holds the game's own.
        own: of a ``FILE``, the kind of data.
        field: of the state, that holds the choice; ``core/fields.py`` fills it in.
    """

    name: str
    kind: Kind
    help: str
    choices: tuple[str, ...] = ()
    default: bool = False
    title: str = ""
    example: str = ""
    own: OwnData | None = None
    field: str = ""

    @property
    def usual(self) -> str | bool | None:
        """Return the value that is played unless another one is chosen."""
        if self.kind is Kind.FLAG:
            return self.default
        return self.choices[0] if self.kind is Kind.CHOICE and self.choices else None

    def checked(self, value: object, seats: int) -> Any:
        """Return a value as a new state takes it; ``None`` is the default."""
        if self.kind is Kind.FILE:
            return self.data(value)
        if self.kind is Kind.SEATS:
            return self.seats(value, seats)
        return self.code(value) if self.kind is Kind.CHOICE else self.flag(value)

    def value(self, state: AnyState) -> Any:
        """Return the value in a state: a word, a truth value, seats in order, or data; ``None``: the game's own."""
        if self.own:
            return self.own.differing(state)
        held = state[self.field]
        if self.kind is Kind.SEATS:
            order = tuple(sorted(range(state.seats), key=lambda seat: int(held[seat])))
            return None if order == tuple(range(state.seats)) else order
        return self.choices[held] if self.kind is Kind.CHOICE else bool(held)

    def code(self, value: object) -> int:
        """Return the place of a word among the choices; ``None`` is the default.

        >>> Option("wind", Kind.CHOICE, "", ("calm", "storm")).code("storm")
        1
        """
        if value is None:
            return 0
        if value not in self.choices:
            raise self.refusal(value, " or ".join(self.choices))
        return self.choices.index(str(value))

    def flag(self, value: object) -> bool:
        """Return a truth value; ``None`` is the default."""
        if not isinstance(value, bool | None):
            raise self.refusal(value, "True or False")
        return self.default if value is None else value

    def seats(self, value: object, seats: int) -> tuple[int, ...]:
        """Return all of ``seats`` seats, 0-based, in the order that was chosen; ``None`` is their own."""
        if value is None:
            return tuple(range(seats))
        numbers = [whole(seat) for seat in value] if isinstance(value, Sequence) else []
        if set(numbers) != set(range(seats)) or len(numbers) != seats:
            raise self.refusal(value, f"each seat from 0 to {seats - 1} once")
        return tuple(seat for seat in numbers if seat is not None)

    def data(self, value: object) -> Any:
        """Return an owner's data from a file or its name, from objects or from plain data."""
        assert self.own is not None, f"{self.name}: no kind of data is declared"
        if value is None:
            return self.own.usual
        if isinstance(value, str | PathLike):
            value = load_own(Path(value))
        if isinstance(value, OwnFile):
            return self.own.read(value)
        try:
            return self.own.convert(msgspec.to_builtins(value))
        except TypeError:
            template = N_("{option}: a file or a list of {option} is expected")
            raise UsageError(template, option=self.name) from None

    def lines(self, value: Any) -> list[str]:
        """Return a value as lines of a record, none for the default."""
        if value == self.usual:
            return []
        if self.own:
            return list(map(self.own.write, value))
        if self.kind is Kind.FLAG:
            return [f"{self.name} {ON if value else OFF}"]
        return [f"{self.name} {value if self.kind is Kind.CHOICE else ' '.join(str(seat + 1) for seat in value)}"]

    def read(self, text: str) -> Any:
        """Return the value from what follows the name in a line of a record; ``None``: it is no value."""
        if self.kind is Kind.CHOICE:
            return text.strip()
        if self.kind is Kind.FLAG:
            return {ON: True, OFF: False}.get(text.strip())
        fits = self.kind is Kind.SEATS and re.fullmatch(r"(\s+[0-9]{1,3})+\s*", f" {text}")
        return tuple(int(seat) - 1 for seat in text.split()) if fits else None

    def refusal(self, value: object, expected: str) -> UsageError:
        """Return the error for a wrong value; ``expected``: the right ones, in words."""
        template = N_("{option}: is {got}, but must be {expected}")
        return UsageError(template, option=self.name, got=shortened(value), expected=expected)


def own_option(own: OwnData, help: str, example: str) -> Option:
    """Return the option to play with an owner's data; the arguments are the attributes of ``Option``."""
    return Option(own.name, Kind.FILE, help, example=example, own=own)


def put_options(state: AnyState, options: Sequence[Option], chosen: Mapping[str, object]) -> None:
    """Write what was chosen, and the defaults, into a new state, in place.

    Raises:
        UsageError, DataError: a name or a value is wrong.
    """
    check_known("option", chosen, [option.name for option in options])
    for option in options:
        value = option.checked(chosen.get(option.name), int(state.seats))
        if option.own:
            option.own.put(state, value)
        elif option.kind is Kind.SEATS:
            for rank, seat in enumerate(value):
                state[option.field][seat] = rank
        else:
            state[option.field] = value


def played_options(options: Sequence[Option], state: AnyState) -> dict[str, str | bool]:
    """Return the words and flags of all options by name, those with the default value included."""
    return {option.name: option.value(state) for option in options if option.kind in (Kind.CHOICE, Kind.FLAG)}


def write_lines(options: Sequence[Option], state: AnyState) -> list[str]:
    """Return the options of a state that differ from the default, as lines of a record."""
    return [line for option in options for line in option.lines(option.value(state))]


def read_lines(options: Sequence[Option], lines: Sequence[Line]) -> Options:
    """Return options from lines of ``write_lines``; raise ``ParseError`` for any other line."""
    named = {option.name: option for option in options if option.own is None}
    owned = {option.own.word: option for option in options if option.own}
    found: Options = {}
    for number, text in lines:
        word, _, rest = text.partition(" ")
        if word in owned and (own := owned[word].own):
            found.setdefault(owned[word].name, []).append(own.parse(text, number))
            continue
        if word in found:
            raise ParseError(Message(N_("{text} is there twice"), {"text": repr(word)}), line=number, column=1)
        value = named[word].read(rest) if word in named else None
        if value is None:
            expected = ("seats", *named, *owned, "name", "seed", "position")
            template = N_("{text} is no line of a heading; expected is one of {expected}")
            sentence = Message(template, {"text": shortened(text), "expected": expected})
            raise ParseError(sentence, line=number, column=1)
        found[word] = value
    return completed(options, found)


def completed(options: Sequence[Option], found: Options) -> Options:
    """Return options from a record or position with all of an owner's data, also what no player uses."""
    whole = {option.name: option.own.complete for option in options if option.own}
    return {name: whole[name](value) if name in whole and value is not None else value for name, value in found.items()}


def rules_version(value: object, versions: range) -> int:
    """Return one of the versions of the rules that can be played; ``None`` is the newest.

    >>> rules_version(None, range(1, 3)), rules_version(1, range(1, 3))
    (2, 1)
    """
    number = versions[-1] if value is None else whole(value)
    if number is None or number not in versions:
        raise UsageError(f"version of the rules: is {value!r}, but must be {versions_in_words(versions)}")
    return number


def versions_in_words(versions: range) -> str:
    """Return the versions that can be played.

    >>> versions_in_words(range(2, 3)), versions_in_words(range(1, 4))
    ('2', '1, 2 or 3')
    """
    *older, last = map(str, versions)
    return f"{', '.join(older)} or {last}" if older else last


def whole(number: object) -> int | None:
    """Return a whole number as an int, and ``None`` for anything else, truth values too."""
    if isinstance(number, bool):
        return None
    try:
        return operator.index(number)  # type: ignore[arg-type]  # what is no index raises, which is the question
    except TypeError:
        return None
