"""Cuba's table as a page: every move once, nothing that the page's own rules forbid."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import astuple, replace
from playwright.sync_api import Page as Browsed
from playwright.sync_api import expect

from cases.cuba import STARTS
from cuba_table import table
from face.playing import at, random_match
from malecon.core.errors import IllegalMove
from malecon.core.i18n import Language, capital, languages, load
from malecon.core.match import Match
from malecon.games.cuba import events
from malecon.games.cuba.cards import DUTY, OTHER, SUBSIDY
from malecon.games.cuba.laws_due import laws_due
from malecon.games.cuba.text import GAME_TEXT
from malecon.games.cuba.text.descriptions import building_text
from malecon.games.cuba.view import View
from malecon.games.cuba.web import HERE
from malecon.games.cuba.web.event_pictures import newest_turn
from malecon.games.cuba.web.formulas import BUILDINGS, LAWS
from malecon.games.cuba.web.pieces import ICONS
from malecon.presentation.buttons import AND
from malecon.presentation.lessons import course_of
from malecon.tables.draft import with_more
from modes import once
from pictures.cuba import pictures
from sampling import EVERY, PAGES, close_looks
from tables.sitting import drafted_game
from web.boards import board_of
from web.cuba_page import BUTTON, FINAL, FORM, GAME, NAMES, TWIN, Page, drawing_of, drawn, offered, sequences_on
from web.human import Human, sit_down
from web.prepared import show_prepared, sit_among_people

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
RADIO = re.compile(r'<input type="radio"[^>]*>(.*?)</label>', re.DOTALL)
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


def test_a_piece_to_load_stands_behind_its_dock() -> None:
    found = 0
    for match, seat, _ in random_match("cuba, 4 seats, no embassy", 3):
        html, _ = board_of(drawing_of(match, seat, ENGLISH))
        if 'class="answers load' in html:
            assert ("Or one piece" in html) == ("dockside" in html)
        for group in html.split('<span class="dock">')[1:]:
            dock = group.removeprefix('<b aria-hidden="true">').partition("<")[0].lower()
            moves = re.findall('value="(load [^"]*)"', group.partition("</section>")[0])
            assert moves
            assert all(move.endswith(f" on {dock}") for move in moves)
            found += 1
    assert found


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
                steps, *_ = with_more((), match, seat, sequence.notation.split(AND), "a")
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
            question = drawing_of(match, seat, ENGLISH).perspective.view.question
            part = "parliament" if question.law else HERE[question.kind]  # tax and duty

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


def test_a_quay_loads_all_that_fits_and_single_pieces_stand_in_the_bar() -> None:
    match, html = asked("load")
    view = match.seen_by(match.to_move[0])
    bar = html[html.index('class="answers load') :]
    for place in ("dock 1", "dock 2", "dock 3"):
        single = [move for move in match.legal(match.to_move[0]) if move.endswith(f" on {place}")]
        whole = [each.notation for each in view.sequences if each.notation.endswith(f" on {place}")]
        berth = re.split('id="berth-|class="alts"', html.partition(f'id="berth-{place.replace(" ", "-")}"')[2])[0]

        assert BUTTON.findall(berth) == (whole or single)
        assert all((f'value="{move}"' in bar) == bool(whole) for move in single)
        assert berth.count('class="fits"') == sum(view_costs(view, (whole or single)[:1]))


def test_of_several_single_pieces_at_a_dock_each_stands_in_the_bar() -> None:
    match, chance = GAME.start(3, 18), random.Random(18)
    while match.number < 196:
        seat = match.to_move[0]
        match.play(seat, chance.choice(match.legal(seat)))
    html = drawn(match, match.to_move[0], ENGLISH)
    bar = html[html.index('class="answers load') :]

    assert [move for move in match.legal(match.to_move[0]) if move.startswith("load ")] == [
        "load citrus on dock 1",
        "load tobacco on dock 1",
        "load citrus on dock 3",
    ]
    assert "Or one piece" in bar
    for place, on_quay, in_bar in (("dock-1", [], True), ("dock-3", ["load citrus on dock 3"], False)):
        berth = re.split('id="berth-|class="alts"', html.partition(f'id="berth-{place}"')[2])[0]
        assert BUTTON.findall(berth) == on_quay
        assert (f' on {place.replace("-", " ")}"' in bar) == in_bar
    assert re.findall(r'<li class="berth dock cannot" id="([^"]+)"', html) == ["berth-dock-2"]


def view_costs(view: View, moves: list[str]) -> tuple[int, ...]:
    """Return the pieces that a choice of the viewer takes."""
    return next((each.costs.pieces() for each in (*view.choices, *view.sequences) if each.notation in moves), (0,))


@each_start
def test_only_the_button_that_confirms_ends_a_turn_at_once(start: str) -> None:
    for match in looks(start):
        for seat in match.to_move:
            html = drawn(match, seat, ENGLISH)
            confirming = re.findall(rf"<button[^>]*{re.escape(FINAL)}[^>]*>", html)
            assert all('id="confirm" class="primary"' in button for button in confirming)
            assert len(confirming) == len(FORM.findall(html)) <= 1


@pytest.mark.parametrize("kind", ["bid", "enact", "tax"])
def test_bids_laws_and_payments_are_forms_that_are_confirmed(kind: str) -> None:
    assert len(FORM.findall(asked(kind)[1])) == 1


def test_an_act_is_called_by_its_name_where_bills_are_chosen() -> None:
    match, _ = asked("enact")
    act, french = match.seen_by(None).bills[OTHER], load("fr")
    assert act is not None
    for language, name in ((ENGLISH, capital(act.kind)), (french, capital(french.word("law", act.kind)))):
        html = drawn(match, match.to_move[0], language)
        assert re.findall(r'value="other"[^>]*> ([\w ]+) <', html) == [name]


def test_answers_to_a_tax_look_different() -> None:
    most = 0
    for match in looks("2 seats", 1):
        if match.seen_by(None).question.kind != "tax":
            continue
        html = drawn(match, match.to_move[0], ENGLISH)
        answers = [" ".join(each.split()) for each in RADIO.findall(html)]

        assert len(answers) == len(set(answers))
        most = max(most, len(answers))
    assert most > 2


def test_the_bar_says_what_others_can_reach_in_a_ballot() -> None:
    match, html = asked("bid")
    view, me = match.seen_by(match.to_move[0]), match.to_move[0]
    for seat in view.question.bidders:
        player = view.players[seat]
        assert (f"<span>{player.votes}–{player.votes + player.pesos}</span>" in html) == (seat != me)


def test_the_bar_names_the_votes_of_who_has_no_pesos_once() -> None:
    course = course_of(GAME)
    assert course
    html = drawn(course.missions[1].positions[1].match, 0, ENGLISH)
    assert all(f"<span>{votes}</span>" in html for votes in (4, 1))


def test_fields_that_have_given_are_pale_only_while_others_can_give() -> None:
    match = next(match for match in looks("3 seats, sealed", 1) if match.seen_by(None).question.spent)
    drawing = drawing_of(match, match.to_move[0], ENGLISH)
    assert ' spent"' in board_of(drawing)[0]
    assert ' spent"' not in board_of(replace(drawing, legal=()))[0]  # the last answer is to be confirmed


def test_the_set_up_is_no_round() -> None:
    match = GAME.start(seats=2, seed=1)
    assert '<b>0</b><span class="of">' not in (html := drawn(match, match.to_move[0], ENGLISH))
    assert '<span class="word">Set-up</span>' in html


def test_a_bid_is_set_by_buttons_digits_and_arrows_within_its_bounds(visit: Callable[..., Browsed]) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    sit_down(page, "cuba", opponents="1")
    human = Human(page, 3)
    bid, votes = page.locator(".bid input[type=number]"), page.locator("[data-sum]")
    while bid.count() == 0 or int(bid.get_attribute("max") or 0) < 2:  # who is poor goes on to the next parliament
        human.act()
        human.wait_for_turn()
    most, begin = int(bid.get_attribute("max") or 0), int(votes.inner_text())
    assert most > 1

    page.locator(".by-one").last.click()
    assert (bid.input_value(), votes.inner_text()) == ("1", str(begin + 1))
    page.locator(".by-one").first.click()
    page.locator(".by-one").first.click()
    assert bid.input_value() == "0"
    page.locator("h1").click()
    page.keyboard.press("9")
    page.keyboard.press("ArrowUp")
    assert bid.input_value() == str(min(most, 10))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("2")
    page.keyboard.press("h")
    page.locator(".hints li").first.wait_for()
    assert (bid.input_value(), votes.inner_text()) == ("2", str(begin + 2))
    for _ in range(2):  # they are no number that could be bid, so the second one begins another
        page.keyboard.press("9")
    assert bid.input_value() == str(min(most, 9))
    bid.fill("991")
    assert bid.input_value() == "1"
    bid.fill("99")
    assert bid.input_value() == str(min(most, 9))
    page.reload()
    assert (bid.input_value(), votes.inner_text()) == (str(min(most, 9)), str(begin + min(most, 9)))
    before = human.state
    bid.focus()
    page.keyboard.press("c")
    human.wait_for_change(before)
    assert page.locator(".error").count() == 0


def test_the_answer_that_keys_go_to_is_the_one_that_is_meant(visit: Callable[..., Browsed]) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    sit_among_people(page, "cuba")
    taxed = (each for each, _ in drafted_game("cuba, 2 seats", 3) if each.match.seen_by(None).question.kind == "tax")
    show_prepared(page, next(each for each in taxed if 0 in each.match.to_move), 0, "en")
    pay, leave = page.locator("#answer-1"), page.locator("#answer-2")
    page.locator("h1").focus()
    page.keyboard.press("Tab")
    expect(pay).to_be_focused()
    page.keyboard.press("2")
    expect(leave).to_be_focused()
    expect(leave).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(pay).to_be_focused()
    expect(pay).to_be_checked()


def test_a_click_on_a_ship_loads_it(visit: Callable[..., Browsed]) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    page.goto("/learn/cuba/play/harvest/5")
    page.locator('button[value="play mayor"]').click()
    quay, ship = page.locator("#quay-dock-3 button"), page.locator("#berth-dock-3 .ship")
    expect(quay).to_be_enabled()
    box = ship.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#confirm")).to_be_enabled()
    expect(page.locator("#berth-dock-3 .holds .whole")).to_have_count(5)


def test_the_plantation_of_another_player_is_enlarged_over_the_own_one(visit: Callable[..., Browsed]) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    sit_down(page, "cuba", opponents="4")
    player, own = page.locator(".player:not(.own)").first, page.locator("#plantation").bounding_box()
    assert own
    assert not player.locator(".fields").is_visible()

    player.hover()
    board = player.locator(".fields").bounding_box()
    assert board
    for name, part in own.items():  # the stock is covered, too
        assert abs(board[name] - part) < 2  # type: ignore[literal-required]
    page.mouse.move(own["x"] + 300, own["y"] + 100)
    assert not player.locator(".fields").is_visible()

    player.click(position={"x": 100, "y": 5})
    page.mouse.move(600, 20)
    assert player.locator(".fields").is_visible()
    page.keyboard.press("Escape")
    assert not player.locator(".fields").is_visible()
    expect(page.locator("h1")).to_be_focused()


def test_the_plantation_of_another_player_lies_over_the_own_one_until_somebody_else_acts(
    visit: Callable[..., Browsed],
) -> None:
    page, follow = visit(), "async scene => (await import('/static/tabs.js')).follow(scene)"
    sit_down(page, "cuba", opponents="2")
    page.locator("#part-plantation").evaluate("part => part.classList.remove('asked')")
    board, own = page.locator(".fields.in-front"), page.locator("main").get_attribute("data-seat")
    other = next(seat for seat in (1, 2, 3) if str(seat) != own)

    for scene, shown in [
        ({"seat": other, "front": f"fields-{other}"}, 1),
        ({"seat": other}, 1),
        ({"seat": other + 1}, 0),
        ({"seat": other, "front": f"fields-{other}"}, 1),
        ({}, 0),
    ]:
        page.evaluate(follow, scene)
        expect(board).to_have_count(shown)


def test_the_table_names_its_variant_and_the_data_of_its_owner() -> None:
    drawing = drawing_of(GAME.start(3, 1, plantations="different", sealed=True), 0, ENGLISH)
    html = board_of(replace(drawing, own_data=("ships", "boards")))[0]

    for words in ("Different plantations", "with the Embassy", "sealed characters", "Own data: ships, plantations"):
        assert words in html
    assert "Own data" not in board_of(drawing)[0]


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


@pytest.mark.parametrize("tab", ["plantation", "market", "harbour", "buildings", "parliament"])
def test_at_a_phone_the_own_stock_is_seen_in_every_part(tab: str, visit: Callable[..., Browsed]) -> None:
    page = visit(**PHONE)
    sit_down(page, "cuba")

    for width, height in ((360, 640), (390, 844), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(f".tabs [value={tab}]").check()
        stock, pane = (page.locator(part).bounding_box() for part in ("#stores", f"#part-{tab}"))
        assert page.locator("#stores").is_visible()
        assert stock
        assert pane
        assert stock["y"] >= pane["y"] + pane["height"] - 1


def test_at_a_phone_a_tab_acts_at_once_while_the_sheet_of_a_player_is_open(visit: Callable[..., Browsed]) -> None:
    page = visit(**PHONE)
    sit_down(page, "cuba")
    page.locator(".player:not(.own)").first.tap()
    assert page.locator(".player:not(.own) .fields").first.is_visible()

    page.locator(".tabs [value=market]").tap()
    assert page.locator("#market").is_visible()


def test_who_bids_at_a_phone_sees_all_bills(visit: Callable[..., Browsed]) -> None:
    page = visit(**PHONE)
    sit_down(page, "cuba", opponents="1")
    human = Human(page, 3)
    while page.locator(".answers.bid").count() == 0:
        human.act()
        human.wait_for_turn()

    for width, height in ((360, 740), (360, 640), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        panel, bill = (page.locator(part).bounding_box() for part in (".answers.bid", "#bench-other .bill-space"))
        assert panel
        assert bill
        assert bill["y"] + bill["height"] <= panel["y"] + 1, page.locator(".answers.bid").inner_text()
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.locator("#bench-tax .bill .words").is_visible()


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


def test_the_foreman_s_card_says_how_many_buildings_he_could_use() -> None:
    several = 0
    for match in looks("3 seats, sealed", 1):
        seat = match.to_move[0] if match.to_move else 0
        uses = [len(each.uses) for each in match.seen_by(seat).choices if each.notation == "play foreman"]
        if uses and uses[0] > 1:
            several += 1
            assert f'<span class="how-many">{uses[0]} usable</span>' in drawn(match, seat, ENGLISH)
    assert several


def test_whoever_is_asked_for_the_place_of_a_building_reads_what_it_does() -> None:
    match = next(match for match in looks("3 seats, sealed", 1) if match.seen_by(None).question.kind == "place")
    seat = match.to_move[0]
    view = match.seen_by(seat)
    building = next(tile.building for tile in view.tiles if tile.building.name == view.question.building)
    planned = re.compile('<p class="planned" id="planned">(.*?)</p>', re.DOTALL)

    said = planned.search(drawn(match, seat, ENGLISH))
    assert said
    assert building_text(building, ENGLISH) in said[1]
    assert not planned.search(drawn(match, (seat + 1) % match.seats, ENGLISH))


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


@each_start
def test_what_a_subsidy_would_bring_each_player_agrees_with_what_each_is_told(start: str) -> None:
    told = 0
    for match in looks(start):
        views = [match.seen_by(seat) for seat in range(match.seats)]
        for laws in ([view.bills_due for view in views], [view.laws_due for view in views]):
            own = tuple(due[SUBSIDY].points for due in laws)
            for due in laws:
                told += bool(due[SUBSIDY].points_of_all)
                assert due[SUBSIDY].points_of_all in ((), own)
            if laws[0][SUBSIDY].points_of_all:
                assert f"Now: you\N{NO-BREAK SPACE}{own[0]}, {NAMES[1]}" in drawn(match, 0, ENGLISH)
    assert told


@pytest.mark.parametrize("sealed", [True, False])
def test_a_subsidy_of_votes_is_told_of_all_only_where_the_last_cards_lie_open(sealed: bool) -> None:
    last = {0: "mayor", 1: "worker"}
    state = table(laws=["subsidy votes"], hand=last, sealed=sealed).state

    assert laws_due(state, 0, state.in_force)[SUBSIDY].points_of_all == (() if sealed else (5, 1))
