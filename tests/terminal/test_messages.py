"""Every text has a translation into every language."""

import io
import re
import string
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from malecon.core.errors import UsageError
from malecon.core.i18n import ENGLISH, Language, languages, load
from message_catalog import collect, po_file

FOREIGN = [code for code in languages() if code != ENGLISH]


@cache
def read(code: str) -> Catalog:
    return read_po(io.StringIO(po_file(code).read_text("utf-8")), locale=code)


def forms(texts: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts or ())


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def messages(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id]


def test_french_is_there() -> None:
    assert languages() == ("en", "fr")


@pytest.mark.parametrize("code", FOREIGN)
def test_a_language_has_all_texts_and_no_others(code: str) -> None:
    wanted = {(message.context, message.id) for message in messages(collect())}

    assert {(message.context, message.id) for message in messages(read(code))} == wanted


@pytest.mark.parametrize("code", FOREIGN)
def test_every_text_is_translated_with_the_same_placeholders(code: str) -> None:
    for message in messages(read(code)):
        translated = forms(message.string)
        asked = placeholders(forms(message.id)[-1])

        assert not message.fuzzy, message.id
        assert all(text.strip() for text in translated), message.id
        assert all(placeholders(text) == asked for text in translated), message.id


def test_french_is_written_with_its_own_apostrophe_and_no_line_begins_with_a_mark() -> None:
    found = re.compile(r"'|[\w})*] [;:!?»%]|« ")

    wrong = [text for message in messages(read("fr")) for text in forms(message.string) if found.search(text)]
    assert wrong == [], "a no-break space stands before ; : ! ? » and %, and the apostrophe is ’"


def test_an_unknown_language_is_refused_with_the_list_of_languages() -> None:
    with pytest.raises(UsageError, match="'xx', but must be one of en, fr"):
        load("xx")


def test_plural_and_context_are_translated() -> None:
    french = load("fr")

    assert french.count(("{count} brick", "{count} bricks"), 2) == "2 briques"
    assert french.word("card", "Worker") == "Ouvrier"
    assert french.listing(["a", "b", "c"]) == "a, b et c"


def test_what_has_no_translation_stays_english() -> None:
    assert load("fr").say("nobody has translated this {what}", what="text") == "nobody has translated this text"
    assert Language().say("") == ""
