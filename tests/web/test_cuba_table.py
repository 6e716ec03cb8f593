"""Cuba's table as a page: every move once, nothing that the page's own rules forbid."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from msgspec.structs import astuple
from playwright.sync_api import Page as Browsed

from cases.cuba import STARTS
from cuba_table import table
from face.playing import at, random_match
from malecon.core.errors import IllegalMove
from malecon.core.i18n import Language, languages, load
from malecon.core.match import Match
from malecon.games.cuba import events
from malecon.games.cuba.cards import DUTY
from malecon.games.cuba.laws_due import laws_due
from malecon.games.cuba.text import GAME_TEXT
from malecon.games.cuba.web import HERE
from malecon.games.cuba.web.event_pictures import newest_turn
from malecon.games.cuba.web.formulas import BUILDINGS, LAWS
from malecon.games.cuba.web.pieces import ICONS
from malecon.presentation.buttons import AND
from malecon.tables.draft import with_more
from modes import once
from pictures.cuba import pictures
from sampling import EVERY, PAGES, close_looks
from web.boards import board_of
from web.cuba_page import GAME, NAMES, TWIN, Page, drawing_of, drawn, offered, sequences_on
from web.human import Human, sit_down

pytestmark = once  # whole games

ENGLISH = Language()
ON_PIECES = (
    "play ", "move to ", "harvest ", "water ", "buy ", "sell ", "take ", "build ", "place on ", "use ", "load ",
    "swap ship ", "bid ", "enact ",
)  # fmt: skip
"""How moves begin that have a piece to be drawn on."""
ASKED = re.compile(r'class="(\w+) asked"')
IN_FRONT = re.compile(r'value="(\w+)" autocomplete="off" checked')
TO_FILL_IN = ('class="picking"', 'class="answers ')
each_start = pytest.mark.parametrize("start", STARTS)


def looks(start: str, every: int = PAGES * EVERY) -> Iterator[Match]:
    """Yield positions of a random game, in order."""
    return (match for match, _, _ in close_looks(random_match(f"cuba, {start}", 3), every=every))


@each_start
def test_every_legal_move_is_offered_exactly_once_and_on_its_piece(start: str) -> None:
    asked = set()
    for match in looks(start, EVERY):
        for seat in match.to_move:
            drawing = drawing_of(match, seat, ENGLISH)
            html, left = board_of(drawing)
            below = Counter(left)

            assert offered(html) + below == Counter(match.legal(seat))
            assert not [move for move in below if move.startswith(ON_PIECES) and move != "build nothing"]

            asked.add(drawing.perspective.view.question.kind)
    assert len(asked) > 8


def test_each_of_equal_fields_can_be_pressed() -> None:
    pressed = set[tuple[int, int]]()
    for match, _, _ in random_match("cuba, 4 seats, no embassy", 3):
        view = match.seen_by(seat := (*match.to_move, 0)[0])
        if view.question.kind != "harvest":
            continue
        html, ready = drawn(match, seat, ENGLISH), Counter[str]()
        for field in view.players[seat].fields:
            if field.active and not field.building and field.name not in view.question.spent and field.gives:
                ready[field.gives] += 1
        for move in match.legal(seat):
            verb, piece = move.split()
            if verb != "end":
                assert TWIN.findall(html).count(move) == ready[piece] - 1
                pressed.add((seat, ready[piece]))
    assert max(fields for _, fields in pressed) > 1


@each_start
def test_sequences_are_legal_moves_in_a_row_each_with_one_button_at_most(start: str) -> None:
    kinds = set()
    for match in looks(start):
        for seat in match.to_move:
            view = match.seen_by(seat)
            on_page = sequences_on(drawn(match, seat, ENGLISH))

            assert len(on_page) == len(set(on_page))
            assert set(on_page) <= {each.notation for each in view.sequences}
            for sequence in view.sequences:
                steps, _ = with_more((), match, seat, sequence.notation.split(AND), "a")
                assert not any(step.held for step in steps[:-1])
            kinds |= {view.question.kind} if view.sequences else set()
    assert len(kinds) > 1


@pytest.mark.parametrize("kind", ["harvest", "load", "trade"])
def test_what_a_sequence_brings_is_the_difference_that_its_moves_make(kind: str) -> None:
    match = next(match for match in looks("3 seats, sealed", 1) if match.seen_by(None).question.kind == kind)
    seat = match.to_move[0]
    before = match.seen_by(seat)
    assert before.sequences
    for sequence in before.sequences:
        after = match.copy()
        for move in sequence.notation.split(AND):
            after.play(seat, move)
        old, new = before.players[seat], after.seen_by(seat).players[seat]
        change = [b - a for a, b in zip(astuple(old.pieces), astuple(new.pieces), strict=True)]
        change += [new.pesos - old.pesos, new.points - old.points]
        assert [a - b for a, b in zip(astuple(sequence.gives), astuple(sequence.costs), strict=True)] == change


@each_start
def test_the_part_in_question_is_marked_and_stands_in_front(start: str) -> None:
    for match in looks(start):
        for seat in match.to_move:
            html = drawn(match, seat, ENGLISH)
            part = HERE[drawing_of(match, seat, ENGLISH).perspective.view.question.kind]

            assert ASKED.findall(html) == [part]
            assert IN_FRONT.findall(html) == ["plantation" if part == "hand" else part]
            if part == "parliament":  # a vote concerns all
                assert all(IN_FRONT.findall(drawn(match, other, ENGLISH)) == [part] for other in range(match.seats))


@pytest.mark.parametrize("kind", ["bid", "enact", "stock"])
def test_nothing_is_left_to_fill_in_while_a_step_waits_for_its_confirmation(kind: str) -> None:
    match = next(match for match in looks("2 seats") if match.seen_by(None).question.kind == kind)
    drawing = drawing_of(match, match.to_move[0], ENGLISH)
    assert any(mark in board_of(drawing)[0] for mark in TO_FILL_IN)

    held = replace(drawing, legal=())
    assert not any(mark in board_of(held)[0] for mark in TO_FILL_IN)


def test_the_church_removes_a_bill_by_a_button_on_it() -> None:
    match = GAME.from_position(at("cuba, 2 seats, sealed, buildings for nothing", "veto"))
    seat = match.to_move[0]

    moves = offered(drawn(match, seat, ENGLISH))

    assert moves == Counter(match.legal(seat))
    assert all(move.startswith("veto ") for move in moves)


@each_start
def test_who_watches_is_offered_nothing(start: str) -> None:
    for match in looks(start):
        assert not offered(drawn(match, None, ENGLISH))


@pytest.mark.parametrize("language", languages())
def test_pages_have_no_inline_styles_or_scripts_and_all_that_they_refer_to(language: str) -> None:
    drawn_once = set(Page(pictures()).ids)
    for match in looks("5 seats, an owner's data"):
        page = Page(drawn(match, 0, load(language)))

        assert "style" not in page.attributes
        assert not [name for name in page.attributes if name.startswith("on")]
        assert set(page.ids.values()) == {1}
        assert set(page.travellers.values()) == {1}
        assert page.targets <= set(page.ids)
        assert page.pictures <= drawn_once


def test_formulas_use_pictures_that_are_drawn() -> None:
    ids = Page(pictures()).ids

    assert {name for name in ids if name.startswith("icon-")} == {f"icon-{name}" for name in ICONS}
    words = {word for formula in (*BUILDINGS.values(), *LAWS.values()) for word in formula.split() if word.isalpha()}
    assert words <= set(ICONS)


def test_fields_in_the_row_and_column_of_the_pawn_are_lit() -> None:
    own = re.findall(r'<li class="field([^"]*)" id="field-', drawn(GAME.start(2, 1), 0, ENGLISH))

    assert ["lit" in each for each in own] == [True] * 4 + [True, False, False, False] * 2


def asked(kind: str) -> tuple[Match, str]:
    """Return a position with this question, and its page."""
    match = next(match for match in looks("3 seats, sealed", 1) if match.seen_by(None).question.kind == kind)
    return match, drawn(match, match.to_move[0], ENGLISH)


def test_fields_say_that_the_pawn_may_go_there_for_only_one_cross_is_lit() -> None:
    assert asked("move")[1].count(' goes"') == 12
    assert ' goes"' not in asked("harvest")[1]


def test_each_piece_to_load_says_its_points() -> None:
    match, html = asked("load")
    for move in filter(re.compile("load ").match, match.legal(match.to_move[0])):
        button = re.search(rf'<button id="{move.replace(" ", "-")}".*?</button>', html, re.DOTALL)
        assert button
        assert f"<b>{move[-1]}</b>" in button[0]


@pytest.mark.parametrize("kind", ["bid", "enact", "tax"])
def test_an_answer_that_counts_at_once_says_so(kind: str) -> None:
    assert "This is final." in asked(kind)[1]


def test_each_character_that_is_sealed_at_once_says_so() -> None:
    assert asked("seal")[1].count("<span>final</span>") == 5


def test_a_part_that_somebody_looks_at_stays_in_front_until_another_is_asked(visit: Callable[..., Browsed]) -> None:
    page = visit(viewport={"width": 360, "height": 740})
    sit_down(page, "cuba")
    page.locator(".tabs [value=market]").check()
    human = Human(page, 8)

    human.act()
    human.wait_for_turn()
    assert page.locator("#market").is_visible()

    page.locator(".tabs [value=plantation]").check()
    assert not page.locator("#market").is_visible()


PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_at_a_phone_what_is_held_explains_itself_and_a_touch_beside_what_is_open_chooses_nothing(
    visit: Callable[..., Browsed],
) -> None:
    page = visit(**PHONE)
    sit_down(page, "cuba")
    human = Human(page, 3)
    while page.locator("#play-mayor").count() == 0:
        human.act()
        human.wait_for_turn()
    finger, drawer = page.context.new_cdp_session(page), page.locator("#log")
    question = page.locator("h1").inner_text()
    at = page.locator("#play-mayor").bounding_box()
    assert at

    touch = {"x": at["x"] + at["width"] / 2, "y": at["y"] + at["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
    page.get_by_text("Load merchandise on one ship").wait_for()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.locator(".drawer[popovertarget=log]").tap()
    story = page.locator("#log .story")
    assert story.evaluate("story => story.scrollTop + story.clientHeight >= story.scrollHeight - 1")
    drawer.get_by_role("button", name="Close").tap()
    assert drawer.is_hidden()
    page.evaluate("document.getElementById('log').style.width = '50vw'")
    page.locator(".drawer[popovertarget=log]").tap()
    page.touchscreen.tap(20, touch["y"])
    assert drawer.is_hidden()

    page.locator(".tabs [value=harbour]").check()
    page.locator(".pile > summary").tap()
    page.locator(".tabs [value=market]").check()
    assert page.locator(".pile[open]").count() == 0
    assert page.locator("h1").inner_text() == question


def test_who_bids_at_a_phone_sees_all_bills(visit: Callable[..., Browsed]) -> None:
    page = visit(**PHONE)
    sit_down(page, "cuba", opponents="1")
    human = Human(page, 3)
    while page.locator(".answers.bid").count() == 0:
        human.act()
        human.wait_for_turn()

    for width, height in ((360, 740), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        panel, bill = (page.locator(part).bounding_box() for part in (".answers.bid", "#bench-other .bill-space"))
        assert panel
        assert bill
        assert bill["y"] + bill["height"] <= panel["y"] + 1, page.locator(".answers.bid").inner_text()


def test_what_is_dead_says_why_and_a_law_what_it_means_now() -> None:
    match = next(match for match in looks("3 seats, sealed", 1) if match.seen_by(None).question.kind == "trade")
    seat = match.to_move[0]
    html = drawn(match, seat, ENGLISH)

    dead = [move for move in ("buy rum", "sell rum", "buy citrus", "sell citrus") if move not in match.legal(seat)]
    assert dead
    for move in dead:
        with pytest.raises(IllegalMove) as refused:
            match.copy().play(seat, move)
        assert GAME_TEXT.narrator.refusal(refused.value, ENGLISH, NAMES) in html
    taxed = match.seen_by(seat).laws_due[0]
    assert taxed.is_payable == (match.seen_by(seat).players[seat].pesos >= taxed.pesos)


@pytest.mark.parametrize(("law", "missing"), [("duty products", 0), ("duty resources", 0), ("duty water", 1)])
def test_a_duty_says_which_kind_lacks_only_if_it_asks_for_one(law: str, missing: int) -> None:
    state = table(laws=[law], own={0: "1 citrus"}).state
    due = laws_due(state, 0, state.in_force)[DUTY]

    assert due.is_payable is False
    assert sum(due.missing.pieces()) == missing


def test_a_player_s_panel_tells_the_newest_turn() -> None:
    deeds = [events.TurnBegan(0), events.Played(0, "mayor"), events.Loaded(0, "rum", "dock 2", 2), events.TurnBegan(1)]

    assert newest_turn(deeds, 0) == deeds[1:3]
    assert newest_turn(deeds, 2) == []
