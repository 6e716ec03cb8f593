"""Whole games in a browser, as different people play them."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sized
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, Route, WebSocketRoute, expect

import malecon
from malecon.agents.agent import Advice
from malecon.tables.table import Table
from malecon.tables.table_header import new_id
from malecon.web.views.status import Hints
from tables.sitting import drafted_game
from web.blind import Blind
from web.browsing import serving
from web.human import COMPLAINT, Human, Typist, WithoutScript, short, sit_down
from web.prepared import hardest_questions, show_prepared, sit_among_people

each_game = pytest.mark.parametrize("game", malecon.games)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
A_WHILE = 16
"""Things that are done where a whole game would say no more."""
PAGES = 9
"""Of a game without scripts: each step is a whole page."""
Visit = Callable[..., Page]


def no_wider_than_the_window(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def troubles_of(page: Page) -> list[str]:
    """Collect what the browser complains about from now on."""
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    page.on("response", lambda answer: troubles.append(refusal_of(answer)) if answer.status >= 400 else None)
    return troubles


def refusal_of(answer: Response) -> str:
    """Return what was asked for, and with which words it was refused."""
    return f"{answer.request.post_data} at {answer.request.url}: {re.findall('error[^<]*', answer.text())}"


def test_what_can_be_heard_is_enough_to_play_to_the_end(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    troubles = troubles_of(page)
    blind = Blind(page, 1)

    while len(blind.questions) < 3:  # a short game may be over before much is asked
        sit_down(page, "havana", **short("havana"))
        tree = blind.play()

    assert tree.is_over
    assert re.search("wins? with|share the victory", tree.headline), tree.headline
    assert not blind.unclear
    assert not troubles
    page.get_by_role("link", name="Replay").click()
    page.get_by_label("Next move").click()
    expect(page.locator("h1")).to_contain_text("move 1 of")


def test_what_can_be_heard_is_enough_for_all_phases_of_cuba(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    troubles = troubles_of(page)
    blind = Blind(page, 1)
    sit_down(page, "cuba")

    blind.play(most=40)

    assert len(blind.questions) >= 8
    assert not blind.unclear
    assert not troubles


@each_game
def test_in_french_in_the_dark_on_a_phone_with_reloads(visit: Visit, game: str) -> None:
    page = visit(locale="fr-FR", color_scheme="dark", **PHONE)
    sit_down(page, game)
    human = Human(page, 2)
    for done in range(A_WHILE):
        assert human.act()
        assert no_wider_than_the_window(page)
        if done % 5 == 2:
            page.reload()

    assert page.locator("html").get_attribute("lang") == "fr"
    page.locator(".tools").get_by_role("button", name="Journal").click()
    expect(page.locator(".story p").last).to_be_in_viewport()
    page.locator("#log").get_by_role("button", name="Fermer").click()
    expect(page.locator("#log")).to_be_hidden()


@each_game
def test_round_one_screen_hands_are_covered_between_turns(visit: Visit, game: str) -> None:
    page = visit()
    chairs: dict[str, str | float | bool] = {"seat-1": "me", "name-1": "Ana", "seat-2": "person", "name-2": "Ben"}
    page.goto(page.request.post(f"/new/{game}", form=chairs).url)
    human, opened = Human(page, 5), 0
    for _ in range(A_WHILE):
        human.wait_for_turn()
        if page.locator(".curtain a").count():
            opened += 1
            assert page.locator("form.picking, button[name=move], [data-seat]").count() == 0
        human.act()

    assert opened > 1


@each_game
def test_without_javascript(visit: Visit, game: str) -> None:
    page = visit(java_script_enabled=False)
    sit_down(page, game)
    human = WithoutScript(page, 3)
    human.play(PAGES)

    assert len(human.asked) > 1


@each_game
def test_by_keyboard_which_never_loses_its_place(visit: Visit, game: str) -> None:
    page = visit()
    sit_down(page, game)
    human = Typist(page, 4)
    for _ in range(A_WHILE):
        human.act()
        assert page.evaluate("document.querySelector('main.table').contains(document.activeElement)")

    assert len(human.asked) > 1


def test_what_happens_is_said_once(visit: Visit) -> None:
    page = visit()
    sit_down(page, "havana")
    page.evaluate("""() => {
        window.said = [];
        const voice = document.getElementById("spoken");
        new MutationObserver(() => said.push(voice.textContent)).observe(voice, {childList: true});
    }""")
    story = "[...document.querySelectorAll('.story p')].map(p => p.lastChild.textContent).join(' ')"
    before = page.evaluate(story)
    human = Human(page, 6)
    human.play(4)
    human.wait_for_turn()

    said = Counter(sentences(" ".join(page.evaluate("said"))))
    new = Counter(sentences(page.evaluate(story).removeprefix(before)))
    assert new
    assert {sentence: said[sentence] for sentence in new} == new


def sentences(story: str) -> list[str]:
    return [sentence.strip() for sentence in re.split("[.;]", story) if sentence.strip()]


def test_havana_cards_are_chosen_where_they_are_seen(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    sit_down(page, "havana")

    for card in page.locator(".fan .card").all():
        card.click()
        assert card.locator("input").is_checked()
        card.click()


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_the_part_of_cuba_in_question_is_seen_and_one_key_away(visit: Visit, size: tuple[int, int]) -> None:
    page = visit(viewport={"width": size[0], "height": size[1]})
    page.goto(page.request.post("/new/cuba", form={"seat-1": "me", "seat-2": "person"}).url)
    human, asked = Human(page, 8), set[str]()
    for _ in range(A_WHILE):
        human.wait_for_turn()
        if page.locator("section.asked .choice").count():
            asked.add(page.locator("section.asked h2").inner_text())
            assert page.locator("section.asked").is_visible()
            page.locator("h1").focus()
            page.keyboard.press("ArrowRight")
            assert page.evaluate("document.activeElement.matches('.choice')")
        human.act()

    assert len(asked) > 1


def test_a_server_that_dies_takes_nothing_along(browser_at: Callable[[str], Page], data: Path) -> None:
    with serving(data) as first:
        page = browser_at(first.address)
        sit_down(page, "havana")
        human = Human(page, 7)
        human.play(3)
        human.wait_for_turn()
        before = human.state
        first.kill()
        human.do_something()  # asked for again until it is answered
        page.locator("#lost:not([hidden])").wait_for()

        with serving(data, first.port):
            human.wait_for_change(before)
            page.locator("#lost[hidden]").wait_for(state="attached")
            human.play(3)

            assert human.state != before


def test_a_question_is_answered_once_however_often_and_wherever_is_clicked(visit: Visit) -> None:
    page = visit()
    sent: list[tuple[WebSocketRoute, str]] = []
    page.route_web_socket("**/live?*", lambda socket: hold(socket, sent))
    sit_down(page, "havana")
    human = Human(page, 1)
    human.wait_for_socket()
    human.wait_for_turn()

    human.do_something()
    human.do_something()
    until_sent(page, sent)
    page.wait_for_timeout(100)
    before = human.state
    server, message = sent[0]
    server.send(message)
    human.wait_for_change(before)

    assert len(sent) == 1
    assert page.locator(COMPLAINT).count() == 0


def hold(socket: WebSocketRoute, sent: list[tuple[WebSocketRoute, str]]) -> None:
    """Keep what a page sends by its socket, with the server's end."""
    server = socket.connect_to_server()
    socket.on_message(lambda message: sent.append((server, str(message))))


def until_sent(page: Page, sent: Sized) -> None:
    while not len(sent):
        page.wait_for_timeout(10)


@pytest.mark.parametrize("comes", [True, False])
def test_an_action_whose_socket_breaks_is_sent_by_post_and_done_once(visit: Visit, comes: bool) -> None:
    page = visit()
    sent: list[str] = []

    def break_when_used(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def lose(message: str | bytes) -> None:
            sent.append(str(message))
            if comes:
                server.send(message)
            socket.close()

        socket.on_message(lose)
        server.on_message(lambda message: None if sent and "answer" in message else socket.send(message))

    page.route_web_socket("**/live?*", break_when_used)
    sit_down(page, "havana")
    human = Human(page, 1)
    human.wait_for_socket()
    human.do_something()
    page.locator("#hand .lies-open").nth(1).wait_for()  # the other player may choose later

    assert len(sent) == 1
    assert page.locator(COMPLAINT).count() == 0


def test_an_answer_that_comes_after_the_next_action_is_heard(visit: Visit) -> None:
    page = visit(has_clock=True)
    late: list[tuple[WebSocketRoute, str]] = []
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    page.route_web_socket("**/live?*", lambda socket: hold_answers(socket, late))
    sit_down(page, "havana")
    human = Human(page, 1)
    human.wait_for_socket()
    page.clock.pause_at(1_000_000)  # whatever the test takes, no answer is too late for the page
    for _ in range(2):
        human.wait_for_turn()
        before = human.state
        human.do_something()
        human.wait_for_change(before)
    while len(late) < 2:
        page.wait_for_timeout(10)
    posted.clear()

    for socket, answer in late:
        socket.send(answer)
    page.evaluate("0")  # what was sent before this is heard
    page.clock.fast_forward(10_000)
    page.evaluate("() => fetch('/healthz').then(() => null)")  # before it goes what was waiting to go

    assert not posted


def test_who_acts_while_the_net_is_silent_is_told_so(visit: Visit) -> None:
    page = visit(has_clock=True)
    sent: list[tuple[WebSocketRoute, str]] = []
    posted: list[Route] = []
    page.route_web_socket("**/live?*", lambda socket: hold(socket, sent))
    page.route("**/act", lambda route: posted.append(route))
    sit_down(page, "havana")
    human, lost = Human(page, 1), page.locator("#lost")
    human.wait_for_socket()
    human.wait_for_turn()
    before = human.state
    human.do_something()
    until_sent(page, sent)
    assert not lost.is_visible()
    page.clock.fast_forward(10_000)
    lost.wait_for()
    until_sent(page, posted)
    posted[0].continue_()
    lost.wait_for(state="hidden")
    human.wait_for_change(before)


def hold_answers(socket: WebSocketRoute, late: list[tuple[WebSocketRoute, str]]) -> None:
    """Keep the answers to what a page sends; pass on the frames."""
    server = socket.connect_to_server()
    server.on_message(
        lambda message: late.append((socket, str(message))) if "answer" in message else socket.send(message)
    )


def test_two_cards_are_enough_and_stay_ticked_when_the_page_changes(visit: Visit) -> None:
    page = visit()
    sit_down(page, "havana")
    boxes, lay = page.locator("form.picking input[type=checkbox]"), page.locator("form.picking button.primary")
    assert lay.is_disabled()

    for card in (2, 5, 7):
        boxes.nth(card).check()
    dropped = "Protection goes back: two at most."
    assert [page.locator(place).inner_text() for place in ("#spoken", ".ask .preview")] == [dropped, dropped]
    page.get_by_role("link", name="Hint").click()
    page.locator(".hints li").first.wait_for()

    for _ in range(2):
        assert [boxes.nth(card).is_checked() for card in (2, 5, 7)] == [False, True, True]
        assert lay.is_enabled()
        assert "hint" not in page.url
        page.reload()

    lay.evaluate("button => { button.disabled = true; dispatchEvent(new Event('pageshow')); }")  # as after "back"
    lay.click()
    page.locator("#hand .lies-open").nth(1).wait_for()  # nothing more was to be confirmed


PRESS_TWICE = """([pointerType, apart, isOtherQuestion, isOtherAnswer, isTelling]) => {
  const [button, mark] = [document.querySelector("button.primary"), document.querySelector("input[name=mark]")];
  const press = (clientX, detail) => {
    button.dispatchEvent(new PointerEvent("pointerdown", { pointerType, bubbles: true }));
    const where = { clientX, clientY: 9, bubbles: true, cancelable: true };
    const click = new PointerEvent("click", { pointerType, detail, ...where });
    if (isTelling) Object.defineProperty(click, "timeStamp", { value: click.timeStamp + 9999 * heard });
    button.dispatchEvent(click);
  };
  addEventListener("click", (event) => event.preventDefault());  // no form is sent
  let heard = 0;
  button.addEventListener("click", () => heard++);
  press(9, 1);
  if (isOtherQuestion) mark.setAttribute("value", "another question");
  if (isOtherAnswer) button.value = "another answer";
  document.documentElement.classList.toggle("telling", isTelling);
  press(9 + apart, apart < 9 && !isTelling ? 2 : 1);
  return heard;
}"""


@pytest.mark.parametrize("pointer", ["touch", "mouse"])
def test_the_second_press_of_a_double_one_answers_no_new_question(visit: Visit, pointer: str) -> None:
    page = visit()
    sit_down(page, "havana")

    cases = [
        [2, True, True, False, 1],
        [2, False, True, False, 2],
        [2, True, False, False, 2],
        [80, True, True, False, 2],
    ]
    cases += [[2, True, True, True, 1 if pointer == "touch" else 2], [80, True, True, True, 2]]
    for *case, heard in cases:
        page.reload()
        assert page.evaluate(PRESS_TWICE, [pointer, *case]) == heard, case


PRESS_ENTER_TWICE = """({ apart, isOtherQuestion, isHeld, isElsewhere }) => {
  const [button, other] = document.querySelectorAll("#answers button.answer");
  const mark = document.querySelector("input[name=mark]");
  const press = (key, timeStamp, repeat = false) => {
    const event = new KeyboardEvent("keydown", { key, repeat, bubbles: true, cancelable: true });
    return document.activeElement.dispatchEvent(Object.defineProperty(event, "timeStamp", { value: timeStamp }));
  };
  button.focus();
  press("Enter", 9999);
  if (isOtherQuestion) mark.setAttribute("value", "another question");
  if (isElsewhere) other.focus();
  return press("Enter", 9999 + apart, isHeld);
}"""


def test_enter_held_or_pressed_twice_answers_no_new_question(visit: Visit) -> None:
    page = visit()
    sit_down(page, "cuba")

    usual = {"apart": 50, "isOtherQuestion": True, "isHeld": False, "isElsewhere": False}
    cases: dict[bool, list[dict[str, object]]] = {
        False: [{}, {"apart": 900, "isHeld": True}, {"isOtherQuestion": False, "isHeld": True}],
        True: [{"apart": 900}, {"isOtherQuestion": False}, {"isElsewhere": True}],
    }
    for is_heard, different in cases.items():
        for each in different:
            page.reload()
            assert page.evaluate(PRESS_ENTER_TWICE, usual | each) is is_heard, each


@pytest.mark.parametrize(
    ("start", "kind", "ending"), [("havana, 2 seats", "buy", "#end-turn"), ("cuba, 2 seats", "use", "#end-use")]
)
def test_what_comes_to_the_place_of_confirm_takes_no_press_for_a_moment(
    visit: Visit, start: str, kind: str, ending: str
) -> None:
    page, asked = visit(), hardest_questions(start, [3])
    game = start.partition(",")[0]
    sit_among_people(page, game)
    page.evaluate(SENT)
    show_prepared(page, *asked["held"], "en")
    confirm = page.locator("#confirm").bounding_box()
    assert confirm is not None
    page.evaluate("window.late = []; window.setTimeout = act => window.late.push(act)")
    page.evaluate("window.time = 0; performance.now = () => window.time")

    show_prepared(page, *asked[kind], "en")
    page.mouse.click(confirm["x"] + confirm["width"] / 2, confirm["y"] + confirm["height"] / 2)
    page.keyboard.press("c")
    page.locator(ending).focus()
    page.keyboard.press("Enter")
    assert page.evaluate("window.sent") is None
    for time, is_heard in [(599, False), (601, True)]:  # a timer may end before the clock says so
        page.evaluate("time => { window.time = time; for (const act of window.late.splice(0)) act?.(); }", time)
        page.keyboard.press("Enter")
        assert bool(page.evaluate("window.sent")) is is_heard


def test_who_has_stolen_a_cube_by_a_key_is_asked_for_the_second_one_at_the_question(visit: Visit) -> None:
    page, thefts = visit(), [asked for seed in range(3, 9) for asked in two_thefts("havana, 2 seats", seed)]
    sit_among_people(page, "havana")
    before, seat, after = thefts[0]
    show_prepared(page, before, seat, "en")
    stolen = page.locator("button.choice").first
    stolen.focus()

    show_prepared(page, after, seat, "en")

    assert stolen.is_visible()
    assert page.evaluate("document.activeElement.localName") == "h1"


def two_thefts(start: str, seed: int) -> Iterator[tuple[Table, int, Table]]:
    """Yield tables of a random game before and after the theft of a cube, if another one like it can be stolen, too."""
    for table, seat in drafted_game(start, seed):
        ahead, draft = table.preview(seat)
        if table.match.over or seat not in ahead.to_move or (draft and draft[-1].held):
            continue
        for move in ahead.legal(seat):
            if move.startswith("steal ") and "nothing" not in move:
                after = table.with_step(seat, move, new_id())
                then, steps = after.preview(seat)
                if not steps[-1].held and move in then.legal(seat):
                    yield table, seat, after


def test_what_a_draft_changes_is_marked_after_a_reload_too(visit: Visit) -> None:
    page = visit()
    sit_down(page, "cuba")
    marked = "[...document.querySelectorAll('[data-changed]')].map(({dataset}) => dataset.tally + dataset.changed)"
    page.locator("#answers button.answer").first.click()
    page.wait_for_function("() => document.getElementById('undo') && document.querySelector('[data-changed]')")
    before = page.evaluate(marked)
    page.reload()

    page.wait_for_function("() => document.querySelector('[data-changed]')")
    assert page.evaluate(marked) == before


def test_what_is_ticked_by_a_seat_is_not_ticked_by_the_next_one_of_the_device(visit: Visit) -> None:
    page = visit()
    chairs: dict[str, str | float | bool] = {"seat-1": "me", "name-1": "Ana", "seat-2": "me", "name-2": "Ben"}
    table = page.request.post("/new/havana", form=chairs).url
    ticked = page.locator("form.picking input:checked")
    page.goto(f"{table}?seat=1")
    page.locator("form.picking input[type=checkbox]").nth(2).check()
    page.goto(f"{table}?seat=2")
    assert page.locator("form.picking input[type=checkbox]").count() > 2
    assert ticked.count() == 0

    page.locator("form.picking input[type=checkbox]").nth(3).check()
    page.reload()
    assert ticked.evaluate_all("boxes => boxes.map(({id}) => id)") == ["pick-debris"]


SHOW_AGAIN = """async () => {
    const client = document.querySelector("script[src$='/client.js']").src;
    const {showPage} = await import(new URL("show.js", client));
    showPage(await (await fetch(location.href)).text());
}"""
"""The page comes whole and without a hint, as after a gap."""


def test_a_hint_stays_while_others_choose_in_secret(visit: Visit) -> None:
    page = visit()
    form: dict[str, str | float | bool] = {"seat-1": "me", "seat-2": "person"}
    table = page.request.post("/new/havana", form=form).url
    page.goto(f"{table}?seat=1")
    page.get_by_role("link", name="Hint").click()
    page.locator(".hints li").first.wait_for()
    marked = page.locator(".hinted input").evaluate_all("boxes => boxes.map(({id}) => id)")
    before = Human(page, 1).state

    other = page.context.new_page()
    other.goto(f"{table}?seat=2")
    Human(other, 2).play(2)
    Human(page, 1).wait_for_change(before)

    page.evaluate(SHOW_AGAIN)
    assert page.locator(".hints li").count() > 0
    assert page.locator(".hinted input").evaluate_all("boxes => boxes.map(({id}) => id)") == marked != []


def test_digits_go_to_cards_and_letters_to_parts(visit: Visit) -> None:
    page = visit()
    sit_down(page, "havana")
    page.keyboard.press("0")
    page.keyboard.press("Enter")
    page.keyboard.press("8")  # a digit goes to a card, and ticks none: Enter would lay both
    page.keyboard.press("2")  # two cards have it
    page.keyboard.press("2")
    second = page.evaluate("document.activeElement.id")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")  # a hint may have brought one here: it stays until it is pressed again
    page.keyboard.press("Enter")

    ticked = page.locator(".picking input:checked").evaluate_all("boxes => boxes.map(box => box.id)")
    assert ticked == ["pick-siesta", second]
    page.keyboard.press("Enter")
    page.locator("#hand .lies-open").nth(1).wait_for()
    page.keyboard.press("w")
    assert page.evaluate("document.activeElement.className") == "story"
    page.keyboard.press("?")
    assert [key.lower() for key in page.locator("#keys .parts kbd").all_inner_texts()] == ["o", "s", "q", "k", "w"]


def test_the_first_link_leads_past_the_top_line_to_the_question(visit: Visit) -> None:
    page = visit()
    sit_down(page, "havana")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")

    assert page.evaluate("document.activeElement.closest('#status') !== null")


def test_the_second_link_of_the_start_page_leads_to_the_games_under_way(visit: Visit) -> None:
    page = visit()
    sit_down(page, "havana")
    table = page.url.rpartition("/")[2]
    page.goto("/")
    for key in ("Tab", "Tab", "Enter", "Tab"):
        page.keyboard.press(key)

    assert page.evaluate("document.activeElement.getAttribute('href')") == f"/table/{table}"


def test_a_card_is_laid_by_keys_as_the_first_two_are(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    sit_down(page, "havana")
    page.keyboard.press("ArrowLeft")  # the last of those that can be chosen: the button is none yet
    assert page.evaluate("document.activeElement.id") == "pick-mama"
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "pick-siesta"
    page.keyboard.press("Enter")
    page.keyboard.press("9")
    page.keyboard.press("Enter")
    page.keyboard.press("c")
    human = Human(page, 5)
    picks = page.locator("input.pick")
    while not picks.count():
        human.act()
        human.wait_for_turn()

    assert page.locator(".chip").evaluate_all("all => all.every(chip => !chip.checkVisibility())")
    page.keyboard.press("h")
    page.locator(".hints li").first.wait_for()
    assert page.evaluate("document.activeElement.matches('button.best')")  # Enter takes it
    page.locator(".hints .close").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("9")  # Mama lies open: no other card has the focus in her place
    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.press(str(picks.first.evaluate("pick => pick.closest('[data-digit]').dataset.digit")))
    assert picks.first.is_checked()
    page.keyboard.press("Enter")  # on to what it can cover
    first = page.evaluate("document.activeElement.value")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.value")
    assert first.startswith("cover ")
    assert {first.partition(" with ")[2]} == {second.partition(" with ")[2]}
    page.keyboard.press("Enter")
    page.locator("#confirm").focus()  # else Enter would be the second of a double press
    page.evaluate("document.activeElement.blur()")
    page.locator("#confirm").evaluate("button => button.addEventListener('click', () => (window.isPressed = true))")
    page.keyboard.press("5")  # names nothing: there is nothing to choose
    page.keyboard.press("Enter")
    assert page.evaluate("window.isPressed") is None
    page.keyboard.press("Enter")
    assert page.evaluate("window.isPressed") is True
    page.locator("input.pick").first.wait_for(state="detached")


SENT = """() => document.addEventListener("submit", event => {
    event.stopImmediatePropagation();
    event.preventDefault();
    window.sent = event.submitter.value;
}, true)"""
"""Keeps what a form would send."""


def test_a_press_on_one_s_own_open_card_covers_it_with_the_card_that_is_chosen(visit: Visit) -> None:
    page, asked = visit(viewport={"width": 1280, "height": 800}), hardest_questions("havana, 2 seats", [3])
    sit_among_people(page, "havana")
    show_prepared(page, *asked["cover"], "en")
    page.evaluate(SENT)
    open_cards = page.locator(".you .lying[data-target], .slot[data-target]").all()
    open_cards[0].click()
    assert page.evaluate("window.sent") is None  # no card is chosen yet: it only says what it is
    pick = page.locator("input.pick").first
    pick.check(force=True)
    for each in open_cards:
        each.click()
        covered = f"cover {each.get_attribute('data-target')} with {pick.get_attribute('value')}"
        assert page.evaluate("window.sent") == covered
        assert page.locator(".aimed button.chip").get_attribute("value") == covered

    assert len(open_cards) == 4


def test_a_digit_goes_to_the_next_card_with_it_and_one_key_ends_a_turn(visit: Visit) -> None:
    page, asked = visit(), hardest_questions("havana, 2 seats", [3])
    sit_among_people(page, "havana")
    show_prepared(page, *asked["cover"], "en")
    page.keyboard.press("4")
    page.keyboard.press("Enter")  # on to what it can cover
    page.keyboard.press("4")
    assert page.locator("input.pick:checked").evaluate_all("picks => picks.map(({id}) => id)") == ["lay-architect"]

    show_prepared(page, *asked["buy"], "en")
    pressed = (
        "button => button.addEventListener('click', event => { event.preventDefault(); window.isPressed = true; })"
    )
    page.locator("#end-turn").click(trial=True)  # when it has rested
    page.locator("#end-turn").evaluate(pressed)
    page.keyboard.press("c")
    assert page.evaluate("window.isPressed") is True


def test_the_pace_says_what_it_is_and_what_a_press_makes_it(visit: Visit) -> None:
    page = visit(viewport={"width": 1280, "height": 800})
    sit_down(page, "havana")
    pace = page.locator(".tools button.pace")
    assert pace.get_attribute("title") == "Pace: Still. A press makes it Slow."
    pace.click()

    assert pace.inner_text() == "Slow"
    assert pace.get_attribute("title") == "Pace: Slow. A press makes it Normal."


def test_arrows_up_and_down_go_to_what_lies_there(visit: Visit) -> None:
    page, asked = visit(viewport={"width": 1280, "height": 800}), hardest_questions("cuba, 2 seats", [1])
    sit_among_people(page, "cuba")
    show_prepared(page, *asked["move"], "en")
    for key, number in [
        ("Down", 1),
        ("Down", 5),
        ("Right", 6),
        ("Down", 10),
        ("Down", 10),
        ("Up", 6),
        ("Up", 2),
        ("Left", 1),
    ]:
        page.keyboard.press(f"Arrow{key}")
        row, column = (number - 1) // 4 + 1, (number - 1) % 4 + 1
        assert page.evaluate("document.activeElement.id") == f"move-to-row-{row}-column-{column}"


def test_a_hint_takes_the_place_of_the_one_before(visit: Visit) -> None:
    page, (table, seat) = visit(), hardest_questions("cuba, 2 seats", [1])["move"]
    sit_among_people(page, "cuba")
    for place in 0, 5:
        best = Advice(table.preview(seat)[0].legal(seat)[place], 0.5, 10)
        show_prepared(page, table, seat, "en", hints=Hints([best]))

    marked = page.locator(".hinted").evaluate_all("all => all.map(each => each.id)")
    assert marked == ["move-to-row-2-column-2"]


def test_enter_confirms_the_answer_that_keys_went_to(visit: Visit) -> None:
    page, asked = visit(viewport={"width": 1280, "height": 800}), hardest_questions("cuba, 2 seats", [1, 2, 3])
    sit_among_people(page, "cuba")
    show_prepared(page, *asked["tax"], "en")
    page.locator(".picking button.primary").evaluate(
        "button => button.addEventListener('click', event => { event.preventDefault(); window.isPressed = true; })"
    )
    page.keyboard.press("ArrowRight")  # ticked from the start
    cut = page.locator(".ask").evaluate("ask => ask.scrollHeight - ask.clientHeight")
    assert cut <= 1  # the question is read whole; boxes of letters reach one pixel beyond their lines
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.checked") is True
    assert page.evaluate("window.isPressed") is None
    page.keyboard.press("Enter")
    assert page.evaluate("window.isPressed") is True


def test_the_result_has_the_focus_where_it_would_be_lost(visit: Visit) -> None:
    page, asked = visit(), hardest_questions("havana, 2 seats", [3])
    sit_among_people(page, "havana")
    show_prepared(page, *asked["buy"], "en")
    page.keyboard.press("ArrowRight")
    show_prepared(page, *asked["over"], "en")

    page.wait_for_function("() => document.activeElement.matches('.result')")


SWIPE = """x => {
    const [board, far] = [document.querySelector("main .asked"), 300];
    const at = clientX => new Touch({identifier: 1, target: board, clientX, clientY: far});
    board.dispatchEvent(new TouchEvent("touchstart", {bubbles: true, touches: [at(200)]}));
    board.dispatchEvent(new TouchEvent("touchend", {bubbles: true, changedTouches: [at(200 + x)]}));
    return document.querySelector("[data-opens] input:checked").value;
}"""


def test_a_finger_that_sweeps_over_a_part_brings_the_next_one(visit: Visit) -> None:
    page = visit(viewport={"width": 360, "height": 740}, has_touch=True)
    sit_down(page, "cuba")
    expect(page.locator("[data-opens] input[value=plantation]")).to_be_checked()

    assert [page.evaluate(SWIPE, x) for x in (-120, -120, 120, 40)] == ["market", "harbour", "market", "market"]
