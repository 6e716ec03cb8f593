"""Filling in templates: those of a game, which lie in its folder, and the words that all templates have."""

import hashlib
from functools import cache
from importlib.resources.abc import Traversable

from jinja2 import BaseLoader, Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from malecon.core.data import folder_of
from malecon.core.i18n import Language
from malecon.core.plain_text import isolated
from malecon.presentation.game_text import capital

TEMPLATES, STATIC = "web/templates", "web/static"
"""Folders of a game."""


class Templates:
    """Templates of a folder, filled in with the words of a language.

    Everything is escaped, and a name without a value is an error. Templates are compiled once for each language;
    words, tools and macros are known in all of them.
    """

    def __init__(self, loader: BaseLoader, macros: str = "", **tools: object) -> None:
        """``macros``: a template whose macros the others may use. ``tools``: what all of them draw with, by name."""
        self._loader, self._macros, self._tools = loader, macros, tools
        self._environments: dict[Language, Environment] = {}
        self._templates: dict[tuple[str, Language], Template] = {}

    def render(self, template: str, language: Language, **facts: object) -> Markup:
        """Return a template filled in."""
        found = self._templates.get((template, language))
        if found is None:
            made = self._environment(language)
            found = self._templates[template, language] = made.get_template(template)
            found.globals = made.globals  # a plain dict, which is copied faster than Jinja's own chain of dicts
        return Markup(found.render(facts))

    def _environment(self, language: Language) -> Environment:
        """Return how templates are filled in with the words of a language."""
        made = self._environments.get(language)
        if made is None:
            made = self._environments[language] = environment(self._loader)
            made.globals |= words_in(language) | self._tools
            if self._macros:
                made.globals |= made.get_template(self._macros).module.__dict__
        return made


def environment(loader: BaseLoader) -> Environment:
    """Return how templates are filled in, without any words."""
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


GAME_TEMPLATES = FunctionLoader(source_of)
"""The templates of all games; their names begin with that of the game."""


def words_in(language: Language) -> dict[str, object]:
    """Return the functions with which every template says its words."""
    return {"say": language.say, "word": language.word, "count": language.count, "language": language}


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
