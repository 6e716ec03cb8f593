"""Frames: what they bring makes an open page equal to one that is read anew, for every viewer, over whole games."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import unified_diff
from functools import cache
from html.parser import HTMLParser
from itertools import islice, pairwise
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page, expect

from cases import STARTS
from malecon.core.engine import Event
from malecon.core.i18n import load
from malecon.presentation.buttons import PAGE
from malecon.presentation.parts import SLOT_PATTERN, Drawn, composed, drawn
from malecon.presentation.scenes import LOSS
from malecon.storage.people import Person
from malecon.tables.table import Table
from malecon.web.http.sender import Visitor
from malecon.web.views import table_context
from malecon.web.views.frames import Frame, new_events
from malecon.web.views.render_cache import RenderCache
from malecon.web.views.table_page import NEWS, TIMES, WHOLE, TablePage, draw_page
from modes import once
from sampling import EVERY, PAGES, close_looks, question_of
from tables.living import living_game
from tables.sitting import drafted_game, new_table
from web.prepared import sit_among_people

pytestmark = once  # whole games
MANY = 120
"""Pages of a game that are shown one after the other."""
LONG_MS = 1500
"""Of a score that is still played when somebody presses."""

PLAIN = """main => {
    for (const each of main.querySelectorAll("[disabled]")) each.removeAttribute("disabled");
    for (const each of main.querySelectorAll("[data-changed]")) each.removeAttribute("data-changed");
    for (const each of main.querySelectorAll("[data-changed-by]")) {
        each.removeAttribute("data-changed-by");
        each.querySelector("input").removeAttribute("title");
    }
    for (const each of main.querySelectorAll("[data-drafted]")) each.removeAttribute("data-drafted");
    for (const each of main.querySelectorAll("button:is([data-copy], .pause)")) each.hidden = true;
    for (const each of main.querySelectorAll("#caption")) each.remove();
    for (const each of main.querySelectorAll("button.pause")) each.setAttribute("aria-pressed", "false");
    main.normalize();
    return main;
}"""
"""Takes away what only the scripts of the page have put into a table."""

SHOW = f"""async ({{whole, frames, pages}}) => {{
    localStorage.setItem("malecon-pace", "normal");
    const {{receive, skip}} = await import("/static/player.js");
    const {{messageOf}} = await import("/static/show.js");
    const fromHtml = html => new DOMParser().parseFromString(html, "text/html").querySelector("main");
    document.querySelector("main").replaceWith(fromHtml(whole));
    let follows = true;
    for (const [place, frame] of frames.entries()) {{
        receive(messageOf(frame), () => (follows = false));
        if (!follows) return [`frame ${{place}}`, "it does not follow", ""];
        if (pages[place] === null) continue;
        skip();
        const [now, anew] = [document.querySelector("main").cloneNode(true), fromHtml(pages[place])].map({PLAIN});
        if (!now.isEqualNode(anew)) return [`frame ${{place}}`, now.outerHTML, anew.outerHTML];
    }}
}}"""
"""Shows frames one after the other, now and then all that waits to be played; returns at which one the page differs
from the one that is drawn anew, if any."""


SHOW_LATE = f"""async ({{whole, frames, last, most}}) => {{
    const {{showFrame, messageOf}} = await import("/static/show.js");
    const {{perform, showScenes}} = await import("/static/scenes.js");
    const {{hideUntold}} = await import("/static/log_lines.js");
    const {{settle}} = await import("/static/tally.js");
    const fromHtml = html => new DOMParser().parseFromString(html, "text/html").querySelector("main");
    document.querySelector("main").replaceWith(fromHtml(whole));
    const waiting = [];
    for (const [place, text] of frames.entries()) {{
        const frame = messageOf(text);
        let isEnded = false;
        const end = () => {{
            isEnded = true;
            showScenes(waiting.splice(0));
        }};
        if (!showFrame(frame, waiting, end)) return [`frame ${{place}}`, "it does not follow", ""];
        if (isEnded && !frame.is_back) return [`frame ${{place}}`, "it ends what is told", ""];
        waiting.push(...(frame.scenes ?? []).map(scene => ({{...scene, frame: place}})));
        while (waiting.length > (place === frames.length - 1 ? 0 : place % most)) {{
            const scene = waiting.shift();
            perform(scene, waiting.filter(other => other.frame === scene.frame), false);
        }}
    }}
    hideUntold([]);
    settle();
    const [now, anew] = [document.querySelector("main").cloneNode(true), fromHtml(last)].map({PLAIN});
    return now.isEqualNode(anew) ? null : ["the end", now.outerHTML, anew.outerHTML];
}}"""
"""Shows frames while some scenes of those before are not told yet; returns at which frame that went wrong, if any."""


TELL = """async ({whole, frame, isPaused}) => {
    localStorage.setItem("malecon-pace", "normal");
    const {receive} = await import("/static/player.js");
    await import("/static/log_lines.js");
    const {messageOf} = await import("/static/show.js");
    const page = new DOMParser().parseFromString(whole, "text/html");
    document.querySelector("main").replaceWith(page.querySelector("main"));
    document.getElementById("log").popover = null;
    window.travelled = [];
    const travelled = ({addedNodes}) => [...addedNodes].filter(node => node.matches?.(".travelling"));
    const watch = new MutationObserver(changes => window.travelled.push(...changes.flatMap(travelled)));
    watch.observe(document.body, {childList: true});
    receive(messageOf(frame), () => {});
    if (isPaused) dispatchEvent(new KeyboardEvent("keydown", {key: "p"}));
}"""
"""Shows a page, and then plays what happens in a frame; or stops at once, before anything has moved."""


LOSE_FOCUS = """async ({whole, asked}) => {
    const {showPage} = await import("/static/show.js");
    await import("/static/form_state.js");
    const page = new DOMParser().parseFromString(whole, "text/html");
    document.querySelector("main").replaceWith(page.querySelector("main"));
    const focused = () => document.activeElement.tagName;
    for (const box of [...document.querySelectorAll(".picking input[type=checkbox]")].slice(0, 2)) box.click();
    document.querySelector(".picking button.primary").focus();
    const before = focused();
    showPage(asked);
    await new Promise(requestAnimationFrame);
    return [before, focused()];
}"""
"""Shows a page, ticks two things and goes to the button, shows another page; returns what has the focus each time."""


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


@pytest.mark.parametrize("start", ["havana, 2 seats", "cuba, 2 seats"])
def test_frames_make_each_page_what_it_is_when_drawn_anew(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each viewer misses other steps. Tables change by all that can happen."""
    rendered, asked = RenderCache(), set[int]()
    before: dict[int | None, TablePage] = {}
    shown: dict[int | None, dict[str, Drawn]] = {}
    for number, (table, at) in enumerate(living_game(start, 8)):
        monkeypatch.setattr(table_context, "now", lambda at=at: at)
        is_close = number % LOOK == 0 or question_of(table) not in asked
        asked.add(question_of(table))
        for viewer in (each for each, every in EVERY_STEPS.items() if is_close or number % every == 0):
            page = rendered.page(table, visitor_of(viewer), viewer)
            if viewer not in before:
                before[viewer], shown[viewer] = page, dict(page.parts)
            frame = page.frame_after(before[viewer].shown)
            shown[viewer] |= {name: Drawn(html, b"") for name, html in frame.parts.items()}

            flights = [flight for scene in frame.scenes for flight in scene.flights]
            ends = {end for flight in flights for end in (flight.begin, flight.end) if end}
            assert ends <= set(shown[viewer]), "a part that the page has, or had before the viewer's own draft"
            is_same = page.state == before[viewer].state  # then it is not sent: no more than time has passed
            assert all(map(TIMED.fullmatch, frame.parts)) if is_same else frame.parts
            if is_close:
                anew = draw_page(table, viewer, visitor_of(viewer))
                clocks = {} if page.at == anew.at else {TIMES: anew.parts[TIMES]}  # time has passed
                assert composed(shown[viewer] | clocks, WHOLE).replace(PAGE, anew.page) == anew.part(WHOLE)
                assert page.state == anew.state
            before[viewer] = page


EVERY_STEPS: dict[int | None, int] = {0: 2, 1: 5, None: 7}
"""By viewer, of how many steps one is shown."""
LOOK = EVERY
"""Of so many steps, one is drawn anew."""
TIMED = re.compile(rf"{TIMES}|{NEWS}|late-\d")
"""Names of the parts that change by themselves."""


@pytest.mark.parametrize("start", ["havana, 2 seats", "cuba, 2 seats"])
def test_a_line_of_the_log_keeps_its_name_when_others_before_it_come_or_go(start: str) -> None:
    for before, now in pairwise(islice(pages_of(start, 1, 1), MANY)):
        gone = {nameless(part) for name, part in before.parts.items() if now.parts.get(name) != part}
        sent = now.frame_after(before.shown).parts
        deeds = [name for name in sent if name.startswith("line-") and "data-parts" in sent[name]]
        assert not [name for name in deeds if nameless(now.parts[name]) in gone]


def nameless(part: Drawn) -> str:
    """Return the HTML of a part without its id."""
    return re.sub(' id="[^"]*"', "", part.html, count=1)


def test_what_stays_is_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, sent = list[TablePage](), list[set[str]]()
    for table, at in islice(living_game("havana, 2 seats", 8), MANY):
        monkeypatch.setattr(table_context, "now", lambda at=at: at)
        shown.append(draw_page(table, 0, visitor_of(0)))
        sent.append({*shown[-1].frame_after(shown[-2].shown).parts} if shown[1:] else set())

    assert not {"act", "target", "lie-peso", "lie-brick"}.intersection(set[str]().union(*sent))
    assert any("question" in names for names in sent)
    assert any("order" in names and "order-1" not in names for names in sent), "who acts, the list says"
    assert any("due" in names and "late-1" not in names for names in sent)


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

    assert {"market", "harbour", "stall-rum", "buildings"} <= set(shared)


@pytest.mark.parametrize("start", ["havana, 2 seats", "cuba, 2 seats"])
def test_tables_share_what_is_drawn_and_each_page_has_its_own_address(start: str) -> None:
    one, other = (draw_page(new_table(start, 3), 0, visitor_of(0)) for _ in range(2))
    linked = [name for name, part in one.parts.items() if f"{PAGE}/about" in part.html]

    assert linked
    assert all(other.parts[name].html is one.parts[name].html for name in linked)
    assert one.page != other.page
    assert f'href="{one.page}/about' in one.html
    assert PAGE not in one.html + one.whole_frame().text()
    assert PAGE not in one.frame_after(one.shown._replace(outlines=())).text()


@pytest.mark.parametrize(
    ("start", "viewer", "motion"),
    [
        ("havana, 2 seats", 1, "reduce"),
        ("havana, 2 seats", 1, "no-preference"),
        ("cuba, 2 seats", 1, "reduce"),
        ("cuba, 3 seats, sealed", 2, "no-preference"),
    ],
)
def test_a_browser_shows_after_each_frame_what_it_shows_when_read_anew(
    visit: Callable[..., Page], start: str, viewer: int | None, motion: str
) -> None:
    """With motion, frames come while scenes of others are played, which are then skipped."""
    page, pages = visit(reduced_motion=motion), list(pages_of(start, 1, viewer))
    changed = [(one, other) for one, other in pairwise(pages) if one.state != other.state]
    frames: list[Frame] = [other.frame_after(one.shown) for one, other in changed]
    news = {
        "whole": str(pages[0].html),
        "frames": [frame.text() for frame in frames],
        "pages": [str(other.html) if place % 3 == 0 else None for place, (_, other) in enumerate(changed)],
    }

    place, now, anew = page.evaluate(SHOW, news) or ("", "", "")
    assert "\n".join(unified_diff(anew.split("><"), now.split("><"), place, lineterm="", n=1)) == ""


@pytest.mark.parametrize(
    ("start", "viewer"), [("havana, 2 seats", 0), ("havana, 4 seats", 1), ("cuba, 3 seats, sealed", 0)]
)
def test_a_frame_ends_what_is_told_only_if_something_is_taken_back(
    visit: Callable[..., Page], start: str, viewer: int
) -> None:
    page, pages = visit(), list(islice(pages_of(start, 8, viewer), MANY))
    sit_among_people(page, start.partition(",")[0])
    frames = [other.frame_after(one.shown).text() for one, other in pairwise(pages)]
    news = {"whole": str(pages[0].html), "frames": frames, "last": str(pages[-1].html), "most": 40}

    place, now, anew = page.evaluate(SHOW_LATE, news) or ("", "", "")

    assert "\n".join(unified_diff(anew.split("><"), now.split("><"), place, lineterm="", n=1)) == ""


def test_what_is_paid_lost_and_gained_changes_stores_market_and_supply_in_its_scene() -> None:
    brought = Counter[str]()
    for one, other in pairwise(pages_of("cuba, 2 seats", 4, 0)):
        frame = other.frame_after(one.shown)
        pieces = {name for name in frame.parts if name.startswith(("stores-", "stall-", "resources-"))}
        if sum(bool(scene.ms) for scene in frame.scenes) > 1:  # else all comes at once
            assert pieces <= {name for scene in frame.scenes for name in scene.parts}
            brought.update(name.partition("-")[0] for name in pieces)
    assert min(brought[name] for name in ("stores", "stall", "resources")) > 1


def test_what_is_stolen_flies_and_its_line_in_the_log_marks_both_players(visit: Callable[..., Page]) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("havana, 2 seats", 8, 0))
    frames = [(one, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    before, frame = next((one, each) for one, each in frames if any(scene.tone == LOSS for scene in each.scenes))
    theft = next(scene for scene in frame.scenes if scene.tone == LOSS)
    (flight,) = theft.flights

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text()})
    expect(page.locator("#caption.loss")).to_contain_text(theft.caption)
    symbols = page.evaluate("travelled.map(thing => thing.querySelector('use').getAttribute('href'))")
    assert f"#{flight.symbol}" in symbols
    page.keyboard.press("Escape")
    expect(page.locator(".travelling, html.telling")).to_have_count(0)

    assert '<b class="unseen">You</b> rob Player 2' in before.html
    line = page.locator(f"[data-parts='{flight.begin} {flight.end}']").last
    line.locator(".counted").hover()  # whose middle is there: the sentence has an unseen name, too
    expect(page.locator(".place-mark")).to_have_count(2)
    assert theft.caption == line.text_content()
    assert line.locator("use").count() == 1
    page.locator(".story").last.press("ArrowUp")
    expect(page.locator(".story p").last).to_be_focused()


@pytest.mark.parametrize("start", ["havana, 2 seats", "cuba, 2 seats"])
def test_a_press_counts_and_ends_what_is_played(visit: Callable[..., Page], start: str) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of(start, 8, 0))
    sit_among_people(page, start.partition(",")[0])
    frames = [(one, other, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    before, _, frame = next(
        (one, other, frame)
        for one, other, frame in frames
        if sum(scene.ms for scene in frame.scenes if scene.seat != 1) > LONG_MS and 'class="choice' in other.html
    )

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text(), "isPaused": True})
    expect(page.locator("html.telling")).to_have_count(1)
    choice = page.locator("button.choice:visible").first
    page.evaluate("() => {window.sent = []; WebSocket.prototype.send = text => sent.push(text);}")
    choice.click()
    page.wait_for_function("sent.length === 1")
    assert f"move={quote_plus(choice.get_attribute('value') or '')}" in page.evaluate("sent[0]")
    expect(page.locator("html.telling")).to_have_count(0)


def test_the_focus_goes_to_the_question_if_what_had_it_can_be_pressed_no_more(visit: Callable[..., Page]) -> None:
    """The button that lays two cards cannot be pressed when a new question has taken the ticks away."""
    page, first = visit(), draw_page(new_table("havana, 2 seats"), 0, visitor_of(0))
    sit_among_people(page, "havana")
    asked = re.sub(r'(name="mark" value="[^"]+)"', r'\1-new"', first.html)

    focused = page.evaluate(LOSE_FOCUS, {"whole": str(first.html), "asked": asked})

    assert focused == ["BUTTON", "H1"]


@pytest.mark.parametrize("start", ["havana, 2 seats", "cuba, 2 seats"])
def test_each_line_of_the_log_comes_with_its_scene(visit: Callable[..., Page], start: str) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of(start, 8, 0))
    sit_among_people(page, start.partition(",")[0])
    frames = [(one, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    before, frame = max(frames, key=lambda each: sum(scene.ms > 0 and scene.seat != 1 for scene in each[1].scenes))
    lines = "[...document.querySelectorAll('.log .story p > span')].map(each => [each.textContent, each.hidden])"

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text(), "isPaused": True})
    first = page.evaluate(lines)
    page.keyboard.press("Escape")
    last = page.evaluate(lines)

    hidden = [is_hidden for _, is_hidden in first]
    assert hidden == sorted(hidden)
    assert any(hidden)
    assert [text for text, _ in first] == [text for text, _ in last]
    assert not any(is_hidden for _, is_hidden in last)
    told, *later = [scene.caption + scene.note for scene in frame.scenes if scene.caption]
    untold = [text.strip().rstrip(".; ") for text, is_hidden in first if is_hidden]
    assert any(text in caption for text in untold for caption in later)
    assert untold[0] not in told


def test_what_the_log_has_told_stays_when_it_happens_again(visit: Callable[..., Page]) -> None:
    page = visit(reduced_motion="no-preference")
    sit_among_people(page, "havana")
    lines = "[...document.querySelectorAll('.log .story p > span')].map(each => [each.textContent.trim(), each.hidden])"
    again = """async ([caption]) => {
        localStorage.setItem("malecon-pace", "normal");
        const {add} = await import(new URL("player.js", document.querySelector("script[src*='client.js']").src));
        const scene = {kind: "trade", ms: 60000, seat: 2, caption: "Something else."};
        add([scene, {...scene, caption}]);
    }"""

    said = page.evaluate(lines)
    page.evaluate(again, [said[0][0]])
    page.locator("html.telling").wait_for()
    assert page.evaluate(lines) == said
    assert len(said) > 1


def test_the_log_waits_for_the_cards_of_a_reveal(visit: Callable[..., Page]) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("havana, 2 seats", 8, 0))
    sit_among_people(page, "havana")
    frames = [(one, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    before, frame = next((one, each) for one, each in frames if any(scene.columns for scene in each.scenes))
    place, scene = next((place, scene) for place, scene in enumerate(frame.scenes) if scene.columns)
    count = "document.querySelectorAll('.log .story p > span[hidden]').length"

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text(), "isPaused": True})
    for _ in range(sum(each.ms > 0 for each in frame.scenes[:place])):
        page.keyboard.press(".")
    expect(page.locator(".stage.untold")).to_have_count(1)
    hidden = page.evaluate(count)
    page.evaluate(
        "document.querySelectorAll('.sum').forEach(sum => sum.getAnimations().forEach(each => each.finish()))"
    )
    page.wait_for_function(f"told => {count} === told", arg=hidden - len(scene.columns))
    expect(page.locator(".stage:not(.untold)")).to_have_count(1)


def test_a_page_that_is_fetched_ends_what_is_still_told(visit: Callable[..., Page]) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("havana, 2 seats", 8, None))
    sit_among_people(page, "havana")
    frames = [(one, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    before, frame = max(frames, key=lambda each: sum(scene.ms > 0 for scene in each[1].scenes))
    own = draw_page(new_table("havana, 2 seats"), 0, visitor_of(0))
    page.route("**/fetched", lambda route: route.fulfill(body=str(own.html), content_type="text/html"))

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text(), "isPaused": True})
    page.evaluate("""() => {
        const link = Object.assign(document.createElement("a"), {href: "/fetched", className: "hint"});
        document.querySelector("main").append(link);
        link.click(); // without a pointer
    }""")
    page.locator("#hand").wait_for()
    expect(page.locator("html.telling")).to_have_count(0)
    assert page.locator("#hand").count() == 1


COUNTED = re.compile(r'data-tally="([^"]+)" data-count="(\d+)"')
MARKED = """Object.fromEntries([...document.querySelectorAll("main [data-changed]")].map(
    each => [each.dataset.tally, Number(each.dataset.changed.replace("−", "-"))]))"""
"""By the name of a count, the change that is marked beside it."""


def counts_of(shown: TablePage) -> dict[str, int]:
    """Return the counts of a page by their names."""
    return {name: int(number) for name, number in COUNTED.findall(str(shown.html))}


def changes(before: TablePage, after: TablePage) -> dict[str, int]:
    """Return by how much the counts of two pages differ."""
    was, now = counts_of(before), counts_of(after)
    return {name: now[name] - was[name] for name in now if now[name] != was[name]}


def test_what_a_draft_changes_is_marked_beside_the_numbers(visit: Callable[..., Page]) -> None:
    page, pages = visit(), list(pages_of("havana, 2 seats", 8, 0))
    sit_among_people(page, "havana")
    shown = next(
        each
        for each in zip(pages, pages[1:], pages[2:], pages[3:], strict=False)
        if ['id="undo"' in str(one.html) for one in each[1:]] == [False, True, True]
        and len({tuple(counts_of(one).items()) for one in each[1:]}) == 3
    )
    frames = [other.frame_after(one.shown).text() for one, other in pairwise(shown)]
    html = [str(each.html) for each in shown]
    page.evaluate(SHOW, {"whole": html[0], "frames": frames, "pages": html[1:]})

    assert page.evaluate(MARKED) == changes(shown[1], shown[-1])


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_what_others_change_is_marked_also_if_it_is_skipped(visit: Callable[..., Page], motion: str) -> None:
    page, pages = visit(reduced_motion=motion), list(pages_of("havana, 2 seats", 8, None))[:40]
    sit_among_people(page, "havana")
    frames = [other.frame_after(one.shown).text() for one, other in pairwise(pages)]
    looks = [*[None] * (len(frames) - 1), str(pages[-1].html)]
    page.evaluate(SHOW, {"whole": str(pages[0].html), "frames": frames, "pages": looks})

    assert page.evaluate(MARKED) == changes(pages[0], pages[-1])


CAPTION = """document.querySelector("#caption > span > b").textContent"""
"""What is told, without what leads to it and what is noted."""


def test_a_pause_stops_the_score_and_a_step_goes_on(visit: Callable[..., Page]) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("cuba, 2 seats", 8, 0))
    sit_among_people(page, "cuba")
    frames = [(one, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    before, frame = max(frames, key=lambda each: sum(scene.ms > 0 for scene in each[1].scenes))
    captions = [scene.caption for scene in frame.scenes if scene.ms]

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text(), "isPaused": True})
    told = []
    while page.locator("html.telling").count():
        told.append(page.evaluate(CAPTION))
        page.keyboard.press(".")
        page.wait_for_function(
            f"was => !document.documentElement.classList.contains('telling') || {CAPTION} !== was", arg=told[-1]
        )
    assert len(captions) > 2
    assert told == captions


NUMBERS = """Object.fromEntries([...document.querySelectorAll("main [data-tally]")].map(
    ({dataset}) => [dataset.tally, Number(dataset.shown ?? dataset.count)]))"""
"""The numbers that are shown, by their names."""


def test_every_number_waits_for_the_scene_that_changes_it(visit: Callable[..., Page]) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("havana, 2 seats", 8, None))
    sit_among_people(page, "havana")
    frames = [(one, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    bought = [each for each in frames if [scene.kind for scene in each[1].scenes][::2] == ["buy", "supply"]]
    assert bought
    for before, frame in bought[:3]:
        page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text(), "isPaused": True})
        numbers = Counter(counts_of(before))
        for scene in frame.scenes:
            numbers.update(scene.counts or {})
            if scene.ms:
                assert page.evaluate(NUMBERS) == numbers
                page.keyboard.press(".")
                page.wait_for_timeout(100)


PLAYED = """async scenes => {
    localStorage.setItem("malecon-pace", "normal");
    const {add} = await import(new URL("player.js", document.querySelector("script[src*='client.js']").src));
    add(scenes);
    return document.getAnimations().at(-1).playbackRate;
}"""
"""Plays scenes, and returns how many times as fast as at the normal pace the first one is."""


def test_a_row_of_like_scenes_goes_faster(visit: Callable[..., Page]) -> None:
    page = visit(reduced_motion="no-preference")
    sit_among_people(page, "cuba")
    trade = {"kind": "trade", "ms": 1500, "seat": 2, "caption": "Rosa sells 1 citrus."}
    scenes = [trade, {**trade, "seat": 3}, {**trade, "kind": "load"}]

    assert page.evaluate(PLAYED, scenes) == 1
    page.keyboard.press("Escape")
    page.locator("html:not(.telling)").wait_for()
    assert page.evaluate(PLAYED, [trade] * 4) == 2


GO_ON = """async ([first, second]) => {
    localStorage.setItem("malecon-pace", "normal");
    const {add} = await import(new URL("player.js", document.querySelector("script[src*='client.js']").src));
    const later = () => new Promise(requestAnimationFrame);
    const said = () => document.querySelector("#caption > span").textContent;
    dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
    add([first]);
    const told = [said()];
    add([second]);
    await later();
    told.push(said(), document.querySelector("[data-tally=pesos-1]").dataset.changed);
    const [number, change] = ["", "::after"].map((part) => document.getAnimations()
        .findLast(({effect}) => effect.target?.matches(`[data-tally=pesos-1]${part ? "" : " b"}`)
            && (effect.pseudoElement ?? "") === part).effect.getTiming());
    return [...told, change.delay > number.delay];
}"""
"""Plays a scene and then, while it is still played, another one; returns what is said, the marked change, and whether
that comes beside the number when it has rolled."""


def test_a_scene_that_goes_on_with_the_one_that_is_played_does_not_wait_for_its_end(
    visit: Callable[..., Page],
) -> None:
    page = visit(reduced_motion="no-preference")
    sit_among_people(page, "cuba")
    sale = {"kind": "trade", "ms": 1700, "seat": 2, "caption": "Rosa sells 1 citrus.", "counts": {"pesos-1": 2}}
    more = {**sale, "counts": {"pesos-1": 3}, "row": ["", "Rosa sells 2 citrus.", ""]}

    assert page.evaluate(GO_ON, [sale, more]) == ["Rosa sells 1 citrus.", "Rosa sells 2 citrus.", "+5", True]
    page.keyboard.press("Escape")
    expect(page.locator("#caption > span")).to_have_text("Rosa sells 2 citrus.")
    page.locator("html:not(.telling)").wait_for()
    assert page.evaluate(PLAYED, [sale, sale, sale]) > 1
    page.keyboard.press("Escape")
    page.locator("html:not(.telling)").wait_for()
    assert page.evaluate(PLAYED, [sale, more, more, more]) == 1


TAKE_BACK = """async ([first, second]) => {
    localStorage.setItem("malecon-pace", "normal");
    const {receive} = await import(new URL("player.js", document.querySelector("script[src*='client.js']").src));
    const {number, state, seat = 0} = document.querySelector("main.table").dataset;
    for (const more of [{scenes: [first]}, {is_back: true}, {scenes: [second]}])
        receive({number, state, seat: Number(seat), ...more});
    await new Promise(requestAnimationFrame);
    const count = document.querySelector("[data-tally=pesos-1]");
    return [document.querySelector("#caption > span").textContent, count.dataset.changed];
}"""
"""Plays a scene, takes it back and plays another one; returns what is said then, and the marked change."""


def test_a_scene_does_not_go_on_with_one_that_was_taken_back(visit: Callable[..., Page]) -> None:
    page = visit(reduced_motion="no-preference")
    sit_among_people(page, "cuba")
    sale = {"kind": "trade", "ms": 1700, "seat": 2, "caption": "Rosa sells 1 citrus.", "counts": {"pesos-1": 2}}
    other = {**sale, "caption": "Rosa sells 1 rum.", "counts": {"pesos-1": 3}, "row": ["", "Rosa sells 2 pieces.", ""]}

    assert page.evaluate(TAKE_BACK, [sale, other]) == ["Rosa sells 1 rum.", "+3"]


def test_a_number_that_rolls_when_its_scene_is_skipped_is_what_it_is(visit: Callable[..., Page]) -> None:
    page = visit(reduced_motion="no-preference")
    sit_among_people(page, "cuba")
    sale = {"kind": "trade", "ms": 1700, "seat": 2, "caption": "Rosa sells 1 citrus.", "counts": {"pesos-1": 2}}
    page.evaluate(PLAYED, [sale, sale])
    page.evaluate(
        """async () => {
            dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
            for (let each = 0; each < 3; each++) await new Promise(requestAnimationFrame);
        }"""
    )
    pesos = page.locator("[data-tally=pesos-1]")
    assert pesos.locator("b").inner_text() == pesos.get_attribute("data-count")


def test_what_one_has_just_done_is_not_told_over_the_next_question(visit: Callable[..., Page]) -> None:
    page = visit(reduced_motion="no-preference")
    sit_among_people(page, "cuba")
    page.evaluate("document.querySelector('main.table .status').classList.add('yours')")
    sale = {"kind": "trade", "ms": 60_000, "seat": 2, "caption": "You sell 1 citrus.", "counts": {"pesos-1": 2}}
    tell = """async ([scene, viewer]) => {
        localStorage.setItem("malecon-pace", "normal");
        const {add} = await import(new URL("player.js", document.querySelector("script[src*='client.js']").src));
        add([scene], viewer);
    }"""

    page.evaluate(tell, [sale, 2])
    page.locator("html.telling").wait_for()
    expect(page.locator("#caption")).to_have_count(0)
    page.keyboard.press("Escape")
    page.evaluate(tell, [{**sale, "seat": 1}, 2])
    page.evaluate(tell, [sale, 2])
    page.keyboard.press(".")
    expect(page.locator("#caption > span")).to_have_text("You sell 1 citrus.")


def test_the_answers_wait_until_all_is_told_and_a_press_in_their_place_only_brings_them(
    visit: Callable[..., Page],
) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("cuba, 2 seats", 8, 0))
    sit_among_people(page, "cuba")
    frames = [(one, other, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    before, frame = next(
        (one, frame)
        for one, other, frame in frames
        if sum(scene.ms for scene in frame.scenes if scene.seat != 1) > LONG_MS and 'id="answers-title"' in other.html
    )

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text(), "isPaused": True})
    expect(page.locator(".answers")).to_have_css("opacity", "0")
    page.evaluate("() => {window.sent = []; WebSocket.prototype.send = text => sent.push(text);}")
    place = page.locator(".answers").bounding_box()
    assert place
    page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(page.locator("html.telling")).to_have_count(0)
    expect(page.locator(".answers")).to_have_css("opacity", "1")
    assert page.evaluate("sent.length") == 0


def test_the_end_of_a_game_is_told_before_the_result_covers_the_table(visit: Callable[..., Page]) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("cuba, 2 seats", 8, 0))
    sit_among_people(page, "cuba")
    before, result = next((one, other) for one, other in pairwise(pages) if 'class="result' in other.html)
    frame = result.frame_after(before.shown)

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text(), "isPaused": True})
    expect(page.locator("#caption")).not_to_be_empty()
    expect(page.locator(".result")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".result")).to_be_visible()
    expect(page.locator(".result")).to_be_focused()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_all_bids_are_shown_over_the_largest_part_of_a_table(visit: Callable[..., Page], size: tuple[int, int]) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("cuba, 2 seats", 8, 0))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    sit_among_people(page, "cuba")
    frames = [(one, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    before, frame = next((one, each) for one, each in frames if any(scene.columns for scene in each.scenes))

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text()})
    expect(page.locator(".stage .column")).to_have_count(2)
    assert page.locator(".stage").evaluate("each => each.clientHeight") > 250


def test_on_a_phone_the_tab_follows_the_scenes_and_comes_back(visit: Callable[..., Page]) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("cuba, 2 seats", 8, 0))
    page.set_viewport_size({"width": 390, "height": 844})
    sit_among_people(page, "cuba")
    frames = [(one, other, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    opened, front = page.locator(".tabs :checked"), re.compile("market|harbour|parliament")
    before, frame = next(
        (one, frame)
        for one, other, frame in frames
        if any(scene.seat == 2 and scene.ms > LONG_MS and front.search(scene.front) for scene in frame.scenes)
        and 'value="plantation" autocomplete="off" checked' in other.html
    )

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text()})
    expect(opened).to_have_value(front)
    page.keyboard.press("Escape")
    expect(opened).to_have_value("plantation")

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text()})
    expect(opened).to_have_value(front)
    page.locator(".tabs [value=buildings]").click()
    expect(page.locator("html.telling")).to_have_count(0)
    expect(opened).to_have_value("buildings")


def test_a_bill_glides_into_force_and_new_bills_come_when_they_are_turned_up(visit: Callable[..., Page]) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("cuba, 2 seats", 8, 0))
    sit_among_people(page, "cuba")
    frames = [(one, other, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    kinds = [[scene.kind for scene in frame.scenes] for _, _, frame in frames]
    before, _, law = next(each for each, of in zip(frames, kinds, strict=True) if of[:1] == ["law"])
    earlier, after, bills = next(each for each, of in zip(frames, kinds, strict=True) if "bills" in of[2:])
    enacted = [part for part in law.scenes[0].parts if part.endswith("-force")]

    page.evaluate(TELL, {"whole": str(before.html), "frame": law.text(), "isPaused": True})
    for part in enacted:
        frame = page.locator(f"#{part} .paper").evaluate("each => each.getAnimations()[0].effect.getKeyframes()[0]")
        assert frame["translate"].startswith("-")
    page.keyboard.press("Escape")

    page.evaluate(TELL, {"whole": str(earlier.html), "frame": bills.text(), "isPaused": True})
    bill = page.locator("#bench-tax-bill .paper")
    new = after.part("bench-tax-bill")
    while "Bills" not in page.locator("#caption").inner_text():
        assert bill.evaluate("each => each.dataset.travel ?? 'no bill'") not in new
        page.keyboard.press(".")
    assert bill.evaluate("each => each.dataset.travel") in new


def told_after(one: TablePage, other: TablePage) -> list[Event]:
    """Return what the frame from one page to another tells."""
    return new_events(one.shown, other.match.events_seen_by(0), other.drafted)[0]


def test_own_steps_are_told_when_they_are_drafted_and_not_again_when_they_are_confirmed() -> None:
    pairs = list(pairwise(pages_of("cuba, 2 seats", 8, 0)))
    drafting = [
        (one, other) for one, other in pairs if len(other.drafted) > len(one.drafted) and one.match == other.match
    ]
    confirming = [(one, other) for one, other in pairs if one.drafted and other.match.number > one.match.number]

    assert drafting
    assert confirming
    for one, other in drafting:
        assert len(told_after(one, other)) == len(other.drafted) - len(one.drafted)
    for one, other in confirming:
        happened = other.match.event_count - one.match.event_count
        assert len(told_after(one, other)) == happened - len(one.drafted)


DRAWN_ANEW = """async () => {
    const {showCaption} = await import("/static/scenes.js");
    document.getElementById("caption").remove();
    showCaption();
    return getComputedStyle(document.getElementById("caption")).opacity;
}"""
"""Draws the caption anew, as the frame of the next move does, and returns how much of it is seen."""


def test_no_player_is_lit_and_no_number_told_while_all_show_their_cards(visit: Callable[..., Page]) -> None:
    page, pages = visit(reduced_motion="no-preference"), list(pages_of("havana, 2 seats", 8, 0))
    sit_among_people(page, "havana")
    shown = "getComputedStyle(document.querySelector(':is(.person, .you):has(.turn)')).boxShadow"
    frames = [(one, other.frame_after(one.shown)) for one, other in pairwise(pages)]
    before, frame = next((one, each) for one, each in frames if any(scene.columns for scene in each.scenes))

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text(), "isPaused": True})
    while not page.locator(".stage").count():
        page.keyboard.press(".")
    assert page.evaluate(shown) == "none"
    assert page.evaluate(DRAWN_ANEW) == "0"
    page.keyboard.press("Escape")
    page.locator("html:not(.telling)").wait_for()
    assert page.evaluate(shown) != "none"


@pytest.mark.parametrize("start", ["havana, 2 seats", "cuba, 2 seats"])
def test_on_one_device_the_hand_goes_at_once_and_the_curtain_falls_when_all_is_told(
    visit: Callable[..., Page], start: str
) -> None:
    page = visit(reduced_motion="no-preference")
    sit_among_people(page, start.partition(",")[0])
    before, frame = next(passes_the_device(start))

    page.evaluate(TELL, {"whole": str(before.html), "frame": frame.text(), "isPaused": True})
    page.locator("html.telling").wait_for()
    expect(page.locator(".hand, [id^=hand-]")).to_have_count(0)
    expect(page.locator(".curtain")).to_have_count(1)
    expect(page.locator(".curtain")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator(".curtain")).to_be_visible()


def passes_the_device(start: str) -> Iterator[tuple[TablePage, Frame]]:
    """Yield pages of a device with all seats, with frames of a turn that ends, of which something is told."""
    one, before = Person("all"), None
    for table, seat in drafted_game(start, 8):
        shared = replace(table, occupants=tuple(replace(each, person=one.id) for each in table.occupants))
        _, draft = shared.preview(seat)
        after = draw_page(shared, None, Visitor(one, load("en")))
        if before is not None and not draft and before.match.number < table.match.number and not table.match.over:
            frame = after.frame_after(before.shown)
            if sum(scene.ms for scene in frame.scenes) > LONG_MS:
                yield before, frame
        before = draw_page(shared, seat, Visitor(one, load("en"))) if draft and draft[-1].held else None
