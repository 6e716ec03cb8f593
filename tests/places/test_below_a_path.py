"""A site at a path of a domain, behind nginx: a whole game in a real browser, with all that belongs to it."""

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from httpx import HTTPError, get
from playwright.sync_api import Page, expect

from patience import PATIENCE_MS, PATIENCE_S
from web.browsing import BROWSER, browser_path, serving, until
from web.human import Human, short

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
LOCATION = (Path(__file__).parents[2] / "hosting/nginx.conf").read_text("utf-8")
"""The file for hosts, as it is."""
UPSTREAM = "http://127.0.0.1:8000"
CONFIGURATION = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
	access_log off;
	client_body_temp_path {folder}/body;
	proxy_temp_path {folder}/proxy;
	fastcgi_temp_path {folder}/fastcgi;
	uwsgi_temp_path {folder}/uwsgi;
	scgi_temp_path {folder}/scgi;
	server {{
		listen 127.0.0.1:{port};
{location}
	}}
}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def nginx(folder: Path, port: int, upstream: str) -> Iterator[None]:
    """Have nginx with the file for hosts, as whoever runs the tests; ``upstream``: as ``proxy_pass`` names it."""
    assert NGINX
    assert UPSTREAM in LOCATION
    folder.mkdir()
    file = folder / "nginx.conf"
    location = LOCATION.replace(UPSTREAM, upstream)
    file.write_text(CONFIGURATION.format(folder=folder, port=port, location=location), "utf-8")
    process = subprocess.Popen([NGINX, "-c", str(file), "-e", str(folder / "error.log"), "-p", str(folder)])
    try:
        until(lambda: process.poll() is not None or answers(port))
        assert process.poll() is None, (folder / "error.log").read_text("utf-8")
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def answers(port: int) -> bool:
    try:
        return get(f"http://127.0.0.1:{port}/games/healthz").text == "ok"
    except HTTPError:
        return False


@contextmanager
def page_of(origin: str) -> Iterator[tuple[Page, list[str]]]:
    """Have a browser that was never here, and what goes wrong in it: errors, refusals, and requests out of the path."""
    path = browser_path()
    if path is None:
        pytest.skip("no browser here: install the package chromium, or name one in MALECON_CHROMIUM")
    BROWSER.launched(path)
    at_once = "localStorage.setItem('malecon-pace', 'still')"
    with BROWSER.context(
        at_once, locale="en", reduced_motion="reduce", extra_http_headers={"Origin": origin}
    ) as context:
        context.set_default_timeout(PATIENCE_MS)
        wrong: list[str] = []
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "response", lambda answer: wrong.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None
        )
        page.on("request", lambda request: wrong.append(request.url) if not is_below(request.url, origin) else None)
        page.on("websocket", lambda opened: wrong.append(opened.url) if "/games/table/" not in opened.url else None)
        yield page, wrong


def is_below(address: str, origin: str) -> bool:
    return address == f"{origin}/games" or address.startswith((f"{origin}/games/", "data:"))


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed here (Debian: apt install nginx-light)")
@pytest.mark.parametrize("slash", ["", "/"], ids=["the path is passed on", "the path is taken away"])
def test_a_whole_game_behind_nginx(slash: str, tmp_path: Path) -> None:
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    with (
        serving(tmp_path / "data", address=f"{origin}/games", proxies="127.0.0.1/32") as server,
        nginx(tmp_path / "nginx", port, f"http://127.0.0.1:{server.port}{slash}"),
        page_of(origin) as (page, wrong),
    ):
        home = f"{origin}/games"
        page.goto(home)
        assert page.url == f"{home}/"
        assert page.evaluate("[...document.styleSheets].every(sheet => sheet.cssRules.length)")
        page.get_by_role("link", name="Choose players and variants").first.click()
        page.locator("select[name=seat-2]").select_option("free")
        page.locator("select[name=seat-3]").select_option("person")
        page.locator("form.new-table button.primary").click()
        page.wait_for_url(f"{home}/table/*")
        invitation = page.locator(".invitation a").get_attribute("href")
        assert invitation is not None
        assert invitation.startswith("/games/join/")
        assert page.evaluate("[...document.styleSheets].every(sheet => sheet.cssRules.length)")

        form: dict[str, Any] = {"opponents": "1", "level": "random", **short("havana")}
        page.goto(page.request.post(f"{home}/new/havana", multipart=form).url)
        human = Human(page, 1)
        human.wait_for_socket()
        assert human.act()
        page.reload()
        human.wait_for_socket()
        page.locator("a[target=rules]").first.evaluate("link => link.click()")  # it lies in a menu
        page.locator(".guide-drawer h2").first.wait_for()
        page.keyboard.press("Escape")
        human.play()
        expect(page.locator("h1")).to_contain_text("win")
        page.get_by_role("link", name="Replay").click()
        page.get_by_label("Next move").click()
        expect(page.locator("h1")).to_contain_text("move 1 of")

        page.goto(f"{home}/learn/havana/play/first/1")
        page.get_by_role("link", name="Skip", exact=True).click()
        page.wait_for_url(f"{home}/learn/havana/play/first/2")
        expect(page.locator(".lesson-card .step")).to_contain_text("2")

        sign_out_and_in(page, home)
        assert {cookie["path"] for cookie in page.context.cookies()} == {"/games"}
        assert not wrong


def sign_out_and_in(page: Page, home: str) -> None:
    """Choose a name and a password, leave, and come back with them."""
    page.goto(f"{home}/me/account")
    page.locator("input[name=name]").fill("Ana of Havana")
    page.locator("input[type=password]").fill("a long and good password")
    page.locator("main form button.primary").click()
    page.wait_for_url(f"{home}/me")
    page.get_by_role("button", name="Sign out here").click()
    page.wait_for_url(f"{home}/")
    page.goto(f"{home}/sign-in")
    page.locator("input[name=name]").fill("Ana of Havana")
    page.locator("input[type=password]").fill("a long and good password")
    page.locator("main form button.primary").click()
    page.wait_for_url(f"{home}/")
    page.reload()
    page.goto(f"{home}/me")
    page.get_by_role("button", name="Sign out here").wait_for()
