"""What people type finds the sentence that they mean: word forms, several words, titles first."""

import pytest

from malecon.core.i18n import Language, load
from malecon.core.rules_search import Passage, find, marked, passages_of, search, telling_words
from malecon.core.rules_text import rules_text_of

ENGLISH = Language()


def found(typed: str, *texts: str, language: Language = ENGLISH) -> list[str]:
    """Return the texts that are found, in order; what stands before a bar is the title."""
    passages = [Passage(f"CUB-1.{number}", *text.rpartition("|")[::2]) for number, text in enumerate(texts)]
    return [each.text for each in find(tuple(passages), typed, language)]


@pytest.mark.parametrize(
    ("game", "code", "typed", "rule"),
    [
        ("cuba", "en", "mayor no ship fits", "CUB-4.2"),
        ("cuba", "en", "products yard supply", "CUB-8.1"),
        ("cuba", "en", "Full Ships leave", "CUB-8.2"),
        ("cuba", "en", "4.53", "CUB-4.53"),
        ("havana", "en", "hav-5.4", "HAV-5.4"),
        ("havana", "en", "equal number", "HAV-3.3"),
        ("havana", "en", "Buying", "HAV-5.1"),
        ("havana", "fr", "IMPOTS collecteur", "HAV-6.5"),
        ("cuba", "fr", "navires pleins", "CUB-8.2"),
    ],
)
def test_the_first_sentence_is_the_one_that_is_meant(game: str, code: str, typed: str, rule: str) -> None:
    assert search(rules_text_of(game), typed, load(code))[0][0] == rule


@pytest.mark.parametrize(
    ("code", "typed", "telling"),
    [("en", "a tie in the vote", "tie vote"), ("fr", "les navires de la mer", "navires mer")],
)
def test_common_words_say_nothing_unless_there_are_no_others(code: str, typed: str, telling: str) -> None:
    language = load(code)
    passages = passages_of(rules_text_of("cuba"), language)

    assert telling_words(passages, typed, language) == telling
    assert telling_words(passages, "the of", ENGLISH) == "the of"


@pytest.mark.parametrize(
    ("code", "typed", "text"),
    [
        ("en", "loading ship fits", "The ships are loaded with what fitted."),
        ("fr", "batiment paye", "Les bâtiments payés restent."),
        ("fr", "BATEAU", "Deux bateaux partent."),
        ("it", "nave caricata", "Le navi si caricano."),
        ("it", "edifici", "Ogni edificio conta."),
        ("de", "Haeuser bauen", "Ein Haus wird gebaut."),
        ("de", "Schiff", "Die Schiffe fahren ab."),
        ("es", "barco cargado", "Los barcos se cargan."),
        ("es", "ACCION", "Las acciones son secretas."),
    ],
)
def test_a_word_finds_its_other_forms_in_five_languages(code: str, typed: str, text: str) -> None:
    assert found(typed, text, "Nothing of it: zzz.", language=Language(code)) == [text]


def test_titles_come_first_then_words_near_each_other_then_most_of_them() -> None:
    far = "Dock 1 is the first; at the end of a round all cards and the ship return."
    near = "A ship lies at each dock."
    other = "A round has phases."
    late = "At each dock lies a ship."
    assert found("dock", late, near, "A dock.") == ["A dock.", late, near]
    assert found("ship dock", far, near, "Ship and dock|Five spaces.") == ["Five spaces.", near, far]
    assert found("round phases ship dock", far, other, near) == [far, other, near]


def test_rare_words_count_more() -> None:
    often = ["The pesos are open.", "The pesos are paid.", "The pesos are kept."]
    assert found("pesos embassy", *often, "The embassy gives.")[0] == "The embassy gives."


def test_a_word_that_occurs_nowhere_does_not_count_but_alone_finds_nothing() -> None:
    assert found("ship qwertz", "A ship.", "A dock.") == ["A ship."]
    assert found("qwertz", "A ship.") == found("...", "A ship.") == []


def test_the_beginning_of_a_word_finds_it() -> None:
    assert found("ware", "The warehouse stores.") == ["The warehouse stores."]
    assert found("wa", "The warehouse stores.") == []


def test_found_words_are_marked() -> None:
    assert marked("Loaded ships (2) leave.", "ship loads", ENGLISH) == [
        ("Loaded", True),
        (" ", False),
        ("ships", True),
        (" (2) leave.", False),
    ]
    assert marked("", "ship", ENGLISH) == []
