"""Makes the pictures of the documents: ``python -m web.pictures FOLDER`` plays games in a browser and looks at them."""

import base64
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, FloatRect, Page, ViewportSize, sync_playwright

import malecon
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
CLIPS: dict[str, tuple[ViewportSize, FloatRect]] = {
    "havana": ({"width": 1720, "height": 800}, {"x": 297, "y": 53, "width": 1331, "height": 474}),
    "cuba": ({"width": 1280, "height": 800}, {"x": 0, "y": 50, "width": 1280, "height": 456}),
}
"""By name of the picture, what stands on the start page for the game: a window, and what of it."""
START_SIZE, START_QUALITY = (876, 312), 0.4
"""Width and height that it has there, in pixels of a fine screen; from 0 to 1: the start page is to be light."""
PACKAGE = Path(malecon.__file__).parent
FIRST_MOVES = {"havana": "perform", "cuba": "play"}
"""By game, how the moves begin with which a turn begins."""
MANY = 2


TURN = "havana-turn.webp"
"""The moving picture: a whole turn of Havana."""
PACE = "if (!localStorage.getItem('malecon-pace')) localStorage.setItem('malecon-pace', '{}')".format
"""Has a pace chosen, at which is shown what the others do."""
SIZE, QUALITY = (960, 600), 0.65
"""In pixels; of the frames, from 0 to 1."""
LONGEST_MS, LAST_MS = 400, 2500
"""For which a frame is shown: at most, and the last one."""
ENCODE = """async ([png, width, height, quality]) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = Object.assign(document.createElement("canvas"), {width, height});
    const context = canvas.getContext("2d", {alpha: false});
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    const before = window.before ?? new Uint32Array(pixels.length);
    window.before = pixels;
    let [left, top, right, bottom] = [width, height, -1, -1];
    for (let place = 0; place < pixels.length; place++) {
        if (pixels[place] === before[place]) continue;
        const [x, y] = [place % width, Math.floor(place / width)];
        [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    if (right < 0) return null;
    [left, top] = [left - left % 2, top - top % 2];
    const box = [left, top, right - left + 1, bottom - top + 1];
    const part = Object.assign(document.createElement("canvas"), {width: box[2], height: box[3]});
    part.getContext("2d", {alpha: false}).drawImage(canvas, ...box, 0, 0, box[2], box[3]);
    return {box, webp: part.toDataURL("image/webp", quality).split(",")[1]};
}"""
"""Returns what of a picture differs from the one before: its place at even pixels, and its content in WebP."""


class Frame(NamedTuple):
    """A part of the picture that changes: left, top, width and height; its WebP; milliseconds until the next change."""

    box: tuple[int, int, int, int]
    webp: bytes
    ms: int


def animated(frames: list[Frame]) -> bytes:
    """Return frames of a picture of ``SIZE`` as one moving picture in WebP that begins anew at its end."""
    size = b"".join((length - 1).to_bytes(3, "little") for length in SIZE)
    body = b"WEBP" + _chunk(b"VP8X", b"\x02" + bytes(3) + size) + _chunk(b"ANIM", bytes(6))
    for (left, top, width, height), webp, ms in frames:
        numbers = (left // 2, top // 2, width - 1, height - 1, ms)
        head = b"".join(number.to_bytes(3, "little") for number in numbers)
        body += _chunk(b"ANMF", head + b"\x02" + _image_of(webp))
    return b"RIFF" + len(body).to_bytes(4, "little") + body


def _image_of(webp: bytes) -> bytes:
    """Return the chunk with the image of a file in WebP."""
    place = webp.index(b"VP8 ")
    length = int.from_bytes(webp[place + 4 : place + 8], "little")
    return webp[place : place + 8 + length + length % 2]


def _chunk(name: bytes, content: bytes) -> bytes:
    """Return a chunk of a RIFF file; an odd one is filled up."""
    return name + len(content).to_bytes(4, "little") + content + bytes(len(content) % 2)


def play_until(human: Human, verb: str) -> None:
    """Play until there is a choice between moves that begin so.

    Raises:
        AssertionError: the game has ended before.
    """
    human.wait_for_turn()
    while human.page.locator(f"button[name=move][value^='{verb} ']").count() < MANY:
        assert human.act(), f"no choice to {verb}: the game is over; take the pictures again"
        human.wait_for_turn()


def turn_of_havana(browser: Browser, address: str) -> bytes:
    """Return a moving picture of a turn, from its first question to that of the next turn."""
    context = browser.new_context(base_url=address, locale="en", **WIDE)
    context.add_init_script(PACE("normal"))
    page, encoder = context.new_page(), context.new_page()
    page.goto("/")
    page.request.post("/settings", form={"name": "Ana"}, headers={"Origin": address})  # no tips
    sit_down(page, "havana", opponents="2", level="easy", **{"name-1": "Ana"})
    human = Human(page, 5)
    play_until(human, FIRST_MOVES["havana"])
    frames = list[Frame]()
    began = time.perf_counter()
    for png, at in [*_pictures_of_a_turn(page, human)]:
        ms = min(LONGEST_MS, round(1000 * (at - began)))
        frames[-1:] = [frame._replace(ms=frame.ms + ms) for frame in frames[-1:]]
        began = at
        found = encoder.evaluate(ENCODE, [base64.b64encode(png).decode(), *SIZE, QUALITY])
        if found:
            frames.append(Frame(found["box"], base64.b64decode(found["webp"]), 0))
    frames[-1] = frames[-1]._replace(ms=LAST_MS)
    context.close()
    return animated(frames)


def _pictures_of_a_turn(page: Page, human: Human) -> Iterator[tuple[bytes, float]]:
    """Yield pictures of the page in PNG, each with its time in seconds, until a turn of the next round begins.

    A press would end what is told, so it waits until all is.
    """
    page.locator("html:not(.telling)").wait_for(state="attached")
    number = page.locator(".round").first
    first = number.inner_text()
    while True:
        for _ in range(6):
            yield page.screenshot(), time.perf_counter()
        if page.locator("html.telling").count() or not page.locator(".status.yours, .result").count():
            continue
        if number.inner_text() != first:
            return
        human.do_something()


def webp_of(encoder: Page, png: bytes) -> bytes:
    """Return a picture of the start page in WebP, made by a page on which nothing was made before."""
    found = encoder.evaluate(ENCODE, [base64.b64encode(png).decode(), *START_SIZE, START_QUALITY])
    return base64.b64decode(found["webp"])


def take(browser: Browser, address: str, folder: Path) -> None:
    """Take all pictures."""
    page = browser.new_context(base_url=address, locale="en", **WIDE).new_page()
    page.goto("/")
    page.screenshot(path=folder / "start.jpg", quality=82, type="jpeg")
    for name, (game, window, things) in LOOKS.items():
        context = browser.new_context(base_url=address, locale="en", reduced_motion="reduce", **window)
        context.add_init_script(PACE("still"))
        page = context.new_page()
        page.goto("/")
        page.request.post("/settings", form={"name": "Ana"}, headers={"Origin": address})  # no tips
        sit_down(page, game, opponents="2", level="easy", **{"name-1": "Ana"})
        human = Human(page, 5)
        human.play(things)
        play_until(human, FIRST_MOVES[game])
        page.screenshot(path=folder / f"{name}.jpg", quality=82, type="jpeg")
        for language, file in malecon.games[game].page.pictures.items() if name in CLIPS else ():
            page.request.post("/settings", form={"name": "Ana", "language": language}, headers={"Origin": address})
            size, clip = CLIPS[name]
            page.set_viewport_size(size)
            page.reload()
            start = PACKAGE / f"games/{game}/web/static/{file}"
            start.write_bytes(webp_of(context.new_page(), page.screenshot(clip=clip)))
    (folder / TURN).write_bytes(turn_of_havana(browser, address))


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
