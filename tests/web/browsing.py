"""A server and a browser for the tests."""

import os
import re
import select
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from httpx import Client
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from malecon.web.http.settings import variable_of
from patience import PATIENCE_MS, PATIENCE_S

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
UNPAINTED = "--force-gpu-mem-available-mb=1"
"""Leaves no memory for pixels: painting what no person looks at is a sixth of the work."""
DEALT = str(Path(__file__).with_name("dealt.py"))
SETTLED = "await document.fonts.ready; for (const _ of [1, 2]) await new Promise(requestAnimationFrame);"
"""In a page: wait until its fonts are there, and until what observes sizes has been told so."""
START_S = 120.0


def browser_path() -> str | None:
    """Return the browser that is installed here: ``MALECON_CHROMIUM``, or Chromium or Chrome."""
    return os.environ.get("MALECON_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


class OpenBrowser:
    """A browser that stays open from test to test, with contexts to be used again: what they have loaded stays there.

    A test that uses none closes it: Playwright keeps a loop running, which others cannot share.
    """

    def __init__(self) -> None:
        self._open = ExitStack()
        self._browser: Browser | None = None
        self._idle = defaultdict[str, list[BrowserContext]](list)

    def launched(self, path: str) -> Browser:
        """Return the browser, which is launched if it is not open."""
        if self._browser is None:
            playwright = self._open.enter_context(sync_playwright())
            expect.set_options(timeout=PATIENCE_MS)
            self._browser = playwright.chromium.launch(executable_path=path, args=[*FLAGS, UNPAINTED])
            self._open.callback(self._browser.close)
        return self._browser

    @contextmanager
    def context(self, script: str, *, has_clock: bool = False, **wishes: Any) -> Iterator[BrowserContext]:
        """Have a context as if it were new.

        Args:
            script: runs first on every page.
            has_clock: its time begins at 0, and is Playwright's clock. Such a context is not used again: its clock
                stays, and one that stands still stops the pages of the next test, too.
            wishes: arguments of Playwright's ``new_context``.
        """
        alike = self._idle[repr((script, sorted(wishes.items())))]
        context = alike.pop() if alike and not has_clock else self._new_context(script, wishes)
        if has_clock:
            context.clock.install(time=0)
        yield context
        if has_clock:
            context.close()
            return
        for page in context.pages:
            page.close()
        context.clear_cookies()
        context.unroute_all()
        alike.append(context)

    def _new_context(self, script: str, wishes: dict[str, Any]) -> BrowserContext:
        assert self._browser
        context = self._browser.new_context(**wishes)
        context.add_init_script(script)
        return context

    def close(self) -> None:
        """Close the browser if it is open."""
        self._idle.clear()
        self._browser = None
        self._open.close()


BROWSER = OpenBrowser()


class Server:
    """``malecon serve`` in a process of its own; every table has the same deal."""

    def __init__(self, folder: Path, port: int = 0, *, compiled: bool = False, **told: str) -> None:
        """Start at ``port``, or any, with the data in ``folder``; ``told`` are settings, by default no limits.

        Its computer players think in plain Python unless they may be ``compiled``: that takes seconds at each start.
        """
        self.folder = folder
        command = [sys.executable, DEALT, "serve", "--port", str(port), "--folder", str(folder)]
        environment = {variable_of(name): value for name, value in ({"limits": "no"} | told).items()}
        plain = {} if compiled else {"MALECON_JIT": "0"}
        environment = os.environ | environment | plain
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.address = self._wait_for_address()

    def _wait_for_address(self) -> str:
        assert self.process.stdout is not None
        assert select.select([self.process.stdout], [], [], START_S)[0], "the server does not start"
        found = re.search(r"http://\S+/", self.process.stdout.readline())
        assert found
        return found[0].rstrip("/")

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 80

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self._ended()

    def stop(self) -> int:
        """Ask it to end, and return its exit code."""
        self.process.terminate()
        return self._ended()

    def _ended(self) -> int:
        code = self.process.wait(PATIENCE_S)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@contextmanager
def serving(folder: Path, port: int = 0, *, compiled: bool = False, **told: str) -> Iterator[Server]:
    """Have a server."""
    server = Server(folder, port, compiled=compiled, **told)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


def client_of(address: str, **how: Any) -> Client:
    """Return somebody who asks a server as one of its pages does; ``how`` are arguments of httpx's client."""
    return Client(base_url=address, headers={"Origin": address}, **how)


def socket_of(address: str, table_id: str) -> ClientConnection:
    """Open the socket of a table's page."""
    return connect(f"ws{address.removeprefix('http')}{table_id}/live", origin=Origin(address))


def until(condition: object) -> None:
    """Wait for something that comes by itself."""
    assert callable(condition)
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)
