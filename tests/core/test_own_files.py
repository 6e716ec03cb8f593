"""Owners' files: what is wrong in one is said in the reader's language, in the words of the game, with the place."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

import malecon
from malecon.core.data import DataError, FaultyData, json_reason
from malecon.core.i18n import load
from malecon.core.message import Message
from malecon.core.own_data import OwnData, OwnFile
from malecon.core.shape import canonical, faults_of
from malecon.core.toml_text import Fault, guessed_text, lines_of, parse
from malecon.core.vocabulary import Vocabulary
from modes import once

pytestmark = once

ENGLISH, FRENCH = load("en"), load("fr")
OWN: dict[str, tuple[OwnData[Any], str]] = {
    option.name: (option.own, (game.folder / "data" / option.example).read_text("utf-8"))
    for game in malecon.games.values()
    for option in game.options
    if option.own
}
"""By the name of the option: the kind of data, and the text of the file that comes with the game."""
VALIDATOR = re.compile(r"Expected|[Oo]bject|`|\$\.|\bNone\b|\barray\b|\bstr\b|\bint\b|tomllib|Traceback")


def refusal(name: str, content: bytes | str) -> FaultyData:
    """Return the error of a wrong file."""
    content = content.encode() if isinstance(content, str) else content
    with pytest.raises(FaultyData) as refused:
        OWN[name][0].read(OwnFile("mine.toml", content))
    return refused.value


def changed(name: str, old: str, new: str) -> str:
    """Return a file of the game with one thing changed, without its remarks."""
    text = re.sub("^#.*\n", "", OWN[name][1], flags=re.MULTILINE)
    assert old in text
    return text.replace(old, new, 1)


def plain(sentence: str) -> str:
    """Return a French sentence with usual blanks."""
    return sentence.replace("\u00a0", " ")


KNOWN_GOODS = "known are: cigars, citrus, rum, sugar, tobacco"
GOODS_CONNUS = "sont connus : cigares, agrumes, rhum, canne à sucre, tabac"


@pytest.mark.parametrize(
    ("name", "old", "new", "english", "french"),
    [
        (
            "ships", ', "cigars"]', "]",
            "line 4, ship 1, “spaces”: 5 spaces are expected, but 4 are there",
            "ligne 4, navire 1, « spaces » : il faut 5 cases, il y en a 4",
        ),
        (
            "ships", '"citrus"', '"orange"',
            f"line 4, ship 1, space 1: “orange” is not known here; {KNOWN_GOODS}",
            f"ligne 4, navire 1, case 1 : « orange » est inconnu ici ; {GOODS_CONNUS}",
        ),
        (
            "ships", '"citrus"', '"agrme"',
            f"line 4, ship 1, space 1: “agrme” is not known here; did you mean citrus? {KNOWN_GOODS.capitalize()}",
            f"ligne 4, navire 1, case 1 : « agrme » est inconnu ici ; vouliez-vous dire agrumes ? "
            f"{GOODS_CONNUS.capitalize()}",
        ),
        (
            "ships", '"citrus"', "citrus",
            'line 4: this must stand in quotes: "citrus"',
            'ligne 4 : cela doit être entre guillemets : "citrus"',
        ),
        (
            "ships", '"citrus"', "“citrus”",
            'line 4: the quotes must be straight ones, such as "this"',
            'ligne 4 : les guillemets doivent être droits, comme "ceci"',
        ),
        (
            "ships", '"citrus"', '"citrus',
            "line 4: a quote is missing: a text begins and ends with one",
            "ligne 4 : il manque un guillemet : un texte commence et finit par un guillemet",
        ),
        (
            "ships", '"citrus", "sugar"', '"citrus" "sugar"',
            "line 4, column 20: “\"sugar\", \"tobacco\", \"rum\", \"ci…” cannot be read here; "
            "perhaps a comma or a bracket is missing",
            "ligne 4, colonne 20 : on ne peut pas lire « \"sugar\", \"tobacco\", \"rum\", \"ci… » ici ; "
            "il manque peut-être une virgule ou un crochet",
        ),
        (
            "ships", '"cigars"]', '"cigars"',
            "line 5: the list that begins in line 4 is not closed: ] is missing",
            "ligne 5 : la liste qui commence à la ligne 4 n’est pas fermée : il manque ]",
        ),
        (
            "ships", "id = 1\n", "id = 1\nid = 2\n",
            "line 4: “id” is there twice",
            "ligne 4 : « id » est là deux fois",
        ),
        (
            "ships", "[[ship]]", "[[ship]",
            "line 2: the head of an entry is a name in double brackets, such as [[name]]",
            "ligne 2 : un élément commence par un nom entre doubles crochets, comme [[name]]",
        ),
        (
            "ships", "[[ship]]", "[ship]",
            "line 7: each entry begins with double brackets, such as [[name]]; so must the first",
            "ligne 7 : chaque élément commence par de doubles crochets, comme [[name]] ; le premier aussi",
        ),
        (
            "ships", "id = 1\n", "id 1\n",
            "line 3: “id 1” is no fact: a name, =, and a value are expected",
            "ligne 3 : « id 1 » ne dit rien : il faut un nom, = et une valeur",
        ),
        (
            "ships", "id = 1\n", "id =\n",
            "line 3, column 5: something is missing at the end of the line",
            "ligne 3, colonne 5 : il manque quelque chose à la fin de la ligne",
        ),
        (
            "ships", "id = 1\n", "id =\u00a01\n",
            "line 3: there is a special blank; type a normal one",
            "ligne 3 : il y a une espace spéciale ; tapez une espace normale",
        ),
        (
            "ships", "id = 2", "id = 1",
            "line 8, ship 2, “id”: 1 is here, but 2 is expected: they have an order",
            "ligne 8, navire 2, « id » : il y a 1, mais il faut 2 : l’ordre est fixé",
        ),
        (
            "ships", "id = 1\n", "id = -1\n",
            "line 3, ship 1, “id”: -1 is here, but 1 is expected: they have an order",
            "ligne 3, navire 1, « id » : il y a -1, mais il faut 1 : l’ordre est fixé",
        ),
        (
            "ships", "id = 1\n", "id = nan\n",
            "line 3, ship 1, “id”: a whole number is expected, not nan",
            "ligne 3, navire 1, « id » : il faut un nombre entier, pas nan",
        ),
        (
            "ships", "id = 1\n", "id = 1979-05-27\n",
            "line 3, ship 1, “id”: a whole number is expected, not 1979-05-27",
            "ligne 3, navire 1, « id » : il faut un nombre entier, pas 1979-05-27",
        ),
        (
            "ships", "id = 1\n", "",
            "line 2, ship 1: “id” is missing",
            "ligne 2, navire 1 : il manque « id »",
        ),
        (
            "ships", "spaces = ", "space = ",
            "line 4, ship 1: “space” is not known here; did you mean spaces? Known are: id, spaces, status",
            "ligne 4, navire 1 : « space » est inconnu ici ; vouliez-vous dire spaces ? "
            "Sont connus : id, spaces, status",
        ),
        (
            "ships", "spaces = [", "spaces = 5 # [",
            "line 4, ship 1, “spaces”: a list in square brackets is expected, not 5",
            "ligne 4, navire 1, « spaces » : il faut une liste entre crochets, pas 5",
        ),
        (
            "tiles", "points = 1\n", "points = true\n",
            "line 4, house 1, “points”: a whole number from 1 to 7 is expected, not true",
            "ligne 4, bâtiment 1, « points » : il faut un nombre entier de 1 à 7, pas true",
        ),
        (
            "tiles", "points = 1\n", "points = 99999999999999999999\n",
            "line 4, house 1, “points”: a whole number from 1 to 7 is expected, not 99999999999999999999",
            "ligne 4, bâtiment 1, « points » : il faut un nombre entier de 1 à 7, pas 99999999999999999999",
        ),
        (
            "tiles", "{ sandstone = 1 }", "{ gres = 9 }",
            "line 5, house 1, “cost”, “sandstone”: a whole number from 0 to 3 is expected, not 9",
            "ligne 5, bâtiment 1, « cost », « sandstone » : il faut un nombre entier de 0 à 3, pas 9",
        ),
        (
            "tiles", "{ sandstone = 1 }", '{ sandstone = 1, "grès" = 1 }',
            "line 5, house 1, “cost”: “grès” is there twice",
            "ligne 5, bâtiment 1, « cost » : « grès » est là deux fois",
        ),
        (
            "tiles", "{ sandstone = 1 }", "{ grès = 1 }",
            'line 5: this must stand in quotes: "grès"',
            'ligne 5 : cela doit être entre guillemets : "grès"',
        ),
        (
            "tiles", "{ sandstone = 1 }", "7",
            "line 5, house 1, “cost”: an entry with facts is expected, not 7",
            "ligne 5, bâtiment 1, « cost » : il faut un élément avec ses valeurs, pas 7",
        ),
        (
            "tiles", "architect = true", "architect = 1",
            "line 102, house 17, “architect”: true or false is expected, not 1",
            "ligne 102, bâtiment 17, « architect » : il faut true ou false, pas 1",
        ),
        (
            "boards", "SCLT", "SCLTT",
            "line 4, plantation 1, row 2: “SCLTT” has 5 letters, but a row has 4",
            "ligne 4, plantation 1, rangée 2 : « SCLTT » a 5 lettres, une rangée en a 4",
        ),
        (
            "boards", "SCLT", "SCLX",
            "line 4, plantation 1, row 2: the letter “X” is not known; the letters are W, L, M, F, C, S, T",
            "ligne 4, plantation 1, rangée 2 : la lettre « X » est inconnue ; les lettres sont W, L, M, F, C, S, T",
        ),
        (
            "boards", '"blue"', '"rouge"',
            "line 8, plantation 2, “name”: “red” is here, but “blue” is expected: they have an order",
            "ligne 8, plantation 2, « name » : il y a « red », mais il faut « blue » : l’ordre est fixé",
        ),
        (
            "buildings", "copies = 2\n", "",
            "the copies together are 25 tiles, but 26 are expected",
            "les exemplaires (copies) font 25 tuiles en tout, il en faut 26",
        ),
        (
            "laws", 'type = "duty"', 'type = "tax"',
            "line 31, law 7, “type”: “tax” is here, but “duty” is expected: six of each type, in order",
            "ligne 31, loi 7, « type » : il y a « tax », mais il faut « duty » : six de chaque type, dans l’ordre",
        ),
        (
            "laws", "amount = 2", "amount = 0",
            "line 9, law 2, “amount”: a whole number from 1 to 99 is expected, not 0",
            "ligne 9, loi 2, « amount » : il faut un nombre entier de 1 à 99, pas 0",
        ),
        (
            "market", "filled = 3", "filled = 6",
            "line 5, track 1, “filled”: a whole number from 0 to 5 is expected, not 6",
            "ligne 5, piste 1, « filled » : il faut un nombre entier de 0 à 5, pas 6",
        ),
        (
            "market", "[6, 5, 4, 3, 2]", "[]",
            "line 4, track 1, “prices”: 1 to 6 prices are expected, but 0 are there",
            "ligne 4, piste 1, « prices » : il faut 1 à 6 prix, il y en a 0",
        ),
        (
            "market", "5, 4", "4, 5",
            "line 4, track 1, “prices”: the prices must fall from empty, by the spaces, to full, "
            "but are 7, 6, 4, 5, 3, 2, 1",
            "ligne 4, piste 1, « prices » : les prix doivent baisser de empty, par les cases, jusqu’à full, "
            "mais ce sont 7, 6, 4, 5, 3, 2, 1",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(name: str, old: str, new: str, english: str, french: str) -> None:
    error = refusal(name, changed(name, old, new))

    assert error.sentences(ENGLISH)[0] == english
    assert plain(error.sentences(FRENCH)[0]) == french
    assert str(error).startswith(f"mine.toml: {english}")


@pytest.mark.parametrize(
    ("content", "english", "french"),
    [
        (b"", "the file is empty", "le fichier est vide"),
        (b"# ships\r\n\r\n", "the file is empty", "le fichier est vide"),
        (b"PK\x03\x04\x14\x00", "this is a ZIP file, such as a spreadsheet or a document; a text file is expected", ""),
        (b"%PDF-1.7", "this is a PDF file; a text file is expected", "c’est un fichier PDF ; il faut un fichier texte"),
        (b"\x89PNG\r\n", "this is a picture; a text file is expected", "c’est une image ; il faut un fichier texte"),
        (b"{\\rtf1", "this is a document of a word processor; save it as plain text", ""),
        (b"\x00\x01\x02", "this is no text file", "ce n’est pas un fichier texte"),
        (b"\xff\xfe\x00", "this is no text file", "ce n’est pas un fichier texte"),
        (
            b"ship = 1\n# \xe7a",
            "line 2: a letter here is not written in UTF-8; save the file as UTF-8",
            "ligne 2 : une lettre n’est pas écrite en UTF-8 ; enregistrez le fichier en UTF-8",
        ),
        (
            b"#" * 16_385,
            "the file has 16385 bytes, but may have 16384",
            "le fichier a 16385 octets, mais peut en avoir 16384 au plus",
        ),
        (
            OWN["tiles"][1].encode(),
            "this is a file with tiles of Havana; ships of Cuba are expected",
            "c’est un fichier avec des tuiles de Havana ; il faut des navires de Cuba",
        ),
        (
            OWN["laws"][1].encode(),
            "this is a file with laws of Cuba; ships of Cuba are expected",
            "c’est un fichier avec des lois de Cuba ; il faut des navires de Cuba",
        ),
    ],
)
def test_a_file_that_is_none_of_the_kind_is_refused(content: bytes, english: str, french: str) -> None:
    error = refusal("ships", content)

    assert error.sentences(ENGLISH) == [english]
    assert not french or [*map(plain, error.sentences(FRENCH))] == [french]
    assert error.sentences(FRENCH) != [english]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_of_editors_are_read(encoding: str, end: str) -> None:
    own, text = OWN["ships"]

    assert own.read(OwnFile("mine.toml", text.replace("\n", end).encode(encoding))) == own.usual


def test_up_to_five_faults_are_told_at_once() -> None:
    error = refusal("ships", OWN["ships"][1].replace('"citrus"', '"lemon"'))

    assert len(error.sentences(ENGLISH)) == 5
    assert str(error).count("\n") == 4


@pytest.mark.parametrize("spell", [str, str.upper, str.capitalize, lambda name: name.replace("à", "a")])
@pytest.mark.parametrize(("citrus", "sugar", "cigars"), [
    ("agrume", "canne à sucre", "cigare"), ("agrumes", "cannes à sucre", "cigares")
])  # fmt: skip
def test_names_of_all_languages_are_understood_and_kept_in_english(
    citrus: str, sugar: str, cigars: str, spell: Any
) -> None:
    own, text = OWN["ships"]
    names = {"citrus": citrus, "sugar": sugar, "tobacco": "tabac", "rum": "rhum", "cigars": cigars}
    for english, french in names.items():
        text = text.replace(f'"{english}"', f'"{spell(french)}"')

    assert own.read(OwnFile("mine.toml", text.encode())) == own.usual
    assert next(map(own.write, own.usual)) == "ship 1: 1 citrus, 1 sugar, 1 tobacco, 1 rum, 1 cigars"


def test_each_name_in_the_catalogue_stands_for_one_thing() -> None:
    """Every term of a file is read by its French name, wherever it may stand."""
    for own, text in OWN.values():
        words = own.words()
        file = inspect.type_info(own.file)
        raw = msgspec.to_builtins({name: [] for name in own.file.__struct_fields__})
        assert canonical(raw, file, words) == raw
        for word, terms in words.terms.items():
            if f'"{word}"' in text:
                french = text.replace(f'"{word}"', f'"{terms[0].in_language(FRENCH)}"')
                assert own.read(OwnFile("mine.toml", french.encode())) == own.usual, word


def test_a_name_that_can_be_two_things_is_refused_with_both() -> None:
    words = Vocabulary({"ax": (Message("tool"),), "saw": (Message("Tool"),)})
    kind = inspect.type_info(msgspec.defstruct("Bag", [("ax", int, 0), ("saw", int, 0)], forbid_unknown_fields=True))

    assert canonical({"tool": 1}, kind, words) == {"tool": 1}
    assert [str(fault.message) for fault in faults_of({"tool": 1}, kind, words)] == ["“tool” is there twice"]


def test_lines_are_found_in_all_that_toml_allows() -> None:
    text = 'a.b = [ # x\n 1,\n {c = 2}]\n[d]\n"e f" = "#"\n[[g]]\nh = 1\n[[g]]\n[g.i]\nj = 1.5'

    assert lines_of(parse(text)[1]) == {
        ("a", "b"): 1,
        ("a", "b", 0): 2,
        ("a", "b", 1): 3,
        ("a", "b", 1, "c"): 3,
        ("d",): 4,
        ("d", "e f"): 5,
        ("g", 0): 6,
        ("g", 0, "h"): 7,
        ("g", 1): 8,
        ("g", 1, "i"): 9,
        ("g", 1, "i", "j"): 10,
    }


def test_a_file_in_another_encoding_is_shown_to_be_mended() -> None:
    assert guessed_text("# ça\r\nid = 1".encode("cp1252")) == "# ça\nid = 1"
    assert guessed_text(b"PK\x03\x04") == guessed_text(b"\0") == guessed_text(b"#" * 20_000) == ""


def translated(language_sentence: str) -> bool:
    """Tell whether a French sentence came from a template of the catalogue: none of the English ones has its words."""
    english = (" is ", " are ", " must ", " but ", "expected", "line ", "missing", "cannot", "known here")
    return not any(word in re.sub('«[^»]*»|"[^"]*"', "", language_sentence) for word in english)


@st.composite
def mutated(draw: st.DrawFn) -> tuple[str, str]:
    """Return an option and a file of the game in which tokens or lines were dropped, doubled, swapped or changed."""
    name = draw(st.sampled_from(sorted(OWN)))
    by_line = draw(st.booleans())
    parts = re.split(r"(\n)" if by_line else r"(\W)", OWN[name][1])
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(parts) - 1))
        other = parts[draw(st.integers(0, len(parts) - 1))]
        new = draw(
            st.sampled_from(["", other, parts[at] * 2, "agrumes", "-1", "true", "[", "]", '"', "{", "é", "1e9", "="])
        )
        parts[at] = new
    return name, "".join(parts)


@given(mutated())
def test_a_changed_file_is_accepted_or_refused_in_a_sentence_with_its_line(case: tuple[str, str]) -> None:
    for fault, english, french in faults_in(*case):
        assert fault.line or len(fault.path) < 2
        assert not VALIDATOR.search(english)
        assert translated(french), french


def faults_in(name: str, text: str) -> Iterator[tuple[Fault, str, str]]:
    """Yield what is wrong in a file, with its sentences in English and in French; nothing if it is accepted."""
    try:
        OWN[name][0].read(OwnFile("mine.toml", text.encode()))
    except FaultyData as error:
        yield from zip(error.faults, error.sentences(ENGLISH), error.sentences(FRENCH), strict=True)


WORDS = st.sampled_from(["rum", "tax", "front"])
KEYS = st.sampled_from(["ship", "id", "spaces", "law", "cost", "name", "points", "x"])


def containers(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """Return lists and tables of some data."""
    return st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | WORDS, containers))
def test_what_the_validator_refuses_has_a_fault_of_ours(raw: object) -> None:
    for own, _ in OWN.values():
        kind = inspect.type_info(own.file)
        plain_words = [*faults_of(raw, kind)]
        try:
            msgspec.convert(raw, own.file)
        except (msgspec.ValidationError, UnicodeEncodeError):
            assert plain_words
        else:
            assert not plain_words or own.name in ("boards", "buildings", "laws")  # words that only ``check`` asks for


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "it cannot be read as JSON at line 1, column 2"),
        (b"\xff", "it is not written in UTF-8"),
        (b"[" * 100_000, "it cannot be read as JSON at line 1, column 1"),
        (json.dumps({"ship": [{"id": "a", "spaces": []}]}).encode(), "“ship”: 15 entries are expected, but 1 is there"),
    ],
)
def test_json_is_refused_in_plain_words(content: bytes, sentence: str) -> None:
    assert str(json_reason(content, OWN["ships"][0].file)) == sentence


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError) as refused:
        malecon.games["cuba"].start(3, 1, ships=tmp_path)

    assert plain(refused.value.in_language(FRENCH)) == f"{tmp_path} ne peut pas être lu : c’est un dossier"
