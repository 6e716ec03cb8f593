"""The games that somebody has finished."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from msgspec import Struct
from sqlalchemy import RowMapping, bindparam, select

from malecon.storage.rows import StoredRow
from malecon.storage.schema import PEOPLE, RESULTS, SEATS, TABLES
from malecon.storage.store import Repository, in_thread
from malecon.tables.ratings import LEVEL

ALL = 2**31 - 1
NEWEST = (
    select(RESULTS.c.table)
    .where(RESULTS.c.person == bindparam("whose"))
    .order_by(RESULTS.c.finished.desc(), RESULTS.c.table)
    .limit(bindparam("most"))
    .subquery()
)
NEWEST_OF = (
    select(RESULTS, PEOPLE.c.name, SEATS.c.name.label("called"), PEOPLE.c.id)
    .join(TABLES, TABLES.c.id == RESULTS.c.table)
    .join(SEATS, (SEATS.c.table == RESULTS.c.table) & (SEATS.c.seat == RESULTS.c.seat))
    .outerjoin(PEOPLE, PEOPLE.c.id == RESULTS.c.person)
    .where(RESULTS.c.table.in_(select(NEWEST.c.table)), TABLES.c.origin.is_(None))
    .order_by(RESULTS.c.finished, RESULTS.c.table, RESULTS.c.seat)
)


@dataclass(frozen=True, slots=True)
class Rival:
    """Somebody against whom a game was played.

    Attributes:
        key: as for ``RankedPlayer``.
        name: what a person is called now, or was at the table; empty for a level, and for a person who is gone.
        level: of a computer player; else empty.
        points, place: at the end.
    """

    key: str = field(repr=False)
    name: str
    level: str
    points: int
    place: int


class FinishedGame(Struct, frozen=True):
    """A game that somebody has finished, from their seat; ``finished`` in milliseconds since 1970."""

    table_id: str
    game: str
    seats: int
    seat: int
    points: int
    place: int
    rated: bool
    finished: int
    rivals: tuple[Rival, ...]

    @property
    def won(self) -> bool:
        """Whether nobody was ahead."""
        return self.place == 1


class FinishedGames(Repository):
    """The finished games of all people."""

    @in_thread
    def games_of(self, person: str, most: int = ALL) -> list[FinishedGame]:
        """Return the games that a person has finished, or the ``most`` newest of them, the oldest first.

        Deals that were known are left out, and games in which the person had several seats: nobody knows who it was.
        """
        return list(_finished_games(person, self._store.rows(NEWEST_OF, whose=person, most=most)))

    @in_thread
    def has_finished(self, person: str, game: str) -> bool:
        """Tell whether a person has finished a game of a kind, whatever deal it was."""
        theirs = select(RESULTS.c.table).where(RESULTS.c.person == person, RESULTS.c.game == game)
        return self._store.value(theirs.limit(1)) is not None


def _finished_games(person: str, rows: Sequence[StoredRow]) -> Iterator[FinishedGame]:
    """Yield the games of a person from the results of all who played there."""
    for _, results in groupby(rows, key=lambda row: row.table):
        seats = list(results)
        mine = [row for row in seats if row.person == person]
        if len(mine) == 1:
            rivals = tuple(_rival_from(row) for row in seats if row is not mine[0])
            yield _game_from(mine[0]._mapping, rivals)


def _game_from(row: RowMapping, rivals: tuple[Rival, ...]) -> FinishedGame:
    """Return a game from the row of a person's seat."""
    names = ("game", "seats", "seat", "points", "place", "rated", "finished")
    return FinishedGame(row["table"], **{name: row[name] for name in names}, rivals=rivals)


def _rival_from(row: StoredRow) -> Rival:
    """Return another player of a game from the row of their seat."""
    name = (row.name or row.called) if row.id is not None else ""
    return Rival(row.person or f"{LEVEL}{row.level}", name, row.level or "", row.points, row.place)
