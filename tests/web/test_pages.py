"""What the pages answer, without a browser."""

import html
import os
import re
from contextvars import ContextVar
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import event

import malecon
from malecon.agents.player_process import NoAnswer
from malecon.core.clock import now
from malecon.core.i18n import Language, languages
from malecon.core.rules_text import rules_text_of
from malecon.core.text_bounds import LONGEST_RECORD
from malecon.games.havana.events import Bought
from malecon.presentation.scenes import Scene
from malecon.storage.person_changes import PersonChanges
from malecon.storage.store import Store
from malecon.web.pages.replay import MOST_LINKS
from malecon.web.pages.start import MOST_LISTED
from malecon.web.rendering import date_of
from malecon.web.views import records
from malecon.web.views.texts import names_at
from web.visiting import Counsel, Reading, Site, Visitor, visiting

each_game = pytest.mark.parametrize("game", malecon.games)
GOLDEN = Path(__file__).parent.parent / "golden"
FINISHED = next((GOLDEN / "havana").glob("*.game"))


@pytest.fixture(scope="module")
def ana(site: Site) -> Visitor:
    return site.somebody(name="Ana")


@pytest.fixture(scope="module")
def finished(site: Site, ana: Visitor) -> str:
    """The address of a table whose game is over."""
    table = site.open(ana, ana)
    site.finish(table)
    return table


def one_of_each_sort(links: dict[str, str]) -> dict[str, str]:
    """Return links; of those on a replay, which differ only in what is asked for, one."""
    sorts = {link.partition("?")[0] if "/replay" in path else link: link for link, path in links.items()}
    return {link: links[link] for link in sorts.values()}


def bring(visitor: Visitor, content: bytes) -> str:
    """Upload a record and return the address of its replay, or the sentence why not."""
    answer = visitor.post("/records", files={"record": ("my.game", content)})
    if answer.status_code == 303:
        return answer.headers["location"]
    assert answer.status_code == 422
    return answer.text


@pytest.mark.parametrize("language", languages())
@each_game
def test_the_picture_of_a_game_is_in_the_language_of_the_visitor(site: Site, game: str, language: str) -> None:
    picture = malecon.games[game].page.pictures[language]
    shown = re.findall(r'class="picture" src="([^"]+)"', site.stranger().get("/", accept_language=language).text)

    (address,) = [each for each in shown if f"/{game}/" in each]
    assert picture in address
    assert site.stranger().get(address).headers["content-type"] == "image/webp"


def test_every_page_is_sound_and_every_link_leads_somewhere(site: Site, ana: Visitor, finished: str) -> None:
    record = bring(ana, FINISHED.read_bytes())
    pages = ["/", "/settings", "/nowhere", "/statistics", "/kept", finished, f"{finished}/replay?at=9&viewer=2", record]
    pages += [f"{finished}/play-on", f"{finished}/play-on?at=9"]
    for game in malecon.games:
        table = site.open(ana, None, game=game)
        pages += [f"/new/{game}", f"/rules/{game}", f"/rules/{game}?q=worker", f"/learn/{game}", f"/ranking/{game}"]
        pages += [table, f"{table}/hint", f"{table}/about?topic=worker"]
    links: dict[str, str] = {}
    for path in pages:
        for visitor in (ana, site.stranger()):
            answer = visitor.get(path)
            read, head = Reading(answer.text), Reading(answer.text.partition("</head>")[0])

            assert answer.status_code == (404 if path == "/nowhere" else 200), path
            assert read.wrong == [], path
            assert read.tags.count("h1") == read.tags.count("main") == head.tags.count("title") == 1, path
            assert '<html lang="en"' in answer.text
            assert [link for link in read.links if link.startswith("#") and link[1:] not in read.ids] == [], path
            links |= dict.fromkeys((link for link in read.links if not link.startswith("#")), path)

    assert len(links) > 60
    for link, path in one_of_each_sort(links).items():
        assert link.startswith("/"), f"{path}: {link} leads away"
        assert link in pages or ana.get(link).status_code in (200, 303), f"{path}: {link}"


def test_the_start_lists_the_tables_of_a_person(site: Site, finished: str, ana: Visitor) -> None:
    ben = site.somebody()
    table = site.open(ben, ana)

    assert f'href="{table}"' in ben.get("/").text
    assert "<strong>your turn</strong>" in ben.get("/").text
    assert f">{date_of(now(), Language())}</small>" in ben.get("/").text
    assert re.search("<small>(you won|won by .+)</small>", ana.get("/").text)
    assert f'href="{finished}"' in ana.get("/").text
    assert "/table/" not in site.stranger().get("/").text


def test_the_start_says_how_games_ended_and_who_asks_to_play_again(site: Site) -> None:
    ana, ben = site.somebody(name="Ana"), site.somebody(name="Ben")
    resigned, agreed = site.open(ana, ben), site.open(ana, ben)
    ben.post(f"{resigned}/resign", {"seat": "2"})
    for who in (ana, ben):
        who.post(f"{agreed}/end", {"verb": "end"})

    for who, outcome in ((ana, "you won"), (ben, "won by Player 1")):
        page = who.get("/").text
        assert re.findall("<small>([a-z].*?)</small>", page[page.index("My finished games") :])[:2] == [
            "without a result",
            outcome,
        ]
    ana.post(f"{resigned}/again", {"verb": "offer"})
    asked = ben.get("/").text
    assert "<strong>play again?</strong>" in asked[asked.index("Games under way") : asked.index("My finished games")]
    assert "play again?" not in ana.get("/").text
    ben.post(f"{resigned}/not-again", {"verb": "decline"})
    assert "play again?" not in ben.get("/").text


def test_the_start_costs_the_same_with_any_number_of_tables_and_rebuilds_none(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, ben = site.somebody(), site.somebody()
    application = site.client.app
    store, answer_request = application.state.services.store, application.asgi_handler
    statements: list[str] = []
    is_request = ContextVar("is_request", default=False)  # the server asks on its own, too, now and then

    async def answered(*connection: object) -> None:
        is_request.set(True)
        await answer_request(*connection)

    def note(connection: object, cursor: object, statement: str, *_: object) -> None:
        if is_request.get():
            statements.append(statement)

    def begin(count: int) -> set[str]:
        return {site.open(ana, ben) for _ in range(count)}

    def asked(address: str) -> tuple[set[str], list[str]]:
        statements.clear()
        answer = ana.get(address)
        assert answer.status_code == 200
        return set(re.findall(r'href="(/table/[^"]+)"', answer.text)), [*statements]

    tables = begin(MOST_LISTED + 5)
    asked("/")  # the person is remembered from now on
    site.tables._repository._cache.clear()
    monkeypatch.setattr(Store, "load", lambda *_: pytest.fail("a table is rebuilt"))
    monkeypatch.setattr(application, "asgi_handler", answered)
    monkeypatch.setattr(PersonChanges, "are_known", True)  # on a busy machine they are late, and people are read again
    event.listen(store.reader, "before_cursor_execute", note)
    try:
        first, few = asked("/")
        tables |= begin(MOST_LISTED)
        newer, many = asked("/")
        shown = newer | asked("/?page=2")[0] | asked("/?page=3")[0]
    finally:
        event.remove(store.reader, "before_cursor_execute", note)

    assert len(first) == len(newer) == MOST_LISTED
    assert 0 < len(many) <= len(few), (few, many)
    assert shown == tables
    assert "Older games" in ana.get("/?page=2").text
    assert "Older games" not in ana.get("/?page=3").text
    assert ana.get("/?page=999").status_code == 200
    assert {ana.get(f"/?page={wrong}").status_code for wrong in ("0", "-1", "x", "9" * 20)} <= {400, 404}


def test_settings_are_kept(site: Site) -> None:
    ana = site.somebody()
    ana.post("/settings", {"name": " Ana  María ", "language": "fr", "theme": "dark", "still": "on"})
    page = ana.get("/settings").text
    told = ana.post("/settings", {"name": " Ana  María ", "language": "fr", "theme": "dark", "still": "on"})

    assert '<p class="said" role="status">Enregistré.</p>' in ana.get(told.headers["location"]).text
    assert 'role="status"' not in page
    assert '<html lang="fr" data-theme="dark" data-still>' in page
    assert 'value="Ana María"' in page
    assert ana.get("/nowhere").text.startswith('<!doctype html>\n<html lang="fr" data-theme="dark"')


@pytest.mark.parametrize("form", [{"name": "x" * 41}, {"language": "xx"}, {"theme": "<b>"}])
def test_wrong_settings_are_refused(site: Site, form: dict[str, str]) -> None:
    ana = site.somebody(name="Ana")

    assert ana.post("/settings", form).status_code == 422
    assert 'value="Ana"' in ana.get("/settings").text


@pytest.mark.parametrize("secure", [False, True])
def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(tmp_path: Path, secure: bool) -> None:
    with visiting(tmp_path, secure=secure) as site:
        cookie = site.stranger().post("/settings", {"name": "Ana"}).headers["set-cookie"]
        token = cookie.partition(";")[0].partition("=")[2]
        again = Visitor(site, None, token).get("/settings")

    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert ("Secure" in cookie.split("; ")) == secure
    assert 'value="Ana"' in again.text
    assert "set-cookie" not in again.headers


def test_nobody_is_remembered_for_looking(site: Site) -> None:
    pages = [site.stranger().get(path) for path in ("/", "/new/cuba", "/settings", "/rules/cuba")]

    assert not any("set-cookie" in page.headers for page in pages)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [("", "en"), ("de", "en"), ("fr-CA,fr;q=0.9", "fr"), ("fr;q=0.1,en;q=0.2", "en"), (";q=x,", "en")],
)
def test_pages_are_in_the_browsers_language(site: Site, wanted: str, code: str) -> None:
    for path in ("/", "/nowhere"):
        assert f'<html lang="{code}"' in site.stranger().get(path, Accept_Language=wanted).text


def test_rules_are_searched(site: Site) -> None:
    queries = "", "?q=rum+café", "?q=<zz>", "?q=mayor+no+ship+fits"
    everything, found, nothing, several = (site.stranger().get(f"/rules/cuba{query}").text for query in queries)

    assert max(len(several), len(found)) < len(everything)
    assert "<mark>Rum</mark>" in found
    assert several.index('href="/rules/cuba#CUB-4.52"') < several.index('href="/rules/cuba#CUB-4.50"')
    assert "No rule contains “&lt;zz&gt;”." in nothing


def test_the_first_answer_has_its_picture_and_what_the_guide_says(site: Site) -> None:
    ship, option, end = (
        site.stranger()
        .get(f"/rules/cuba?q={query}")
        .text.partition('<article class="answer')[2]
        .partition("</article>")[0]
        for query in ("mayor+no+ship+fits", "option+embassy", "how+do+I+win")
    )

    assert 'class="portrait"' in ship
    assert 'href="/rules/cuba#guide-mayor-2"' in ship
    assert ship.index('class="told"') < ship.index('class="exactly"')  # what is easier to read comes first
    assert "<mark>Option</mark> <code><mark>embassy</mark></code> (default on)" in option
    assert end.startswith('">')  # it has no picture


@each_game
def test_the_guide_has_contents_and_every_sentence_folded_away(site: Site, game: str) -> None:
    rules, part = (site.stranger().get(f"/rules/{game}{path}").text for path in ("", "/part"))

    for page in (rules, part):
        read = Reading(page)
        assert {*rules_text_of(game).rules, *(link[1:] for link in read.links if link[:1] == "#")} <= set(read.ids)
        assert page.count('<details class="exact">') == page.count('<section id="guide-') > 8
        assert read.wrong == []
    assert "<main" not in part


@each_game
def test_a_game_is_introduced_in_a_few_steps(site: Site, game: str) -> None:
    page = site.stranger().get(f"/learn/{game}").text

    assert page.count('<div class="drawn') == 4
    assert f'action="/new/{game}"' in page
    assert f'href="/rules/{game}"' in page
    assert all(f'href="/learn/{game}"' in site.stranger().get(path).text for path in ("/", f"/rules/{game}"))


@each_game
def test_marks_of_the_digest_are_words_among_the_rules_and_nowhere_else(site: Site, game: str) -> None:
    rules = site.stranger().get(f"/rules/{game}").text
    table = site.open(site.somebody(), site.somebody(), game=game)
    marked = [rule for rule in rules_text_of(game).rule if rule.ruling or rule.reconstructed]
    explained = [site.stranger().get(f"{table}/about?topic={rule.id}").text for rule in marked]

    assert "(ruling" in rules
    assert not any(mark in text for text in (rules, *explained) for mark in ("[R", "[rec"))
    assert not any("(ruling" in text or "(reconstructed" in text for text in explained)


def test_a_thing_is_explained_and_the_rules_are_folded_away(site: Site) -> None:
    table = site.open(site.somebody(), site.somebody())
    found, nothing = (site.stranger().get(f"{table}/about?topic={topic}") for topic in ("mama", "<b>"))

    assert found.status_code == 200
    told, folded = found.text.split("<details>")
    assert ">HAV-6.13</a>" not in told
    assert ">HAV-6.13</a>" in folded
    assert nothing.status_code == 404
    assert "There is no “&lt;b&gt;” to explain." in nothing.text


def test_a_hint_names_moves_and_makes_none(site: Site) -> None:
    ana = site.somebody()
    table = site.open(ana, ana)

    assert 'class="hints"' in ana.get(f"{table}/hint?seat=1").text
    assert 'class="hints"' not in site.stranger().get(f"{table}/hint?seat=1").text
    assert site.look(table).move_count == 0


def test_the_page_says_that_computer_players_play_weaker_until_they_are_ready(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = "Computers play weaker for now."
    ana = site.somebody()
    searching, random = (
        ana.post("/new/havana", data={"opponents": "1", "level": level}).headers["location"]
        for level in ("standard", "random")
    )

    monkeypatch.setattr(Counsel, "is_compiling", True)
    assert [note in ana.get(table).text for table in (searching, random)] == [True, False]
    assert note in ana.get(f"{searching}/frame").text

    monkeypatch.setattr(Counsel, "is_compiling", False)
    assert note not in ana.get(searching).text
    assert note not in ana.get(f"{searching}/frame").text


def test_advice_that_does_not_come_is_said_at_the_table(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def advise(*_: object) -> None:
        raise NoAnswer("too late")

    ana = site.somebody()
    table = site.open(ana, ana)
    monkeypatch.setattr(Counsel, "advise", advise)
    answer = ana.get(f"{table}/hint?seat=1")

    assert answer.status_code == 503
    assert "No advice came in time" in answer.text
    assert f'action="{table}/act"' in answer.text


def test_that_a_round_begins_is_said_by_its_heading_alone(site: Site, finished: str) -> None:
    for page in (finished, f"{finished}/replay?at=40"):
        log = site.stranger().get(page).text

        assert "<h2>Round 1</h2>" in log
        assert "begins.</p>" not in log


def test_a_replay_marks_the_round_and_keeps_its_steps_in_place(site: Site, finished: str) -> None:
    last = len(site.look(finished).match.moves)
    begin, middle, end = (site.stranger().get(f"{finished}/replay?at={at}").text for at in (0, last // 2, last))

    rounds = site.look(finished).match.seen_by(None).round
    assert rounds > MOST_LINKS
    chosen = [re.findall(rf" selected>(\d+) of {rounds}<", page) for page in (begin, middle, end)]
    assert (len(chosen[0]), len(chosen[1]), chosen[2]) == (0, 1, [str(rounds)])
    assert [page.count('aria-disabled="true"') for page in (begin, middle, end)] == [2, 0, 2]
    assert [page.count('<svg viewBox="0 0 16 16"') for page in (begin, middle, end)] == [5, 5, 5]


def test_a_replay_tells_what_the_last_move_has_brought(site: Site, finished: str) -> None:
    match, text = site.look(finished).match, malecon.games["havana"].text
    at = next(move for move in range(match.number) if match.moves[move][1].startswith("buy")) + 1
    page = site.stranger().get(f"{finished}/replay?at={at}").text
    scenes = msgspec.json.decode(html.unescape(page.split('data-scenes="')[1].split('"')[0]), type=list[Scene])

    told = text.narrator.tell_all(match.events_of(at - 1), Language(), names_at(site.look(finished), Language()), None)
    bought = next(event for event in match.events_of(at - 1) if isinstance(event, Bought))
    points = match.seen_by(None).tiles[bought.tile - 1].points
    said = re.sub(r" \([^)]+\)\.", f": {points} point{'s' * (points > 1)}.", " ".join(told), count=1)
    assert " ".join(" ".join(filter(None, [scene.caption, scene.note])) for scene in scenes) == said
    assert 'data-scenes="[]"' in site.stranger().get(f"{finished}/replay?at=0").text


def test_a_game_that_goes_on_has_no_replay_and_no_record(site: Site) -> None:
    ana = site.somebody()
    table = site.open(ana, ana)

    for path in ("replay", "record"):
        answer = ana.get(f"{table}/{path}")
        assert answer.status_code == 409
        assert "when the game is over" in answer.text


def test_the_record_of_a_table_can_be_brought_back(site: Site, finished: str) -> None:
    visitor = site.stranger()
    record = visitor.get(f"{finished}/record")
    replay = bring(visitor, record.content)

    assert record.headers["content-disposition"].startswith('attachment; filename="havana-')
    assert site.look(finished).header.commitment in record.text
    assert bring(visitor, record.content) == replay
    assert malecon.replay(visitor.get(replay.replace("replay", "record")).text).over
    assert "move 3 of" in visitor.get(f"{replay}?at=3&viewer=1").text


@pytest.mark.parametrize("at", ["-7", "99999", "0"])
@pytest.mark.parametrize("viewer", ["-7", "99999", "2"])
def test_a_replay_stays_within_the_game(site: Site, finished: str, at: str, viewer: str) -> None:
    assert site.stranger().get(f"{finished}/replay?at={at}&viewer={viewer}").status_code == 200


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\xff\x00", FINISHED.read_bytes()[:400] + b"\nfly away"])
def test_a_record_that_is_none_is_refused_with_the_line(site: Site, content: bytes) -> None:
    assert "line " in bring(site.stranger(), content)


def test_a_record_that_is_too_large_is_refused(site: Site) -> None:
    assert "at most" in bring(site.stranger(), b"#" * (LONGEST_RECORD + 1))


def test_records_that_nobody_wants_make_room(site: Site, finished: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_RECORDS", 2)
    visitor = site.stranger()
    content = FINISHED.read_text("utf-8")
    made = [bring(visitor, content.replace("name 1 easy", f"name 1 {name}").encode()) for name in ("Ana", "Ben")]
    for age, replay in enumerate(made, start=1):
        file = next(site.client.app.state.services.settings.folder.glob(f"records/{replay.split('/')[2]}"))
        os.utime(file, (age, age))
    visitor.get(made[0])  # which is so looked at last
    bring(visitor, content.encode())

    assert [visitor.get(replay).status_code for replay in made] == [200, 404]


def test_a_form_without_a_record_is_refused(site: Site) -> None:
    assert site.stranger().post("/records", {"other": "1"}).status_code == 422


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nowhere", 404),
        ("/new/chess", 404),
        ("/rules/chess", 404),
        ("/table/none", 404),
        ("/table/none/frame", 404),
        ("/record/none/replay", 404),
        (f"/record/{'0' * 32}/replay", 404),
        ("/static/none.css", 404),
        ("/static/..%2fapp.py", 404),
        ("/table/none?seat=first", 400),
        ("/records", 405),
    ],
)
def test_what_is_not_there_is_said_on_a_page(site: Site, path: str, status: int) -> None:
    answer = site.stranger().get(path)

    assert answer.status_code == status
    assert 'class="error"' in answer.text
    assert 'class="calm' in answer.text
    assert 'href="/"' in answer.text


def test_the_start_page_says_of_each_game_who_can_play_how_long_it_takes_and_who_wins(site: Site) -> None:
    start = re.sub(r"<[^>]+>|\s+", " ", site.stranger().get("/").text)

    for said in (
        "30 to 45 minutes 2 to 4 players",
        "75 to 120 minutes 2 to 5 players",
        "first to own houses worth enough",
    ):
        assert said in re.sub(" +", " ", start)
    assert "Whoever has most points after six rounds wins." in start


def test_the_log_says_a_name_once_to_the_eye_and_in_each_sentence_to_the_ear(site: Site) -> None:
    visitor = site.somebody()
    address = bring(visitor, (GOLDEN / "havana/4-seats-easy.game").read_bytes())
    page = visitor.get(f"{address}?at=44").text
    lines = re.findall(r'<p id="line-\d+"[^>]* class="seat-4"[^>]*>(.*?)</p>', page)
    said = next(line for line in reversed(lines) if "performs" in line)

    assert "<b>easy</b> performs" in said
    assert '<b class="unseen">easy</b> takes' in said
    assert said.count("<b>easy</b>") == 1
