"""The ranking of a game: people and computer players together."""

from litestar import Response
from litestar.params import FromPath

from malecon import games
from malecon.core.i18n import N_, Language
from malecon.services.ranking import SURE_AFTER, RankedPlayer, Rival
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.new_table import find_game
from malecon.web.page_model.texts import LEVEL
from malecon.web.rendering import file_response, page


async def show_ranking(game: FromPath[str], services: InjectedServices, visitor: InjectedVisitor) -> Response[str]:
    """Show the ranking of a game."""
    find_game(game)
    ranked = await services.results.ranking(game)
    named = [(each, name_of_player(each, visitor.language)) for each in ranked]
    return page(
        "ranking.html",
        visitor.language,
        visitor=visitor,
        game=game,
        games=list(games),
        ranked=named,
        enough=SURE_AFTER,
    )


async def download_ranking(
    game: FromPath[str], form: FromPath[str], services: InjectedServices, visitor: InjectedVisitor
) -> Response[bytes]:
    """Return the ranking of a game as a file."""
    find_game(game)
    ranked = await services.results.ranking(game)
    lines = [ranking_fields(place, each, visitor.language) for place, each in enumerate(ranked, start=1)]
    return file_response(f"malecon-{game}-ranking", form, {"game": game, "ranking": lines}, lines)


def ranking_fields(place: int, each: RankedPlayer, language: Language) -> dict[str, object]:
    """Return a place as plain data."""
    return {
        "place": place,
        "name": name_of_player(each, language),
        "level": each.level,
        "rating": each.displayed_rating,
        "sure": each.is_sure,
        "games": each.games,
        "mu": each.rating.mu,
        "sigma": each.rating.sigma,
    }


def name_of_player(who: RankedPlayer | Rival, language: Language) -> str:
    """Return the name of a person or a level; “Somebody” for a person without a name."""
    if who.level:
        return language.say(N_("Computer: {level}"), level=language.word(LEVEL, who.level.capitalize()))
    return who.name or language.say(N_("Somebody"))
