"""Actions that an open page sends by its WebSocket: they do what a POST does, and nothing else."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import delete

from malecon.storage.schema import TABLES
from malecon.storage.sessions import Sessions
from malecon.web.http.forms import MOST_FIELDS
from malecon.web.http.rate_limiter import ACT_COST, PROCESSOR
from malecon.web.open_page import GONE, SIGNED_OUT
from malecon.web.views.frames import Frame
from patience import PATIENCE_S
from tables.sitting import CHOICE
from waiting import finish
from web.visiting import Site, Visitor, read_frame, visiting

POLICY_VIOLATION, INTERNAL_ERROR = 1008, 1011
FORBIDDEN = {"error": "That is none of the choices."}


@pytest.fixture
def ana(site: Site) -> Visitor:
    return site.somebody()


@pytest.fixture
def table_id(site: Site, ana: Visitor) -> str:
    return site.open(ana, site.somebody())


def opened(visitor: Visitor, table_id: str) -> Any:
    """Return the socket of a page that shows the table."""
    known = read_frame(visitor.get(f"{table_id}/frame").text).state
    return visitor.socket(table_id, f"known={known}")


def received(socket: Any, count: int) -> tuple[list[dict[str, Any]], list[Frame]]:
    """Return the next messages: answers and frames, which may overtake each other."""
    messages = [socket.receive_text(timeout=PATIENCE_S) for _ in range(count)]
    answers = [json.loads(each) for each in messages if each.startswith('{"answer"')]
    return answers, [read_frame(each) for each in messages if not each.startswith('{"answer"')]


def closed(socket: Any) -> int:
    """Return the code with which the socket is closed."""
    try:
        while True:
            socket.receive_text(timeout=PATIENCE_S)
    except WebSocketDisconnect as ended:
        return int(ended.code)


def say(socket: Any, number: int, fields: dict[str, str], **choice: str) -> None:
    """Send an action."""
    socket.send_text(f"{number} {urlencode({**fields, **choice})}")


def test_an_action_is_answered_and_shown(site: Site, ana: Visitor, table_id: str) -> None:
    fields = ana.fields(table_id)
    with opened(ana, table_id) as socket:
        say(socket, 1, fields, move="choose siesta")
        assert received(socket, 1) == ([{"answer": 1, **FORBIDDEN}], [])
        say(socket, 2, fields, move=CHOICE)
        answers, frames = received(socket, 2)
        assert answers == [{"answer": 2}]
        assert 'value="undo"' in "".join(frames[0].parts.values())
        say(socket, 3, fields, move=CHOICE)
        assert received(socket, 1) == ([{"answer": 3}], []), "it was done before, and is done once"
        assert ana.act(table_id, verb="confirm").status_code == 303
    assert site.look(table_id).move_count == 1


@pytest.mark.parametrize("changed", [{"seat": "2"}, {"mark": "9.9"}, {"id": "!"}, {"verb": "confirm"}])
def test_what_is_refused_is_refused_in_the_words_of_a_post(
    ana: Visitor, table_id: str, changed: dict[str, str]
) -> None:
    fields = {"move": CHOICE, **ana.fields(table_id), **changed}
    with opened(ana, table_id) as socket:
        say(socket, 7, fields)
        answers, _ = received(socket, 1)

    posted = ana.post(f"{table_id}/act", fields, **{"Malecon-Live": "socket"})
    assert answers == [{"answer": 7, **posted.json()}]
    assert answers[0]["error"]


def test_a_form_out_of_bounds_is_refused_by_the_socket_too(ana: Visitor, table_id: str) -> None:
    with opened(ana, table_id) as socket:
        say(socket, 1, ana.fields(table_id), **{f"f{number}": "" for number in range(MOST_FIELDS + 1)})
        assert received(socket, 1)[0] == [{"answer": 1, "error": "The address or the form cannot be read."}]


def test_who_signs_out_acts_no_more(site: Site, ana: Visitor, table_id: str) -> None:
    fields = ana.fields(table_id)
    with opened(ana, table_id) as socket:
        finish(Sessions(site.tables._store).sign_out(ana.cookie["Cookie"].partition("=")[2]))
        say(socket, 1, fields, move=CHOICE)

        assert closed(socket) == SIGNED_OUT
    assert not site.look(table_id).seat_states[0].draft


def test_actions_of_a_page_are_counted_like_those_of_forms(tmp_path: Any) -> None:
    with visiting(tmp_path, limits=True, actions=2) as site:
        ana = site.somebody()
        table_id = site.open(ana, site.somebody())
        fields = ana.fields(table_id)
        with opened(ana, table_id) as socket:
            for number in range(3):
                say(socket, number, fields, move="choose siesta")
            answers, _ = received(socket, 3)
    assert answers[:2] == [{"answer": 0, **FORBIDDEN}, {"answer": 1, **FORBIDDEN}]
    assert answers[2]["error"].startswith("That was too often.")


def test_an_action_over_a_socket_costs_what_it_costs_by_a_form(tmp_path: Any) -> None:
    with visiting(tmp_path, limits=True) as site:
        ana = site.somebody()
        table_id = site.open(ana, site.somebody())
        fields = ana.fields(table_id)
        buckets = site.client.app.state.services.rate_limiter.buckets[f"person {PROCESSOR}"]
        costs: list[float] = []
        check = buckets.check

        def count(key: str, cost: float) -> None:
            costs.append(cost)
            check(key, cost)

        buckets.check = count
        with opened(ana, table_id) as socket:
            say(socket, 1, fields, move="choose siesta")
            received(socket, 1)
        ana.post(f"{table_id}/act", fields | {"move": "choose siesta"})

    assert len(costs) == 4  # the page, the handshake, and both actions
    assert costs[-2:] == [ACT_COST, ACT_COST]


@pytest.mark.parametrize("said", ["hello", "", "1234567890 seat=1", "-1 seat=1", b"1 seat=1"])
def test_who_says_what_is_no_message_is_sent_away(ana: Visitor, table_id: str, said: str | bytes) -> None:
    with opened(ana, table_id) as socket:
        socket.send(said, mode="binary" if isinstance(said, bytes) else "text")

        assert closed(socket) == POLICY_VIOLATION


def test_a_failure_of_ours_closes_the_socket_so_that_the_page_asks_by_post(
    monkeypatch: pytest.MonkeyPatch, ana: Visitor, table_id: str
) -> None:
    monkeypatch.setattr("malecon.web.open_page.apply_form", lambda *arguments: 1 / 0)
    with opened(ana, table_id) as socket:
        say(socket, 1, ana.fields(table_id), move=CHOICE)

        assert closed(socket) == INTERNAL_ERROR


def test_at_a_table_that_is_gone_nothing_is_done(site: Site, ana: Visitor, table_id: str) -> None:
    fields = ana.fields(table_id)
    with opened(ana, table_id) as socket:
        with site.tables._store.writing() as connection:
            connection.execute(delete(TABLES))
        say(socket, 1, fields, move=CHOICE)

        assert closed(socket) == GONE
