"""What an open page is told: everything its viewer may know, once, and nothing else."""

from queue import Empty
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from malecon.core.time_source import now
from malecon.storage.clock_steps import move_times
from malecon.tables.table_header import new_id
from patience import PATIENCE_S
from tables.sitting import CHOICE
from web.browsing import until
from web.visiting import Site, Visitor

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


def moment(frame: dict[str, str]) -> str:
    """Return which moves and actions a frame knows."""
    return frame["state"].rpartition("-")[0]


def frame(socket: Any) -> dict[str, str]:
    """Return the next frame."""
    received: dict[str, str] = socket.receive_json(timeout=PATIENCE_S)
    return received


def is_quiet(socket: Any) -> bool:
    """Tell whether no frame comes."""
    try:
        socket.receive(timeout=QUIET_S)
    except Empty:
        return True
    return False


def polled(visitor: Visitor, table_id: str, known: str = "") -> dict[str, str] | None:
    """Return the frame that is asked for; ``None`` if there is nothing new."""
    answer = visitor.get(f"{table_id}/frame?known={known}")
    if answer.status_code == 204:
        assert answer.content == b""
        return None
    assert answer.status_code == 200
    received: dict[str, str] = answer.json()
    return received


def without_ids(received: dict[str, str] | None) -> dict[str, str]:
    """Return a frame without the ids of its forms, which are always new."""
    assert received
    lines = [line.partition('name="id"')[0] for line in received["main"].split("<input")]
    return {**received, "main": "<input".join(lines)}


def choose(visitor: Visitor, table_id: str, seat: int) -> None:
    """Choose two cards and confirm it."""
    assert visitor.act(table_id, seat=str(seat), move=CHOICE).status_code == 303
    assert visitor.act(table_id, seat=str(seat), verb="confirm").status_code == 303


def test_the_page_is_sent_to_who_does_not_know_it(ana: Visitor, table_id: str) -> None:
    with ana.socket(table_id) as socket:
        first = frame(socket)

        assert moment(first) == "0-0-0.0"
        assert f'data-state="{first["state"]}"' in first["main"]
        assert is_quiet(socket)
    with ana.socket(table_id, f"known={first['state']}") as socket:
        assert is_quiet(socket)


def test_moves_of_others_are_told(ana: Visitor, ben: Visitor, table_id: str, site: Site) -> None:
    with ana.socket(table_id) as socket, site.stranger().socket(table_id) as watcher:
        states = [moment(frame(socket)), moment(frame(watcher))]
        choose(ben, table_id, 2)

        told = [moment(frame(socket)), moment(frame(watcher))]
        assert told == ["0-1-0.0", "None-1-"] != states


def test_drafts_are_told_to_nobody_else(ana: Visitor, ben: Visitor, table_id: str, site: Site) -> None:
    with ana.socket(table_id) as own, ben.socket(table_id) as other, site.stranger().socket(table_id) as watcher:
        for socket in (own, other, watcher):
            frame(socket)
        ana.act(table_id, move=CHOICE)

        assert 'value="undo"' in frame(own)["main"]
        assert is_quiet(other)
        assert is_quiet(watcher)


def test_a_device_with_several_seats_is_told_what_all_see(site: Site, ana: Visitor) -> None:
    table = site.open(ana, ana)
    with ana.socket(table) as all_see, ana.socket(table, "seat=2") as own:
        assert 'class="curtain"' in frame(all_see)["main"]
        assert 'name="part"' in frame(own)["main"]
        choose(ana, table, 2)
        while (told := moment(frame(own))).startswith("1-"):
            assert told == "1-0-0.1", "only the own draft comes before"
        assert told == "None-1-"
        assert 'name="part"' not in frame(all_see)["main"]


def test_computer_players_are_told(site: Site, ana: Visitor) -> None:
    table = site.open(ana, None)
    until(lambda: site.look(table).move_count == 1)
    with ana.socket(table) as socket:
        before = frame(socket)
        choose(ana, table, 1)
        until(lambda: 0 in site.look(table).match.to_move)

        newest = polled(ana, table)
        assert newest
        while before["state"] != newest["state"]:
            before = frame(socket)
        assert without_ids(before) == without_ids(newest)


def test_polling_tells_the_same(ana: Visitor, ben: Visitor, table_id: str) -> None:
    with ana.socket(table_id) as socket:
        for seat, visitor in ((1, ana), (2, ben)):
            first = frame(socket)
            assert without_ids(polled(ana, table_id)) == without_ids(first)
            assert polled(ana, table_id, known=first["state"]) is None
            visitor.act(table_id, seat=str(seat), move=CHOICE)
            if visitor is ben:
                ben.act(table_id, seat="2", verb="confirm")
        assert without_ids(frame(socket)) == without_ids(polled(ana, table_id))


def test_who_comes_back_gets_what_is_missing(ana: Visitor, ben: Visitor, table_id: str) -> None:
    with ana.socket(table_id) as socket:
        known = frame(socket)["state"]
    choose(ben, table_id, 2)

    with ana.socket(table_id, f"known={known}") as socket:
        missed = frame(socket)
        assert without_ids(missed) == without_ids(polled(ana, table_id))
        assert is_quiet(socket)
    with ana.socket(table_id, f"known={missed['state']}") as socket:
        assert is_quiet(socket)
        choose(ana, table_id, 1)
        assert frame(socket)["state"] != missed["state"]


def test_what_a_page_says_is_not_listened_to(ana: Visitor, table_id: str) -> None:
    with ana.socket(table_id) as socket:
        frame(socket)
        socket.send_text(CHOICE)
        socket.send_bytes(b"\x00")
        ana.act(table_id, move=CHOICE)

        assert moment(frame(socket)) == "0-0-0.1"


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
    known = ana.get(f"{table}/frame").json()["state"]
    with site.tables._store.writing() as connection:
        move_times(connection, 60_000, now(), grace=0)
    site.tables._repository._cache.clear()

    assert ana.get(f"{table}/frame?known={known}").status_code == status
