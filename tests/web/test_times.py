"""Clocks, pauses and absent players on the pages."""

import re
from time import monotonic, sleep

import pytest

from malecon.core.clock import now
from malecon.services import seat_service, table_repository
from malecon.tables import DAY, HOUR, MINUTE, SECOND, Clock
from malecon.tables.clocks import GRACE_LIVE
from malecon.web.views import table_context as showing
from patience import PATIENCE_S
from tables.sitting import CHOICE
from web.visiting import Reading, Site, Visitor, read_frame

PEOPLE = {"seat-1": "me", "seat-2": "free", "has-terms": "yes", "watched": "yes"}
LIVE = {"clock": "stock", "clock-minutes": "10", "clock-seconds": "15"}


class Hands:
    """The clock of the server, which stands until a test puts it forward."""

    def __init__(self) -> None:
        self.begun = now()
        self.ahead = 0

    def now(self) -> int:
        return self.begun + self.ahead


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    hands = Hands()
    for module in (seat_service, table_repository, showing):
        monkeypatch.setattr(module, "now", hands.now)
    return hands


def seated(ana: Visitor, ben: Visitor, **terms: str) -> str:
    """Begin a table of two, and return its address."""
    table = str(ana.post("/new/havana", {**PEOPLE, **terms}).headers["location"])
    found = re.search(r"/join/[\w-]+", ana.get(table).text)
    assert found
    assert ben.post(found[0]).status_code == 303
    return table


def begun(ana: Visitor, ben: Visitor, **terms: str) -> str:
    """Begin a table of two, who get ready, and return its address."""
    table = seated(ana, ben, **terms)
    assert {who.post(f"{table}/ready").status_code for who in (ana, ben)} == {303}
    return table


def faces(page: str) -> list[str]:
    """Return what the clocks of a page show."""
    return re.findall(r'role="timer">([^<]*)<', page)


def is_shown(page: str, thing: str) -> bool:
    """Tell whether something of an id is on a page, and to be seen."""
    found = re.search(rf'<\w+ [^>]*id="{thing}"[^>]*>', page)
    return found is not None and " hidden" not in found[0]


@pytest.mark.parametrize(("form", "clock"), [
    ({}, None),
    ({"clock": ""}, None),
    (LIVE, Clock(stock=10 * MINUTE, increment=15 * SECOND)),
    ({"clock": "stock", "clock-seconds": "0"}, Clock(stock=20 * MINUTE)),
    ({"clock": "each", "clock-hours": "72"}, Clock(each=3 * DAY)),
    ({"clock": "each"}, Clock(each=DAY)),
])  # fmt: skip
def test_a_table_has_the_clock_that_was_asked_for(
    site: Site, ana: Visitor, form: dict[str, str], clock: Clock | None
) -> None:
    answer = ana.post("/new/havana", {**PEOPLE, **form})

    assert site.look(answer.headers["location"]).header.settings.clock == clock


@pytest.mark.parametrize("form", [
    {"clock": "stock", "clock-minutes": "many"}, {"clock": "each", "clock-hours": "-1"},
    {"clock": "each", "clock-hours": "721"}, {"clock": "stock", "clock-minutes": "0"},
    {"clock": "stock", "clock-minutes": "99999"},
])  # fmt: skip
def test_a_clock_that_cannot_be_is_refused_with_the_form(ana: Visitor, form: dict[str, str]) -> None:
    answer = ana.post("/new/havana", {**PEOPLE, **form})

    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert f'<option value="{form["clock"]}" selected>' in answer.text


def test_everybody_sees_the_clocks(site: Site, ana: Visitor, ben: Visitor, hands: Hands) -> None:
    table = begun(ana, ben, **LIVE)
    hands.ahead = 65 * SECOND
    shown = [faces(who.get(table).text) for who in (ana, ben, site.stranger())]

    assert shown == [["8:55"] * 2] * 3
    assert not Reading(ana.get(table).text).wrong

    ben.act(table, seat="2", move=CHOICE)
    ben.act(table, seat="2", verb="confirm")
    page = ana.get(table).text
    assert faces(page) == ["8:55", "9:10"]
    assert page.count('class="dial running') == 1


def test_the_clocks_stand_until_everybody_is_ready(site: Site, ana: Visitor, ben: Visitor, hands: Hands) -> None:
    table = seated(ana, ben, **LIVE)
    hands.ahead = HOUR
    for who in (ana, ben):
        page = who.get(table).text
        assert "The clocks start when all are ready or have moved." in page
        assert faces(page) == ["10:00"] * 2
        assert "dial running" not in page
    assert "The clocks stand until Ana and Ben are ready." in site.stranger().get(table).text

    with ben.socket(table) as socket:
        socket.receive_text(timeout=PATIENCE_S)
        ana.post(f"{table}/ready")
        socket.receive_text(timeout=PATIENCE_S)
    assert "The clocks stand until Ben is ready." in ana.get(table).text
    assert "All others are ready: the clocks start when you are, too." in ben.get(table).text
    assert "I am ready" not in site.stranger().get(table).text
    assert site.stranger().post(f"{table}/ready").status_code == 403

    ben.act(table, seat="2", move=CHOICE)
    ben.act(table, seat="2", verb="confirm")
    hands.ahead += 5 * SECOND
    assert faces(ana.get(table).text) == ["9:55", "10:00"]


def test_a_table_without_a_clock_shows_none(ana: Visitor, ben: Visitor) -> None:
    table = begun(ana, ben)

    assert not faces(ana.get(table).text)
    assert "Ask for a pause" in ana.get(table).text


def test_who_plays_alone_is_not_asked_about_pauses_and_absence(site: Site, ana: Visitor) -> None:
    page = ana.get(site.open(ana, None)).text

    assert "/pause" not in page
    assert "Ask for a pause" not in page
    assert "stand-in" not in page
    assert "data-due" not in page


def test_a_pause_is_asked_for_agreed_to_and_ended(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = begun(ana, ben, **LIVE)
    assert ana.post(f"{table}/pause", {"verb": "pause"}).status_code == 303
    assert "Ana asks for a pause." in ben.get(table).text
    assert "You ask for a pause." in ana.get(table).text
    assert "I agree" not in site.stranger().get(table).text

    ben.post(f"{table}/pause", {"verb": "pause"})
    page = ana.get(table).text
    assert "The game pauses." in page
    assert 'name="part"' not in page
    assert "Go on with the game" in page
    assert "Go on with the game" not in site.stranger().get(table).text
    refused = ana.act(table, move=CHOICE)
    assert refused.status_code == 409
    assert "go on with it first" in refused.text

    ben.post(f"{table}/pause", {"verb": "go-on"})
    assert site.look(table).paused is None
    assert "The clocks stand until Ana is ready." in ben.get(table).text
    assert "I am ready" in ana.get(table).text
    assert ana.act(table, move=CHOICE).status_code == 303


def test_a_wish_for_a_pause_is_told_at_once_and_can_be_taken_back(ana: Visitor, ben: Visitor) -> None:
    table = begun(ana, ben)
    with ben.socket(table) as socket:
        socket.receive_text(timeout=PATIENCE_S)
        ana.post(f"{table}/pause", {"verb": "pause"})
        assert "Ana asks for a pause." in read_frame(socket.receive_text(timeout=PATIENCE_S)).parts["news"]
        ana.post(f"{table}/pause", {"verb": "none"})
        assert "asks for a pause" not in read_frame(socket.receive_text(timeout=PATIENCE_S)).parts["news"]


@pytest.mark.parametrize(
    ("path", "asks", "refuses"),
    [
        ("pause", "Ana asks for a pause.", "Ben wants no pause now."),
        ("end", "Ana offers to end the game without a result.", "Ben wants to play on."),
    ],
)
def test_who_is_asked_for_a_pause_or_an_end_can_say_no(
    ana: Visitor, ben: Visitor, path: str, asks: str, refuses: str
) -> None:
    table = begun(ana, ben)
    ana.post(f"{table}/{path}", {"verb": path})
    page = ben.get(table).text
    assert asks in page
    assert 'value="none">No</button>' in page
    assert "No</button>" not in ana.get(table).text

    assert ben.post(f"{table}/{path}", {"verb": "none"}).status_code == 303
    assert asks not in ben.get(table).text
    assert refuses not in ben.get(table).text
    assert refuses in ana.get(table).text


def test_strangers_have_no_say(site: Site, ana: Visitor, ben: Visitor, hands: Hands) -> None:
    table = begun(ana, ben, **LIVE)
    hands.ahead = HOUR
    for who in (site.stranger(), site.somebody()):
        for path, form in (("pause", {"verb": "pause"}), ("stand-in", {"seat": "2", "level": "random"})):
            assert who.post(f"{table}/{path}", form).status_code == 403
        assert who.post(f"{table}/come-back", {"seat": "2"}).status_code == 403
        assert "stand-in" not in who.get(table).text
    for path in ("stand-in", "come-back"):
        assert ana.post(f"{table}/{path}", {}).status_code == 422

    assert site.look(table).occupants[1].active_level is None


def test_an_absent_player_is_warned_replaced_and_comes_back(
    site: Site, ana: Visitor, ben: Visitor, hands: Hands
) -> None:
    table, form = begun(ana, ben, **LIVE), {"seat": "2", "level": "random"}
    ana.act(table, move=CHOICE)
    ana.act(table, verb="confirm")
    assert not is_shown(ana.get(table).text, "late-2")
    assert ana.post(f"{table}/stand-in", form).status_code == 409

    hands.ahead = 10 * MINUTE + SECOND
    assert is_shown(ana.get(table).text, "late-2")
    assert not is_shown(ana.get(table).text, "stand-in-2")
    assert "Ben’s time is up." in site.stranger().get(table).text
    assert "Your time is up. Move soon" in ben.get(table).text
    assert ana.post(f"{table}/stand-in", form).status_code == 409

    hands.ahead += GRACE_LIVE
    assert is_shown(ana.get(table).text, "stand-in-2")
    site.tables._players.go.clear()  # type: ignore[attr-defined]  # of the players of tests
    assert ana.post(f"{table}/stand-in", form).status_code == 303
    assert "a computer player stands in" in ana.get(table).text
    page = ben.get(table).text
    assert "Take my seat back" in page
    assert "A computer player plays for you.</p>" in page
    assert "counts for the ranking" not in page
    assert 'name="part"' not in page
    assert "take your seat back first" in ben.act(table, seat="2", move=CHOICE).text

    assert ben.post(f"{table}/come-back", {"seat": "2"}).status_code == 303
    site.tables._players.go.set()  # type: ignore[attr-defined]  # as above
    assert faces(ben.get(table).text)[1] == "2:30"
    assert ben.act(table, seat="2", move=CHOICE).status_code == 303


def test_who_has_to_go_leaves_the_seat_to_a_computer_player(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = begun(ana, ben)
    assert "Let a computer player stand in for Ben" in ben.get(table).text

    assert ben.post(f"{table}/stand-in", {"seat": "2", "level": "random"}).status_code == 303
    assert site.look(table).occupants[1].substitute == "random"
    end = monotonic() + PATIENCE_S
    while not (log := site.look(table).log) and monotonic() < end:
        sleep(0.05)
    assert [(move.seat, move.is_by_stand_in) for move in log] == [(1, True)]
    ana.act(table, move=CHOICE)
    ana.act(table, verb="confirm")
    assert not any(move.is_by_stand_in for move in site.look(table).log if move.seat == 0)
    assert "<b>Ben</b> lay" in ben.get(table).text


def test_where_the_result_counts_nobody_leaves_the_seat_to_a_computer_player(site: Site, hands: Hands) -> None:
    ana, ben = site.member(name="Ana"), site.member(name="Ben")
    table = begun(ana, ben, rated="on", **LIVE)
    ana.act(table, move=CHOICE)
    ana.act(table, verb="confirm")

    assert "Let a computer player stand in" not in ben.get(table).text
    assert ben.post(f"{table}/stand-in", {"seat": "2", "level": "standard"}).status_code == 409
    hands.ahead = HOUR
    late = ben.post(f"{table}/stand-in", {"seat": "2", "level": "standard"})
    assert late.status_code == 409
    assert "nobody hands their own seat to a computer player" in late.text
    assert ana.post(f"{table}/stand-in", {"seat": "2", "level": "random"}).status_code == 422
    assert '<input type="hidden" name="level" value="standard">' in ana.get(table).text
    assert ana.post(f"{table}/stand-in", {"seat": "2", "level": "standard"}).status_code == 303
    assert "A computer player plays for you: come back before the end, or you are last." in ben.get(table).text
    for who in (ana, ben, site.stranger()):
        assert "The result counts for the ranking" in who.get(table).text
    assert "End the game without a result" not in ana.get(table).text
    assert ana.post(f"{table}/resign", {"seat": "1"}).status_code == 303
    page = " ".join(ben.get(table).text.split())
    assert "You win!" in page
    assert re.search("Ben [(]you[)] <small>absent at the end</small>.*Ana <small>resigned</small>", page)
