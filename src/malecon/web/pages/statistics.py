"""The statistics of a person: points, favourite buildings, rivals.

Favourite buildings are those that a person has built or bought most often in finished games.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache

from litestar import Response
from litestar.params import FromPath
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import asdict

from malecon import games
from malecon.core.i18n import Language, load
from malecon.presentation.game_page import House
from malecon.presentation.perspective import Perspective
from malecon.services.player_statistics import HeadToHead, Tally, by_rival, by_seats, tally
from malecon.storage.finished_games import FinishedGame, FinishedGames
from malecon.storage.ranking import RankedPlayer, Rankings
from malecon.storage.store import Store, in_thread
from malecon.tables import Unplayable
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.downloads import file_response
from malecon.web.http.sender import Visitor
from malecon.web.rendering import page
from malecon.web.views.charts import plot
from malecon.web.views.texts import name_of_player

MOST_RIVALS = 30
MOST_REPLAYED = 100
"""Games that are looked at, the newest."""
MOST_SHOWN = 12
MOST_KEPT = 4096
"""Seats whose buildings are cached: a game that is over stays as it is."""


class Favourite(Struct, frozen=True):
    """A building: its picture, its points, words, and how often."""

    house: Markup
    sun: Markup
    words: str
    times: int


class Summary(Struct, frozen=True):
    """Statistics of a person's finished games of one kind; ``rating`` is ``None`` if none of them counted."""

    rating: RankedPlayer | None
    games: Sequence[FinishedGame]
    all: Tally
    seats: Mapping[int, Tally]
    plot: Markup
    favourites: Sequence[Favourite]


async def show_statistics(services: InjectedServices, visitor: InjectedVisitor) -> Response[str]:
    """Show the statistics of the visitor."""
    found, played = await _summaries(services.store, visitor)
    rivals = [(each, name_of_player(each.rival, visitor.language)) for each in by_rival(played)[:MOST_RIVALS]]
    titles = {game: games[game].page.favourites for game in found}
    return page("statistics.html", visitor.language, visitor=visitor, summaries=found, titles=titles, rivals=rivals)


async def download_statistics(
    form: FromPath[str], services: InjectedServices, visitor: InjectedVisitor
) -> Response[bytes]:
    """Return the statistics of the visitor as a file."""
    found, played = await _summaries(services.store, visitor)
    language = visitor.language
    everything = {
        "summaries": {game: _summary_fields(summary) for game, summary in found.items()},
        "rivals": [_duels_fields(each, language) for each in by_rival(played)],
        "games": [{**_result_fields(game), "rivals": _rivals_of(game, language)} for game in played],
    }
    lines = [{**_result_fields(game), "rivals": _rivals_text(_rivals_of(game, language))} for game in played]
    return file_response("malecon-statistics", form, everything, lines)


async def _summaries(store: Store, visitor: Visitor) -> tuple[dict[str, Summary], list[FinishedGame]]:
    """Return a person's statistics by game, and all their games."""
    if visitor.id is None:
        return {}, []
    played, ratings = await FinishedGames(store).games_of(visitor.id), await Rankings(store).ratings_of(visitor.id)
    kinds = {game: [each for each in played if each.game == game] for game in games}
    code = visitor.language.code
    found = {game: await in_thread(summary)(store, own, ratings.get(game), code) for game, own in kinds.items() if own}
    return found, played


def summary(store: Store, own: Sequence[FinishedGame], rating: RankedPlayer | None, language: str) -> Summary:
    """Return the statistics of games of one kind; there is at least one, and no picture of one alone. Blocks."""
    drawn = plot([game.points for game in own], [game.won for game in own]) if own[1:] else Markup()
    return Summary(rating, own, tally(own), by_seats(own), drawn, favourites(store, own, language))


def _summary_fields(found: Summary) -> dict[str, object]:
    return {
        "rating": found.rating and found.rating.displayed_rating,
        "all": asdict(found.all),
        "by seats": {str(seats): asdict(tally) for seats, tally in found.seats.items()},
        "buildings": [{"building": each.words, "times": each.times} for each in found.favourites],
    }


def _duels_fields(each: HeadToHead, language: Language) -> dict[str, object]:
    """Return the games against a rival as plain data."""
    name = name_of_player(each.rival, language)
    return {"name": name, "games": each.games, "ahead": each.ahead, "behind": each.behind}


def _result_fields(game: FinishedGame) -> dict[str, object]:
    """Return a game as plain data, without the rivals; seats are numbers from 1."""
    return {
        "table": game.table_id,
        "game": game.game,
        "finished": datetime.fromtimestamp(game.finished / 1000, UTC).isoformat(timespec="seconds"),
        "seats": game.seats,
        "seat": game.seat + 1,
        "points": game.points,
        "place": game.place,
        "rated": game.rated,
    }


def _rivals_of(game: FinishedGame, language: Language) -> list[dict[str, object]]:
    return [
        {"name": name_of_player(each, language), "points": each.points, "place": each.place} for each in game.rivals
    ]


def _rivals_text(rivals: Sequence[Mapping[str, object]]) -> str:
    """Return rivals as a text, each with place and points.

    >>> _rivals_text([{"name": "Ben", "points": 12, "place": 2}, {"name": "Eva", "points": 9, "place": 3}])
    '2. Ben 12; 3. Eva 9'
    """
    return "; ".join(f"{each['place']}. {each['name']} {each['points']}" for each in rivals)


def favourites(store: Store, played: Sequence[FinishedGame], language: str) -> list[Favourite]:
    """Return the favourite buildings of games of one kind; ``played``: the oldest first. Blocks."""
    built = [
        house for game in played[-MOST_REPLAYED:] for house in _buildings_at(store, game.table_id, game.seat, language)
    ]
    pictures = {words: (house, sun) for house, sun, words in built}
    times = Counter(words for _, _, words in built)
    return [Favourite(*pictures[words], words, count) for words, count in times.most_common(MOST_SHOWN)]


@lru_cache(MOST_KEPT)
def _buildings_at(store: Store, table_id: str, seat: int, language: str) -> Sequence[House]:
    """Return the buildings of a seat in a finished game: picture, points, words; none if its rules are gone."""
    try:
        match = store.load(table_id).match
    except Unplayable:
        return ()
    perspective = Perspective.of(match, None, load(language), match.names)
    return games[match.game.name].page.houses(perspective.view.players[seat], perspective)
