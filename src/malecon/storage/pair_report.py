"""The pairs of people whose rated games a host may want to look at: one-sided ones, and those that play hardly others.

Such a pair is no proof of anything: a strong player and a loyal friend look the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping, case, func, select

from malecon.storage.read_errors import read_again
from malecon.storage.results import ONE, OTHER
from malecon.storage.schema import PEOPLE, RESULTS
from malecon.storage.store import Store
from malecon.tables.ratings import ESTABLISHED_GAMES, LOOKED_BACK, is_one_sided

EXCLUSIVE_SHARE = 0.8
"""Of the games of one of the two that were against the other, from which on the pair plays hardly anybody else."""


@dataclass(frozen=True, slots=True)
class UnusualPair:
    """A pair of people whose rated games of one kind are unusual.

    Attributes:
        game: its name.
        persons: their ids; that of somebody who is gone is nobody's.
        names: what they are called; empty if it was never told, or for somebody who is gone.
        games: how many they have played with each other, those included in which nobody was ahead.
        ahead, behind: in how many the first was.
        share: of all rated games of the one who has fewer, from 0 to 1.
        is_one_sided: whether equal players are hardly ever so.
    """

    game: str
    persons: tuple[str, str]
    names: tuple[str, str]
    games: int
    ahead: int
    behind: int
    share: float
    is_one_sided: bool

    @property
    def is_exclusive(self) -> bool:
        """Whether one of the two plays hardly anybody else."""
        return self.games >= ESTABLISHED_GAMES and self.share >= EXCLUSIVE_SHARE


@read_again
def unusual_pairs(store: Store, at: int, most: int) -> list[UnusualPair]:
    """Return the pairs with the most games that are one-sided or exclusive, of the last ``LOOKED_BACK``. Blocks.

    Args:
        store: where the results are.
        at: now, in milliseconds since 1970.
        most: how many at most.
    """
    with store.reading() as connection:
        played = _games_of_people(connection, at)
        pairs = _pairs(connection, at)
        names = {row.id: row.name for row in connection.execute(select(PEOPLE.c.id, PEOPLE.c.name))}
    found = [_pair_from(row, played, names) for row in pairs]
    unusual = [pair for pair in found if pair.is_one_sided or pair.is_exclusive]
    return sorted(unusual, key=lambda pair: (-pair.games, pair.game, pair.persons))[:most]


def _games_of_people(connection: Connection, at: int) -> dict[tuple[str, str], int]:
    """Return how many rated games people have played, by game and person."""
    counted = RESULTS.c.rated, RESULTS.c.person.is_not(None), RESULTS.c.finished > at - LOOKED_BACK
    chosen = select(RESULTS.c.game, RESULTS.c.person, func.count().label("games")).where(*counted)
    rows = connection.execute(chosen.group_by(RESULTS.c.game, RESULTS.c.person))
    return {(row.game, row.person): row.games for row in rows}


def _pairs(connection: Connection, at: int) -> Sequence[RowMapping]:
    """Return by game and pair of people: how many rated games, and in how many who was ahead."""
    own, theirs = (
        each.c.place + case((each.c.absent, each.c.seats), else_=0)  # as ratings.rank_of
        for each in (ONE, OTHER)
    )
    counted = ONE.c.rated, ONE.c.finished > at - LOOKED_BACK, ONE.c.person < OTHER.c.person
    key = ONE.c.game, ONE.c.person, OTHER.c.person
    chosen = select(
        ONE.c.game,
        ONE.c.person.label("one"),
        OTHER.c.person.label("other"),
        func.count().label("games"),
        func.sum(case((own < theirs, 1), else_=0)).label("ahead"),
        func.sum(case((own > theirs, 1), else_=0)).label("behind"),
    )
    rows = chosen.join(OTHER, OTHER.c.table == ONE.c.table).where(*counted).group_by(*key)
    return connection.execute(rows).mappings().all()


def _pair_from(row: RowMapping, played: dict[tuple[str, str], int], names: dict[str, str]) -> UnusualPair:
    """Return a pair from its row; who was ahead more often comes first."""
    one, other, ahead, behind = row["one"], row["other"], row["ahead"], row["behind"]
    if behind > ahead:
        one, other, ahead, behind = other, one, behind, ahead
    fewest = min(played[row["game"], person] for person in (one, other))
    return UnusualPair(
        game=row["game"],
        persons=(one, other),
        names=(names.get(one, ""), names.get(other, "")),
        games=row["games"],
        ahead=ahead,
        behind=behind,
        share=row["games"] / fewest,
        is_one_sided=is_one_sided(ahead, behind),
    )
