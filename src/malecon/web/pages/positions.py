"""Positions that are set up by hand: the form, and what is wrong with what it says."""

from collections.abc import Mapping

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from malecon import games
from malecon.core.errors import MaleconError
from malecon.core.match import Match
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.http.connection import AppRequest
from malecon.web.http.sender import Visitor
from malecon.web.pages.analysis import distinct_names, keep_moment, match_at
from malecon.web.rendering import page
from malecon.web.views.position_form import POSITION, form_of, place_of, position_from
from malecon.web.views.texts import error_sentence


async def show_form(
    name: FromPath[str], at: FromPath[int], services: InjectedServices, visitor: InjectedVisitor
) -> Response[str]:
    """Show a moment of a record as a form."""
    match = await match_at(services, name, at)
    return _form_page(match, f"/analyse/{name}/{at}", match.position(), visitor)


async def change_position(
    name: FromPath[str], at: FromPath[int], services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Lead to the analysis of a position that was changed by a form, or show what is wrong with it."""
    match, form = await match_at(services, name, at), await request.form()
    game, position = games[match.game.name], match.position()
    try:
        position = position_from(game, form, position)
        changed = game.from_position(position)
    except MaleconError as error:
        return _form_page(match, f"/analyse/{name}/{at}", position, visitor, error)
    changed.names = match.names
    return await keep_moment(services, changed, 0, None)


def _form_page(
    match: Match, moment: str, position: Mapping[str, object], visitor: Visitor, error: MaleconError | None = None
) -> Response[str]:
    """Return the form of a position of a match, with what is wrong at its place."""
    section = form_of(games[match.game.name], position)
    sentence = "" if error is None else error_sentence(error, visitor.language).removeprefix("position: ")
    return page(
        "analysis_form.html",
        visitor.language,
        status=422 if error else 200,
        visitor=visitor,
        game=match.game.name,
        moment=moment,
        names=distinct_names(match, visitor.language),
        section=section,
        word_of=lambda word: visitor.language.word(POSITION, word),
        error=sentence,
        wrong="" if error is None else place_of(str(error), section),
    )
