"""The outcome of a table: places, winners and points."""

from malecon import games
from malecon.tables.table import Table


def places(table: Table) -> tuple[int, ...]:
    """Return by seat the places at the end, from 1, equal players the same one.

    Who resigned shares the last. Where the result counts, those who are absent are just before them.
    """
    absent, resigned = absent_seats(table), table.resigned_seats
    by_game = games[table.header.game].text.places(table.match.seen_by(None))
    ranks = [(seat in resigned, seat in absent, 0 if seat in resigned else place) for seat, place in enumerate(by_game)]
    return tuple(1 + sum(other < own for other in ranks) for own in ranks)


def absent_seats(table: Table) -> frozenset[int]:
    """Return the seats of those who are behind all who stayed: a computer player plays there, and the result counts."""
    if not table.header.settings.rated:
        return frozenset()
    stood_in = (seat for seat, occupant in enumerate(table.occupants) if occupant.substitute is not None)
    return frozenset(stood_in) - table.resigned_seats


def winners(table: Table) -> tuple[int, ...]:
    """Return the seats that have won, several if they share the victory; none before the end."""
    return tuple(seat for seat, place in enumerate(places(table)) if place == 1) if table.is_over else ()


def points_by_round(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return the points of each seat after the set-up, after each round, and at the end of a game that was given up."""
    rounds = table.match.points_by_round
    return rounds if table.match.over else (*rounds, table.match.points)
