"""The catalogue of all texts for translators: extracted from code, templates and data, merged into every language.

``PYTHONPATH=tests python -m message_catalog`` adds new texts to ``locale/<language>/LC_MESSAGES/malecon.po`` (without a
translation: a test fails until it is there) and removes texts that are gone. A new language begins with its folder.
"""

import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

import malecon
from malecon.core.i18n import DOMAIN, ENGLISH, languages
from malecon.presentation.guide import guide_of
from malecon.terminal.prompt_commands import COMMAND, COMMANDS, EXAMPLE
from malecon.web.views import texts

PACKAGE = Path(malecon.__file__).parent
KEYWORDS = {"N_": None, "NN_": (1, 2), "say": None}
"""Functions whose arguments are texts: one, or singular and plural."""
MARKED = re.compile(rb"\b(N_|NN_|say)\(")

HEADING = "# The texts of Malecón in this language. New ones come: PYTHONPATH=tests python -m message_catalog"
DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""Always the same, so that only texts change the file."""


def collect() -> Catalog:
    """Return all texts, without translations."""
    catalog = Catalog(domain=DOMAIN)
    for text in (*_code_texts(), *_template_texts()):
        catalog.add(text)
    for context, word in _data_texts():
        catalog.add(word, context=context)
    return catalog


def _code_texts() -> Iterator[str | tuple[str, ...]]:
    """Yield the marked texts of the code."""
    for file in sorted(PACKAGE.rglob("*.py")):
        content = file.read_bytes()
        if MARKED.search(content):  # most have none, and it takes long to read them
            for _, text, _, _ in extract("python", io.BytesIO(content), keywords=KEYWORDS):
                yield text


def _template_texts() -> Iterator[str | tuple[str, ...]]:
    """Yield the texts of the pages."""
    for file in sorted(PACKAGE.rglob("*.html")):
        with file.open("rb") as source:
            for _, text, _, _ in extract("jinja2.ext:babel_extract", source, keywords=KEYWORDS):
                yield text


def _data_texts() -> Iterator[tuple[str | None, str]]:
    """Yield the texts of the data files and the words that have a context."""
    for game in malecon.games:
        terminal_game = malecon.games[game].terminal
        yield from terminal_game.texts()
        yield from ((None, chapter.title) for chapter in terminal_game.game_text.rules_text.chapter)
        yield from ((None, rule.sentence) for rule in terminal_game.game_text.rules_text.rule)
        course = malecon.games[game].course
        yield from ((None, text) for text in (course.texts() if course else ()))
        yield from ((EXAMPLE, example) for example in terminal_game.game_text.examples)
        yield from ((None, text) for text in guide_of(malecon.games[game]).texts())
    yield from ((COMMAND, name) for name in COMMANDS)
    yield from texts.texts()


def po_file(language: str) -> Path:
    """Return the path of a language's file."""
    return PACKAGE / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def update(language: str) -> None:
    """Update the file of a language; its translations stay."""
    file = po_file(language)
    old = read_po(io.StringIO(file.read_text("utf-8") if file.exists() else ""), locale=language, domain=DOMAIN)
    old.update(collect(), no_fuzzy_matching=True)
    old.obsolete.clear()
    old.header_comment, old.fuzzy = HEADING, False
    old.project, old.version, old.msgid_bugs_address, old.last_translator = DOMAIN, "", "", ""
    old.creation_date = old.revision_date = DATE
    written = io.BytesIO()
    write_po(written, old, width=100, no_location=True, sort_output=True)
    file.write_bytes(written.getvalue())


if __name__ == "__main__":
    for code in languages():
        if code != ENGLISH:
            update(code)
