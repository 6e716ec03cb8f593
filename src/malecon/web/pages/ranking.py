"""The ranking of a game."""

from litestar import Response
from litestar.params import FromPath

from malecon import games
from malecon.core.i18n import Language
from malecon.storage.ranking import RankedPlayer
from malecon.tables.ratings import ESTABLISHED_GAMES, ESTABLISHED_OPPONENTS
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.downloads import file_response
from malecon.web.new_table import find_game
from malecon.web.rendering import page
from malecon.web.views.texts import name_of_player


async def show_ranking(game: FromPath[str], services: InjectedServices, visitor: InjectedVisitor) -> Response[str]:
    """Show the ranking of a game."""
    find_game(game)
    ranked = await services.rankings.ranking(game)
    named = [(each, name_of_player(each, visitor.language)) for each in ranked]
    return page(
        "ranking.html",
        visitor.language,
        visitor=visitor,
        game=game,
        games=list(games),
        ranked=named,
        enough=ESTABLISHED_GAMES,
        opponents=ESTABLISHED_OPPONENTS,
    )


async def download_ranking(
    game: FromPath[str], form: FromPath[str], services: InjectedServices, visitor: InjectedVisitor
) -> Response[bytes]:
    """Return the ranking of a game as a file."""
    find_game(game)
    ranked = await services.rankings.ranking(game)
    lines = [_ranking_fields(each, visitor.language) for each in ranked]
    return file_response(f"malecon-{game}-ranking", form, {"game": game, "ranking": lines}, lines)


def _ranking_fields(each: RankedPlayer, language: Language) -> dict[str, object]:
    """Return a place as plain data; it is empty for who is provisional."""
    return {
        "place": each.place,
        "name": name_of_player(each, language),
        "level": each.level,
        "rating": each.displayed_rating,
        "provisional": each.is_provisional,
        "games": each.standing.games,
        "opponents": each.standing.opponents,
        "mu": each.standing.rating.mu,
        "sigma": each.standing.rating.sigma,
    }
