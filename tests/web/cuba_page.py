"""Reading a drawn table of Cuba as a browser does: which moves it offers, and what refers to what."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import combinations

import malecon
from malecon.core.i18n import Language
from malecon.core.match import Match
from malecon.games.cuba.text import GAME_TEXT
from malecon.presentation.buttons import AND, CONFIRM
from malecon.presentation.game_page import BoardContext
from malecon.presentation.perspective import Perspective
from web.boards import board_of

NAMES = dict(enumerate(("Ana", "Ben", "Carla", "Diego", "Elena")))
GAME = malecon.games["cuba"]


BUTTON = re.compile(r'<button [^>]*name="move" value="([^"]*)"')
FORM = re.compile(r'<form class="picking".*?</form>', re.DOTALL)
PART = re.compile(r'name="part"(?: min="(?P<low>\d+)" max="(?P<high>\d+)")?[^>]* value="(?P<value>[^"]*)"')


FINAL = f"{AND}{CONFIRM}"


TWIN = re.compile(r'<button [^>]*value="([^"]+)"[^>]* aria-hidden="true"></button>')
"""One more button of a move."""


def offered(html: str) -> Counter[str]:
    """Return the moves of all buttons but twins, and of those that forms can put together, each time it is offered."""
    html = TWIN.sub("", html)
    return Counter(move for move in _choices(html) if AND not in move)


def sequences_on(html: str) -> list[str]:
    """Return the sequences of moves that can be chosen, each as often as it can."""
    return [move for move in _choices(html) if AND in move]


def _choices(html: str) -> Iterator[str]:
    """Yield what buttons and forms send, without the confirmation."""
    yield from (value.removesuffix(FINAL) for value in BUTTON.findall(html))
    for form in FORM.findall(html):
        yield from put_together(form)


def put_together(form: str) -> Iterator[str]:
    """Yield the moves of a form: each that can be chosen, or a verb with each of its numbers, or pair of its ticks."""
    verb, *parts = PART.finditer(form.replace(f'name="part" value="{FINAL}"', ""))
    if 'type="radio"' in form:
        yield from (part["value"] for part in parts)
        return
    for part in parts:
        if part["low"]:
            yield from (f"{verb['value']} {number}" for number in range(int(part["low"]), int(part["high"]) + 1))
    ticks = [part["value"] for part in parts if not part["low"]]
    yield from (f"{verb['value']} {a} {b}" for a, b in combinations(ticks, 2))


class Page(HTMLParser):
    """What a page consists of.

    Attributes:
        ids, travellers: values of ``id`` and ``data-travel``, as often as they occur.
        targets, pictures: what ``href`` names in the page, and in the file of pictures.
        attributes: names of all attributes.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.travellers: Counter[str] = Counter()
        self.targets: set[str] = set()
        self.pictures: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.attributes |= set(given)
        self.ids.update([given["id"]] if "id" in given else [])
        self.travellers.update([given["data-travel"]] if "data-travel" in given else [])
        file, mark, name = given.get("href", "").partition("#")
        if mark:
            (self.pictures if file else self.targets).add(name)


def drawing_of(match: Match, viewer: int | None, language: Language) -> BoardContext:
    """Return what the parts of the table are made from."""
    legal = () if viewer is None else match.legal(viewer)
    return BoardContext(Perspective.of(match, viewer, language, NAMES), GAME_TEXT, legal, "/table/x", (("seat", "1"),))


def drawn(match: Match, viewer: int | None, language: Language) -> str:
    """Return the table as HTML."""
    return board_of(drawing_of(match, viewer, language))[0]
