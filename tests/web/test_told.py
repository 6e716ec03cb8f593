"""What is told at a table is read whole, in every window."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from modes import once
from tables.sitting import drafted_game
from web.prepared import show_prepared, sit_among_people
from web.scores import told_game

pytestmark = once  # whole games

Visit = Callable[..., Page]
WINDOWS = [(1280, 800), (1024, 768), (390, 844), (360, 640), (740, 360)]
LONGEST = 6
"""Of the captions of a game, so many are looked at."""

UNREAD = (Path(__file__).parent / "told.js").read_text("utf-8")


def longest_captions(start: str, language: str) -> list[tuple[str, str, str]]:
    """Return the longest captions of a random game, with leads and notes, as the browser puts them together."""
    found = set[tuple[str, str, str]]()
    for told in told_game(start, 1, language):
        lead = caption = note = ""
        for scene in told.scenes:
            if scene.ms:
                lead, caption, note = scene.lead, scene.caption, scene.note
            elif scene.kind == "note":
                note = " ".join(filter(None, [note, scene.caption, scene.note]))
            found.add((lead, caption, note))
    return sorted(found, key=lambda words: len("".join(words)))[-LONGEST:]


def waiting_and_asked(start: str) -> list[tuple[Any, int]]:
    """Return tables at which the first seat waits, and is asked something."""
    found = dict[bool, tuple[Any, int]]()
    for table, _ in drafted_game(start, 2):
        ahead, draft = table.preview(0)
        if not table.match.over and not draft and table.match.number > 30:
            found[0 in ahead.to_move] = (table, 0)
    return [found[False], found[True]]


@pytest.mark.parametrize(
    ("start", "language"),
    [
        ("havana, 4 seats", "fr"),
        ("cuba, 4 seats, no embassy", "en"),
        ("cuba, 5 seats, an owner's data", "fr"),
    ],
)
def test_what_is_told_is_read_whole(visit: Visit, start: str, language: str) -> None:
    page, faults = visit(locale=language), list[str]()
    sit_among_people(page, start.partition(",")[0])
    captions = longest_captions(start, language)
    for is_asked, (table, viewer) in enumerate(waiting_and_asked(start)):
        show_prepared(page, table, viewer, language)
        for width, height in WINDOWS:
            page.set_viewport_size(ViewportSize(width=width, height=height))
            faults += [f"{width}x{height}: {fault}" for fault in page.evaluate(UNREAD, [captions, bool(is_asked)])]

    assert not faults, "\n".join(faults)
