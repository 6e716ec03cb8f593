"""Results that are written without games, for the tests of ratings."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import insert, select

from malecon.agents.match_statistics import BEGINNER
from malecon.storage.results import update_ratings
from malecon.storage.schema import RATINGS, RESULTS, TABLES
from malecon.storage.store import Store
from malecon.tables import DAY
from malecon.tables.ratings import ESTABLISHED_GAMES, LEVEL
from malecon.tables.table_header import new_id

MU = BEGINNER.mu


class Ladder:
    """A database in which results are written without games."""

    def __init__(self, store: Store) -> None:
        self.store, self.at = store, 1000 * DAY

    def play(self, *places: tuple[str, int], absent: Iterable[str] = (), after: int = DAY, rated: bool = True) -> None:
        """Write the result of a game: players (of whom a short name is a level) with their places."""
        self.at += after
        table = new_id()
        head = {"id": table, "game": "havana", "rules": 1, "options": [], "key": "0", "salt": "", "created": 0}
        of_all = {"table": table, "game": "havana", "seats": len(places), "rated": rated, "finished": self.at}
        results: list[dict[str, Any]] = [
            {
                **of_all,
                "seat": seat,
                "person": who if len(who) > 10 else None,
                "level": None if len(who) > 10 else who,
                "place": place,
                "points": 0,
                "absent": who in absent,
            }
            for seat, (who, place) in enumerate(places)
        ]
        with self.store.writing() as connection:
            connection.execute(insert(TABLES), head)
            connection.execute(insert(RESULTS), results)
            update_ratings(connection, results)

    def beat(self, winner: str, loser: str, times: int = 1, after: int = DAY) -> None:
        for _ in range(times):
            self.play((winner, 1), (loser, 2), after=after)

    def stored(self) -> list[Any]:
        with self.store.reading() as connection:
            return list(connection.execute(select(RATINGS).order_by(RATINGS.c.who)).all())

    def mu(self, who: str) -> float:
        return next((row.mu for row in self.stored() if row.who in (who, f"{LEVEL}{who}")), MU)

    def establish(self, who: str, others: Sequence[str]) -> None:
        """Let somebody play enough, as often ahead as behind."""
        for number in range(ESTABLISHED_GAMES):
            pair = (who, others[number % len(others)])
            self.beat(*(pair if number % 2 else pair[::-1]))
