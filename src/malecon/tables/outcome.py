"""The outcome of a table: places, winners and points."""

from malecon import games
from malecon.tables.table import Table


def places(table: Table) -> tuple[int, ...]:
    """Return by seat the places at the end, from 1, equal players the same one; who resigned shares the last."""
    by_game = games[table.header.game].text.places(table.match.seen_by(None))
    left = [seat for seat in range(table.header.seats) if seat not in table.resigned_seats]
    return tuple(
        1 + (sum(by_game[other] < by_game[seat] for other in left) if seat in left else len(left))
        for seat in range(table.header.seats)
    )


def winners(table: Table) -> tuple[int, ...]:
    """Return the seats that have won, several if they share the victory; none before the end."""
    return tuple(seat for seat, place in enumerate(places(table)) if place == 1) if table.is_over else ()


def points_by_round(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return the points of each seat after the set-up, after each round, and at the end of a game that was given up."""
    rounds = table.match.points_by_round
    return rounds if table.match.over else (*rounds, table.match.points)
