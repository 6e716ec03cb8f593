"""The form that begins a table."""

import html
import re

import pytest

import malecon
from malecon.core.options import Kind
from malecon.web.cookies import COOKIE_NAME
from malecon.web.new_table import NICKNAMES
from web.visiting import Site

each_game = pytest.mark.parametrize("game", malecon.games)


@each_game
def test_a_new_table_is_as_it_was_asked_for(site: Site, game: str) -> None:
    ana = site.somebody(name="Ana")
    answer = ana.post(
        f"/new/{game}",
        {"seat-1": "random", "name-1": "Deep Sea", "seat-2": "me", "seat-4": "person", "name-4": " Ben  B. "},
    )
    table = site.look(answer.headers["location"])

    assert answer.status_code == 303
    assert table.header.game == game
    assert [sitter.name for sitter in table.occupants] == ["Deep Sea", "Ana", "Ben B."]
    assert [sitter.level for sitter in table.occupants] == ["random", None, None]
    assert table.seats_of(ana.id) == (1, 2)


def test_a_name_gives_a_computer_player_its_style_and_the_form_says_which(site: Site) -> None:
    form = re.sub("<[^>]+>", " ", site.somebody().get("/new/havana").text)
    answer = site.somebody().post("/new/havana", {"seat-1": "me", "seat-2": "strong", "name-2": "Mateo"})
    unnamed = site.somebody().post("/new/havana", {"seat-1": "me", "seat-2": "strong", "name-2": "Deep Sea"})

    assert "Mateo, Elena  thief" in form
    assert "Strong, thief<" in site.client.get(answer.headers["location"]).text
    assert "Strong<" in site.client.get(unnamed.headers["location"]).text


def test_options_are_those_that_were_chosen(site: Site) -> None:
    form = {"opponents": "2", "level": "random", "edition": "filosofia"}
    answer = site.somebody().post("/new/havana", form)
    refused = site.somebody().post("/new/havana", {**form, "edition": "third"})

    assert site.look(answer.headers["location"]).header.options == ("edition filosofia",)
    assert "Edition: Filosofia" in site.client.get(answer.headers["location"]).text
    assert refused.status_code == 422
    assert "third" in refused.text


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"opponents": "0", "level": "random"},
        {"opponents": "9", "level": "random"},
        {"opponents": "many", "level": "random"},
        {"opponents": "1"},
        {"opponents": "1", "level": "divine"},
        {"seat-1": "me"},
        {"seat-1": "me", "seat-2": "person", "name-2": "x" * 41},
        {"seat-1": "me", "seat-2": "person", "name-2": "\x00"},
    ],
)
def test_a_table_that_cannot_be_is_refused_with_the_form(site: Site, form: dict[str, str]) -> None:
    answer = site.stranger().post("/new/havana", form)

    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'action="/new/havana"' in answer.text


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Ana", "ana"), "Two players are called ana, or nearly so; give one of them another name."),
        (("Ana", "Maximiliano " * 4), "A name has at most 40 characters; “Maximiliano …” has 47."),
        (("Ana", "a\u202eb"), "There are characters in the name “a?b” that cannot be shown."),
    ],
)
def test_names_that_cannot_be_are_refused_in_words(site: Site, names: tuple[str, str], said: str) -> None:
    form = {"seat-1": "me", "name-1": names[0], "seat-2": "person", "name-2": names[1]}

    assert said in site.stranger().post("/new/havana", form).text


def test_somebody_may_be_called_like_nobody_else_and_computers_find_free_names(site: Site) -> None:
    form = {"seat-1": "me", "name-1": "Rosa", "seat-2": "random", "seat-3": "random"}
    table = site.look(site.stranger().post("/new/havana", form).headers["location"])

    assert len({sitter.name for sitter in table.occupants}) == 3


def test_who_gives_no_name_is_called_by_a_nickname_and_always_by_the_same(site: Site) -> None:
    somebody = site.somebody()
    form = {"seat-1": "me", "seat-2": "person", "seat-3": "person", "name-3": "Ben"}
    tables = [site.look(somebody.post("/new/havana", form).headers["location"]) for _ in range(2)]
    mine, other, given = (occupant.name for occupant in tables[0].occupants)

    assert tables[0].occupants == tables[1].occupants
    assert {mine, other} < {*NICKNAMES["en"]}
    assert mine != other
    assert given == "Ben"


@each_game
def test_labels_of_options_have_their_rule_as_a_link_beside_them(site: Site, game: str) -> None:
    page = site.stranger().get(f"/new/{game}").text
    options = [option for option in malecon.games[game].options if option.kind is not Kind.SEATS]
    rules = {rule for option in options for rule in re.findall(r"[A-Z]{3}-[0-9.]+[0-9]", option.help)}

    assert all(f'<a class="id" href="/rules/{game}#{rule}">{rule}</a>' in page for rule in rules)
    assert not re.findall(r"\([A-Z]{3}-[0-9.]+\)", page)


def test_each_name_says_of_which_seat_it_is(site: Site) -> None:
    form = site.stranger().get("/new/havana").text

    assert [form.count(f'>Name<span class="unseen"> (Seat {seat})</span>') for seat in (1, 4)] == [1, 1]


def test_a_refused_form_keeps_what_was_typed_and_leaves_nobody(site: Site) -> None:
    form = {
        "seat-1": "me",
        "seat-2": "person",
        "name-2": "x" * 41,
        "seat-3": "",
        "has-embassy": "1",
        "has-terms": "yes",
    }
    answer = site.stranger().post("/new/cuba", {**form, "plantations": "different"})

    assert answer.status_code == 422
    assert f'name="name-2" maxlength="40" autocomplete="off" value="{"x" * 41}"' in answer.text
    assert '<option value="person" selected>' in answer.text
    assert '<option value="different" selected>' in answer.text
    assert answer.text.count(" checked") == 0
    assert COOKIE_NAME not in answer.cookies


def test_owners_bring_their_own_data(site: Site) -> None:
    ana = site.somebody()
    form = {"opponents": "1", "level": "random"}
    ours = ana.get("/rules/havana/data/tiles").text
    other = ours.replace("points = 1\n", "points = 2\n", 1)
    table = site.look(ana.post("/new/havana", form, files={"tiles": ("mine.toml", other.encode())}).headers["location"])
    same = site.look(ana.post("/new/havana", form, files={"tiles": ("mine.toml", ours.encode())}).headers["location"])

    assert other != ours
    assert len(table.header.options) > 1
    assert same.header.options == ()


def test_a_refused_file_stays_chosen_and_can_be_mended_on_the_page(site: Site) -> None:
    ana = site.somebody()
    form = {"seat-1": "me", "seat-2": "easy", "seat-3": "", "name-1": "Ana", "has-terms": "yes"}
    ours = ana.get("/rules/havana/data/tiles").text
    wrong = ours.replace("points = 1\n", "points = 'x</textarea>'\n", 1)
    refused = ana.post("/new/havana", form, files={"tiles": ("C:\\\\my tiles.toml", wrong.encode("utf-8-sig"))})
    page = refused.text

    assert refused.status_code == 422
    assert '<details id="own" open>' in page
    assert re.search(r'<a href="#tiles-wrong">A file of yours cannot be played with yet', page)
    assert re.search(r'<ul class="error" id="tiles-wrong"><li>line \d+, house 1, “points”: a whole number', page)
    assert page.count('aria-invalid="true" aria-describedby="tiles-wrong"') == 2
    assert '<option value="easy" selected>' in page
    assert 'value="Ana"' in page
    name, text = kept_file(page)
    assert (name, text) == ("my tiles.toml", wrong)

    mended = text.replace("'x</textarea>'", "2").replace("\n", "\r\n")
    begun = ana.post("/new/havana", {**form, "tiles-name": name, "tiles-text": mended})
    assert begun.status_code == 303
    assert len(site.look(begun.headers["location"]).header.options) > 1


def kept_file(page: str) -> tuple[str, str]:
    """Return the name and the text of the file of tiles that a page keeps, as a browser reads them."""
    name = re.search(r'name="tiles-name" value="(.*?)"', page)
    text = re.search(r'<textarea name="tiles-text".*?>\n(.*?)</textarea>', page, re.DOTALL)
    assert name
    assert text
    return html.unescape(name[1]), html.unescape(text[1])


def test_a_file_is_kept_when_something_else_is_wrong_and_a_new_one_goes_before_it(site: Site) -> None:
    ana = site.somebody()
    ours = ana.get("/rules/havana/data/tiles").text
    form = {"seat-1": "me", "seat-2": "person", "name-2": "x" * 41, "seat-3": "", "has-terms": "yes"}
    other = ours.replace("points = 1\n", "points = 2\n", 1)
    refused = ana.post("/new/havana", form, files={"tiles": ("mine.toml", other.encode())}).text

    assert kept_file(refused) == ("mine.toml", other)
    assert 'id="tiles-wrong"' not in refused

    kept = {**form, "name-2": "", "tiles-name": "mine.toml", "tiles-text": other}
    replaced = ana.post("/new/havana", kept, files={"tiles": ("ours.toml", ours.encode())})
    emptied = ana.post("/new/havana", {**kept, "tiles-text": " \r\n"})
    assert [site.look(each.headers["location"]).header.options for each in (replaced, emptied)] == [(), ()]


def test_what_is_no_text_is_refused_and_not_kept(site: Site) -> None:
    page = site.somebody().post("/new/havana", {"opponents": "1", "level": "random"}, files={"tiles": ("a", b"PK\3\4")})

    assert page.status_code == 422
    assert "this is a ZIP file" in page.text
    assert "<textarea" not in page.text
    assert '<details id="own" open>' in page.text


def test_files_are_refused_in_french_and_read_with_french_names_in_any_language(site: Site) -> None:
    form = {"opponents": "1", "level": "random"}
    ana, french = site.somebody(), site.somebody(language="fr")
    ours = ana.get("/rules/cuba/data/ships").text
    wrong = french.post(
        "/new/cuba", form, files={"ships": ("a.toml", ours.replace('"citrus"', '"orange"', 1).encode())}
    )
    named = ana.post("/new/cuba", form, files={"ships": ("a.toml", ours.replace('"citrus"', '"Agrumes"').encode())})

    assert "navire 1, case 1\u00a0: «\u00a0orange\u00a0» est inconnu ici" in html.unescape(wrong.text)
    assert site.look(named.headers["location"]).header.options == ()


@each_game
def test_data_of_every_option_can_be_had_and_nothing_else(site: Site, game: str) -> None:
    page = site.stranger().get(f"/new/{game}").text
    links = re.findall(f"/rules/{game}/data/[a-z]+", page)

    assert len(links) == sum(option.kind is Kind.FILE for option in malecon.games[game].options)
    assert all("[[" in site.stranger().get(link).text for link in links)
    assert site.stranger().get(f"/rules/{game}/data/rules").status_code == 404
