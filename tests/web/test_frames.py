"""Frames: what they bring makes an open page equal to one that is read anew, for every viewer, over whole games."""

from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import islice, pairwise

import pytest
from playwright.sync_api import Page, expect

from cases import STARTS
from malecon.core.i18n import load
from malecon.presentation.parts import SLOT_PATTERN, Drawn, composed, drawn
from malecon.storage.people import Person
from malecon.tables.table import Table
from malecon.web.http.sender import Visitor
from malecon.web.views.frames import Frame
from malecon.web.views.table_page import WHOLE, TablePage, draw_page
from modes import once
from sampling import EVERY, PAGES, close_looks
from tables.sitting import drafted_game

pytestmark = once  # whole games

SHOW = """async ({whole, frames, pages}) => {
    const {messageOf, showFrame} = await import("/static/show.js");
    const fromHtml = html => new DOMParser().parseFromString(html, "text/html").querySelector("main");
    document.querySelector("main").replaceWith(fromHtml(whole));
    const plain = main => {
        for (const each of main.querySelectorAll("[disabled]")) each.removeAttribute("disabled");
        for (const each of main.querySelectorAll("[data-changed]")) each.removeAttribute("data-changed");
        for (const each of main.querySelectorAll("button[data-copy]")) each.hidden = true;
        main.normalize();
        return main;
    };
    for (const [place, frame] of frames.entries()) {
        if (!showFrame(messageOf(frame))) return `frame ${place} does not follow`;
        if (pages[place] === null) continue;
        const [now, anew] = [document.querySelector("main").cloneNode(true), fromHtml(pages[place])].map(plain);
        if (!now.isEqualNode(anew)) return `frame ${place}: ${now.outerHTML} is not ${anew.outerHTML}`;
    }
}"""
"""Shows frames one after the other; returns at which one the page differs from the one that is drawn anew, if any."""


TELL = """async ({whole, frame}) => {
    localStorage.setItem("malecon-pace", "normal");
    const {receive} = await import("/static/pace.js");
    const {messageOf} = await import("/static/show.js");
    const page = new DOMParser().parseFromString(whole, "text/html");
    document.querySelector("main").replaceWith(page.querySelector("main"));
    document.getElementById("log").popover = null;
    window.travelled = [];
    const travelled = ({addedNodes}) => [...addedNodes].filter(node => node.matches?.(".travelling"));
    const watch = new MutationObserver(changes => window.travelled.push(...changes.flatMap(travelled)));
    watch.observe(document.body, {childList: true});
    receive(messageOf(frame), () => {});
}"""
"""Shows a page, and then tells what happens in a frame."""


def visitor_of(viewer: int | None) -> Visitor:
    return Visitor(None if viewer is None else Person(f"person-{viewer}"), load("en"))


def pages_of(start: str, seed: int, viewer: int | None) -> Iterator[TablePage]:
    """Yield the pages that a viewer sees in a whole random game with its drafts."""
    for table, _ in drafted_game(start, seed):
        yield draw_page(table, viewer, visitor_of(viewer))


@cache
def roots(html: str) -> list[tuple[str, str | None]]:
    """Return tags and ids of the outermost elements."""
    found: list[tuple[str, str | None]] = []

    class Outline(HTMLParser):
        depth = 0

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if self.depth == 0:
                found.append((tag, dict(attrs).get("id")))
            self.depth += tag not in ("br", "img", "input")

        def handle_endtag(self, tag: str) -> None:
            self.depth -= 1

    Outline().feed(html)
    return found


@pytest.mark.parametrize(("number", "start"), list(enumerate(STARTS)))
def test_each_part_is_one_element_and_stands_in_one_slot(number: int, start: str) -> None:
    for looked, (table, _) in enumerate(close_looks(drafted_game(start, 7), every=PAGES * EVERY)):
        viewer = (None, *range(table.header.seats))[(number + looked) % (table.header.seats + 1)]
        parts = draw_page(table, viewer, visitor_of(viewer)).parts
        slots = [found.groups() for part in parts.values() for found in SLOT_PATTERN.finditer(part.html)]

        assert {name for _, name in slots} == set(parts) - {WHOLE}
        assert len(slots) == len(parts) - 1
        assert all(roots(parts[name].html) == [(tag, name)] for tag, name in slots)


@pytest.mark.parametrize(
    ("viewer", "start", "every"), [(None, "havana, 4 seats", 7), (0, "havana, 2 seats", 3), (1, "cuba, 2 seats", 1)]
)
def test_frames_make_a_page_what_it_is_when_read_anew(viewer: int | None, start: str, every: int) -> None:
    """``every``: how many steps lie between two frames, as where a page misses some."""
    before, shown = None, dict[str, Drawn]()
    for table, _ in islice(drafted_game(start, 8), None, None, every):
        page = draw_page(table, viewer, visitor_of(viewer))
        if before is None:
            before, shown = page, dict(page.parts)
        frame = page.frame_after(before.shown)
        shown |= {name: Drawn(html, b"", frozenset()) for name, html in frame.parts.items()}

        ends = {name for event in frame.events for name in (event.begin, event.end) if name}
        assert ends <= set(shown), "a part that the page has, or had before the viewer's own draft"
        assert composed(shown, WHOLE) == composed(page.parts, WHOLE)
        assert (page.state == before.state) == (not frame.parts)
        before = page


def test_a_part_follows_from_its_value_and_nothing_else() -> None:
    for start in STARTS:
        for table, _ in close_looks(drafted_game(start, 9), every=PAGES * EVERY):
            page = draw_page(table, 0, visitor_of(0))
            drawn.cache_clear()

            assert draw_page(table, 0, visitor_of(0)).parts == page.parts


def test_viewers_who_see_alike_share_what_is_drawn() -> None:
    table: Table = next(table for table, _ in drafted_game("cuba, 3 seats, sealed", 3) if table.move_count > 20)
    spectator, player = (draw_page(table, viewer, visitor_of(viewer)).parts for viewer in (None, 0))
    shared = [name for name in spectator if name in player and spectator[name].html is player[name].html]

    assert {"market", "harbour", "stall-rum", "track"} <= set(shared)


@pytest.mark.parametrize(
    ("start", "viewer"),
    [("havana, 2 seats", 1), ("cuba, 2 seats", 1)],
)
def test_a_browser_shows_after_each_frame_what_it_shows_when_read_anew(
    visit: Callable[..., Page], start: str, viewer: int | None
) -> None:
    page, pages = visit(), list(pages_of(start, 1, viewer))
    changed = [(one, other) for one, other in pairwise(pages) if one.state != other.state]
    frames: list[Frame] = [other.frame_after(one.shown) for one, other in changed]
    news = {
        "whole": str(pages[0].html),
        "frames": [frame.text() for frame in frames],
        "pages": [str(other.html) if place % 3 == 0 else None for place, (_, other) in enumerate(changed)],
    }

    assert page.evaluate(SHOW, news) is None


def test_what_is_stolen_travels_and_its_line_in_the_log_marks_both_players(visit: Callable[..., Page]) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("havana, 2 seats", 8, 0))
    frames = [(one, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    before, frame = next((one, each) for one, each in frames if any(event.loss for event in each.events))
    theft = next(event for event in frame.events if event.loss)

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text()})
    expect(page.locator("#caption.loss")).to_have_text(theft.text)
    expect(page.locator(".place-mark.loss")).to_have_count(1)
    expect(page.locator("html.telling h1")).to_have_attribute("data-telling", "The others play: press to skip")
    symbols = page.evaluate("travelled.map(thing => thing.querySelector('use').getAttribute('href'))")
    assert f"#{theft.things[0][0]}" in symbols
    page.keyboard.press("Escape")
    expect(page.locator(".travelling, .place-mark, html.telling")).to_have_count(0)

    assert '<b class="unseen">You</b> rob Player 2' in before.html
    line = page.locator(f"[data-parts='{theft.begin} {theft.end}']").last
    line.locator(".counted").hover()  # whose middle is there: the sentence has an unseen name, too
    expect(page.locator(".place-mark")).to_have_count(2)
    assert theft.text == line.text_content()
    assert line.locator("use").count() == 1
    page.locator(".story").last.press("ArrowUp")
    expect(page.locator(".story p").last).to_be_focused()


def test_the_end_of_a_game_is_told_before_the_result_covers_the_table(visit: Callable[..., Page]) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("cuba, 2 seats", 8, 0))
    before, result = next((one, other) for one, other in pairwise(pages) if 'class="result' in other.html)
    frame = result.frame_after(before.shown)

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text()})
    expect(page.locator("#caption")).not_to_be_empty()
    assert page.locator(".result").count() == 0
    page.keyboard.press("Escape")
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".float")).to_have_count(0)


def test_own_steps_are_told_when_they_are_drafted_and_not_again_when_they_are_confirmed() -> None:
    pairs = list(pairwise(pages_of("cuba, 2 seats", 8, 0)))
    drafting = [
        (one, other) for one, other in pairs if len(other.drafted) > len(one.drafted) and one.match == other.match
    ]
    confirming = [(one, other) for one, other in pairs if one.drafted and other.match.number > one.match.number]

    assert drafting
    assert confirming
    for one, other in drafting:
        assert len(other.frame_after(one.shown).events) == len(other.drafted) - len(one.drafted)
    for one, other in confirming:
        happened = other.match.event_count - one.match.event_count
        assert len(other.frame_after(one.shown).events) == happened - len(one.drafted)
