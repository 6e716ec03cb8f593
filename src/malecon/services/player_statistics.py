"""Statistics of the games that somebody has finished."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from msgspec import Struct

from malecon.storage.finished_games import FinishedGame, Rival


class Tally(Struct, frozen=True):
    """Games of one kind: how many there were and were won, place and points on average, the most points."""

    games: int
    victories: int
    place: float
    points: float
    most: int


class HeadToHead(Struct, frozen=True):
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
