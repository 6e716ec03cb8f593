"""Turning templates into pages."""

import hashlib
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import MediaType, Response
from markupsafe import Markup

from malecon.core.language import Language, languages, load
from malecon.telling.voice import voice_of

STATIC = files("malecon.web") / "static"

ENVIRONMENT = Environment(
    loader=PackageLoader("malecon.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


@cache
def static(name: str) -> str:
    """Return the address of a static file; it changes with the content, so that browsers can keep it for ever.

    >>> static("page.css").partition("?")[0]
    '/static/page.css'
    """
    return f"/static/{name}?{hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]}"


def title_of(game: str) -> str:
    """Return what a game is called."""
    return voice_of(game).title


def render(template: str, language: Language, **facts: Any) -> Markup:
    """Return a template filled in."""
    words = {"say": language.say, "word": language.word, "count": language.count, "language": language}
    tools = {"static": static, "title_of": title_of, "all_languages": [load(code) for code in languages()]}
    return Markup(ENVIRONMENT.get_template(template).render(**words, **tools, **facts))


def page(template: str, language: Language, *, status: int = 200, **facts: Any) -> Response[str]:
    """Return a template filled in, as an answer."""
    return Response(render(template, language, **facts), media_type=MediaType.HTML, status_code=status)
