"""The pages of a game: its rules, searchable; its data, as files that can be changed; the ranking of its players."""

from litestar import Response
from litestar.params import FromPath, FromQuery

from malecon import games
from malecon.core.i18n import N_, Language
from malecon.core.options import Kind
from malecon.core.rules_text import search
from malecon.services.ranking import SURE_AFTER, RankedPlayer, Rival
from malecon.tables.errors import Missing
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.new_table import find_game
from malecon.web.page_model.texts import LEVEL
from malecon.web.rendering import file_response, page

LONGEST_WORD = 80


async def show_rules(game: FromPath[str], visitor: InjectedVisitor, q: FromQuery[str] = "") -> Response[str]:
    """Show the rules of a game, or the sentences that contain a word."""
    shown = find_game(game)
    found = search(shown.text.rules_text, q[:LONGEST_WORD], visitor.language)
    pictures = "" if q else shown.page.gallery(visitor.language)
    return page(
        "rules.html",
        visitor.language,
        visitor=visitor,
        game=game,
        games=list(games),
        pictures=pictures,
        word_asked=q[:LONGEST_WORD],
        found=found,
    )


async def download_example(game: FromPath[str], option: FromPath[str]) -> Response[str]:
    """Return the game's own data of an option, to begin one's own file with."""
    shown = find_game(game)
    for each in shown.options:
        if each.name == option and each.kind is Kind.FILE:
            text = (shown.folder / "data" / each.example).read_text("utf-8")
            headers = {"Content-Disposition": f'attachment; filename="{option}.toml"'}
            return Response(text, media_type="text/plain; charset=utf-8", headers=headers)
    raise Missing(N_("There is no such page."))


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
