"""The words of Cuba: names, numbers of pieces, laws, buildings."""

import string

import pytest

import malecon
from malecon.core.i18n import Language, languages, load
from malecon.games.cuba.boards import FIELD_NAMES, PIECES, PLACES
from malecon.games.cuba.buildings import STANDARD
from malecon.games.cuba.cards import LAW_KINDS, LAWS, NAMES
from malecon.games.cuba.text import descriptions, words
from malecon.presentation.perspective import Perspective

each_language = pytest.mark.parametrize("code", languages())


@pytest.fixture
def french() -> Language:
    return load("fr")


def law(place: int, language: Language) -> str:
    """Return a law of the game in words, with its limit."""
    card = LAWS[place]
    return descriptions.law_text(LAW_KINDS[card.code()], card.amount, card.most, language)


@each_language
def test_no_two_things_of_a_sort_have_the_same_name(code: str) -> None:
    language = load(code)
    for names in (
        [words.title_of(name, language) for name in (*NAMES, *words.ALL_BUILDINGS)],
        [words.building_name(name, language) for name in words.ALL_BUILDINGS],
        [words.character_name(name, language) for name in NAMES],
        [words.place_name(place, language) for place in PLACES],
        [words.field_name(field, language) for field in FIELD_NAMES],
        [words.pieces([(piece, 2)], language) for piece in PIECES],
    ):
        assert len(set(names)) == len(names)
        assert all(names)


@each_language
def test_the_laws_of_a_type_all_say_something_else(code: str) -> None:
    language = load(code)
    said = [descriptions.law_name(LAW_KINDS[card.code()], card.amount, language) for card in LAWS[:-2]]

    assert len(set(said)) == 24
    assert not any("{" in name or "()" in name for name in said)


def test_laws_say_their_amount_and_their_limit() -> None:
    english = Language()

    assert law(5, english) == "1 peso for each building, warehouse included"
    assert law(10, english) == "2 resources of your choice"
    assert law(15, english) == "1 point for each water, at most 7 points"
    assert law(17, english) == "1 point for every 3 pesos, at most 7 points"
    assert law(18, english) == "up to 2 of each product off the market"
    assert law(19, english) == "up to 2 more of each product on the market"


def test_an_owners_laws_are_said_with_their_numbers() -> None:
    english = Language()

    assert descriptions.law_text("tax buildings", 2, 0, english) == "2 pesos for each building, warehouse included"
    assert descriptions.law_text("duty tobacco", 2, 0, english) == "2 tobacco"
    every = "1 point for every 2 buildings, warehouse included, at most 3 points"
    assert descriptions.law_text("subsidy buildings", 2, 3, english) == every
    assert descriptions.law_text("drought act", 2, 0, english) == "only 2 product fields give free of charge"


@each_language
def test_the_text_of_a_building_shows_its_numbers_and_no_others(code: str) -> None:
    for building in STANDARD:
        said = load(code).say(building.text, most=91, gives=92)
        named = {name for _, name, _, _ in string.Formatter().parse(building.text) if name}

        assert named <= {"most", "gives"}
        assert ("91" in said, "92" in said) == ("most" in named, "gives" in named)


def test_a_name_in_a_sentence_is_another_than_a_title(french: Language) -> None:
    assert words.title_of("inn", french) == "Auberge"
    assert words.building_name("inn", french) == "l’auberge"
    assert words.character_name("tradeswoman", french) == "la marchande"
    assert words.building_name("canadian embassy", Language()) == "Canadian Embassy"


def test_numbers_of_pieces_are_said_in_their_language(french: Language) -> None:
    assert words.in_words((2, 1, 0, 0, 3), french) == "2 bois, 1 pierre et 3 cannes à sucre"
    assert words.pesos(0, french) == "0 peso"
    assert words.pieces_or_text("1 wood, 2 pesos", french) == "1 bois et 2 pesos"


def test_a_ship_in_the_harbour_says_what_is_loaded() -> None:
    course = malecon.games["cuba"].course
    assert course
    perspective = Perspective.of(course.missions[0].positions[0].match, 0, Language(), {0: "Ana", 1: "Ben", 2: "Carla"})
    assert [*descriptions.explain_ship(7, perspective)] == [
        "Ship 7: 1 sugar cane, 3 rum and 1 cigar (dock 3); loaded: 1 sugar cane and 1 cigar"
    ]
    assert [*descriptions.explain_ship(4, perspective)] == ["Ship 4: 2 sugar cane, 1 tobacco and 2 cigars (sea)"]
