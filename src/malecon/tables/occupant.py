"""The occupant of a seat: a person, a computer player or nobody; and a remark of the chat."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from malecon.agents import LEVELS
from malecon.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class Occupant:
    """The occupant of a seat: a person, a computer player of a level, or nobody yet.

    Attributes:
        name: what the others read; empty on a free seat.
        person: the id of the person; kept while a computer player stands in.
        level: of a computer player whose seat it is.
        invitation: the token of a free seat; the first person who shows it gets the seat.
        substitute: level of the computer player that stands in for an absent person.
    """

    name: str = ""
    person: str | None = None
    level: str | None = None
    invitation: str | None = field(default=None, repr=False)
    substitute: str | None = None

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here yet."""
        return self.invitation is not None

    @property
    def is_deleted(self) -> bool:
        """Whether the person who sat here was deleted."""
        return self.person is None and self.level is None and self.invitation is None

    @property
    def active_level(self) -> str | None:
        """The level of the computer player that moves; ``None`` if a person does."""
        return self.level or self.substitute


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark of the chat; times are milliseconds since 1970, ``reported_at`` that of the first report."""

    number: int
    person: str | None
    name: str
    text: str
    sent_at: int
    reported_at: int | None = None


def player_names(occupants: Sequence[Occupant]) -> dict[int, str]:
    """Return the names as a match knows them."""
    return {seat: occupant.name for seat, occupant in enumerate(occupants) if not occupant.is_free}


def validate_level(level: str) -> str:
    """Return the name of a level if there is one.

    Raises:
        UsageError: there is none.
    """
    if level not in LEVELS:
        raise UsageError(f"level: is {level!r}, but must be one of {', '.join(LEVELS)}")
    return level




