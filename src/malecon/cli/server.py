"""``malecon serve``: a server on this machine, and the browser of the person who starts it."""

import asyncio
import ctypes
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from types import FrameType

import uvicorn

from malecon.cli.listeners import listen
from malecon.cli.reach import Reach
from malecon.core.i18n import N_, Language, load, preferred
from malecon.storage.data_folder import FolderLock
from malecon.storage.database import name_of
from malecon.storage.heartbeat import Heartbeat
from malecon.storage.store import Store
from malecon.web.app import create_app
from malecon.web.http.file_limit import raise_file_limit
from malecon.web.http.log import open_log
from malecon.web.http.protocols import LONGEST_MESSAGE, protocols
from malecon.web.http.settings import Settings

GRACE_S = 3
"""Seconds for requests to end after the signal to stop."""
MOST_ARENAS = -8
"""Number of glibc's parameter for the heaps among which threads are divided."""
TICK_S = 1.0
"""Seconds after which the date in the heads of answers is a new one."""


class Server(uvicorn.Server):
    """uvicorn's server, which ends by a signal as soon as it comes; uvicorn's own looks for it ten times a second."""

    def __init__(self, config: uvicorn.Config) -> None:
        """``config``: as for uvicorn's."""
        super().__init__(config)
        self._wake: Callable[[], object] = lambda: None

    async def main_loop(self) -> None:
        """Run until a signal comes."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        self._wake = lambda: loop.call_soon_threadsafe(ended.set)
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), TICK_S)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End after a signal."""
        super().handle_exit(sig, frame)
        self._wake()


def serve(settings: Settings, open_browser: bool) -> int:
    """Serve until SIGTERM or Ctrl-C; return the exit code.

    Raises:
        MaleconError: the address is taken, or the folder cannot be used.
    """
    language = load(preferred())
    open_log(settings)
    raise_file_limit(settings)
    _share_heap()
    with _folder_lock(settings) as lock:
        return _serve_locked(settings, lock, language, open_browser)


def _share_heap() -> None:
    """Let all threads share one heap, where glibc is: of several each keeps what its threads have freed."""
    with suppress(AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(MOST_ARENAS, 1)


@contextmanager
def _folder_lock(settings: Settings) -> Iterator[FolderLock | None]:
    """Lock the folder; ``None`` if the database is PostgreSQL, which several servers share.

    Raises:
        StorageError: another server has the lock, or the folder cannot be used.
    """
    if settings.database_url:
        yield None
        return
    lock = FolderLock.take(settings.data_folder, "serve", f"{datetime.now(UTC):%Y-%m-%d %H:%M}")
    try:
        yield lock
    finally:
        lock.release()


def _serve_locked(settings: Settings, lock: FolderLock | None, language: Language, open_browser: bool) -> int:
    """Serve as ``serve`` does, with the lock of the folder."""
    storage = _check_storage(settings, lock)
    server = Server(configuration(settings, lock))
    listeners = listen(settings.host, settings.port)
    reach = Reach.of(settings, listeners)
    if lock is not None:
        lock.write_owner(reach.address)
    template = N_("Malecón is at {address} (Ctrl-C ends it). The games are kept in {folder}.")
    print(language.say(template, address=reach.address, folder=storage))
    print(reach.for_others(language), flush=True)
    if open_browser:
        threading.Timer(0.5, open_page, [reach.address, language]).start()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn sends it again when everything has ended
    server.run(sockets=listeners)
    return 0 if server.started else 1


def _check_storage(settings: Settings, lock: FolderLock | None) -> str:
    """Check before the start that the database can be used; return its name, or the folder.

    Raises:
        StorageError: it cannot be used.
    """
    folder = settings.data_folder
    with closing(Store.open(folder, settings.database_url, is_owner=lock is not None)) as store:
        Heartbeat(store).check()
    return name_of(store.engine) if store.is_shared else str(folder)


def configuration(settings: Settings, lock: FolderLock | None = None) -> uvicorn.Config:
    """Return the configuration of uvicorn for the application."""
    return uvicorn.Config(
        create_app(settings, lock),
        ws_per_message_deflate=False,  # 70 KB a socket and a millisecond a frame, which is small anyhow
        log_config=None,
        log_level="error",  # malformed requests of strangers must not fill the log
        access_log=False,  # addresses of pages can be secrets
        timeout_graceful_shutdown=GRACE_S,
        timeout_keep_alive=settings.idle_seconds,
        **protocols(settings),
        ws_max_size=LONGEST_MESSAGE,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=[str(network) for network in settings.proxies],
        server_header=False,
        lifespan="on",
    )


TEXT_BROWSERS = {"elinks", "links", "lynx", "w3m", "www-browser"}
"""Browsers in a terminal, by their names in ``webbrowser``: they would share it with the server."""

NO_BROWSER = N_(
    "No browser can be opened here. Open {address} in a browser on this computer. “malecon play --help” says how to "
    "play at the terminal."
)


def open_page(address: str, language: Language) -> None:
    """Open a page in the browser, or print on the standard error output what to do instead."""
    if not _is_opened(address):
        print(language.say(NO_BROWSER, address=address), file=sys.stderr, flush=True)


def _is_opened(address: str) -> bool:
    """Open a page in the browser; return whether there is one with a window of its own."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    return browser.basename not in TEXT_BROWSERS and browser.open(address)
