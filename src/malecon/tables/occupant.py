"""Who sits on a seat, and what somebody has said."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a person, a computer player of a level, or nobody yet.

    Attributes:
        name: what the others read; empty on a free seat.
        person: who plays; still the one to come back while a computer player stands in.
        level: of a computer player whose seat it is.
        invitation: what gives a free seat to who knows it, once.
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
    def is_gone(self) -> bool:
        """Whether the person who sat here was deleted."""
        return self.person is None and self.level is None and self.invitation is None

    @property
    def playing(self) -> str | None:
        """The level of the computer player that moves; ``None`` if a person does."""
        return self.level or self.substitute


@dataclass(frozen=True, slots=True)
class Remark:
    """Something said: by whom, called how, when (milliseconds since 1970), and when it was first reported."""

    number: int
    person: str | None
    name: str
    text: str
    sent: int
    reported: int | None = None
