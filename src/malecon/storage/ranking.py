"""The ranking of each game."""

from dataclasses import dataclass, field

from sqlalchemy import case, select

from malecon.agents.match_statistics import DOUBTS
from malecon.storage.results import recompute, standing_from
from malecon.storage.schema import PEOPLE, RATINGS
from malecon.storage.store import Repository, in_thread
from malecon.tables.ratings import ESTABLISHED_GAMES, ESTABLISHED_OPPONENTS, LEVEL, Standing

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
        return self.standing.displayed_rating

    @property
    def is_provisional(self) -> bool:
        """Whether the games were too few, or against too few opponents."""
        return not self.standing.is_established


class Rankings(Repository):
    """The ratings that follow from the results."""

    @in_thread
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
        rows = self._store.rows(chosen)
        standings = map(standing_from, rows)
        return [
            RankedPlayer(row.who, row.name or "", standing, place if standing.is_established else None)
            for place, (row, standing) in enumerate(zip(rows, standings, strict=True), start=1)
        ]

    @in_thread
    def ratings_of(self, person: str) -> dict[str, RankedPlayer]:
        """Return the ratings of a person, by game."""
        rows = self._store.rows(select(RATINGS).where(RATINGS.c.who == person).order_by(RATINGS.c.game))
        return {row.game: RankedPlayer(row.who, "", standing_from(row)) for row in rows}

    def recompute(self) -> int:
        """Compute all ratings again, and return how many games counted (``ratings.recompute``)."""
        with self._store.writing() as connection:
            return recompute(connection)
