"""Filling in templates: those of a game, which lie in its folder, and the words that all templates have."""

import hashlib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources.abc import Traversable

from jinja2 import BaseLoader, Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from malecon.core.data import folder_of
from malecon.core.i18n import Language
from malecon.core.plain_text import isolated
from malecon.presentation.game_text import capital

TEMPLATES, STATIC = "web/templates", "web/static"
"""Folders of a game."""


def environment(loader: BaseLoader) -> Environment:
    """Return how templates are filled in: everything is escaped, and a name without a value is an error."""
    made = Environment(
        loader=loader,
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"capital": capital, "isolated": isolated}
    return made


def source_of(name: str) -> str | None:
    """Return the source of a template of a game, if there is one."""
    game, _, file = name.partition("/")
    path = folder_of(game) / TEMPLATES / file
    return path.read_text("utf-8") if path.is_file() else None


ENVIRONMENT = environment(FunctionLoader(source_of))
"""The templates of all games."""


def words_in(language: Language) -> Mapping[str, Callable[..., str] | Language]:
    """Return what every template says its words with."""
    return {"say": language.say, "word": language.word, "count": language.count, "language": language}


def render(template: str, language: Language, **facts: object) -> Markup:
    """Return a template of a game filled in; its name begins with that of the game."""
    return Markup(ENVIRONMENT.get_template(template).render(**words_in(language), **facts))


@cache
def game_static(game: str, name: str) -> str:
    """Return the address of a static file of a game.

    >>> game_static("cuba", "table.css").partition("?")[0]
    '/static/cuba/table.css'
    """
    return address_of(f"{game}/{name}", folder_of(game) / STATIC / name)


def address_of(name: str, file: Traversable) -> str:
    """Return the address of a static file; it changes with the content, so that browsers can keep it for ever."""
    return f"/static/{name}?{hashlib.sha256(file.read_bytes()).hexdigest()[:12]}"
