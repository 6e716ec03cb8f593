"""Turning templates into pages."""

import hashlib
import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import MediaType, Response
from litestar.datastructures import Cookie
from markupsafe import Markup, escape

from malecon.agents.levels import LEVELS
from malecon.core.i18n import N_, Language, languages, load
from malecon.core.plain_text import isolated
from malecon.presentation.game_text import capital, game_text_of

STATIC = files("malecon.web") / "static"
MONTH = "month"
"""Context of the names of months."""
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

ENVIRONMENT = Environment(
    loader=PackageLoader("malecon.web"),
    autoescape=True,
    auto_reload=False,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


ENVIRONMENT.filters["capital"] = capital
ENVIRONMENT.filters["isolated"] = isolated


@cache
def static(name: str) -> str:
    """Return the address of a static file; it changes with the content, so that browsers can keep it for ever.

    >>> static("page.css").partition("?")[0]
    '/static/page.css'
    """
    return f"/static/{name}?{hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]}"


def title_of(game: str) -> str:
    """Return what a game is called."""
    return game_text_of(game).title


def linked(text: str, game: str) -> Markup:
    """Return a text with its ids of sentences as links to the rules.

    >>> linked("It is full. (CUB-4.50)", "cuba")
    Markup('It is full. (<a href="/rules/cuba#CUB-4.50">CUB-4.50</a>)')
    """
    rule = rf"\b{game_text_of(game).rules_text.prefix}\d+(\.\d+)*"
    return Markup(re.sub(rule, lambda found: f'<a href="/rules/{game}#{found[0]}">{found[0]}</a>', escape(text)))


def label_of(text: str, game: str) -> tuple[str, Markup]:
    """Return what an option is, as a label, and its rule as a link.

    >>> label_of("With the Canadian Embassy (CUB-1.4).", "cuba")
    ('With the Canadian Embassy', Markup('<a class="id" href="/rules/cuba#CUB-1.4">CUB-1.4</a>'))
    """
    label, _, rule = text.rstrip(".").partition(" (")
    return label, linked(rule.rstrip(")"), game).replace("<a ", Markup('<a class="id" '))


def date_of(moment: int, language: Language) -> str:
    """Return the day of a moment, in milliseconds since 1970, as this machine's clock shows it."""
    day = datetime.fromtimestamp(moment / 1000)
    month = language.word(MONTH, MONTHS[day.month - 1])
    return language.say(N_("{day} {month} {year}"), day=day.day, month=month, year=day.year)


def time_of(moment: int) -> str:
    """Return the hour and minute of a moment, in milliseconds since 1970, as this machine's clock shows it."""
    return f"{datetime.fromtimestamp(moment / 1000):%H:%M}"


def render(template: str, language: Language, **facts: Any) -> Markup:
    """Return a template filled in."""
    words = {"say": language.say, "word": language.word, "count": language.count, "language": language}
    every = [load(code) for code in languages()]
    tools = {"static": static, "title_of": title_of, "linked": linked, "all_languages": every}
    tools |= {
        "label_of": label_of,
        "date_of": date_of,
        "time_of": time_of,
        "levels": [level for level in LEVELS if level != "random"],
    }
    return Markup(ENVIRONMENT.get_template(template).render(**words, **tools, **facts))


def page(
    template: str, language: Language, *, status: int = 200, cookies: Sequence[Cookie] = (), **facts: Any
) -> Response[str]:
    """Return a template filled in, as an answer."""
    text = render(template, language, **facts)
    return Response(text, media_type=MediaType.HTML, status_code=status, cookies=list(cookies))
