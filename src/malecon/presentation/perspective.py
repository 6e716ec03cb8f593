"""The perspective of a viewer: what texts and pictures of a game are made from.

Generic code reads a few things of a game's view; a game that does not draw itself is shown as plain text.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol

import msgspec
from msgspec import Struct
from typing_extensions import TypeVar

from malecon.core import PlainData
from malecon.core.errors import IllegalMove
from malecon.core.i18n import N_, Language
from malecon.core.plain_text import isolated

if TYPE_CHECKING:
    from malecon.core.match import Match


class QuestionView(Protocol):
    """What the game waits for: place in the rules, the question in words, and who may answer."""

    @property
    def kind(self) -> str:
        """The kind of question, as the game names it."""

    @property
    def asks(self) -> str:
        """The question in words."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that may answer."""


class PlayerView(Protocol):
    """A player as generic code reads it."""

    @property
    def seat(self) -> int:
        """The 0-based seat."""

    @property
    def points(self) -> int:
        """The points so far."""


class GameView(Protocol):
    """A position as one viewer may know it, as far as every game has it."""

    @property
    def seats(self) -> int:
        """The number of seats."""

    @property
    def round(self) -> int:
        """The number of the round."""

    @property
    def question(self) -> QuestionView:
        """The open question."""

    @property
    def players(self) -> Sequence[PlayerView]:
        """The players, by seat."""

    @property
    def options(self) -> Mapping[str, str | bool]:
        """The words and flags of all options, by name."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of the winners, empty before the end."""

    @property
    def ending(self) -> str:
        """How the game ended, empty before the end."""


AnyView = Any
"""The view of a game that only the game knows."""
View = TypeVar("View", bound=GameView, default=AnyView)
"""The view of a game."""

ELSEWHERE = {"question", "options", "players", "seats", "winners", "ending", "version", "viewer"}
"""Fields of a view that the frame around the table shows."""


def plain_lines(view: object, names: Mapping[int, str]) -> Iterator[str]:
    """Yield a view as plain text, a line for each field, and one for each player."""
    fields: PlainData = msgspec.to_builtins(view)
    for name, value in fields.items():
        if name not in ELSEWHERE:
            yield f"{name}: {_plain_text(value)}"
    for player in fields["players"]:
        rest = {name: value for name, value in player.items() if name != "seat"}
        yield f"{names[player['seat']]}: {_plain_text(rest)}"


def _plain_text(value: object) -> str:
    """Return plain data in a line.

    >>> _plain_text({"points": 3, "hand": ["4", "7"], "card": None})
    'points 3, hand 4 7, card –'
    """
    if isinstance(value, dict):
        return ", ".join(f"{name} {_plain_text(each)}" for name, each in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_plain_text, value)) or "–"
    return "–" if value is None else str(value)


class Perspective(Struct, Generic[View], frozen=True):
    """A position as one viewer may know it, and how it is told.

    Attributes:
        view: what the match says the viewer may know.
        language: the language to tell it in.
        names: what the players are called, by seat.
        viewer: a seat, or ``None`` for a spectator.
        why_not: returns why the viewer cannot make a move now, which must be illegal; what whoever tries it is told.
    """

    view: View
    language: Language
    names: Mapping[int, str]
    viewer: int | None
    why_not: Callable[[str], IllegalMove] | None = None

    @classmethod
    def of(
        cls, match: "Match[View]", viewer: int | None, language: Language, names: Mapping[int, str]
    ) -> "Perspective[View]":
        """Return the perspective on a match."""
        seat, game = viewer, match.game
        why_not = None if seat is None else lambda move: game.refuse(match.state, seat, game.notation.parse(move))
        return cls(match.seen_by(viewer), language, names, viewer, why_not)


def names_of(seats: int, names: Mapping[int, str], language: Language) -> dict[int, str]:
    """Return the players' names by seat, of a record without their levels; *Player 2* where there is none."""
    players = {seat: isolated(re.sub(r" \(\w+\)$", "", name)) for seat, name in names.items()}
    return {seat: players.get(seat) or language.say(N_("Player {number}"), number=seat + 1) for seat in range(seats)}
