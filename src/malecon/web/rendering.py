"""Turning templates into pages."""

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files

from jinja2 import PackageLoader
from litestar import MediaType, Response
from litestar.datastructures import Cookie
from markupsafe import Markup, escape

from malecon import games
from malecon.agents import opponents_of
from malecon.agents.puzzles import has_puzzles
from malecon.core.i18n import ENGLISH, N_, Language, capital, languages, load
from malecon.presentation.game_page import address_of, digest_of, game_static
from malecon.presentation.links import href
from malecon.presentation.templates import Templates

MONTH = "month"
"""Context of the names of months."""
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAY = "weekday"
"""Context of the short names of the days."""
WEEKDAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
STATIC = files("malecon.web") / "static"


@cache
def scripts_folder() -> str:
    """Return the folder of the scripts, named by what stands in all of them, for they import each other."""
    scripts = sorted((each for each in STATIC.iterdir() if each.name.endswith(".js")), key=lambda script: script.name)
    return f"/static/{digest_of(*scripts)}"


@cache
def static(name: str) -> str:
    """Return the address of a static file.

    >>> static("page.css").partition("?")[0]
    '/static/page.css'
    """
    return f"{scripts_folder()}/{name}" if name.endswith(".js") else address_of(name, STATIC / name)


def style_of(game: str) -> Markup:
    """Return the link to the style sheet of a game's table, if it has one."""
    return _style_link(game, games[game].page.style)


def _guide_style_of(game: str) -> Markup:
    """Return the link to the style sheet of the drawn examples of a game's guide, if it has one."""
    return _style_link(game, games[game].page.guide_style)


def _review_style_of(game: str) -> Markup:
    """Return the link to the style sheet of a game's table in a review, if it has one."""
    return _style_link(game, games[game].page.review_style)


STYLE_LINK = Markup('<link rel="stylesheet" href="{}">')


def _style_link(game: str, sheet: str) -> Markup:
    return STYLE_LINK.format(href(game_static(game, sheet))) if sheet else Markup()


def _picture_of(game: str, language: str) -> str:
    """Return the link to the picture of a game's table, English if there is none in a language; empty for none."""
    pictures = games[game].page.pictures
    picture = pictures.get(language, pictures.get(ENGLISH, ""))
    return href(game_static(game, picture)) if picture else ""


@cache
def _sea_front(houses: int | None = None) -> Markup:
    """Return the first façades of the sea front, or all; a tool has drawn them."""
    drawn = (files("malecon.web") / "templates" / "sea_front.html").read_text("utf-8").splitlines()
    return Markup("".join(drawn[:houses]))


def _title_of(game: str) -> str:
    return games[game].text.title


def linked(text: str, game: str) -> Markup:
    """Return a text with its ids of sentences as links to the rules, and what stands in back-quotes as code.

    >>> linked("It is full. (CUB-4.50)", "cuba")
    Markup('It is full. (<a href="/rules/cuba#CUB-4.50">CUB-4.50</a>)')
    >>> linked("Option `edition`", "havana")
    Markup('Option <code>edition</code>')
    """
    said = re.sub("`([^`]*)`", r"<code>\1</code>", str(escape(text)))
    rule = rf"\b{games[game].text.rules_text.prefix}\d+(\.\d+)*"
    page = href(f"/rules/{game}")
    return Markup(re.sub(rule, lambda found: f'<a href="{page}#{found[0]}">{found[0]}</a>', said))


def emphasized(text: str) -> Markup:
    """Return a text as HTML, with what stands between stars in bold.

    >>> emphasized("*1* & *2*")
    Markup('<b>1</b> &amp; <b>2</b>')
    """
    return Markup(re.sub(r"\*([^*]+)\*", r"<b>\1</b>", str(escape(text))))


def _label_of(text: str, game: str) -> tuple[str, Markup]:
    """Return the label of an option, and its rule as a link.

    >>> _label_of("With the Canadian Embassy (CUB-1.4).", "cuba")
    ('With the Canadian Embassy', Markup('<a class="id" href="/rules/cuba#CUB-1.4">CUB-1.4</a>'))
    """
    label, _, rule = text.rstrip(".").partition(" (")
    return label, linked(rule.rstrip(")"), game).replace("<a ", Markup('<a class="id" '))


def date_of(moment: int, language: Language) -> str:
    """Return the day of a moment, in milliseconds since 1970, as this machine's clock shows it."""
    day = datetime.fromtimestamp(moment / 1000)
    month = language.word(MONTH, MONTHS[day.month - 1])
    return language.say(N_("{day} {month} {year}"), day=day.day, month=month, year=day.year)


def _time_of(moment: int) -> str:
    """Return the hour and minute of a moment, in milliseconds since 1970, as this machine's clock shows it."""
    return f"{datetime.fromtimestamp(moment / 1000):%H:%M}"


def _all_languages() -> list[Language]:
    return [load(code) for code in languages()]


TEMPLATES = Templates(
    PackageLoader("malecon.web"),
    static=static,
    title_of=_title_of,
    linked=linked,
    all_languages=_all_languages,
    style_of=style_of,
    picture_of=_picture_of,
    sea_front=_sea_front,
    guide_style_of=_guide_style_of,
    review_style_of=_review_style_of,
    all_games=games,
    opening=capital,
    label_of=_label_of,
    has_puzzles=has_puzzles,
    date_of=date_of,
    time_of=_time_of,
    opponents_of=lambda game: opponents_of(games[game]),
)
"""Of all pages."""


def render(template: str, language: Language, **facts: object) -> Markup:
    """Return a template filled in."""
    return TEMPLATES.render(template, language, **facts)


def page(
    template: str, language: Language, *, status: int = 200, cookies: Sequence[Cookie] = (), **facts: object
) -> Response[str]:
    """Return a template filled in, as an answer."""
    text = render(template, language, **facts)
    return Response(text, media_type=MediaType.HTML, status_code=status, cookies=list(cookies))
