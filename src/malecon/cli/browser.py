"""The browser of the person who starts a server."""

import sys
import webbrowser

from malecon.core.i18n import N_, Language

TEXT_BROWSERS = {"elinks", "links", "lynx", "w3m", "www-browser"}
"""Browsers in a terminal, by their names in ``webbrowser``: they would share it with the server."""

NO_BROWSER = N_(
    "No browser can be opened here. Open {address} in a browser on this computer. To let other computers in, start "
    "“malecon serve --host 0.0.0.0”. “malecon play --help” says how to play at the terminal."
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
