"""A match: one game being played, with its history, for people and programs.

Everything is checked: a wrong move raises and changes nothing. ``Match`` knows no game; it asks its ``Game``.
"""

import json
import operator
from collections.abc import Iterator, Mapping
from typing import Generic

import numpy as np

from malecon.core import AnyState, PlainData, contract
from malecon.core.codecs import members
from malecon.core.contract import JOURNAL, try_action
from malecon.core.engine import Event, RoundBeginning, View
from malecon.core.errors import UsageError
from malecon.core.fields import array_of
from malecon.core.game_parts import GameParts
from malecon.core.information import Recall, Rows
from malecon.core.plain_text import clean_name, is_shown


class Match(Generic[View]):
    """One game being played.

    Attributes:
        game: its game.
        state: the engine's record, with everything that is hidden.
        seats: number of players.
        version: of the rules.
        seed: the key of all chance, or ``None`` if the match began from a position.
    """

    __slots__ = (
        *("_actions", "_begun", "_board", "_counts", "_events", "_journals", "_names", "_out", "_recalls", "_rows"),
        *("_seen", "_round_points", "_rounds", "game", "seats", "seed", "state", "version"),
    )

    def __init__(
        self,
        game: GameParts[AnyState, View],
        state: AnyState,
        events: tuple[Event, ...] = (),
        *,
        seed: int | None = None,
        begun: AnyState | None = None,
    ) -> None:
        """Begin with a copy of ``state``, in which ``events`` have happened; ``begun``: the first state, if another."""
        self.game: GameParts[AnyState, View] = game
        self._board = array_of(state)
        self.state = self._board[0]  # the same memory
        self.seats = int(state.seats)
        self.version = int(state.version)
        self.seed = seed
        self._begun = state.copy() if begun is None else begun
        self._events = list(events)
        self._actions: list[tuple[int, int]] = []
        self._counts = [len(events)]  # events there were before the first move, after it, after the second, …
        self._round_points: list[tuple[int, ...]] = []  # after the set-up, each round, and at the end
        self._names: dict[int, str] = {}
        self._seen: dict[int | None, tuple[Event, ...]] = {}  # what each viewer knows of the events, as far as asked
        self._rounds: tuple[int, tuple[tuple[int, int], ...]] = (0, ())  # of so many events, the rounds
        self._recalls: dict[int | None, Recall] = {}  # what each viewer remembers, as far as asked for
        self._journals = np.zeros(1, JOURNAL)
        self._rows = self._journals[0].rows  # a record's fields are slow to find from Python
        self._out = np.zeros(game.widest, np.int16)

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may act now, ascending; several when all choose in secret, none when the game is over."""
        return tuple(members(contract.awaiting(self.state)))

    def legal(self, seat: int) -> tuple[str, ...]:
        """Return the notations of the legal moves of ``seat``, none if it is not to move."""
        count = contract.legal(self.state, self._seat(seat), self._out)
        return tuple(map(self.game.notation.format, self._out[:count].tolist()))

    def play(self, seat: int, move: str) -> tuple[Event, ...]:
        """Carry out a move and everything that is forced after it; return the events.

        Raises:
            IllegalMove: a rule forbids it; has the rule's id and a sentence.
            ParseError: ``move`` is no notation of the game.
            UsageError: there is no such seat.
        """
        seat = self._seat(seat)
        action = self.game.notation.parse(move)
        count = try_action(self._board, seat, action, self._out, self._journals)
        if count < 0:
            raise self.game.refuse(self.state, seat, action)
        events = self.game.chronicle.read_rows(self._rows[:count].tolist())
        self._events.extend(events)
        self._actions.append((seat, action))
        self._counts.append(len(self._events))
        if self.over or any(isinstance(event, RoundBeginning) for event in events):
            self._round_points.append(self.points)
        for recall in self._recalls.values():
            recall.add(seat, action, self._rows[:count], self.state)
        return events

    def seen_by(self, viewer: int | None) -> View:
        """Return the position as ``viewer`` may know it (``None``: a spectator): the game's ``View``."""
        return self.game.seen_by(self.state, self._viewer(viewer))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(contract.over(self.state))

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat."""
        out = np.zeros(self.seats, np.int16)
        contract.points(self.state, out)
        return tuple(out.tolist())

    @property
    def points_by_round(self) -> tuple[tuple[int, ...], ...]:
        """The points of each seat after the set-up and each round that is over."""
        return tuple(self._round_points)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, several if they share the victory, none before the end."""
        return contract.winners(self.state)

    @property
    def events(self) -> tuple[Event, ...]:
        """All events in order, those of the set-up included."""
        return tuple(self._events)

    @property
    def event_count(self) -> int:
        """Number of events, those of the set-up included."""
        return len(self._events)

    def events_seen_by(self, viewer: int | None) -> tuple[Event, ...]:
        """Return all events as ``viewer`` may know them (``None``: a spectator)."""
        viewer = self._viewer(viewer)
        known = self._seen.get(viewer, ())
        if len(known) == len(self._events):
            return known
        # a tuple of its own: pages of one match are drawn by several threads, and none may see half of another's work
        seen = self._seen[viewer] = (*known, *(event.seen_by(viewer) for event in self._events[len(known) :]))
        return seen

    @property
    def rounds(self) -> tuple[tuple[int, int], ...]:
        """The rounds that have begun: for each the place of its event among all events, and its number."""
        count, found = self._rounds
        fresh = enumerate(self._events[count:], count)
        found += tuple((place, event.number) for place, event in fresh if isinstance(event, RoundBeginning))
        self._rounds = len(self._events), found
        return found

    def information_state(self, viewer: int | None) -> Rows:
        """Return all that ``viewer`` (``None``: a spectator) has seen and done: int16 ``[n, 5]``.

        ``core.information`` says what the rows are. When it is first asked for, the game is played again.
        """
        viewer = self._viewer(viewer)
        if viewer not in self._recalls:
            twin = self.after(0)
            twin._recalls[viewer] = self._recalls[viewer] = Recall(self.game, viewer, twin.state)
            for seat, move in self.moves:
                twin.play(seat, move)
        return self._recalls[viewer].rows

    @property
    def number(self) -> int:
        """Number of moves since the beginning."""
        return len(self._actions)

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """All moves since the beginning, each with the seat that made it."""
        return tuple((seat, self.game.notation.format(action)) for seat, action in self._actions)

    def events_since(self, move: int) -> int:
        """Return the number of events after the first ``move`` moves."""
        return len(self._events) - self._counts[move]

    def events_of(self, move: int) -> tuple[Event, ...]:
        """Return the events of the move with the index ``move`` (0 is the first move)."""
        return tuple(self._events[self._counts[move] : self._counts[move + 1]])

    @property
    def names(self) -> Mapping[int, str]:
        """The players' names by seat, as far as they are known; they are in the record."""
        return dict(self._names)

    @names.setter
    def names(self, names: Mapping[int, str]) -> None:
        for seat, name in names.items():
            if not clean_name(name) or not all(map(is_shown, name)):
                raise UsageError(f"name of seat {seat}: is {name!r}, but must be printable text in one line")
        self._names = {self._seat(seat): clean_name(name) for seat, name in sorted(names.items())}

    def position(self) -> PlainData:
        """Return the whole position, hidden information included, as plain data in the rulebook's words."""
        return self.game.write_position(self.state)

    @property
    def begun(self) -> AnyState:
        """A copy of the state at the beginning: after the set-up, or the position."""
        return self._begun.copy()

    def record(self) -> str:
        """Return the match as a text that a player can follow; ``core.record`` describes and reads it."""
        lines = [*self._heading(), "", *self._move_lines(), *filter(None, [self.result_line])]
        return "\n".join(lines) + "\n"

    def _heading(self) -> list[str]:
        """Return the lines of the record before the moves."""
        lines = [f"{self.game.name} {self.version}", f"seats {self.seats}"]
        names = [f"name {seat + 1} {name}" for seat, name in self._names.items()]
        if self.seed is None:
            return [*lines, *names, "position " + json.dumps(self.game.write_position(self._begun))]
        return [*lines, *self.game.write_options(self._begun), *names, f"seed {self.seed}"]

    def _move_lines(self) -> Iterator[str]:
        """Yield the line of each move in the record, and the remarks about its events."""
        for number, (seat, notation) in enumerate(self.moves):
            yield f"{seat + 1} {notation}"
            yield from (f"# {remark}" for remark in map(self.game.remark, self.events_of(number)) if remark)

    @property
    def result_line(self) -> str:
        """The last line of the record: the points of each seat; empty before the end."""
        return "result " + " ".join(map(str, self.points)) if self.over else ""

    def copy(self) -> "Match[View]":
        """Return an independent copy."""
        twin = Match(self.game, self.state, tuple(self._events), seed=self.seed, begun=self._begun)
        twin._actions = self._actions.copy()
        twin._counts = self._counts.copy()
        twin._round_points = self._round_points.copy()
        twin._names = self._names.copy()
        twin._seen = {**self._seen}
        twin._rounds = self._rounds
        twin._recalls = {viewer: recall.copy() for viewer, recall in self._recalls.items()}
        return twin

    def after(self, moves: int) -> "Match[View]":
        """Return a new match with the first ``moves`` moves of this one."""
        began = self._counts[0]
        twin = Match(self.game, self._begun, tuple(self._events[:began]), seed=self.seed)
        twin._names = self._names.copy()
        for seat, move in self.moves[:moves]:
            twin.play(seat, move)
        return twin

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the match with its game's name, events, moves and players' names."""
        begun, state = self._begun.tobytes(), self.state.tobytes()
        told = self._events, self._actions, self._counts, self._round_points, self._names
        return _restored_match, (self.game, self.seed, begun, state, *told)

    def __eq__(self, other: object) -> bool:
        return self._essence() == other._essence() if isinstance(other, Match) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # a match changes

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.seats} seats, {len(self._actions)} moves{', over' if self.over else ''}>"

    def _essence(self) -> tuple[object, ...]:
        states = self._begun.tobytes(), self.state.tobytes()
        return self.game.name, self.seed, states, self._actions, self._events, self._counts, self._names

    def _seat(self, seat: int) -> int:
        try:
            number = operator.index(seat)
        except TypeError:
            number = -1
        if not 0 <= number < self.seats:
            raise UsageError(f"seat: is {seat!r}, but must be 0 to {self.seats - 1}")
        return number

    def _viewer(self, viewer: int | None) -> int | None:
        return None if viewer is None else self._seat(viewer)


def _restored_match(
    game: GameParts[AnyState, View],
    seed: int | None,
    begun: bytes,
    state: bytes,
    events: list[Event],
    actions: list[tuple[int, int]],
    counts: list[int],
    round_points: list[tuple[int, ...]],
    names: dict[int, str],
) -> Match[View]:
    """Return the match that was pickled."""
    first, last = (np.frombuffer(position, game.state)[0].copy() for position in (begun, state))
    match = Match(game, last, tuple(events), seed=seed, begun=first)
    match._actions, match._counts, match._names = [*actions], [*counts], {**names}
    match._round_points = [*round_points]
    return match
