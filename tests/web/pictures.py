"""Makes the pictures of the documents: ``python -m web.pictures FOLDER`` plays games in a browser and looks at them."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from web.browsing import FLAGS, browser_path, serving
from web.human import Human, sit_down

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "is_mobile": True}
DARK: dict[str, Any] = {"color_scheme": "dark"}
LOOKS: dict[str, tuple[str, dict[str, Any], int]] = {
    "havana": ("havana", WIDE, 18),
    "havana-phone": ("havana", PHONE | DARK, 18),
    "cuba": ("cuba", WIDE, 26),
    "cuba-phone": ("cuba", PHONE, 26),
}
"""By name of the picture: the game, the window, and how many things are done before it is taken."""


def take(browser: Browser, address: str, folder: Path) -> None:
    """Take all pictures."""
    page = browser.new_context(base_url=address, locale="en", **WIDE).new_page()
    page.goto("/")
    page.screenshot(path=folder / "start.jpg", quality=82, type="jpeg")
    for name, (game, window, things) in LOOKS.items():
        page = browser.new_context(base_url=address, locale="en", reduced_motion="reduce", **window).new_page()
        page.goto("/")
        sit_down(page, game, opponents="2", level="easy")
        human = Human(page, 5)
        human.play(things)
        page.wait_for_selector(".status.yours")
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=folder / f"{name}.jpg", quality=82, type="jpeg")


def main(folder: Path) -> None:
    """Take all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        serving(Path(data), compiled=True) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        take(browser, server.address, folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
