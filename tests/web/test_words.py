"""What went wrong is said in the reader's language."""

import pytest
from litestar.exceptions import MethodNotAllowedException, NotFoundException, ValidationException

from malecon.core.errors import IllegalMove, MaleconError, ParseError
from malecon.core.i18n import Language, load
from malecon.tables import CHANGED, NotYours, Stale, StorageError
from malecon.web.rendering import date_of
from malecon.web.views.texts import error_sentence


@pytest.mark.parametrize(
    ("error", "english", "french"),
    [
        (Stale(CHANGED), "The table has changed in the meantime.", "La table a changé entre-temps."),
        (NotYours("Seat {number} is not yours.", number=3), "Seat 3 is not yours.", "La place 3 n’est pas la vôtre."),
        (NotFoundException("Not Found"), "There is no such page.", "Cette page n’existe pas."),
        (ValidationException("seat"), "The address or the form cannot be read.", "L’adresse ou le formulaire"),
        (MethodNotAllowedException(), "Nothing can be done at this address", "On ne peut rien faire"),
    ],
)
def test_errors_are_said_in_both_languages(error: MaleconError, english: str, french: str) -> None:
    assert error_sentence(error, Language()).startswith(english)
    assert error_sentence(error, load("fr")).startswith(french)


@pytest.mark.parametrize(
    "error", [ParseError("'chess' is no game", line=1, column=1), IllegalMove("HAV-4.1", "Not now.", line=7)]
)
def test_what_is_wrong_with_a_record_is_told_with_its_line(error: MaleconError) -> None:
    french = error.in_language(load("fr"))

    assert french.startswith("ligne ")
    assert error_sentence(error, load("fr")) == f"Ce n’est pas une partie enregistrée de Malecón\u00a0: {french}"


def test_what_is_wrong_with_a_file_is_told_without_signs_that_nobody_can_read() -> None:
    picture = "\x89PNG\r\n\x1a\n\x00\ufffd" * 100
    said = error_sentence(
        ParseError(f"the game is {picture!r} {picture}, but must be havana or cuba", line=1, column=1), Language()
    )

    assert said.startswith("This is no saved game of Malecón: line 1, column 1: the game is")
    assert said.endswith("but must be havana or cuba")
    assert said.isprintable()
    assert "\\x" not in said
    assert len(said) < 320


@pytest.mark.parametrize(("code", "said"), [("en", "1 February 1970"), ("fr", "1 février 1970")])
def test_a_day_is_said_in_words(code: str, said: str) -> None:
    assert date_of((31 * 24 + 12) * 3600 * 1000, load(code)) == said


def test_players_are_not_told_where_the_host_keeps_the_games() -> None:
    said = error_sentence(StorageError("/home/ana/malecon.db: cannot be used: disk full"), Language())

    assert said == "Nothing can be saved at the moment. What was saved before is safe; try again soon."
