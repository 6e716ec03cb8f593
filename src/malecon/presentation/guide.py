"""The guide of a game: its rules for players, in the order in which one plays, with drawn examples.

It is the file ``data/guide.toml``. Its texts stand on sentences of ``data/rules.toml``, which are shown folded away.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Annotated, NamedTuple

from markupsafe import Markup
from msgspec import Meta, Struct

from malecon.core import record
from malecon.core.data import DataError, read_toml
from malecon.core.i18n import Language
from malecon.core.rules_search import Passage, passages_of
from malecon.core.rules_text import Chapter, Rule, RulesText
from malecon.presentation.drawing import symbols
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Drawn, composed, draw_all
from malecon.presentation.perspective import Perspective, names_of
from malecon.presentation.playable_game import PlayableGame

Name = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]*$")]
MOST_DRAWN, MOST_LANGUAGES = 256, 16
LINK = re.compile(r'<a\b([^>]*?) href="[^"]*"')


class Example(Struct, frozen=True, forbid_unknown_fields=True):
    """A drawn example.

    Attributes:
        name: of the example.
        text: what is to be seen.
        record: the name of the record of its game.
        at: how many of its moves have been made.
        viewer: the seat that looks, from 1; 0 for a spectator.
        parts: the parts of the table that are shown.
    """

    name: Name
    text: str
    record: str
    at: Annotated[int, Meta(ge=0)]
    parts: tuple[str, ...]
    viewer: int = 0


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """A game of which examples show positions."""

    name: Name
    text: str


class Paragraph(Struct, frozen=True, forbid_unknown_fields=True):
    """A paragraph.

    Attributes:
        text: what it says.
        title: of a thing that it is about; empty for none.
        picture: the name of that thing for ``GamePage.drawing``; empty for none.
        rules: the sentences of the rules on which it stands.
        also: those among them that are shown below another section.
    """

    text: str
    title: str = ""
    picture: str = ""
    rules: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A section.

    Attributes:
        name: of the section, the end of its id.
        title: of the section.
        picture: as of a paragraph.
        paragraph: its paragraphs.
        gallery: the name of pictures in ``GamePage.galleries``; empty for none.
        examples: names of drawn examples.
        details: sentences of the rules that go further than its paragraphs.
    """

    name: Name
    title: str
    paragraph: tuple[Paragraph, ...] = ()
    picture: str = ""
    gallery: str = ""
    examples: tuple[str, ...] = ()
    details: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the sentences that are shown below it."""
        return tuple(dict.fromkeys((*(rule for each in self.paragraph for rule in each.rules), *self.details)))


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the short introduction, with an example."""

    title: str
    text: str
    example: Name


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``data/guide.toml``; ``picture``: by sentence of the rules, as of a paragraph, where that has none."""

    section: Annotated[tuple[Section, ...], Meta(min_length=1)]
    step: tuple[Step, ...] = ()
    example: tuple[Example, ...] = ()
    record: tuple[Record, ...] = ()
    picture: Mapping[str, str] = {}

    @property
    def examples(self) -> dict[str, Example]:
        """The examples by name."""
        return {example.name: example for example in self.example}

    def texts(self) -> Iterator[str]:
        """Yield all texts, for translation."""
        for section in self.section:
            yield section.title
            yield from (text for each in section.paragraph for text in (each.title, each.text) if text)
        yield from (text for step in self.step for text in (step.title, step.text))
        yield from (example.text for example in self.example)


@cache
def guide_of(game: PlayableGame) -> Guide:
    """Return the guide of a game, read once; of a game that has none, the chapters of its rules.

    Raises:
        DataError: the file names what is not there, or shows a sentence at two places or nowhere.
    """
    file, rules_text = game.folder / "data/guide.toml", game.text.rules_text
    if file.is_file():
        return checked_guide(read_toml(file, Guide), rules_text.rules)
    return Guide(tuple(_section_of(chapter, rules_text) for chapter in rules_text.chapter))


def _section_of(chapter: Chapter, rules_text: RulesText) -> Section:
    details = tuple(rule.id for rule in rules_text.of_chapter(chapter))
    return Section(f"chapter-{chapter.number}", chapter.title, details=details)


def checked_guide(guide: Guide, rules: dict[str, Rule]) -> Guide:
    """Return a guide if each sentence of the rules belongs to one section and all that it names is there."""
    shown = [rule for section in guide.section for rule in section.rules]
    also = [rule for section in guide.section for each in section.paragraph for rule in each.also]
    examples = [name for section in guide.section for name in section.examples] + [step.example for step in guide.step]
    records = {each.name for each in guide.record}
    faults = (
        ("sections show twice", [rule for rule in shown if shown.count(rule) > 1]),
        ("no section shows", [rule for rule in rules if rule not in shown]),
        ("there is no sentence", [rule for rule in (*shown, *also, *guide.picture) if rule not in rules]),
        ("there is no example", [name for name in examples if name not in guide.examples]),
        ("there is no record", [each.record for each in guide.example if each.record not in records]),
    )
    for what, names in faults:
        if names:
            raise DataError(f"guide.toml: {what} {', '.join(dict.fromkeys(names))}")
    return guide


@lru_cache(MOST_DRAWN)
def draw_example(game: PlayableGame, example: Example, language: Language) -> Markup:
    """Return an example, drawn as the table draws it; nothing in it can be pressed or has an id."""
    drawn = _draw_table(game, example, language)
    html = "".join(_without_list(str(composed(drawn, part))) for part in example.parts)
    unlinked = LINK.sub(r"<span\1", html).replace("</a>", "</span>")
    return Markup(re.sub(r' id="[^"]*"', "", unlinked))


def _without_list(html: str) -> str:
    """Return a part whose element is an item of a list as one that stands alone.

    >>> _without_list('<li class="berth"><ol><li></li></ol></li>')
    '<div class="berth"><ol><li></li></ol></div>'
    """
    return re.sub(r"^<li\b(.*)</li>$", r"<div\1</div>", html, flags=re.DOTALL)


def _draw_table(game: PlayableGame, example: Example, language: Language) -> dict[str, Drawn]:
    """Return the parts of the table at the position of an example, without any moves."""
    text = next(each.text for each in guide_of(game).record if each.name == example.record)
    match = record.read(text, {game.name: game}).after(example.at)
    viewer = example.viewer - 1 if example.viewer else None
    names = names_of(match.seats, match.names, language)
    context = BoardContext(
        Perspective.of(match, viewer, language, names), game.text, events=match.events_seen_by(viewer)
    )
    return draw_all(game.page.parts(context), language)


SYMBOL = re.compile(r'<symbol [^>]*?id="([^"]+)".*?</symbol>', re.DOTALL)
REFERENCE = re.compile(r'href="#([^"]+)"')


def symbols_for(game: PlayableGame, html: str, language: Language) -> Markup:
    """Return the symbols at which pictures point, of the tables of all examples."""
    known, missing = _symbols_of(game, language), set(REFERENCE.findall(html))
    needed: dict[str, Markup] = {}
    while missing:
        needed |= {name: known[name] for name in sorted(missing) if name in known}
        missing = {name for drawn in needed.values() for name in REFERENCE.findall(drawn)} & set(known) - set(needed)
    return symbols(*needed.values(), name="guide-symbols")


@lru_cache(MOST_LANGUAGES)
def _symbols_of(game: PlayableGame, language: Language) -> dict[str, Markup]:
    """Return the symbols of the tables of all examples, by id."""
    tables = [_draw_table(game, example, language) for example in guide_of(game).example]
    html = "".join(part.html for table in tables for part in table.values())
    return {found[1]: Markup(found[0]) for found in SYMBOL.finditer(html)}


class Explanation(NamedTuple):
    """What the guide says about a sentence of the rules.

    Attributes:
        section: where the sentence stands.
        paragraphs: of that section that stand on the sentence, by their numbers.
        picture: the name of a picture for ``GamePage.drawing``; empty for none.
    """

    section: Section
    paragraphs: Mapping[int, Paragraph]
    picture: str

    def title(self, language: Language) -> str:
        """Return the titles above the sentence."""
        titles = (self.section.title, *(each.title for each in self.paragraphs.values()))
        return " · ".join(language.say(title) for title in titles if title)


def explanation_of(guide: Guide, rule: str) -> Explanation:
    """Return what a guide says about a sentence of the rules."""
    section = next(section for section in guide.section if rule in section.rules)
    paragraphs = {number: each for number, each in enumerate(section.paragraph, start=1) if rule in each.rules}
    pictures = (guide.picture.get(rule), *(each.picture for each in paragraphs.values()), section.picture)
    return Explanation(section, paragraphs, next(filter(None, pictures), ""))


@lru_cache(MOST_LANGUAGES)
def guide_passages(game: PlayableGame, language: Language) -> tuple[Passage, ...]:
    """Return the texts in which the page of the rules searches: the sentences below the titles of the guide."""
    guide = guide_of(game)
    return tuple(
        each._replace(title=explanation_of(guide, each.id).title(language))
        for each in passages_of(game.text.rules_text, language)
    )


def paragraph_id(section: Section, number: int) -> str:
    """Return the id of a paragraph of a section, counted from 1."""
    return f"guide-{section.name}-{number}"
