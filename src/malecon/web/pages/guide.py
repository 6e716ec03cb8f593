"""The pages on which somebody learns a game: the short introduction, and the guide with its search.

The guide is a page, and the same content is the drawer of a table.
"""

import re
from typing import NamedTuple

from litestar import Response
from litestar.params import FromPath, FromQuery
from markupsafe import Markup, escape

from malecon import games
from malecon.core.i18n import Language
from malecon.core.rules_search import LONGEST_QUERY, find
from malecon.core.rules_text import sentence_in_words
from malecon.presentation.guide import draw_example, explanation_of, guide_of, guide_passages, paragraph_id, symbols_for
from malecon.presentation.playable_game import PlayableGame
from malecon.storage.store import in_thread
from malecon.web.dependencies import InjectedVisitor
from malecon.web.new_table import find_game
from malecon.web.rendering import page, render

MOST_FOUND = 20


class Found(NamedTuple):
    """A sentence that was found: its id, the titles above it, and what it says, with the words marked."""

    id: str
    title: Markup
    text: Markup


async def show_rules(game: FromPath[str], visitor: InjectedVisitor, q: FromQuery[str] = "") -> Response[str]:
    """Show the guide of a game with the exact rules, or what of it a few words find."""
    shown, typed = find_game(game), q[:LONGEST_QUERY].strip()
    content = await in_thread(_content)(shown, typed, visitor.language)
    return page(
        "rules.html",
        visitor.language,
        visitor=visitor,
        game=game,
        games=list(games),
        content=content,
        is_found=bool(typed),
    )


async def show_rules_part(game: FromPath[str], visitor: InjectedVisitor, q: FromQuery[str] = "") -> Response[str]:
    """Show the content of that page without its frame, for the drawer of a table."""
    shown, typed = find_game(game), q[:LONGEST_QUERY].strip()
    content = await in_thread(_content)(shown, typed, visitor.language)
    return page("drawer.html", visitor.language, game=game, content=content)


async def show_introduction(game: FromPath[str], visitor: InjectedVisitor) -> Response[str]:
    """Show the short introduction to a game."""
    shown = find_game(game)
    content = await in_thread(_introduction)(shown, visitor.language)
    return page("introduction.html", visitor.language, visitor=visitor, game=game, shown=shown, content=content)


def _content(game: PlayableGame, typed: str, language: Language) -> Markup:
    """Return the search with what it finds, or the whole guide."""
    if typed:
        return _answer(game, typed, language)
    html = render(
        "guide.html",
        language,
        game=game,
        guide=guide_of(game),
        rules=game.text.rules_text.rules,
        sentence=lambda rule: sentence_in_words(rule, language),
        drawn=lambda example: draw_example(game, example, language),
        paragraph_id=paragraph_id,
    )
    return symbols_for(game, html, language) + html


def _introduction(game: PlayableGame, language: Language) -> Markup:
    """Return the steps of the short introduction, with their pictures."""
    guide = guide_of(game)
    steps = [(step, guide.examples[step.example]) for step in guide.step]
    drawn = [(step, example, draw_example(game, example, language)) for step, example in steps]
    html = render("introduction_steps.html", language, game=game, steps=drawn)
    return symbols_for(game, html, language) + html


def _answer(game: PlayableGame, typed: str, language: Language) -> Markup:
    """Return the sentences that a question finds: the best with its picture and what the guide says, then others."""
    answer = find(guide_passages(game, language), typed, language)
    found = [
        Found(each.id, _marked(answer.marked(each.title)), _marked(answer.marked(each.text)))
        for each in answer.passages[:MOST_FOUND]
    ]
    explanation = explanation_of(guide_of(game), found[0].id) if found else None
    html = render(
        "found.html",
        language,
        found=found,
        explanation=explanation,
        picture=game.page.drawing(explanation.picture) if explanation and explanation.picture else "",
        typed=typed,
        game=game.name,
        paragraph_id=paragraph_id,
    )
    return symbols_for(game, html, language) + html


def _marked(pieces: list[tuple[str, bool]]) -> Markup:
    """Return a text in pieces with some of them marked, and what stands in back-quotes as code.

    >>> _marked([("Option `", False), ("embassy", True), ("`", False)])
    Markup('Option <code><mark>embassy</mark></code>')
    """
    html = "".join(f"<mark>{escape(piece)}</mark>" if is_marked else escape(piece) for piece, is_marked in pieces)
    return Markup(re.sub("`([^`]*)`", r"<code>\1</code>", html))
