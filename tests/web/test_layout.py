"""The table fits the window: nothing scrolls, is cut, covered or too small to hit, and every part keeps its place."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import astuple
from playwright.sync_api import Page, ViewportSize, expect

from malecon.agents.agent import Advice
from malecon.tables.table import Table
from malecon.tables.table_header import new_id
from malecon.web.views.status import Hints
from modes import once
from tables.sitting import drafted_game, new_table
from web.prepared import hardest_questions, show_prepared, sit_among_people

pytestmark = once  # whole games

Visit = Callable[..., Page]
LAYOUT = (Path(__file__).parent / "layout.js").read_text("utf-8")
PARTS = {
    "havana": ".top, #status, #street, #square, #hand, [id^=player-]",
    "cuba": ".top, #status, #table > [id]:not(#answers, #caption), .player[id], .tile[id], .stall[id], .bench[id]",
}
"""What keeps its place from the first to the last move, where it is to be seen."""
YIELDING = ("part-parliament", "part-hand", "bench-")
"""What makes room for a panel on phones."""
DESKS = [(1280, 800), (1366, 768), (1440, 900), (1920, 1080), (1024, 768)]
EVERY = 2
"""Of so many tables of a game one is looked at."""
STEPS_A_WINDOW = 3
"""Before the next size, for a change of size takes as long as a step."""
PHONES = [(360, 640), (360, 740), (430, 932), (740, 360)]


def look(page: Page, size: tuple[int, int]) -> dict[str, Any]:
    """Return what is found in a window of a size."""
    window = ViewportSize(width=size[0], height=size[1])
    if page.viewport_size != window:
        page.set_viewport_size(window)
    game = page.evaluate("document.querySelector('main').classList.item(2)")
    found: dict[str, Any] = page.evaluate(LAYOUT, PARTS[game])
    return found


def asked_or_drafting(start: str, seed: int) -> Iterator[Table]:
    """Yield the tables of a whole random game at which the first seat is asked something, or has a draft."""
    for table, _ in drafted_game(start, seed):
        ahead, draft = table.preview(0)
        if not table.match.over and (draft or 0 in ahead.to_move):
            yield table


@pytest.mark.parametrize(
    ("start", "language", "scheme"),
    [
        ("havana, 3 seats, filosofia", "fr", "light"),
        ("havana, 4 seats", "en", "dark"),
        ("cuba, 2 seats", "en", "light"),
        ("cuba, 5 seats, an owner's data", "fr", "dark"),
    ],
)
def test_a_game_fits_every_window(visit: Visit, start: str, language: str, scheme: str) -> None:
    page, shown = visit(locale=language, color_scheme=scheme), None
    sit_among_people(page, start.partition(",")[0])
    windows = cycle(size for size in [*DESKS, *PHONES] for _ in range(STEPS_A_WINDOW))
    places, faults, questions = dict[tuple[tuple[int, int], str], list[int]](), list[str](), set[str | None]()
    for table, size in zip(islice(asked_or_drafting(start, 3), 0, None, EVERY), windows, strict=False):
        shown = show_prepared(page, table, 0, language, shown)
        seen, question = look(page, size), page.locator("h1").text_content()
        questions.add(question)
        faults += [f"{size}: {fault} at {question}" for fault in seen["found"]]
        for part, place in seen["places"].items():
            is_free = size in PHONES and part.startswith(YIELDING)
            if places.setdefault((size, part), place) != place and not is_free:
                faults.append(f"{size}: {part} has moved from {places[size, part]} to {place} at {question}")

    assert {size for size, _ in places} == {*DESKS, *PHONES}
    assert len(questions) >= KINDS
    assert not faults, "\n".join(faults)


SLIPPING = """pile => { pile.focus(); const { x, y, width, height } = pile.getBoundingClientRect();
return !pile.contains(document.elementFromPoint(x + width / 2, y + height / 2)) }"""


def slipping(page: Page) -> list[str | None]:
    """Return the pieces of others that no longer lie under the pointer, once they have been touched."""
    return [pile.get_attribute("id") for pile in page.locator("button.pile").all() if pile.evaluate(SLIPPING)]


PREPARED = [("havana, 4 seats", 2, "fr"), ("havana, 2 seats", 4, "en"), ("cuba, 3 seats, sealed", 1, "fr")]
KINDS = 6
"""Of questions, at least."""


@pytest.mark.parametrize(("start", "seeds", "language"), PREPARED)
def test_rare_questions_fit_every_window(visit: Visit, start: str, seeds: int, language: str) -> None:
    page, faults = visit(locale=language), list[str]()
    sit_among_people(page, start.partition(",")[0])
    questions, sizes = hardest_questions(start, range(seeds)), [(1280, 800), (1024, 768), (360, 640), (740, 360)]
    watched, _ = next(iter(questions.values()))
    for kind, (table, viewer) in (*questions.items(), ("nothing", (watched, None))):
        show_prepared(page, table, viewer, language)
        page.evaluate("hash => location.hash = hash", "table" if kind == "over" else "")  # in place of the result
        sizes.reverse()  # so that the window stays for the first look
        for size in sizes:
            faults += [f"{size}: {fault} at {kind}" for fault in look(page, size)["found"]]
            if kind == "steal":
                faults += [f"{size}: {pile} slips away" for pile in slipping(page)]

    assert len(questions) > KINDS
    assert not faults, "\n".join(faults)


UNSEEN = """(APART = 0) => [...document.querySelectorAll(".person, .player:not(.own)")].flatMap(chip => {
    const edge = chip.getBoundingClientRect();
    const counts = [...chip.querySelectorAll(
        ".score > b, .number b, .pile:not(.none, button) b, .few:not(.zero) > b, .purse b")];
    const boxes = counts.map(count => count.checkVisibility() ? count.getBoundingClientRect() : new DOMRect());
    const isApart = (one, other) =>
        one.left >= other.right + APART || one.right <= other.left - APART ||
        one.top >= other.bottom - 3 || one.bottom <= other.top + 3; // digits leave as much of their line free
    const isIn = ({left, right, top, bottom}) =>
        left >= edge.left && right <= edge.right && top >= edge.top - 1 && bottom <= edge.bottom + 1;
    const isSeen = (box, place) => box.width && isIn(box) &&
        boxes.every((other, at) => at === place || isApart(box, other));
    return counts.filter((_, place) => !isSeen(boxes[place], place))
        .map(count => `${chip.id}: ${count.parentElement.innerHTML}`);
})"""
"""The points, numbers and pieces of others that are not seen, each apart by some pixels, in their panel."""


NAMELESS = """() => [...document.querySelectorAll(".person h3, .you h3, .player .who")]
    .filter(name => !name.checkVisibility() || name.getBoundingClientRect().width < 20)
    .map(name => name.textContent)"""
"""The names that are not seen."""
HIDDEN_BY_CHANGES = """() => {
    const tokens = [...document.querySelectorAll(".piles .pile:not(.none, button) > .tokens")];
    for (const each of tokens) each.dataset.changed = "+2";
    const textOf = number => {
        const words = document.createRange();
        words.selectNodeContents(number);
        return words.getBoundingClientRect();
    };
    const isOver = (mark, {left, right, top, bottom}) => // digits leave the top of their line free
        mark.left < right && mark.right > left && mark.top < bottom && mark.bottom > top + 4;
    const numbers = tokens.map(each => textOf(each.querySelector("b")));
    return tokens.filter(each => {
        const style = getComputedStyle(each, "::after");
        if (style.content === "none" || style.position === "static") return false;
        const [box, px] = [each.getBoundingClientRect(), name => parseFloat(style[name])];
        const [left, bottom] = [box.left + px("left"), box.bottom - px("bottom")];
        const right = left + px("width") + px("paddingLeft") + px("paddingRight");
        const mark = { left, right, bottom, top: bottom - px("height") };
        return numbers.some(number => isOver(mark, number));
    }).map(each => each.dataset.tally);
}"""
"""The pieces whose changes, if all have changed, would lie on numbers."""


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        ("havana, 2 seats", "buy"),
        ("havana, 4 seats", "buy"),
        ("havana, 2 seats", "steal"),
        ("havana, 4 seats", "steal"),
        ("cuba, 3 seats, sealed", "load"),
        ("cuba, 4 seats, no embassy", "load"),
    ],
)
def test_what_others_have_is_seen_without_a_press(visit: Visit, start: str, kind: str) -> None:
    page, faults = visit(), list[str]()
    sit_among_people(page, start.partition(",")[0])
    table, viewer = hardest_questions(start, [1])[kind]
    show_prepared(page, table, viewer, "en")
    for size in [(390, 844), *PHONES]:
        page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
        faults += [f"{size}: {piece}" for piece in page.evaluate(UNSEEN)]
        faults += [f"{size}: the change of {piece} hides a number" for piece in page.evaluate(HIDDEN_BY_CHANGES)]
        faults += [f"{size}: {name}" for name in page.evaluate(NAMELESS)]

    assert not faults, "\n".join(faults)


def test_six_kinds_of_one_of_four_others_stand_apart_on_every_phone(visit: Visit) -> None:
    page = visit()
    sit_among_people(page, "cuba")
    tables = asked_or_drafting("cuba, 5 seats, an owner's data", 1)
    show_prepared(page, max(tables, key=lambda table: max(kinds_of_others(table))), 0, "en")

    for size in [(390, 844), *PHONES]:
        page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
        assert page.evaluate(UNSEEN, 2) == [], size


def kinds_of_others(table: Table) -> list[int]:
    """Return how many kinds of pieces each of the others has, those in the yard counted for themselves."""
    others = table.match.seen_by(0).players[1:]
    return [sum(map(bool, (*astuple(each.pieces), *astuple(each.yard)))) for each in others]


MEETING = """() => {
    const own = document.querySelector(".player.own");
    const [pesos, first] = [".purse b", ".is-first"].map(part => own.querySelector(part).getBoundingClientRect());
    return first.width > 0 && first.left < pesos.right && first.top < pesos.bottom && first.bottom > pesos.top;
}"""
"""Whether the word that the viewer is first stands over the viewer's pesos."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_first_player_reads_the_own_pesos(visit: Visit, language: str) -> None:
    page = visit(locale=language)
    sit_among_people(page, "cuba")
    for table, viewer in hardest_questions("cuba, 3 seats, sealed", [1]).values():
        show_prepared(page, table, viewer, language)
        if page.locator(".player.own.first").count():
            break
    assert page.locator(".player.own.first").count()
    for width, height in [(1280, 800), (390, 844), *PHONES]:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        assert not page.evaluate(MEETING), (width, height)


NEAR_EDGE = """() => [...document.querySelectorAll(".in-hand .band .title, .cards .sign h3")].filter(title => {
    const words = document.createRange();
    words.selectNodeContents(title);
    const [name, card] = [words.getBoundingClientRect(), title.closest(".card").getBoundingClientRect()];
    return name.width && (name.left < card.left + 3 || name.right > card.right - 3);
}).map(title => title.textContent)"""
"""The names that touch the edges of their cards."""


@pytest.mark.parametrize("size", [(360, 740), (360, 640), (390, 844)])
def test_the_longest_question_is_read_whole_on_a_phone(visit: Visit, size: tuple[int, int]) -> None:
    page, asked = visit(locale="fr"), hardest_questions("cuba, 2 seats", [1])
    sit_among_people(page, "cuba")
    for kind in ("swap", "tax", "pay"):
        show_prepared(page, *asked[kind], "fr")
        assert not [fault for fault in look(page, size)["found"] if fault.startswith("text cut: h1")]


@pytest.mark.parametrize(("game", "language"), [("havana", "fr"), ("cuba", "en")])
def test_below_no_question_is_it_cut_that_computers_play_weaker(visit: Visit, game: str, language: str) -> None:
    page, asked = visit(), hardest_questions(f"{game}, 2 seats", [1, 2, 3])
    questions = [question for kind, question in asked.items() if kind not in ("held", "over")]
    sit_among_people(page, game)
    for width, height in [(1280, 800), (1024, 768), (360, 740)]:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        for table, seat in questions:
            sitters = [replace(each, person=None, level="standard") for each in table.occupants]
            sitters[seat] = table.occupants[seat]
            computers = replace(table, occupants=tuple(sitters))
            show_prepared(page, computers, seat, language, is_compiling=True)
            cut = page.locator(".ask").evaluate("ask => ask.scrollHeight - ask.clientHeight")
            assert cut <= 2, (width, page.locator("h1").inner_text())  # boxes of letters reach beyond their lines


def test_a_bill_that_can_be_removed_takes_the_whole_height_of_its_line(visit: Visit) -> None:
    page = visit()
    table, seat = hardest_questions("cuba, 2 seats, sealed, buildings for nothing", [1])["veto"]
    sit_among_people(page, "cuba")
    show_prepared(page, table, seat, "en")
    for size, least in {(1024, 768): 32, (768, 1024): 44, (740, 360): 44}.items():
        page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
        heights = page.locator("button.veto").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().height)"
        )
        assert len(heights) == 4
        assert min(heights) >= least, size


@pytest.mark.parametrize("language", ["en", "fr"])
def test_names_keep_clear_of_the_edges_of_their_cards(visit: Visit, language: str) -> None:
    page = visit(locale=language, viewport={"width": 1280, "height": 800})
    sit_among_people(page, "havana")
    questions = hardest_questions("havana, 4 seats", [1])
    for kind in ("choose", "cover"):
        show_prepared(page, *questions[kind], language)

        assert page.evaluate(NEAR_EDGE) == []

    sit_among_people(page, "cuba")
    show_prepared(page, *hardest_questions("cuba, 2 seats", [1])["play"], language)
    for width, height in [(390, 844), *DESKS, *PHONES]:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        assert page.evaluate(NEAR_EDGE) == [], (width, height)


LIT = """([by, isTelling]) => {
    document.documentElement.classList.toggle("telling", isTelling);
    document.querySelector(".status").classList.toggle("yours", !by);
    document.querySelector("#caption")?.remove();
    if (by) document.querySelector(".ask").insertAdjacentHTML("afterbegin", `<p id="caption" data-by="${by}"></p>`);
    const isLit = ({boxShadow, borderLeftWidth, borderLeftColor}) =>
        boxShadow !== "none" || (parseFloat(borderLeftWidth) && !borderLeftColor.endsWith(", 0)"));
    return [...document.querySelectorAll(".person, .you, .player")]
        .filter(each => isLit(getComputedStyle(each))).map(each => Number(each.id.split("-")[1]));
}"""
"""The numbers of the players who are lit, while a deed of the one of a number is told, or stays told while others are
asked; 0: while nothing is told."""


@pytest.mark.parametrize(
    ("start", "kind", "seats"), [("havana, 4 seats", "perform", 4), ("cuba, 5 seats, an owner's data", "play", 5)]
)
def test_who_does_what_is_told_is_lit_and_then_who_is_asked(visit: Visit, start: str, kind: str, seats: int) -> None:
    page, numbers = visit(), range(1, seats + 1)
    sit_among_people(page, start.partition(",")[0])
    table, viewer = hardest_questions(start, [1])[kind]
    show_prepared(page, table, viewer, "en")

    for is_telling in (True, False):
        assert [page.evaluate(LIT, [by, is_telling]) for by in numbers] == [[by] for by in numbers]
    assert page.evaluate(LIT, [0, False]) == [viewer + 1]


COVERING = """() => [...document.querySelectorAll(".tiles > .tile:has(> .tip)")].filter(tile => {
    const tip = tile.querySelector(".tip");
    tip.style.display = "grid";
    const { bottom } = tip.getBoundingClientRect();
    tip.style.display = "";
    return bottom > document.querySelector(".tiles").getBoundingClientRect().top;
}).map(tile => tile.id)"""
"""The buildings whose notes lie on buildings."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_said_of_a_building_covers_none(visit: Visit, language: str) -> None:
    page = visit(locale=language)
    sit_among_people(page, "cuba")
    show_prepared(page, *hardest_questions("cuba, 4 seats, no embassy", [1])["over"], language)
    for width, height in DESKS:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        assert page.evaluate(COVERING) == [], (width, height)


def test_the_result_is_scrolled_by_keys(visit: Visit) -> None:
    page = visit(viewport={"width": 1024, "height": 500})
    sit_among_people(page, "havana")
    show_prepared(page, *hardest_questions("havana, 4 seats", [1])["over"], "en")
    for key in ("ArrowDown", "PageDown"):
        before = page.evaluate("document.querySelector('.result').scrollTop")
        page.keyboard.press(key)
        page.wait_for_function("before => document.querySelector('.result').scrollTop > before", arg=before)


REACHED = "document.activeElement.closest('.board, .log, .result')?.classList[0]"
TABS = 40


@pytest.mark.parametrize("start", ["havana, 4 seats", "cuba, 2 seats"])
def test_keys_reach_what_lies_behind_the_result_only_when_it_is_closed(visit: Visit, start: str) -> None:
    page = visit()
    sit_among_people(page, start.partition(",")[0])
    show_prepared(page, *hardest_questions(start, [1])["over"], "en")
    reached = list[set[str | None]]()
    for closes in (False, True):
        if closes:
            page.get_by_role("link", name="See the table").click()
        reached.append(set())
        for _ in range(TABS):
            page.keyboard.press("Tab")
            reached[-1].add(page.evaluate(REACHED))

    assert reached[0] - {None} == {"result"}
    assert "board" in reached[1]


def test_a_building_that_is_touched_says_what_is_missing_for_it(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    sit_among_people(page, "cuba")
    questions = hardest_questions("cuba, 4 seats, no embassy", [1])
    for kind, missing in (("build", "Missing: "), ("trade", "Cement factory. You lack ")):
        show_prepared(page, *questions[kind], "en")
        page.locator(".tabs label", has_text="Buildings").tap()
        page.locator(".tile:has(.bill:not(.payable)) a.about").first.tap()

        page.locator(".ask .preview", has_text=missing).wait_for()
        said, note = (page.locator(each).bounding_box() for each in (".ask .preview", ".tile:focus-within > .tip"))
        assert said
        assert note
        assert note["y"] + note["height"] <= said["y"]


def test_a_touch_beside_the_sheet_of_a_player_chooses_and_one_on_it_does_not(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    sit_among_people(page, "havana")
    show_prepared(page, *hardest_questions("havana, 4 seats", [1])["cover"], "en")
    page.locator(".person").last.tap()
    sheet = page.locator(".person:focus > .more").bounding_box()
    assert sheet
    middle = [sheet["x"] + sheet["width"] / 2, sheet["y"] + sheet["height"] / 2]
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.person:focus') !== null", middle)

    card = page.locator(".slot:has(.pick)").first
    card.tap()
    assert card.locator(".pick").is_checked()
    assert card.locator(".covers").is_visible()


def test_a_phone_that_lies_says_what_pictures_and_numbers_mean(visit: Visit) -> None:
    page = visit(viewport={"width": 740, "height": 360})
    sit_among_people(page, "cuba")
    questions = hardest_questions("cuba, 3 seats, sealed", [1])
    said = {
        "trade": [".heads > *", ".market .portrait"],
        "bid": [".reach > p"],
        "build": [".tile.instead-of .portrait", ".stamp em"],
    }
    for kind, words in said.items():
        show_prepared(page, *questions[kind], "en")
        assert all(page.locator(part).first.is_visible() for part in words)


HIDDEN_STORES = """() => [...document.querySelectorAll(".store")].filter(store => {
    const { x, y, width, height } = store.getBoundingClientRect();
    return !store.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map(store => store.textContent)"""
"""The viewer's stores that lie under something else."""


def test_a_phone_that_lies_shows_the_stock_while_it_is_paid_from(visit: Visit) -> None:
    page = visit(viewport={"width": 740, "height": 360})
    sit_among_people(page, "cuba")
    questions = hardest_questions("cuba, 3 seats, sealed", [1])
    for kind in ("held", "tax", "pay"):
        show_prepared(page, *questions[kind], "en")
        assert page.evaluate(HIDDEN_STORES) == []


def test_a_touch_on_the_sheet_of_a_player_does_not_choose_what_lies_under_it(visit: Visit) -> None:
    page = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    sit_among_people(page, "cuba")
    show_prepared(page, *hardest_questions("cuba, 4 seats, no embassy", [1])["build"], "en")
    buildings = page.locator(".tile button")
    places = [building.bounding_box() for building in buildings.all()]
    page.locator(".player").first.tap()
    covered = page.evaluate(
        """places => places.map(({x, y, width, height}) => [x + width / 2, y + height / 2])
        .filter(([x, y]) => document.elementFromPoint(x, y).matches(".player:focus"))""",
        places,
    )
    page.touchscreen.tap(*covered[0])

    assert page.locator(".player:focus").count() == 1
    assert buildings.count() == len(places)


def test_what_the_chosen_card_can_cover_waits_while_another_card_is_read(visit: Visit) -> None:
    page = visit()
    sit_among_people(page, "havana")
    show_prepared(page, *hardest_questions("havana, 4 seats", [1])["cover"], "en")
    chosen, other = page.locator(".slot:has(.pick)").nth(0), page.locator(".slot:has(.pick)").nth(1)
    chosen.locator("label").click()
    assert chosen.locator(".covers").is_visible()

    other.hover()
    other.locator(".tip").wait_for()
    assert chosen.locator(".covers").is_hidden()
    assert [reach.is_visible() for reach in page.locator(".person .reach").all()] == [True] * 3

    chosen.locator(".pick").focus()
    page.mouse.move(5, 5)
    assert chosen.locator(".covers").is_visible()


COVERED = """() => {
    const [hint, why] = [".hints", ".hints .why"].map(each => document.querySelector(each));
    if (why) why.textContent = "A reason that is as long as three sentences about two players can be. ".repeat(3);
    const isSmall = matchMedia("(max-width: 56rem), (max-height: 31rem)").matches;
    why?.classList.toggle("alike", isSmall); // else the words of these are short
    const edge = hint.getBoundingClientRect();
    const isCovered = thing => {
        const {left, right, top, bottom, width} = (thing.closest("label") ?? thing).getBoundingClientRect();
        return width && left < edge.right && right > edge.left && top < edge.bottom && bottom > edge.top;
    };
    const choices = "button[name=move]:not(.shortcut), .plot:has(button), .picking input, #confirm, #undo, .tabs";
    const isPhone = matchMedia("(max-width: 56rem)").matches;
    const isFull = isPhone && document.querySelector("#answers .dock ~ .dock ~ .dock, .moored button");
    const areSeen = !isPhone || (matchMedia("(min-height: 48.01rem)").matches && !isFull);
    const players = areSeen ? ".person, .player" : ".person";
    const kept = isPhone ? players : `${players}, .reaches, .tiles > .tile, .cuba > .log, .market, .plantation`;
    return [...document.querySelectorAll(`${choices}, ${kept}, .parliament.asked`)]
        .filter(thing => thing.checkVisibility() && isCovered(thing)).map(thing => thing.outerHTML.slice(0, 90));
}"""
"""What a hint with a long reason covers, of what can be chosen and what one chooses by."""
NOTED_OVER = """() => {
    document.querySelector("button.best")?.focus(); // as the page does when a hint comes
    const edge = document.querySelector(".hints").getBoundingClientRect();
    const isOver = ({left, right, top, bottom}) =>
        left < edge.right && right > edge.left && top < edge.bottom && bottom > edge.top;
    return [...document.querySelectorAll(".plot > .tip, .slot > .tip")]
        .filter(note => note.checkVisibility() && isOver(note.getBoundingClientRect()))
        .map(note => `${note.textContent} lies over the hint`);
}"""
"""The notes about what a hint advises that lie over it."""
UNLISTED = """isWhole => {
    const {bottom} = document.querySelector(".hints").getBoundingClientRect();
    return [...document.querySelectorAll(".hints li")]
        .filter(move => !move.checkVisibility() || (isWhole && move.getBoundingClientRect().bottom > bottom))
        .map(move => move.textContent);
}"""
"""The moves of a hint that are not seen, or, where they are to be seen as a whole, only once it is scrolled."""
SCROLLED = """() => {
    const hint = document.querySelector(".hints");
    const example = "A sentence of an example. ".repeat(12);
    hint.querySelector(".why")?.insertAdjacentHTML("beforeend", `<details open>${example}</details>`);
    return hint.scrollHeight > hint.clientHeight + 1;
}"""
"""Whether an example that is opened must be scrolled."""


@pytest.mark.parametrize(("start", "seed"), [("havana, 4 seats", 1), ("cuba, 4 seats, no embassy", 1)])
def test_a_hint_covers_no_player_and_nothing_to_choose(visit: Visit, start: str, seed: int) -> None:
    page, faults = visit(), list[str]()
    sit_among_people(page, start.partition(",")[0])
    for kind, (table, viewer) in hardest_questions(start, [seed]).items():
        moves = table.preview(viewer)[0].legal(viewer)
        if kind in ("held", "over") or len(moves) < 2:
            continue
        hints = [Advice(move, 0.5 - place / 10, 90) for place, move in enumerate([*moves[:2], moves[-1]])]
        show_prepared(page, table, viewer, "en", hints=Hints(hints))
        for size in [(1280, 800), (1024, 768), (1920, 1080), (390, 844), *PHONES]:
            page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
            if not page.locator(".payments.many").count():  # they fill the table
                faults += [f"{kind}, {size}: {thing}" for thing in page.evaluate(COVERED)]
                faults += [f"{kind}, {size}: {move} is hidden" for move in page.evaluate(UNLISTED, size == (1280, 800))]
                faults += [f"{kind}, {size}: {note}" for note in page.evaluate(NOTED_OVER)]
        page.set_viewport_size(ViewportSize(width=360, height=740))
        if page.evaluate(SCROLLED):
            faults.append(f"{kind}: an example is scrolled")

    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_a_hint_says_of_all_moves_is_read_without_scrolling(visit: Visit, language: str) -> None:
    page = visit(locale=language)
    sit_among_people(page, "cuba")
    table, viewer = hardest_questions("cuba, 4 seats, no embassy", [1])["play"]
    lost = [Advice(move, 0.01, 90) for move in table.preview(viewer)[0].legal(viewer)[:3]]
    show_prepared(page, table, viewer, language, hints=Hints(lost))
    for width, height in DESKS:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        hint, said = (page.locator(each).bounding_box() for each in (".hints", ".hints .alike"))
        assert hint
        assert said
        assert said["y"] + said["height"] <= hint["y"] + hint["height"]


HEIGHT = "element => Number(getComputedStyle(element).zIndex) || 0"
HEIGHTS = f"all => all.filter(each => each.matches(':hover')).map({HEIGHT})"
"""How far in front of others an element lies, and what is pointed at."""


@pytest.mark.parametrize(
    ("start", "kind", "verb"), [("havana, 4 seats", "buy", "buy "), ("cuba, 4 seats, no embassy", "build", "build ")]
)
def test_what_a_hint_names_is_framed(visit: Visit, start: str, kind: str, verb: str) -> None:
    page, frames = visit(has_touch=True), ".place-mark"
    sit_among_people(page, start.partition(",")[0])
    table, viewer = hardest_questions(start, [1])[kind]
    named = [move for move in table.preview(viewer)[0].legal(viewer) if move.startswith(verb)]
    show_prepared(page, table, viewer, "en", hints=Hints([Advice(move, 0.5, 90) for move in named[:2]]))
    advice = page.locator(".hints li")
    advice.last.tap()
    assert page.locator(frames).count() == 1
    page.locator("h1").tap()
    advice.first.hover()
    assert page.locator(frames).count() == 1

    why = page.locator(".hints .why")
    why.evaluate("why => why.textContent = document.querySelector('.hints li').textContent")
    page.mouse.move(5, 5)
    expect(page.locator(frames)).to_have_count(0)
    why.focus()
    assert page.locator(frames).count() == 1
    page.locator(".plot, [data-ground=buildings] > li").first.hover()  # it comes to the front, but not before the hint
    assert page.locator(".hints").evaluate(HEIGHT) > max(page.locator(".board *").evaluate_all(HEIGHTS))


READ_PX = 18
"""Height of a house that can be told from others."""


SUNKEN_HOUSES = """() => {
    const bottomOf = thing => thing.getBoundingClientRect().bottom;
    const isSunken = house => bottomOf(house) > bottomOf(house.closest(".bought")) + 1;
    return [...document.querySelectorAll(".bought svg")].filter(isSunken).length;
}"""
"""How many houses of players reach below their streets."""


def test_of_two_players_the_other_one_has_cards_with_sentences_and_houses_with_names_or_many(
    visit: Visit,
) -> None:
    page = visit()
    sit_among_people(page, "havana")
    shown = ((page, *question, "en") for question in hardest_questions("havana, 2 seats", [1, 2, 3]).values())
    cards, houses = page.locator(".person .plate"), page.locator(".person .bought li")
    found = set[bool]()
    for each in shown:
        show_prepared(*each)
        if each[1].is_over or not (cards.count() and houses.count()):
            continue
        page.set_viewport_size(ViewportSize(width=1280, height=800))
        seen = (*cards.all(), *houses.all(), *page.locator(".person .tip > :last-child").all())
        assert all(one.is_visible() for one in seen)
        are_many = houses.count() > 6  # too many for their names
        assert {title.is_visible() for title in page.locator(".person .bought .title").all()} == {not are_many}
        drawn = page.locator(".person:not(.you) .bought svg").evaluate_all("all => all.map(each => each.clientHeight)")
        assert not are_many or min(drawn) >= READ_PX
        page.set_viewport_size(ViewportSize(width=360, height=740))
        assert all(card.is_visible() for card in cards.all())
        assert page.evaluate(SUNKEN_HOUSES) == 0
        found.add(are_many)

    assert {*found} == {False, True}


def opened(cards: str) -> Table:
    """Return a table at which both have shown the same cards."""
    table = new_table("havana, 2 seats")
    for seat in (0, 1):
        table = table.with_step(seat, f"choose {cards}", new_id()).with_draft_confirmed(seat)
    return table


BROKEN_WORDS = """() => [...document.querySelectorAll(".plate .title")].flatMap(title => {
    const text = title.firstChild, range = document.createRange();
    return [...text.data.matchAll(/[^ ]+/g)].filter(word => {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length > 1;
    }).map(word => word[0]);
})"""
"""The words in the names of open cards that go on in a second line."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_word_in_the_name_of_an_open_card_is_broken(visit: Visit, language: str) -> None:
    page = visit()
    sit_among_people(page, "havana")
    page.set_viewport_size(ViewportSize(width=360, height=740))
    moves = [move for move in new_table("havana, 2 seats").match.legal(0) if "siesta" in move]  # each card once
    for move in moves:
        show_prepared(page, opened(move.removeprefix("choose ")), 0, language)
        assert page.evaluate(BROKEN_WORDS) == [], move


UNREAD = """() => {
    const said = [...document.querySelectorAll(".slot > .lit > label")];
    const isOver = (one, other) =>
        one.left < other.right - 1 && one.right > other.left + 1 && one.top < other.bottom && one.bottom > other.top;
    const boxes = [...said, ...document.querySelectorAll(".cost, .sun, .heaps .pile, .last, #hand .in-hand")]
        .map(each => each.getBoundingClientRect());
    const isRead = box => box.width && boxes.every(other => other === box || !isOver(box, other));
    return said.filter((_, at) => !isRead(boxes[at])).map(each => each.textContent);
}"""
"""What an open card gives, if it is not seen, or lies over what the other gives, a price, the centre or other cards."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_the_open_cards_give_can_be_read(visit: Visit, language: str) -> None:
    page, faults = visit(locale=language), list[str]()
    sit_among_people(page, "havana")
    for cards in (
        "pesos mama",
        "black_market mama",
        "worker architect",
        "pesos_thief materials_thief",
        "siesta refreshment",
    ):
        table = opened(cards.replace("_", " "))
        show_prepared(page, table, table.match.to_move[0], language)
        for size in [*DESKS, (390, 844), *PHONES]:
            page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
            faults += [f"{size}: {said}" for said in page.evaluate(UNREAD)]

    assert not faults, "\n".join(faults)


def laid(table: Table, card: str) -> tuple[Table, int]:
    """Return a table whose next random seat that lays a card lays this one, and the seat."""
    rng = Random(1)
    while True:
        seat = table.match.to_move[0]
        ahead, draft = table.preview(seat)
        if draft and draft[-1].held:
            table = table.with_draft_confirmed(seat)
            continue
        moves = ahead.legal(seat)
        covering = [move for move in moves if move.startswith("cover ") and move.endswith(card)]
        table = table.with_step(seat, covering[0] if covering else rng.choice(moves), new_id())
        if covering:
            return table, seat


ON_SCALE = """() => {
    const axis = document.querySelector(".reaches svg").getBoundingClientRect();
    const line = document.querySelector(".mine line").getBoundingClientRect();
    return 100 * (line.left + line.width / 2 - axis.left) / axis.width;
}"""
"""At which number one's own is marked on the scale of the others."""

OVERFLOWING = """() => [...document.querySelectorAll(".you .covered .back i")].filter(words => {
    const [said, back] = [document.createRange(), words.parentElement.getBoundingClientRect()];
    said.selectNodeContents(words);
    const box = said.getBoundingClientRect();
    return box.left < back.left || box.right > back.right || box.top < back.top || box.bottom > back.bottom;
}).map(words => words.textContent)"""
"""What is said on one's own covered cards, and does not fit on them."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_that_was_laid_is_named_and_its_number_marked_among_those_of_the_others(
    visit: Visit, language: str
) -> None:
    page = visit(locale=language)
    sit_among_people(page, "havana")
    table, seat = laid(opened("worker architect"), "refreshment")
    show_prepared(page, table, seat, language)
    for size in [(390, 844), (360, 740), *DESKS]:
        page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))

        assert page.evaluate(OVERFLOWING) == []
        assert page.evaluate(ON_SCALE) == pytest.approx(14, abs=0.5)


ROOMLESS = """isNoticed => {
    const main = document.querySelector("main");
    main.classList.add("has-clocks");
    main.querySelector(":scope > .news").innerHTML = isNoticed ? "<p>The clocks start when all are ready.</p>" : "";
    const bottomOf = thing => thing.getBoundingClientRect().bottom;
    const isUnder = sky => bottomOf(sky.querySelector(".sun")) > bottomOf(sky) + 1;
    return [...document.querySelectorAll(".plot > .sky")].filter(isUnder).map(sky => sky.id);
}"""
"""The houses whose suns lie on their prices, with clocks, and with a notice or without."""


@pytest.mark.parametrize("start", ["havana, 2 seats", "havana, 3 seats, filosofia"])
def test_a_phone_shows_houses_with_clocks_and_a_notice(visit: Visit, start: str) -> None:
    page = visit()
    sit_among_people(page, "havana")
    show_prepared(page, *hardest_questions(start, [1])["choose"], "en")
    for width, height in [(390, 844), (360, 740), (430, 932)]:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        for is_noticed in (False, True):
            assert page.evaluate(ROOMLESS, is_noticed) == [], (width, height, is_noticed)


CUT_PRICES = """() => [...document.querySelectorAll(".plot.end > .cost > .c")].filter(price => {
    const [{ left, right, top, bottom }, box] = [price, price.parentElement].map(each => each.getBoundingClientRect());
    return left < box.left || right > box.right || top < box.top || bottom > box.bottom - 2;
}).map(price => price.parentElement.id)"""
"""The houses whose prices leave their box, or touch its lower edge."""


def test_prices_stay_in_their_boxes(visit: Visit) -> None:
    page, faults = visit(), list[str]()
    sit_among_people(page, "havana")
    questions = hardest_questions("havana, 3 seats, filosofia", [1])
    for kind in ("choose", "cover", "buy"):
        table, seat = questions[kind]
        for viewer in (seat, None):
            show_prepared(page, table, viewer, "en")
            for is_puzzle in (False, True):
                page.evaluate("on => document.querySelector('main').classList.toggle('puzzle', on)", is_puzzle)
                sizes = [(1280, 800), (1440, 900)] if is_puzzle else [*DESKS, (390, 844), (844, 390), *PHONES]
                for size in sizes:
                    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
                    faults += [f"{size}, {kind}, {viewer}: {price}" for price in page.evaluate(CUT_PRICES)]
    assert not faults, "\n".join(faults)


MISPLACED = """() => [...document.querySelectorAll(".slot:has(.pick:checked)")].flatMap(({ children }) => {
    const [tip, covers] = ["tip", "covers"].map(kind => [...children].find(each => each.matches(`.${kind}`)));
    const words = document.createRange();
    words.selectNodeContents(tip.querySelector("p"));
    const [said, note] = [words, tip].map(each => each.getBoundingClientRect());
    const isOver = (one, other) =>
        one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
    const kept = [...document.querySelectorAll("#hand .card, .draft > *")];
    return [
        ...kept.filter(each => isOver(note, each.getBoundingClientRect())),
        ...[...covers.children].filter(each => isOver(said, each.getBoundingClientRect())),
    ].map(each => each.outerHTML.slice(0, 90));
})"""
"""What of the hand and the buttons a chosen card's sentence covers, and which of its answers cover that."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_phone_that_lies_shows_the_whole_hand_while_a_card_is_read(visit: Visit, language: str) -> None:
    page = visit(locale=language, has_touch=True)
    sit_among_people(page, "havana")
    show_prepared(page, *hardest_questions("havana, 4 seats", [1])["cover"], language)
    for width, height in [(844, 390), (740, 360)]:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        for card in page.locator("label.card").all():
            card.tap()
            assert page.evaluate(MISPLACED) == []


def test_a_card_that_is_put_back_is_read_no_more(visit: Visit) -> None:
    page = visit(viewport={"width": 844, "height": 390}, has_touch=True)
    sit_among_people(page, "havana")
    show_prepared(page, new_table("havana, 2 seats"), 0, "en")
    card, note = page.locator("label.card").last, page.locator(".slot:last-child > .tip")
    card.tap()
    expect(note).to_be_visible()
    card.tap()
    expect(note).to_be_hidden()


APART_MS = 450
COVERED = """labels => {
    const boxOf = each => { const words = document.createRange(); words.selectNodeContents(each); return words; };
    const boxes = [...document.querySelectorAll(labels)].map(each => each.getBoundingClientRect());
    const isUnder = box => boxes.some(({ left, right, top, bottom }) =>
        left < box.right && right > box.left && top < box.bottom - 1 && bottom > box.top);
    const things = [...document.querySelectorAll(".plot > *, .tool")].filter(each => each.checkVisibility());
    const read = things.map(each => [each, each.getBoundingClientRect()]);
    const question = document.querySelector("h1");
    return [...read, [question, boxOf(question).getBoundingClientRect()]]
        .filter(([, box]) => box.width && isUnder(box)).map(([each]) => each.outerHTML.slice(0, 60));
}"""
"""What of the street, the question and the tools lies under labels."""
PRESSED = """label => {
    const { x, y, width, height } = label.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2).closest("label") === label;
}"""
"""Whether a press on the middle of a label is one on the label."""


@pytest.mark.parametrize("size", [(844, 390), (740, 360)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_a_card_gives_is_pressed_as_the_card_and_covers_no_house(
    visit: Visit, language: str, size: tuple[int, int]
) -> None:
    page = visit(viewport={"width": size[0], "height": size[1]}, has_touch=True, locale=language)
    sit_among_people(page, "havana")
    table = opened("pesos mama")
    show_prepared(page, table, table.match.to_move[0], language)
    page.evaluate(
        "document.addEventListener('submit', event => { event.preventDefault(); "
        "event.stopImmediatePropagation(); window.sent = event.submitter.value; }, true)"
    )
    given = page.locator(".lit > label")
    for label, card in zip(given.all(), ("pesos", "mama"), strict=True):
        assert label.evaluate(PRESSED)
        box = label.bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert page.evaluate("window.sent") == f"perform {card}"
        page.wait_for_timeout(APART_MS)  # else the next touch would be the second of a double one

    assert page.evaluate(COVERED, ".lit > label") == []


BESIDE = """() => {
    const boxes = selector => [...document.querySelectorAll(selector)].map(each => each.getBoundingClientRect());
    const [street] = boxes(".street");
    return boxes(".person button.pile").filter(({ left }) => left < street.right).length;
}"""
"""How many pieces of others lie over the street."""


@pytest.mark.parametrize(("start", "kind"), [("havana, 3 seats, filosofia", "steal"), ("havana, 4 seats", "rob")])
def test_a_phone_that_lies_shows_the_street_to_a_thief(visit: Visit, start: str, kind: str) -> None:
    page = visit(viewport={"width": 844, "height": 390})
    sit_among_people(page, "havana")
    show_prepared(page, *hardest_questions(start, [1])[kind], "en")
    assert page.evaluate(BESIDE) == 0


ENDS = """() => [...document.querySelectorAll(".reaches li")].flatMap(({ children }) => {
    const svg = [...children].find(each => each.matches("svg"));
    const bar = svg.querySelector(".reach").getBoundingClientRect();
    const [least, most] = [...svg.querySelectorAll("text")].map(each => each.getBoundingClientRect());
    return [bar.left - least.right, most.left - bar.right];
})"""
"""How far the numbers of the others are from the ends of their bars."""


def test_the_numbers_of_the_others_stand_at_the_ends_of_their_bars(visit: Visit) -> None:
    page = visit()
    sit_among_people(page, "havana")
    show_prepared(page, *hardest_questions("havana, 4 seats", [1])["cover"], "en")
    for width, height in [*DESKS, (390, 844), (360, 740)]:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        ends = page.evaluate(ENDS)
        assert ends
        assert all(0 <= apart < 14 for apart in ends), (width, height)


BUSY = """() => {
    const [deeds] = document.querySelectorAll(".last:not([hidden]) > .deeds");
    const bought = name =>
        `<span class="deed did-bought" title="${name}"><svg class="facade"></svg><span>${name}</span></span>`;
    const taxed = `<span class="deed did-taxed loss"><svg class="icon"></svg>you <b class="amount">−2</b></span>`;
    deeds.innerHTML = `${taxed} ${["Bank", "Toll House", "Rope Yard"].map(bought).join("")}`;
    const edge = deeds.getBoundingClientRect();
    const isIn = ({ width, right, bottom }) => width && right <= edge.right + 1 && bottom <= edge.bottom + 1;
    return [...deeds.children].filter(deed => !isIn(deed.getBoundingClientRect())).map(deed => deed.title);
}"""
"""What is not told of a turn with three purchases."""


@pytest.mark.parametrize("start", ["havana, 2 seats", "havana, 4 seats"])
def test_all_purchases_of_a_turn_are_told(visit: Visit, start: str) -> None:
    page = visit()
    sit_among_people(page, "havana")
    show_prepared(page, *hardest_questions(start, [1])["buy"], "en")
    for width, height in [*DESKS, (390, 844), (360, 740)]:
        page.set_viewport_size(ViewportSize(width=width, height=height))
        assert page.evaluate(BUSY) == [], (width, height)
        names = page.locator(".did-bought > span")
        if start == "havana, 2 seats" and width > 1200:
            assert all(name.is_visible() for name in names.all())
