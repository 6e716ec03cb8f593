"""The review of a game: one state in its address, all of it without a script, and the same with one."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from msgspec import structs
from playwright.sync_api import Page, ViewportSize, expect

import malecon
from malecon.agents.review import Alternative, Forecast, Pause, ReviewedDecision
from malecon.agents.review_curve import pauses
from malecon.core.errors import MaleconError
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.services.reviews import ReviewState
from malecon.tables import TableError
from malecon.web.views.review import MOST_TURNING, ReviewedGame
from web.test_access import wrong_on
from web.visiting import Reading, Site, Visitor

GOLDEN = Path(__file__).parent.parent / "golden"
RECORDS = {"havana": GOLDEN / "havana/4-seats-easy.game", "cuba": GOLDEN / "cuba/2-seats.game"}
LOSS = 0.1
EVERY = 9
"""Each so many decisions there is a mistake."""
DESK, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=360, height=740)
SIZES = [DESK, PHONE]
HTML = "text/html; charset=utf-8"
NUMBER_OR_TOPIC = re.compile(r"\d+|topic=.*")
"""By what links of one kind differ."""
each_game = pytest.mark.parametrize("game", malecon.games)


def reviewed(match: Match) -> tuple[ReviewedDecision, ...]:
    """Return made-up reviews of the decisions of a match: each ninth is a mistake, the next one the only good move."""
    return _reviewed(match.record())


@cache
def _reviewed(record: str) -> tuple[ReviewedDecision, ...]:
    match = malecon.replay(record)
    moves_of_all = match.moves
    now, found, chance = match.after(0), list[ReviewedDecision](), (1 / match.seats,) * match.seats
    for number, (seat, move) in enumerate(moves_of_all):
        others = [each for each in now.legal(seat) if each != move][:2]
        before = chance
        if number % EVERY == 0 and others:
            moves = [others[0], move]
            gained = LOSS / (match.seats - 1)
            chance = tuple(each - LOSS if who == seat else each + gained for who, each in enumerate(before))
            chance = chance if min(chance) >= 0 else before
        else:
            moves = [move, *others]
        gap = LOSS if number % EVERY in (0, 1) else 0.0
        shares = [before[seat] - place * gap for place in range(len(moves))]
        best = tuple(Alternative(each, share) for each, share in zip(moves, shares, strict=True))
        none = (0.001,) * match.seats
        forecast = Forecast((seat + 1) % match.seats, ((moves_of_all[min(number + 1, match.number - 1)][1], 0.7),))
        found.append(ReviewedDecision(number, seat, move, best, before, chance, none, (forecast,)))
        now.play(seat, move)
    return tuple(found)


class MadeUpReviews:
    """Reviews that are there at once, as far as a test says."""

    def __init__(self) -> None:
        self.most: int | None = None
        self.rough: frozenset[int] = frozenset()
        self.problem: MaleconError | None = None
        self.refusal: MaleconError | None = None
        self.asked = list[str]()
        self.late = 0

    async def ask(self, origin: str, match: Match, asker: str = "") -> None:
        self.asked.append(origin)
        if self.refusal:
            raise self.refusal

    async def state(self, origin: str, match: Match) -> ReviewState:
        decisions = tuple(structs.replace(each, is_rough=each.number in self.rough) for each in reviewed(match))
        even, error = (1 / match.seats,) * match.seats, (0.001,) * match.seats
        curve = tuple(Pause(now.number, even, error) for now in pauses(match))
        is_running = (self.most is not None or bool(self.rough)) and origin in self.asked
        return ReviewState(curve, decisions[: self.most], match.number, is_running, self.problem)

    async def loss_of(self, match: Match, number: int, move: str) -> float | None:
        if self.late:
            self.late -= 1
            return None
        return reviewed(match)[number].best[0].share - 0.01


@contextmanager
def made_up_reviews(site: Site) -> Iterator[MadeUpReviews]:
    made_up = MadeUpReviews()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            site.client.app.state, "services", structs.replace(site.client.app.state.services, reviews=made_up)
        )
        yield made_up


@pytest.fixture
def reviews(site: Site) -> Iterator[MadeUpReviews]:
    with made_up_reviews(site) as made_up:
        yield made_up


@pytest.fixture(scope="module")
def ana(site: Site) -> Visitor:
    return site.somebody(name="Ana")


def bring(visitor: Visitor, text: str) -> str:
    """Upload a record to be reviewed, and return the address of its review."""
    return visitor.post("/records", {"then": "review"}, files={"record": text}).headers["location"]


def rows_of(page: str) -> list[str]:
    """Return the addresses to which the list of decisions leads."""
    return [link.replace("&amp;", "&") for link in re.findall(r'class="decision" data-within href="([^"]+)"', page)]


def opened_in(page: str) -> str:
    """Return the address of the row that is open."""
    found = re.search(r'class="decision" data-within href="([^"]+)" aria-current', page)
    assert found
    return found[1].replace("&amp;", "&")


def number_in(address: str) -> int:
    return int(parse_qs(urlsplit(address).query)["at"][0])


@each_game
def test_every_link_of_a_review_leads_to_a_sound_page(
    site: Site, ana: Visitor, reviews: MadeUpReviews, game: str
) -> None:
    page = bring(ana, RECORDS[game].read_text("utf-8"))
    shown = Reading(ana.get(page).text)
    links = [link for link in shown.links if link.startswith("/")]
    first, last = ({NUMBER_OR_TOPIC.sub("", link): link for link in each} for each in (links[::-1], links))
    some = {*first.values(), *last.values()}

    assert not shown.wrong
    assert len(first) > 15, "there are links of many kinds"
    assert not [link for link in some if ana.get(link.partition("#")[0]).status_code != 200]


@each_game
def test_the_cursor_and_the_opened_decision_are_one_state_in_the_address(
    ana: Visitor, reviews: MadeUpReviews, game: str
) -> None:
    page = bring(ana, RECORDS[game].read_text("utf-8"))
    first = ana.get(page).text
    rows = rows_of(first)
    later = ana.get(rows[3]).text

    assert (number_in(opened_in(first)) - 1) % EVERY == 0, "a review opens at a mistake"
    assert number_in(opened_in(later)) == number_in(rows[3])
    assert f"Move {number_in(rows[3])} of" in later
    assert later.count('aria-current="true"><circle') == 1, "one mark of the curve is that of the opened decision"


@each_game
def test_turning_points_come_first_and_all_decisions_are_one_link_away(
    ana: Visitor, reviews: MadeUpReviews, game: str
) -> None:
    record = RECORDS[game].read_text("utf-8")
    page, match = bring(ana, record), malecon.replay(record)
    decisions = reviewed(match)
    marked = {each.number + 1 for each in decisions if each.mark}
    mine = {each.number + 1 for each in decisions if each.mark and each.seat == 1}
    turning, every, ones = (
        [number_in(row) for row in rows_of(ana.get(f"{page}?at=0&viewer=0{query}").text)]
        for query in ("", "&all=true", "&of=2")
    )

    weights = {each.number + 1: each.weight for each in decisions}
    assert [weights[number] for number in turning] == sorted((weights[number] for number in turning), reverse=True)
    assert len(turning) == MOST_TURNING < len(marked)
    assert {*turning} < marked
    assert every == [each.number + 1 for each in decisions]
    assert {*ones} <= mine
    assert len(ones) == min(MOST_TURNING, len(mine))


@each_game
def test_the_curve_is_a_table_too_and_the_account_closes(ana: Visitor, reviews: MadeUpReviews, game: str) -> None:
    record = RECORDS[game].read_text("utf-8")
    match = malecon.replay(record)
    page = ana.get(f"{bring(ana, record)}?at=0&whole=true").text
    table = page[page.index("<caption>Chances of victory and points") :]
    last = re.findall(r"<td>(\d+) %, (\d+) points?</td>", table[: table.index("</table>")])[-match.seats :]

    assert [int(points) for _, points in last] == list(match.points)
    account = page[page.index('<section class="account') :]
    parts = [-int(number) if sign == "−" else int(number) for sign, number in re.findall(r"<b>([−+±])(\d+)<", account)]
    begin, end = map(int, re.findall(r"<b>(\d+) %</b>", account))
    assert len(parts) == 3
    assert begin + sum(parts) == end
    assert begin == round(100 / match.seats)
    assert "uckier than in" in account


@pytest.mark.parametrize(
    "query", ["at=-1", "at=9999999999", "at=x&viewer=9", "of=99&pane=nothing", "viewer=²", "at=3&all=1&whole=yes"]
)
def test_what_an_address_cannot_mean_is_left_out(ana: Visitor, reviews: MadeUpReviews, query: str) -> None:
    page = bring(ana, RECORDS["havana"].read_text("utf-8"))

    assert ana.get(f"{page}?{query}").status_code == 200


def test_what_is_known_is_shown_while_the_rest_is_computed(ana: Visitor, reviews: MadeUpReviews) -> None:
    page = bring(ana, RECORDS["havana"].read_text("utf-8"))
    reviews.most = 20
    shown = ana.get(page).text
    reviews.most = 0
    begun = ana.get(page).text

    assert '<progress value="20" max="138"' in shown
    assert "The curve is there. First look: 20 of 138 decisions." in shown
    assert 'http-equiv="refresh"' in shown
    assert 'data-computing="1500"' in shown
    assert len(rows_of(shown)) > 1
    assert "The curve is being computed." in begun
    assert "No turning point so far" in begun


def test_first_looks_have_hollow_marks_no_sums_and_no_exercise(ana: Visitor, reviews: MadeUpReviews) -> None:
    record = RECORDS["havana"].read_text("utf-8")
    page, marked = bring(ana, record), [each for each in reviewed(malecon.replay(record)) if "?" in each.mark]
    known, guessed = marked[0], marked[1]
    whole = ana.get(f"{page}?at={guessed.number + 1}&whole=true").text
    reviews.rough = frozenset(range(known.number + 1, 138))
    shown = ana.get(f"{page}?at={guessed.number + 1}&whole=true").text
    before = ana.get(f"{page}?at={known.number + 1}").text

    assert f'<progress value="{known.number + 1}" max="138"' in shown
    assert 'class="verdict rough"' in shown
    assert "This is only a first look" in shown
    assert "perhaps a mistake" in shown
    assert "The account follows when" in shown
    assert "Try again" in whole
    assert "Try again" not in shown
    assert ana.get(f"{page}/{guessed.number}").status_code == 404
    assert "This is only a first look" not in before
    assert opened_in(ana.get(page).text) == opened_in(before), "it opens at a mistake that is certain"


def test_the_account_of_a_round_waits_for_its_decisions_alone(ana: Visitor, reviews: MadeUpReviews) -> None:
    page = bring(ana, RECORDS["havana"].read_text("utf-8"))
    reviews.rough = frozenset({3})

    assert "The account follows when 1 more decision is reviewed." in ana.get(f"{page}?at=4").text
    assert 'class="sum"' in ana.get(f"{page}?at=50").text
    assert "The account follows when 1 more decision is reviewed." in ana.get(f"{page}?at=50&whole=true").text


def test_what_is_not_examined_is_shown_as_unknown(ana: Visitor, reviews: MadeUpReviews) -> None:
    page = bring(ana, RECORDS["havana"].read_text("utf-8"))
    reviews.rough, reviews.most = frozenset({1, 2}), 100
    shown = ana.get(f"{page}?at=130&all=true").text

    assert len(rows_of(shown)) == 138
    assert "lost by decisions" not in shown
    assert "<b>−0</b>" not in shown
    assert shown.count('title="Not examined yet"') == 38 + 2, "what has had a look without a mark too"


def test_why_a_review_cannot_go_on_is_said_at_its_place(ana: Visitor, reviews: MadeUpReviews) -> None:
    page = bring(ana, RECORDS["havana"].read_text("utf-8"))
    reviews.most, reviews.refusal = 5, TableError(N_("A game is reviewed when it is over."))
    refused = ana.get(page).text
    reviews.refusal, reviews.problem = None, MaleconError(N_("A game is reviewed when it is over."))
    reviews.asked.clear()
    stopped = ana.get(page).text
    asked = len(reviews.asked)
    ana.get(f"{page}?go")

    for shown in (refused, stopped):
        assert '<div class="progress" role="status">\n<p>A game is reviewed when it is over.</p>' in shown
        assert f'href="{page}?go">Try to go on' in shown
        assert "data-computing" not in shown
    assert (asked, len(reviews.asked)) == (0, 1), "a review that has stopped goes on when somebody wants it"


def test_only_a_game_that_is_over_is_reviewed(site: Site, ana: Visitor, reviews: MadeUpReviews) -> None:
    table = site.open(ana, ana)
    record = RECORDS["havana"].read_text("utf-8").partition("result")[0]
    unfinished = "\n".join(record.splitlines()[:40])
    answers = [ana.get(f"{table}/review"), ana.get(bring(ana, unfinished)), ana.get(f"{table}/review/3")]

    assert [answer.status_code for answer in answers] == [422, 422, 422]
    assert all("when it is over" in answer.text for answer in answers)
    assert ana.get(f"/record/{'0' * 32}/review").status_code == 404
    assert not reviews.asked


def test_who_has_played_is_you_and_looks_with_those_eyes(site: Site, ana: Visitor, reviews: MadeUpReviews) -> None:
    ben = site.somebody(name="Ben")
    table = site.open(ana, ben)
    site.finish(table)
    mine, theirs = ana.get(f"{table}/review").text, site.stranger().get(f"{table}/review").text

    assert f'href="{table}/review"' in ana.get(table).text
    assert "You chose: " in mine
    assert 'class="you' in mine
    assert "You chose: " not in theirs
    assert 'class="you' not in theirs


@each_game
def test_a_mistake_can_be_tried_again(ana: Visitor, reviews: MadeUpReviews, game: str) -> None:
    record = RECORDS[game].read_text("utf-8")
    page, match = bring(ana, record), malecon.replay(record)
    mistake = next(each for each in reviewed(match) if each.mark == "??")
    trial = f"{page}/{mistake.number}"
    asked = ana.get(trial).text

    def answered(move: str) -> str:
        answer = ana.post(f"{trial}/act", {"move": move})
        assert answer.status_code == 303
        waiting = ana.get(answer.headers["location"]).text
        if 'id="confirm"' not in waiting:
            return waiting
        assert "Find a better move" in waiting, "there is no answer before the confirmation"
        confirmed = ana.post(f"{trial}/act", {"do": move, "verb": "confirm"})
        return ana.get(confirmed.headers["location"]).text

    best, played = (answered(move) for move in (mistake.best[0].move, mistake.played))
    another = next(
        move
        for move in match.after(mistake.number).legal(mistake.seat)
        if move not in {each.move for each in mistake.best}
    )

    assert f'href="{trial}"' in ana.get(f"{page}?at={mistake.number + 1}").text
    assert "Find a better move" in asked
    assert "nothing better" in best
    assert "Why? There is no clear reason." in best
    assert "Why?" not in played
    assert "this costs 10 %" in played
    assert "Try another move" in played
    reviews.late = 1
    late = answered(another)
    assert "data-awaited" in late
    assert 'http-equiv="refresh"' in late, "the verdict comes without a script too"
    assert "1 %</b>" in answered(another), "the share of a move that was not considered is asked for"
    assert not Reading(best).wrong


@each_game
def test_the_turning_points_are_exercises_one_after_the_other(ana: Visitor, reviews: MadeUpReviews, game: str) -> None:
    record = RECORDS[game].read_text("utf-8")
    page, match = bring(ana, record), malecon.replay(record)
    exercises = ReviewedGame(match, reviewed(match), {}, Language()).exercises(0)
    first, second = exercises[:2]
    move = first.best[0].move
    solved = ana.get(f"{page}/{first.number}?{urlencode({'do': move})}&do=confirm").text
    last = ana.get(f"{page}/{exercises[-1].number}?{urlencode({'do': exercises[-1].played})}&do=confirm").text

    assert f"1 of {len(exercises)}</small>" in ana.get(f"{page}/{first.number}").text
    assert f'href="{page}/{first.number}">Try the mistakes again, the worst first' in ana.get(page).text
    assert "nothing better" in solved
    assert f'href="{page}/{second.number}">Next exercise' in solved
    assert f"2 of {len(exercises)}</small>" in ana.get(f"{page}/{second.number}").text
    assert "Next exercise" not in last


@pytest.mark.parametrize("moves", [1, 2])
@each_game
def test_a_game_of_one_or_two_decisions_has_a_whole_review(
    ana: Visitor, reviews: MadeUpReviews, game: str, moves: int
) -> None:
    whole = malecon.replay(RECORDS[game].read_text("utf-8"))
    short = Match(whole.game, whole.after(whole.number - moves).state)
    for seat, move in whole.moves[-moves:]:
        short.play(seat, move)
    page = bring(ana, short.record())
    shown = [ana.get(f"{page}?{query}") for query in ("", "at=0", f"at={moves}&whole=true", "all=true")]

    assert [each.status_code for each in shown] == [200] * 4
    assert not any(Reading(each.text).wrong for each in shown)
    assert "uckier than in" in shown[2].text
    assert len(rows_of(shown[3].text)) == moves


@pytest.fixture
def shown(visit: Callable[..., Page], ana: Visitor, reviews: MadeUpReviews) -> Callable[..., Page]:
    """Open a review in a browser; its pages are those of the site of the test, which has made-up reviews."""

    def open_review(game: str, size: ViewportSize, **wishes: Any) -> Page:
        page = visit(viewport=size, **wishes)
        page.route("**/record/**", lambda route: route.fulfill(body=read(route.request.url), content_type=HTML))
        page.goto(bring(ana, RECORDS[game].read_text("utf-8")))
        page.locator("button.play-on:not([hidden])").wait_for(state="attached")  # the script listens
        return page

    def read(address: str) -> str:
        parts = urlsplit(address)
        return ana.get(f"{parts.path}?{parts.query}").text

    return open_review


@each_game
def test_a_review_goes_on_without_a_reload(shown: Callable[..., Page], game: str) -> None:
    page = shown(game, DESK)
    page.evaluate("window.here = true")
    where = page.locator(".where b")
    first = where.inner_text()
    page.keyboard.press("ArrowRight")
    expect(where).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(where).to_have_text(first)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("ArrowRight")  # the sheet is read
    page.keyboard.press("Escape")
    expect(where).to_have_text(first)
    page.get_by_role("link", name="Next mistake").click()
    expect(where).not_to_have_text(first)
    second = where.inner_text()
    page.locator(".list .opened ~ li a.decision").first.dispatch_event("click")  # the list may still be scrolling
    expect(where).not_to_have_text(second)
    page.locator(".pointing a").first.click(force=True)
    expect(page.locator(".last-move")).to_have_text("The beginning of the game")
    page.get_by_role("link", name="whole game").click()
    expect(page.get_by_role("link", name="whole game")).to_have_attribute("aria-current", "true")

    assert page.evaluate("window.here"), "the page is the same"
    assert "whole=true" in page.url


OUTSIDE = """() => {
    const isIn = ({left, right, top, bottom}, place) =>
        left >= place.left && right <= place.right + 1 && top >= place.top && bottom <= place.bottom + 1;
    return [...document.querySelectorAll(".review :is(.person, .you) :is(.pile b, .plate, .back)")]
        .filter(each => each.checkVisibility())
        .filter(each => !isIn(each.getBoundingClientRect(), each.closest(".person, .you").getBoundingClientRect()))
        .map(each => each.outerHTML);
}"""
"""What of the pieces and cards of players lies, in part or as a whole, outside of their place."""


def test_what_the_players_have_is_seen_as_a_whole(shown: Callable[..., Page]) -> None:
    page = shown("havana", DESK)
    moves = malecon.replay(RECORDS["havana"].read_text("utf-8")).moves
    covered = [at for at, (_, move) in enumerate(moves, 1) if move.startswith("cover ")]
    address, found = page.url.partition("?")[0], 0
    for at in covered[:: len(covered) // 6]:
        page.goto(f"{address}?at={at}")
        assert not page.evaluate(OUTSIDE)
        found += page.locator(".covered .back").count()  # the last one who lays lets all be shown

    assert found


BESIDE = """() => [...document.querySelectorAll(".store .few")].filter(pieces => {
    const [{ left, right }, store] = [pieces, pieces.closest(".store")].map(each => each.getBoundingClientRect());
    return !pieces.checkVisibility() || left < store.left || right > store.right;
}).map(pieces => pieces.title)"""
"""The pieces of the viewer that do not lie in their store."""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (430, 932), (844, 390), (1280, 800)])
def test_what_the_viewer_has_lies_in_its_stores(shown: Callable[..., Page], width: int, height: int) -> None:
    page = shown("cuba", ViewportSize(width=width, height=height))
    page.goto(f"{page.url.partition('?')[0]}?at=60&viewer=1")

    assert page.locator(".store .few").count()
    assert page.evaluate(BESIDE) == []


CLICK_AT_ONCE = "steps => steps.forEach(step => document.querySelector(`.review a[data-step='${step}']`).click())"


def test_what_is_clicked_while_a_page_is_loading_goes_on_from_that_page(shown: Callable[..., Page]) -> None:
    page = shown("havana", DESK)
    first = number_in(page.locator(".list .opened a.decision").get_attribute("href") or "")
    page.evaluate(CLICK_AT_ONCE, ["next", "all", "next", "whole", "decisions"])

    expect(page).to_have_url(re.compile(rf"at={first + 2}&viewer=0&of=0&all=true&whole=true&pane=decisions#opened$"))
    expect(page.locator(".where b")).to_contain_text(f"Move {first + 2} of")


@each_game
def test_a_phone_shows_one_pane_and_a_finger_means_the_nearest_mark(shown: Callable[..., Page], game: str) -> None:
    page = shown(game, PHONE, has_touch=True)
    panes = page.get_by_role("navigation", name="Parts of the review")
    panes.get_by_role("link", name="Curve").tap()
    expect(page.locator(".curve")).to_be_visible()
    expect(page.locator(".stage")).to_be_hidden()
    mark = page.locator(".turning .at.chosen").last
    place = mark.locator(".field").bounding_box()
    assert place
    page.touchscreen.tap(place["x"] + place["width"] / 2 + 12, place["y"] + place["height"] / 2 + 4)
    expect(page.locator(".turning .at.now")).to_have_count(1)
    page.get_by_role("link", name="Next mistake").tap()
    panes.get_by_role("link", name="Decisions").tap()
    expect(page.locator(".list .opened .judgement")).to_be_in_viewport()
    page.get_by_role("link", name="Try again").tap()
    expect(page.get_by_role("heading", name="Find a better move")).to_be_visible()


def test_a_verdict_comes_by_itself(shown: Callable[..., Page], reviews: MadeUpReviews) -> None:
    """The computer still thinks when the page is loaded, and when it asks again."""
    page, match = shown("havana", DESK), malecon.replay(RECORDS["havana"].read_text("utf-8"))
    mistakes = (each for each in reviewed(match) if "?" in each.mark)
    decision = next(each for each in mistakes if len(match.after(each.number).legal(each.seat)) > 3)
    named = {each.move for each in decision.best}
    move = next(each for each in match.after(decision.number).legal(decision.seat) if each not in named)
    reviews.late = 3
    page.goto(f"{page.url.partition('?')[0]}/{decision.number}?{urlencode({'do': move})}&do=confirm")
    expect(page.locator("main[data-awaited]")).to_have_count(0)

    expect(page.locator("#panel-title")).to_contain_text("There is something better")
    assert reviews.late == 0


@each_game
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_review_fits_the_window_and_shuts_nobody_out(
    shown: Callable[..., Page], game: str, size: ViewportSize
) -> None:
    page = shown(game, size, bypass_csp=True, color_scheme="light")

    assert page.evaluate(
        "document.documentElement.scrollHeight <= innerHeight && document.body.scrollWidth <= innerWidth"
    )
    assert not wrong_on(page)
