"""The rules of a game, sentence by sentence, searchable; and its data, as files that can be changed."""

from litestar import Response
from litestar.params import FromPath, FromQuery

from malecon import games
from malecon.core.i18n import N_
from malecon.core.options import Kind
from malecon.presentation.explanations import search
from malecon.tables.errors import Missing
from malecon.web.dependencies import InjectedVisitor
from malecon.web.new_table import find_game
from malecon.web.rendering import page

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
