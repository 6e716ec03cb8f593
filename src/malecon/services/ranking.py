"""The ranking of a game; the games that somebody has finished, and statistics of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from statistics import fmean

from sqlalchemy import RowMapping, case, select

from malecon.agents.match_statistics import DOUBTS, Rating
from malecon.services.ratings import ESTABLISHED_GAMES, ESTABLISHED_OPPONENTS, LEVEL, Standing, recompute
from malecon.storage.read_errors import read_again
from malecon.storage.rows import StoredRow
from malecon.storage.schema import PEOPLE, RATINGS, RESULTS, SEATS, TABLES
from malecon.storage.store import Store, in_thread

ZERO, SCALE = 1000, 30
"""What a beginner has, and what a unit of strength is worth: 400 more are about ten times as likely to be ahead."""
MOST_RANKED = 200


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player with a rating of a game.

    Attributes:
        key: a person's id, shown to nobody, or a level with ``LEVEL`` before it.
        name: what a person is called now; empty for a level.
        standing: what is stored.
        place: in the ranking; ``None`` while the player is not established.
    """

    key: str = field(repr=False)
    name: str
    standing: Standing
    place: int | None = None

    @property
    def level(self) -> str:
        """The level; empty for a person."""
        return self.key.removeprefix(LEVEL) if self.key.startswith(LEVEL) else ""

    @property
    def displayed_rating(self) -> int:
        """The rating as it is shown."""
        return round(ZERO + SCALE * self.standing.rating.proved)

    @property
    def is_provisional(self) -> bool:
        """Whether the games were too few, or against too few opponents."""
        return not self.standing.is_established


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


@dataclass(frozen=True, slots=True)
class FinishedGame:
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


WINS = 2
"""After so many at a level the next one is proposed."""


@dataclass(frozen=True, slots=True)
class ProposedLevel:
    """The level of computer players that is proposed to somebody; ``beaten``: the one that was beaten, if any."""

    level: str
    beaten: str = ""


def proposed_level(played: Iterable[FinishedGame], proposed: Sequence[str]) -> ProposedLevel:
    """Return the level to play against next: the last one, or the next after ``WINS`` wins; at first the weakest.

    Args:
        played: the finished games of one kind, the oldest first; those against people, or mixed levels, do not count.
        proposed: the levels that people play against, the weakest first.
    """
    against = [(game.won, {rival.level for rival in game.rivals}) for game in played]
    counted = [(won, level) for won, levels in against for level in proposed if levels == {level}]
    last = counted[-1][1] if counted else proposed[0]
    following = proposed[proposed.index(last) + 1 :]
    if following and counted.count((True, last)) >= WINS:
        return ProposedLevel(following[0], beaten=last)
    return ProposedLevel(last)


class Rankings:
    """What follows from the results."""

    def __init__(self, store: Store) -> None:
        """``store``: where the results are."""
        self._store = store

    @in_thread
    @read_again
    def ranking(self, game: str) -> list[RankedPlayer]:
        """Return people and levels by what they have proved, the best first; behind them who is not established yet.

        People are listed who have an account and a name, and are not blocked.
        """
        established = (RATINGS.c.games >= ESTABLISHED_GAMES) & (RATINGS.c.opponents >= ESTABLISHED_OPPONENTS)
        is_named = PEOPLE.c.account.is_not(None) & (PEOPLE.c.name != "") & PEOPLE.c.blocked.is_(None)
        chosen = (
            select(RATINGS, PEOPLE.c.name)
            .outerjoin(PEOPLE, PEOPLE.c.id == RATINGS.c.who)
            .where(RATINGS.c.game == game, RATINGS.c.who.startswith(LEVEL, autoescape=True) | is_named)
            .order_by(case((established, 0), else_=1), (RATINGS.c.mu - DOUBTS * RATINGS.c.sigma).desc(), RATINGS.c.who)
            .limit(MOST_RANKED)
        )
        with self._store.reading() as connection:
            rows = connection.execute(chosen).all()
        standings = map(_standing_from, rows)
        return [
            RankedPlayer(row.who, row.name or "", standing, place if standing.is_established else None)
            for place, (row, standing) in enumerate(zip(rows, standings, strict=True), start=1)
        ]

    @in_thread
    @read_again
    def ratings_of(self, person: str) -> dict[str, RankedPlayer]:
        """Return the ratings of a person, by game."""
        with self._store.reading() as connection:
            rows = connection.execute(select(RATINGS).where(RATINGS.c.who == person).order_by(RATINGS.c.game)).all()
        return {row.game: RankedPlayer(row.who, "", _standing_from(row)) for row in rows}

    @in_thread
    @read_again
    def games_of(self, person: str, most: int | None = None) -> list[FinishedGame]:
        """Return the games that a person has finished, or the ``most`` newest of them, the oldest first.

        Deals that were known are left out, and games in which the person had several seats: nobody knows who it was.
        """
        theirs = select(RESULTS.c.table).where(RESULTS.c.person == person)
        mine = theirs.order_by(RESULTS.c.finished.desc(), RESULTS.c.table).limit(most).subquery()
        chosen = (
            select(RESULTS, PEOPLE.c.name, SEATS.c.name.label("called"), PEOPLE.c.id)
            .join(TABLES, TABLES.c.id == RESULTS.c.table)
            .join(SEATS, (SEATS.c.table == RESULTS.c.table) & (SEATS.c.seat == RESULTS.c.seat))
            .outerjoin(PEOPLE, PEOPLE.c.id == RESULTS.c.person)
            .where(RESULTS.c.table.in_(select(mine.c.table)), TABLES.c.origin.is_(None))
            .order_by(RESULTS.c.finished, RESULTS.c.table, RESULTS.c.seat)
        )
        with self._store.reading() as connection:
            rows = connection.execute(chosen).all()
        return list(_finished_games(person, rows))

    def recompute(self) -> int:
        """Compute all ratings again, and return how many games counted (``ratings.recompute``)."""
        with self._store.writing() as connection:
            return recompute(connection)


def _standing_from(row: StoredRow) -> Standing:
    return Standing(Rating(row.mu, row.sigma), row.games, row.opponents)


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


@dataclass(frozen=True, slots=True)
class Tally:
    """Games of one kind: how many there were and were won, place and points on average, the most points."""

    games: int
    victories: int
    place: float
    points: float
    most: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Games against one rival, as of the last of them: how many there were, and in how many who was ahead."""

    rival: Rival
    games: int
    ahead: int
    behind: int


def tally(games: Sequence[FinishedGame]) -> Tally:
    """Return the tally of games, at least one."""
    return Tally(
        games=len(games),
        victories=sum(game.won for game in games),
        place=fmean(game.place for game in games),
        points=fmean(game.points for game in games),
        most=max(game.points for game in games),
    )


def by_seats(games: Sequence[FinishedGame]) -> Mapping[int, Tally]:
    """Return games by how many played."""
    sizes = sorted({game.seats for game in games})
    return {size: tally([game for game in games if game.seats == size]) for size in sizes}


def by_rival(games: Sequence[FinishedGame]) -> list[HeadToHead]:
    """Return games by against whom they were played, who was met most often first."""
    met: dict[str, list[tuple[FinishedGame, Rival]]] = {}
    for game in games:
        for rival in game.rivals:
            met.setdefault(rival.key, []).append((game, rival))
    return sorted(map(_head_to_head, met.values()), key=lambda each: -each.games)


def _head_to_head(met: Sequence[tuple[FinishedGame, Rival]]) -> HeadToHead:
    """Return the games against one rival; of several seats at one table each counts."""
    ahead = sum(game.place < rival.place for game, rival in met)
    behind = sum(game.place > rival.place for game, rival in met)
    return HeadToHead(met[-1][1], len(met), ahead, behind)
