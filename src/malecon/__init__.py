"""Malecón: board games, complete and exact: to play, to host, to study.

>>> import malecon
>>> havana = malecon.games["havana"]
>>> match = havana.start(seats=3, seed=7)
>>> match.to_move
(0, 1, 2)
>>> match.legal(0)[:2]
('choose siesta refreshment', 'choose siesta protection')
>>> match.play(0, "choose siesta mama")
(Chose(seat=0, card='siesta', second='mama'),)
>>> match.to_move
(1, 2)
>>> match.play(0, "choose siesta mama")
Traceback (most recent call last):
...
malecon.core.errors.IllegalMove: You have laid your two cards; player 2 has not yet. (HAV-2.5)
>>> match.seen_by(1).players[0].face_down[0]
FaceDown(covers=None, card=None)
>>> print(match.record())
havana 1
seats 3
seed 7
<BLANKLINE>
1 choose siesta mama
<BLANKLINE>
>>> malecon.replay(match.record()) == match
True

Seats are numbers from 0 here, and from 1 in texts. Nothing is compiled before a game is asked for.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from malecon.core.errors import IllegalMove, MaleconError, ParseError, UnknownName, UsageError, suggestion
from malecon.games import names  # also so that loading a game does not rebind `games` below

if TYPE_CHECKING:
    from malecon.core.match import Match
    from malecon.presentation.playable_game import PlayableGame

__all__ = ["IllegalMove", "MaleconError", "ParseError", "UsageError", "__version__", "games", "replay"]

__version__ = "0.1.0"


class Games(Mapping[str, "PlayableGame"]):
    """The games by name; a game is loaded when it is asked for, and its parts when they are."""

    def __init__(self) -> None:
        """Find the games."""
        self._names = names()
        self._loaded: dict[str, PlayableGame] = {}

    def __getitem__(self, name: str) -> "PlayableGame":
        """Return a game; raise ``UnknownName``, a ``KeyError``, if there is none of the name."""
        if name not in self._loaded:
            if name not in self._names:
                expected = f"one of {', '.join(self._names)}{suggestion(name, self._names)}"
                raise UnknownName(f"game: is {name!r}, but must be {expected}")
            self._loaded[name] = import_module(f"malecon.games.{name}").GAME
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


games = Games()
"""The games by name."""


def replay(text: str) -> "Match":
    """Return the match that a record tells (``Match.record``).

    Raises:
        ParseError: the text is no record, of rules that are not here, or does not end as the game does.
        IllegalMove: a move is illegal where it stands; its ``line`` tells where.
        UsageError: an option or the position at the beginning is wrong.
    """
    from malecon.core.record import read  # which loads the compiler

    return read(text, games)
