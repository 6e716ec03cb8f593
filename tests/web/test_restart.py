"""A server that is restarted: what has begun ends, pages are told and come back by themselves, nothing is lost."""

import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute
from sqlalchemy import delete
from websockets.exceptions import ConnectionClosed

from malecon.storage.schema import TABLES
from malecon.storage.store import Store
from malecon.web.middleware.request_log import REPORT
from patience import PATIENCE_MS, PATIENCE_S
from tables.sitting import CHOICE
from web.browsing import Server, client_of, serving, socket_of
from web.human import Human, sit_down
from web.test_sockets import begun
from web.visiting import FIELD, name_of

BODY = b"record=nonsense"


def post_half(server: Server) -> socket.socket:
    """Send the first half of a form, and wait until the server asks for the rest."""
    half = socket.create_connection(("127.0.0.1", server.port))
    head = f"POST /records HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(BODY)}\r\n"
    half.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\n\r\n".encode())
    assert half.recv(1000).startswith(b"HTTP/1.1 100")
    half.sendall(BODY[:5])
    return half


def test_pages_are_told_and_what_has_begun_ends(tmp_path: Path) -> None:
    with serving(tmp_path) as server, client_of(server.address) as client:
        table = begun(client)
        form = dict(FIELD.findall(client.get(f"{table}?seat=1").text))
        client.post(f"{table}/act", data={**form, "move": CHOICE})
        with socket_of(server.address, table) as page, post_half(server) as half:
            page.recv(PATIENCE_S)
            server.process.terminate()
            try:
                page.recv(PATIENCE_S)
            except ConnectionClosed as closed:
                told = closed.rcvd
            half.sendall(BODY[5:])
            answer = half.recv(1000)
        code = server.stop()

    store = Store.open(tmp_path)
    draft = store.load(name_of(table)).seat_states[0].draft
    store.close()
    assert told is not None
    assert (told.code, code) == (1012, 0)
    assert answer.startswith(b"HTTP/1.1 422")
    assert [step.notation for step in draft] == [CHOICE]


def test_a_page_comes_back_by_itself(browser_at: Callable[[str], Page], data: Path) -> None:
    with serving(data) as first:
        page = browser_at(first.address)
        while not page.locator("input[name=part]").count():  # another question may come first
            sit_down(page, "havana")
        before = page.locator("main.table").get_attribute("data-state")
        page.evaluate("document.body.dataset.mine = 'the same page'")
        first.stop()
        page.locator("#lost").wait_for(state="attached")

        with serving(data, first.port), page.expect_websocket(timeout=PATIENCE_MS):
            form = dict(FIELD.findall(page.request.get(page.url).text()))
            page.request.post(f"{page.url.partition('?')[0]}/act", form={**form, "move": CHOICE})
            has_changed = "state => document.querySelector('main.table').dataset.state !== state"
            page.wait_for_function(has_changed, arg=before, timeout=PATIENCE_MS)

            assert page.evaluate("document.body.dataset.mine") == "the same page"
            assert not page.locator("#lost").is_visible()


def test_an_open_page_of_a_table_that_was_removed_says_so(browser_at: Callable[[str], Page], data: Path) -> None:
    with serving(data) as server:
        page = browser_at(server.address)
        sit_down(page, "havana")
        store = Store.open(data)
        with store.writing() as connection:
            connection.execute(delete(TABLES))
        store.close()

        page.get_by_text("There is no such table.", exact=False).wait_for()


def test_what_only_a_proxy_says_is_asked_again_and_what_went_wrong_is_said_at_the_table(
    browser_at: Callable[[str], Page], server: Server
) -> None:
    page = browser_at(server.address)
    page.route_web_socket("**/live?*", WebSocketRoute.close)
    sit_down(page, "havana")
    wrong = '<main><p class="error">That was too often.</p></main>'
    answers: list[dict[str, Any]] = [
        {"status": 502, "body": "<h1>Bad gateway</h1>"},
        {"status": 429, "body": wrong, "content_type": "text/html", "headers": {REPORT: "12345678"}},
    ]
    page.route("**/act", lambda route: route.fulfill(**answers.pop(0)) if answers else route.continue_())
    human = Human(page, 7)
    human.wait_for_turn()
    human.do_something()

    page.get_by_role("alert").get_by_text("That was too often.").wait_for()
    assert answers == []
    assert not page.locator("#lost").is_visible()
    before = human.state
    page.evaluate("document.querySelectorAll('.picking input:checked').forEach(box => box.click())")
    human.do_something()
    page.locator(f"main:not([data-state='{before}'])").wait_for(state="attached")
    page.get_by_role("alert").wait_for(state="detached")
