"""What is kept of text that people type, and which names look alike."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from malecon.core.plain_text import (
    IGNORABLE,
    JOINERS,
    clean_name,
    clean_remark,
    is_shown,
    isolated,
    look_alike,
    readable_name,
    skeleton,
    skeleton_keys,
)

TWINS_OF_ANA = [
    "Ana",
    "ANA",
    "A\u034fna",  # combining grapheme joiner
    "Ana\u3164",  # Hangul filler
    "A\ufe0fna",  # variation selector
    "An\u200ba",  # zero width space
    "An\u00ada",  # soft hyphen
    "An\u200da",  # zero width joiner
    "Ana\u2800",  # braille blank
    "\u0410na",  # Cyrillic А
    "An\u0430",  # Cyrillic а
    "\u0391n\u03b1",  # Greek
    "\uff21\uff4e\uff41",  # full width
    "\U0001d400\U0001d427\U0001d41a",  # mathematical bold
    "\u13aana",  # Cherokee
]
OTHERS = ["Anna", "Aná", "Ana 2", "Eva", "Апа", "אנה", "An", ""]
signs = st.one_of(
    st.characters(), st.sampled_from("Aa \n\t\x00\x1b\u200d\u200e\u202e\u2066\u034f\u3164\ufe0f\u2800\u0301\ue000")
)
texts = st.text(signs, max_size=30)


@pytest.mark.parametrize("name", TWINS_OF_ANA)
def test_names_that_look_alike_are_one(name: str) -> None:
    assert look_alike(name, ["Ben", "Ana"])
    assert look_alike("Ana", ["Ben", name])


@pytest.mark.parametrize(
    ("one", "other"), [("Ian", "lan"), ("Max0", "MaxO"), ("Arni", "Ami"), ("Вen", "ben"), ("ﬁn", "fin")]
)
def test_so_are_signs_that_resemble_each_other(one: str, other: str) -> None:
    assert look_alike(one, [other])


@pytest.mark.parametrize("name", OTHERS)
def test_other_names_are_others(name: str) -> None:
    assert not look_alike(name, ["Ana"])


@given(texts)
def test_a_skeleton_has_no_skeleton_of_its_own(text: str) -> None:
    assert skeleton(skeleton(text)) == skeleton(text)
    assert skeleton_keys(clean_name(text)) == skeleton_keys(clean_name(clean_name(text)))


@given(texts)
def test_a_name_has_nothing_that_is_not_seen_by_itself(text: str) -> None:
    name = clean_name(text)

    assert clean_name(name) == name
    assert not IGNORABLE.search(name)
    assert name == unicodedata.normalize("NFC", name) == " ".join(name.split())
    assert not any(sign in name for sign in "\u2800\u200d")
    assert bool(readable_name(text)) == bool(text)


@given(texts)
def test_a_remark_is_one_line_of_what_can_be_shown(text: str) -> None:
    remark = clean_remark(text)

    assert clean_remark(remark) == remark
    assert all(sign in JOINERS or (is_shown(sign) and not IGNORABLE.match(sign)) for sign in remark)
    assert remark == " ".join(remark.split())


@pytest.mark.parametrize("said", ["¿Qué tal?", "می‌خواهم", "👨‍👩‍👧 ❤️", "שלום Ana!", "数字 ０", "naïve \U0001faea", "क्‍ष"])
def test_what_people_write_is_kept_as_it_is(said: str) -> None:
    assert clean_remark(said) == unicodedata.normalize("NFC", said)


def test_only_names_of_scripts_that_run_the_other_way_are_isolated() -> None:
    assert [isolated(name) for name in ("Ana", "Ана", "安娜", "")] == ["Ana", "Ана", "安娜", ""]
    assert isolated("שרה 3") == "\u2068שרה 3\u2069"
