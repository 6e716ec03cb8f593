"""What an open page is told: everything its viewer may know, once, and nothing else."""

from queue import Empty
from typing import Any

import pytest
from httpx import Response
from litestar.exceptions import WebSocketDisconnect

from malecon.core.clock import now
from malecon.storage.clock_steps import move_times
from malecon.tables.table_header import new_id
from malecon.web.open_page import GONE
from malecon.web.views.frames import Frame
from malecon.web.views.table_page import script_version
from patience import PATIENCE_S
from tables.sitting import CHOICE
from web.browsing import until
from web.visiting import Site, Visitor, read_frame

QUIET_S = 0.2
"""How long nothing comes if nothing is to come."""


@pytest.fixture
def ana(site: Site) -> Visitor:
    return site.somebody()


@pytest.fixture
def ben(site: Site) -> Visitor:
    return site.somebody()


@pytest.fixture
def table_id(site: Site, ana: Visitor, ben: Visitor) -> str:
    return site.open(ana, ben)


def frame(socket: Any) -> Frame:
    """Return the next frame."""
    return read_frame(socket.receive_text(timeout=PATIENCE_S))


def moment(received: Frame) -> tuple[int, int]:
    """Return the seat and the number of moves that a frame shows."""
    return received.seat, received.number


def html(received: Frame) -> str:
    """Return all that a frame brings."""
    return "".join(received.parts.values())


def is_quiet(socket: Any) -> bool:
    """Tell whether no frame comes."""
    try:
        socket.receive(timeout=QUIET_S)
    except Empty:
        return True
    return False


def polled(visitor: Visitor, table_id: str, known: str = "") -> Frame | None:
    """Return the frame that is asked for; ``None`` if there is nothing new."""
    answer = visitor.get(f"{table_id}/frame?known={known}")
    if answer.status_code == 204:
        assert answer.content == b""
        return None
    assert answer.status_code == 200
    return read_frame(answer.text)


def choose(visitor: Visitor, table_id: str, seat: int) -> None:
    """Choose two cards and confirm it."""
    assert visitor.act(table_id, seat=str(seat), move=CHOICE).status_code == 303
    assert visitor.act(table_id, seat=str(seat), verb="confirm").status_code == 303


def test_the_page_is_sent_to_who_does_not_know_it(ana: Visitor, table_id: str) -> None:
    with ana.socket(table_id) as socket:
        first = frame(socket)

        assert moment(first) == (1, 0)
        assert first.after == ""
        assert f'data-state="{first.state}"' in first.parts["main"]
        assert is_quiet(socket)
    with ana.socket(table_id, f"known={first.state}") as socket:
        assert is_quiet(socket)


@pytest.mark.parametrize("shown", ["", "deadbeef", "from the future", "9" * 300])
def test_a_page_that_shows_something_else_gets_a_whole_one(ana: Visitor, table_id: str, shown: str) -> None:
    known = f"{script_version()}-{shown}" if shown else ""
    with ana.socket(table_id, f"known={known}") as socket:
        assert list(frame(socket).parts) == ["main"]


@pytest.mark.parametrize("known", ["0-0-0.0-c1", "0123456789abcdef-0123456789abcdef", "9" * 300])
def test_a_page_of_another_version_is_told_to_load_itself_again(ana: Visitor, table_id: str, known: str) -> None:
    with ana.socket(table_id, f"known={known}") as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_text(timeout=PATIENCE_S)
    assert closed.value.code == GONE
    assert ana.get(f"{table_id}/frame?known={known}").status_code == 404


def test_moves_of_others_are_told(ana: Visitor, ben: Visitor, table_id: str, site: Site) -> None:
    with ana.socket(table_id) as socket, site.stranger().socket(table_id) as watcher:
        before = [frame(socket), frame(watcher)]
        choose(ben, table_id, 2)

        told = [frame(socket), frame(watcher)]
        assert [moment(each) for each in told] == [(1, 1), (0, 1)]
        assert [each.after for each in told] == [each.state for each in before]
        assert [[scene.caption for scene in each.scenes] for each in told] == [
            ["Player 2 lays two cards face down."]
        ] * 2
        assert not any("main" in each.parts for each in told)


def test_drafts_are_told_to_nobody_else(ana: Visitor, ben: Visitor, table_id: str, site: Site) -> None:
    with ana.socket(table_id) as own, ben.socket(table_id) as other, site.stranger().socket(table_id) as watcher:
        for socket in (own, other, watcher):
            frame(socket)
        ana.act(table_id, move=CHOICE)

        assert 'value="undo"' in html(frame(own))
        assert is_quiet(other)
        assert is_quiet(watcher)


def test_a_device_with_several_seats_is_told_what_all_see(site: Site, ana: Visitor) -> None:
    table = site.open(ana, ana)
    with ana.socket(table) as all_see, ana.socket(table, "seat=2") as own:
        covered = frame(all_see)
        assert 'class="curtain"' in html(covered)
        assert ">Player 1 and Player 2, it is your turn</h1>" in html(covered)
        assert 'name="part"' in html(frame(own))
        choose(ana, table, 2)
        while (told := moment(frame(own)))[0] == 2:
            assert told == (2, 0), "only the own draft comes before"
        assert told == (0, 1)
        assert 'name="part"' not in html(frame(all_see))


def test_a_hand_that_was_laid_down_is_not_shown_again_unasked(site: Site, ana: Visitor) -> None:
    table = site.open(ana, ana)
    with ana.socket(table, "seat=1") as own:
        assert frame(own).seat == 1
        for seat in (1, 2):
            choose(ana, table, seat)
        until(lambda: site.look(table).move_count == 2)
        shown = frame(own)
        while shown.number < 2:
            shown = frame(own)

        assert shown.seat == 0
        assert is_quiet(own)


def test_computer_players_are_told(site: Site, ana: Visitor) -> None:
    table = site.open(ana, None)
    until(lambda: site.look(table).move_count == 1)
    with ana.socket(table) as socket:
        before = frame(socket)
        choose(ana, table, 1)
        until(lambda: 0 in site.look(table).match.to_move)

        newest = polled(ana, table)
        assert newest
        while before.state != newest.state:
            after = frame(socket)
            assert after.after == before.state
            before = after


def test_polling_tells_the_same(ana: Visitor, ben: Visitor, table_id: str) -> None:
    with ana.socket(table_id) as socket:
        for seat, visitor in ((1, ana), (2, ben)):
            first = frame(socket)
            polled_first = polled(ana, table_id)
            assert polled_first
            assert polled_first.state == first.state
            assert polled(ana, table_id, known=first.state) is None
            visitor.act(table_id, seat=str(seat), move=CHOICE)
            if visitor is ben:
                ben.act(table_id, seat="2", verb="confirm")
        last, polled_last = frame(socket), polled(ana, table_id)
        assert polled_last
        assert last.state == polled_last.state


def test_who_comes_back_gets_what_is_missing(ana: Visitor, ben: Visitor, table_id: str) -> None:
    with ana.socket(table_id) as socket:
        known = frame(socket).state
    choose(ben, table_id, 2)

    with ana.socket(table_id, f"known={known}") as socket:
        missed = frame(socket)
        assert missed == polled(ana, table_id)
        assert is_quiet(socket)
    with ana.socket(table_id, f"known={missed.state}") as socket:
        assert is_quiet(socket)
        choose(ana, table_id, 1)
        assert frame(socket).after == missed.state


@pytest.mark.parametrize(("live", "status"), [("socket", 204), ("frame", 200)])
def test_a_script_is_told_that_an_action_is_done_or_why_not(
    ana: Visitor, table_id: str, live: str, status: int
) -> None:
    def act(move: str) -> Response:
        form = {**ana.fields(table_id), "move": move}
        return ana.post(f"{table_id}/act", form, **{"Malecon-Live": live})

    refused = act("choose siesta")
    assert refused.status_code == 422
    assert refused.json() == {"error": "That is none of the choices."}
    done = act(CHOICE)
    assert done.status_code == status
    if live == "frame":
        assert read_frame(done.text) == polled(ana, table_id)


def test_nobody_watches_after_the_page_is_closed(site: Site, ana: Visitor, table_id: str) -> None:
    watches = site.tables._live_updates._of
    with ana.socket(table_id) as socket:
        frame(socket)
        assert table_id.removeprefix("/table/") in watches

    until(lambda: table_id.removeprefix("/table/") not in watches)


def test_a_table_that_is_not_there_has_no_socket(ana: Visitor) -> None:
    with pytest.raises(WebSocketDisconnect), ana.socket(f"/table/{new_id()}"):
        pass


@pytest.mark.parametrize(("together", "status"), [(False, 204), (True, 200)])
def test_after_a_restart_only_who_is_shown_other_times_gets_a_frame(site: Site, together: bool, status: int) -> None:
    ana, ben = site.somebody(), site.somebody()
    table = site.open(ana, ben if together else ana)
    known = read_frame(ana.get(f"{table}/frame").text).state
    with site.tables._store.writing() as connection:
        move_times(connection, 60_000, now(), grace=0)
    site.tables._repository._cache.clear()

    assert ana.get(f"{table}/frame?known={known}").status_code == status
