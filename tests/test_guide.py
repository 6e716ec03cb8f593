"""The guide of each game covers its rules, and its examples are drawn."""

import pytest
from msgspec.structs import replace

import malecon
from malecon.core.data import DataError
from malecon.core.i18n import Language, load
from malecon.core.rules_search import find
from malecon.presentation.guide import (
    Paragraph,
    Section,
    Step,
    checked_guide,
    draw_example,
    explanation_of,
    guide_of,
    guide_passages,
    paragraph_id,
    symbols_for,
)

each_game = pytest.mark.parametrize("game", malecon.games)
HAVANA = malecon.games["havana"]


@each_game
def test_every_sentence_of_the_rules_belongs_to_one_section(game: str) -> None:
    guide = guide_of(malecon.games[game])  # it is checked as it is read
    shown = [rule for section in guide.section for rule in section.rules]

    assert sorted(shown) == sorted(malecon.games[game].text.rules_text.rules)
    assert len({section.name for section in guide.section}) == len(guide.section)
    assert all(paragraph.rules or paragraph.also for section in guide.section for paragraph in section.paragraph)


@pytest.mark.parametrize(
    ("section", "fault"),
    [
        (Section("new", "New", details=("HAV-1.1",)), "sections show twice HAV-1.1"),
        (Section("new", "New", details=("HAV-99",)), "there is no sentence HAV-99"),
        (Section("new", "New", (Paragraph("", also=("HAV-99",)),)), "there is no sentence HAV-99"),
        (Section("new", "New", examples=("sea",)), "there is no example sea"),
    ],
)
def test_a_guide_that_names_what_is_not_there_is_refused(section: Section, fault: str) -> None:
    guide = guide_of(HAVANA)

    with pytest.raises(DataError, match=f"guide.toml: {fault}"):
        checked_guide(replace(guide, section=(*guide.section, section)), HAVANA.text.rules_text.rules)


def test_a_guide_that_leaves_something_out_is_refused() -> None:
    guide, rules = guide_of(HAVANA), HAVANA.text.rules_text.rules

    with pytest.raises(DataError, match=r"no section shows HAV-1\.3"):
        checked_guide(replace(guide, section=guide.section[1:]), rules)
    with pytest.raises(DataError, match=r"there is no sentence HAV-99"):
        checked_guide(replace(guide, picture={"HAV-99": "mama"}), rules)
    with pytest.raises(DataError, match="there is no record first"):
        checked_guide(replace(guide, record=()), rules)
    with pytest.raises(DataError, match="there is no example sea"):
        checked_guide(replace(guide, step=(Step("At sea", "", "sea"),)), rules)


@each_game
def test_examples_are_parts_of_the_table_without_ids_links_or_buttons(game: str) -> None:
    played = malecon.games[game]
    for example in guide_of(played).example:
        drawn = draw_example(played, example, load("fr"))

        assert drawn, example.name
        assert not [mark for mark in (" id=", "<a ", "<button", "<input", "slot>") if mark in drawn], example.name
        assert 'id="guide-symbols"' in symbols_for(played, drawn, load("fr"))


@each_game
def test_all_that_the_guide_shows_is_there(game: str) -> None:
    guide, page = guide_of(malecon.games[game]), malecon.games[game].page
    pictures = {section.picture for section in guide.section}
    pictures |= {paragraph.picture for section in guide.section for paragraph in section.paragraph}
    pictures |= {*guide.picture.values()}

    assert {section.gallery for section in guide.section} - {""} == set(page.galleries)
    assert all(page.galleries[name](Language()) for name in page.galleries)
    assert all(page.drawing(name) for name in pictures - {""})
    assert len(guide.step) == 4


@pytest.mark.parametrize(
    ("game", "code", "typed", "found"),
    [
        ("cuba", "en", "mayor no ship fits", "guide-mayor-2"),
        ("cuba", "fr", "maire aucun navire", "guide-mayor-2"),
        ("havana", "en", "robbed protection", "guide-cards-11"),
        ("havana", "fr", "voleur protege", "guide-cards-11"),
        ("havana", "en", "exchange debris", "guide-buying-3"),
    ],
)
def test_a_question_finds_a_sentence_that_a_paragraph_explains(game: str, code: str, typed: str, found: str) -> None:
    answer = find(guide_passages(malecon.games[game], load(code)), typed, load(code)).passages[0]
    explanation = explanation_of(guide_of(malecon.games[game]), answer.id)

    assert found in [paragraph_id(explanation.section, number) for number in explanation.paragraphs]
    assert answer.title.startswith(load(code).say(explanation.section.title))


@pytest.mark.parametrize(
    ("game", "name", "shown"),
    [
        ("havana", "numbers", ("Debris", "27", "34", "37")),
        ("havana", "centre", ("2 brick", "2 sandstone", "2 loam", "1 glass", "10 pesos")),
        ("havana", "covered", ("27", "covered")),
        ("cuba", "plantation", ("row 3, column 4 (forest), your pawn", "row 1, column 4 (mountain)")),
        ("cuba", "buildings", ("row 3, column 1 (Dam)", "row 1, column 2 (Warehouse)")),
        ("cuba", "docks", ("citrus (loaded)", "no ship")),
    ],
)
def test_an_example_shows_what_is_said_below_it(game: str, name: str, shown: tuple[str, ...]) -> None:
    played = malecon.games[game]
    drawn = draw_example(played, guide_of(played).examples[name], Language()).striptags()

    assert [fact for fact in shown if fact not in drawn] == []
