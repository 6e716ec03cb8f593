"""The ranking of a game: people and computer players together."""

import asyncio
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from malecon import games
from malecon.core.i18n import N_, Language
from malecon.services.results.ranking import ENOUGH, Ranked, Rival, Standings
from malecon.web.middleware.authentication import Asking
from malecon.web.page_model.words import LEVEL
from malecon.web.pages.exporting import exported
from malecon.web.pages.front import game_called
from malecon.web.rendering import page

Asked = Request[Any, Any, Any]


@get("/ranking/{game:str}")
async def ranking(game: FromPath[str], request: Asked, visitor: Asking) -> Response[str]:
    """Show how people and levels stand."""
    game_called(game)
    ranked = await asyncio.to_thread(standings_of(request).ranking, game)
    called = [(each, called_by(each, visitor.language)) for each in ranked]
    facts: dict[str, Any] = {"visitor": visitor, "game": game, "games": list(games)}
    return page("ranking.html", visitor.language, ranked=called, enough=ENOUGH, **facts)


@get("/ranking/{game:str}/{form:str}")
async def ranking_file(game: FromPath[str], form: FromPath[str], request: Asked, visitor: Asking) -> Response[bytes]:
    """Return how people and levels stand as a file."""
    game_called(game)
    ranked = await asyncio.to_thread(standings_of(request).ranking, game)
    lines = [line_of(place, each, visitor.language) for place, each in enumerate(ranked, start=1)]
    return exported(f"malecon-{game}-ranking", form, {"game": game, "ranking": lines}, lines)


def line_of(place: int, each: Ranked, language: Language) -> dict[str, object]:
    """Return a place as plain data."""
    return {
        "place": place,
        "name": called_by(each, language),
        "level": each.level,
        "rating": each.shown,
        "sure": each.is_sure,
        "games": each.games,
        "mu": each.rating.mu,
        "sigma": each.rating.sigma,
    }


def standings_of(request: Asked) -> Standings:
    """Return what follows from the results."""
    return Standings(request.app.state.store)


def called_by(who: Ranked | Rival, language: Language) -> str:
    """Return what a person or a level is called; who is gone, or was never named, is somebody."""
    if who.level:
        return language.say(N_("Computer: {level}"), level=language.word(LEVEL, who.level.capitalize()))
    return who.name or language.say(N_("Somebody"))
