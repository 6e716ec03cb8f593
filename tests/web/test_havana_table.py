"""The page of Havana: every move once, HTML that browsers and screen readers take."""

import random
import re
from collections import Counter
from html.parser import HTMLParser
from itertools import product, takewhile

import pytest
from msgspec.structs import replace

import malecon
from face.playing import random_match
from malecon.core.i18n import load
from malecon.core.match import Match
from malecon.games.havana.buildings import PIECES
from malecon.games.havana.cards import CARDS
from malecon.games.havana.cards import NAMES as CARD_NAMES
from malecon.games.havana.events import Bought, Drew, Preceded, Robbed, Supplied, TurnBegan
from malecon.games.havana.guess import guess
from malecon.games.havana.player_view import PlayerSeen, cards_in
from malecon.games.havana.state import NONE
from malecon.games.havana.text.choices import choice_of
from malecon.games.havana.web.event_pictures import Deed, deeds_of, newest_turn
from malecon.games.havana.web.known import number_of_cards, scale_of
from malecon.games.havana.web.plots import sales
from malecon.presentation.game_page import BoardContext
from malecon.presentation.perspective import Perspective
from modes import once
from sampling import close_looks
from web.boards import board_of

pytestmark = once  # whole games

STARTS = ("havana, 2 seats", "havana, 4 seats")
NAMES = {0: "Ana", 1: "Ben", 2: "Carla", 3: "Daniel"}
VOID = {"input", "br"}

each_start = pytest.mark.parametrize("start", STARTS)


def drawing_of(match: Match, viewer: int | None, language: str = "en") -> BoardContext:
    legal = match.legal(viewer) if viewer is not None else ()
    perspective, fields = Perspective.of(match, viewer, load(language), NAMES), (("seat", "1"),)
    events = match.events_seen_by(viewer)
    text = malecon.games["havana"].text
    return BoardContext(perspective, text, legal=legal, page="/table/t", fields=fields, events=events)


class Page(HTMLParser):
    """What a page is made of; fails when its tags are not nested."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not (tag in ("a", "button") and {"a", "button", "label"} & set(self.open)), (
            "one thing to click in another"
        )
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, name: str) -> list[str]:
        """Return the values of an attribute, wherever it is."""
        return [value for _, attributes in self.tags if (value := attributes.get(name)) is not None]


def moves_on(page: Page, verb: str) -> Counter[str]:
    """Return the moves that can be chosen on a page, those that are put together too."""
    buttons = [
        attributes["value"] for tag, attributes in page.tags if tag == "button" and attributes.get("name") == "move"
    ]
    picks = [attributes["value"] for tag, attributes in page.tags if attributes.get("type") == "checkbox"]
    pairs = [f"{verb} {a} {b}" for i, a in enumerate(picks) for b in picks[i + 1 :]]
    return Counter(str(move) for move in buttons + pairs)


@each_start
def test_every_move_of_a_game_is_on_the_page_exactly_once(start: str) -> None:
    for match, seat, _ in close_looks(random_match(start, seed=1)):
        drawing = drawing_of(match, seat)

        html, listed = board_of(drawing)
        drawn = moves_on(Page(html), "choose")

        assert drawn + Counter(listed) == Counter(match.legal(seat))


@each_start
def test_moves_about_things_are_drawn_on_the_things(start: str) -> None:
    left: set[str] = set()
    for match, seat, _ in close_looks(random_match(start, seed=2)):
        drawing = drawing_of(match, seat)
        left |= {move.split()[0] for move in board_of(drawing)[1] if "nothing" not in move}

    # a yes stands beside its no, and cards in a covered pile have no place
    assert left <= {"end", "pay", "keep", "take", "refresh"}


def test_no_second_cube_is_answered_in_the_bar_by_nothing() -> None:
    asked = Counter[bool]()
    for match, seat, _ in random_match("havana, 3 seats, filosofia", seed=7):
        refused = [move for move in match.legal(seat) if move.startswith("steal nothing")]
        if refused:
            drawing = drawing_of(match, seat)
            is_second = drawing.question.victim is not None
            in_bar = [drawing.move(move).label for move in board_of(drawing)[1]]
            assert in_bar == (["Nothing"] if is_second else [])
            asked[is_second] += 1
    assert set(asked) == {True, False}


def test_a_tile_of_the_stack_is_fetched_and_swapped_on_the_street() -> None:
    begun = (malecon.games["havana"].start(seats=2, seed=seed) for seed in range(1000))
    match = next(match for match in begun if match.seen_by(None).question.kind == "fetch")
    (seat,) = match.to_move

    for verb in ("fetch", "swap"):
        drawing = drawing_of(match, seat)
        drawn = moves_on(Page(board_of(drawing)[0]), "choose")

        assert drawn == Counter(match.legal(seat))
        assert {move.split()[0] for move in drawn} == {verb}
        match.play(seat, match.legal(seat)[0])


@pytest.mark.parametrize(("start", "language"), [(STARTS[0], "en"), (STARTS[1], "fr")])
def test_pages_are_sound(start: str, language: str) -> None:
    for match, _, _ in close_looks(random_match(start, seed=4)):
        viewer = random.Random(match.state.tobytes()).choice((None, *range(match.seats)))
        drawn, _ = board_of(drawing_of(match, viewer, language))
        page = Page(drawn)

        assert page.all("style") == []
        assert [name for name, count in Counter(page.all("id")).items() if count > 1] == []
        assert [name for name, count in Counter(page.all("data-travel")).items() if count > 1] == []
        assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in page.all("data-travel"))
        symbols = {f"#{name}" for name in page.all("id")}
        assert {href for tag, attributes in page.tags if tag == "use" and (href := attributes["href"])} <= symbols


def test_only_what_the_viewer_can_pay_now_has_a_lit_door() -> None:
    lit = 0
    for match, seat, _ in random_match("havana, 2 seats", seed=5):
        payable = [move for move in match.legal(seat) if move.startswith("buy ")]
        if "end turn" in match.legal(seat):
            drawn, _ = board_of(drawing_of(match, seat))
            assert drawn.count(" affordable") == len(payable)
            lit += len(payable)
        if match.seen_by(None).question.kind == "remove" or match.over:
            assert " affordable" not in board_of(drawing_of(match, seat))[0]
        assert " affordable" not in board_of(drawing_of(match, None))[0]
    assert lit > 0


def test_a_house_says_whether_its_purchase_wins() -> None:
    found = set[int]()
    for match, seat, _ in random_match("havana, 2 seats", seed=5):
        drawing = drawing_of(match, seat)
        purchases = [move for move in match.legal(seat) if move.startswith("buy ")]
        winning = sum(choice_of(drawing.perspective, move).wins for move in purchases)
        assert board_of(drawing)[0].count("With it you win.") == 2 * winning  # for who reads and who hears the page
        found.add(winning)
    assert len(found) > 1


def test_a_name_cannot_write_html() -> None:
    match = next(random_match("havana, 2 seats", seed=6))[0]
    perspective = Perspective.of(match, 0, load("en"), {0: "<b>&", 1: "\"'"})

    page, _ = board_of(BoardContext(perspective, malecon.games["havana"].text))

    assert "<b>&" not in page
    assert "&lt;b&gt;&amp;" in page


def test_a_sold_plot_says_who_bought_what_stood_there() -> None:
    known = 0
    for match, _, _ in random_match("havana, 4 seats", seed=7):
        view, found = match.seen_by(None), sales(match.events_seen_by(None), match.seen_by(None))
        for row, plots in enumerate(found):
            first, last = view.first_plots[row], view.first_plots[row] + len(view.rows[row])
            assert all(sale is None for sale in plots[first:last])
            gone = [*plots[:first], *plots[last:]]
            for sale in gone:
                assert sale
                where = view.box_tiles if sale.seat is None else view.players[sale.seat].tiles
                assert sale.tile in where
            known += len(gone)
    assert known


def test_the_last_turn_of_each_player_is_told() -> None:
    match = next(match for match, _, _ in random_match("havana, 4 seats", seed=8) if match.number > 60)
    events = match.events_seen_by(None)
    done = [deeds_of(newest_turn(events, seat)) for seat in range(4)]

    for seat, deeds in enumerate(done):
        begun = max(place for place, event in enumerate(events) if isinstance(event, TurnBegan) and event.seat == seat)
        bought = takewhile(lambda event: not isinstance(event, TurnBegan | Supplied), events[begun + 1 :])
        assert [deed.tile for deed in deeds if deed.kind == "bought"] == [
            event.tile for event in bought if isinstance(event, Bought)
        ]
    assert any(done)
    page, _ = board_of(drawing_of(match, 0))
    assert page.count('class="last seat-') == 3


def test_two_cubes_stolen_from_one_player_are_one_theft() -> None:
    thefts = [Robbed(0, 1, piece, 1) for piece in ("brick", "glass")]

    (deed,) = deeds_of(newest_turn([TurnBegan(0), *thefts], 0))

    assert deed == Deed("robbed", (("brick", 1), ("glass", 1)), victim=1)


def test_what_each_thief_took_stands_behind_his_own_picture() -> None:
    thefts = [Robbed(0, 1, piece, count) for piece, count in (("peso", 3), ("glass", 1))]

    deeds = deeds_of(newest_turn([TurnBegan(0), *thefts], 0))

    assert [(deed.card, deed.pieces) for deed in deeds] == [
        ("pesos-thief", (("peso", 3),)),
        ("materials-thief", (("glass", 1),)),
    ]


def test_a_theft_from_somebody_without_pesos_says_that_there_is_nothing_to_take() -> None:
    robbing = (
        (match, seat)
        for seed in range(20)
        for match, seat, _ in random_match("havana, 4 seats", seed=seed)
        if "rob 1" in match.legal(seat)
    )
    match, seat = next((match, seat) for match, seat in robbing if not match.seen_by(seat).players[0].pieces[-1])

    page, _ = board_of(drawing_of(match, seat))

    assert 'data-preview="There is nothing to take."' in page
    assert "nothing to take</em>" in page
    assert "−0" not in page


def test_two_cards_say_their_number_before_they_are_laid() -> None:
    match = malecon.games["havana"].start(seats=2, seed=2)
    (tags,) = ([*Page(board_of(drawing_of(match, seat))[0]).tags] for seat in match.to_move[:1])
    results = {str(tag["value"]): str(tag["data-results"]).split() for _, tag in tags if "data-results" in tag}
    numbers = {choice.notation: choice.number for choice in match.seen_by(match.to_move[0]).choices}

    for (card, with_others), (place, other) in product(results.items(), enumerate(results)):
        number = numbers.get(f"choose {card} {other}", numbers.get(f"choose {other} {card}"))
        assert with_others[place] == ("–" if number is None else f"{number:02d}")


def test_a_black_market_says_how_many_cubes_it_draws() -> None:
    numbers = Counter[int]()
    for match, seat, _ in random_match("havana, 2 seats", seed=5):
        if "perform black market" not in match.legal(seat):
            continue
        drawing = drawing_of(match, seat)
        number = choice_of(drawing.perspective, "perform black market").to_draw
        drawn = [each for each in match.copy().play(seat, "perform black market") if isinstance(each, Drew)]
        assert len([each for each in drawn if each.seat == seat]) == number
        assert ("no effect now" if number == 0 else "from the bag") in board_of(drawing)[0]
        numbers[number] += 1

    assert numbers


GUESSES = 60


def possible_numbers(match: Match, player: PlayerSeen) -> set[int]:
    """Return the numbers that a player shows next in guesses of what a spectator cannot know."""
    covered = {laid.covers for laid in player.face_down}
    stay = [card for card in player.open if card not in covered] if covered else player.open
    numbers = set[int]()
    for key in range(GUESSES):
        guessed = match.copy().state
        guess(guessed, -1, key)
        cards = [
            *cards_in(int(guessed.hand[player.seat])),
            *(CARD_NAMES[card] for card in guessed.laid[player.seat] if card != NONE),
        ]
        numbers |= {number_of_cards(card, new) for card in stay for new in cards}
    return numbers


def test_the_scale_shows_the_numbers_that_the_others_can_still_show_while_a_card_is_chosen() -> None:
    kinds = set[tuple[bool, bool]]()
    for match, seat, _ in random_match("havana, 4 seats", seed=9):
        scale, players = scale_of(drawing_of(match, seat)), match.seen_by(None).players
        if scale.is_shown:
            assert [other.seat for other in scale.others] == [(seat + place) % 4 for place in (1, 2, 3)]
        for other in scale.others:
            numbers = possible_numbers(match, players[other.seat])
            assert (other.least, other.most) == (min(numbers), max(numbers))
            kinds.add((bool(players[other.seat].face_down), bool(players[other.seat].known_discards)))
    assert len(kinds) == 4


def test_equal_numbers_act_in_the_order_that_is_said_while_a_card_is_chosen() -> None:
    said, ties = list[int | None](), 0
    for seed in range(4):
        for match, seat, _ in random_match("havana, 4 seats", seed=seed):
            newest = match.events_of(match.number - 1) if said else ()
            for event in newest:
                if isinstance(event, Preceded):
                    places = {seat: place for place, seat in enumerate(said)}
                    assert places[event.seat] < places[event.other]
                    ties += 1
            scale = scale_of(drawing_of(match, seat))
            said = [each.seat for each in scale.equal]
    assert ties > 5


def test_a_beginner_is_told_the_aim_and_what_the_first_two_cards_do() -> None:
    match = malecon.games["havana"].start(seats=2, seed=2)
    seat = match.to_move[0]
    hinted = match.legal(seat)[:1]
    page, _ = board_of(replace(drawing_of(match, seat), hinted=hinted))

    assert "Buy houses: 25 points win." in page
    assert page.count("The digits of your two cards make your number; the lowest number acts first.") == len(CARDS)
    assert page.count('class="card hinted"') == 2


def test_all_kinds_of_pieces_keep_their_places_before_each_player() -> None:
    for match, viewer, _ in close_looks(random_match("havana, 2 seats", seed=4)):
        tags = Page(board_of(drawing_of(match, viewer))[0]).tags
        tallies = [str(tag.get("data-tally")) for _, tag in tags]
        for seat in range(2):
            names = {f"{kind}-{seat}" for kind in PIECES}
            assert [name for name in tallies if name in names] == [f"{kind}-{seat}" for kind in PIECES]
