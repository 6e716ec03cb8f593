"""Chains of reasons: what leads to a cause, and what it is for."""

from collections.abc import Callable

from msgspec.structs import replace

import malecon
from malecon.agents.reason_chain import harm_before, with_links
from malecon.core.ledger import Ledger
from malecon.core.reason import Fact, Reason
from malecon.games.cuba.boards import MERCHANDISE
from malecon.games.cuba.cards import NAMES
from reasons.facts import happens, pieces, points

HARMS = frozenset({"spoil", "lack", "robbed", "taxed"})
OFTEN = (0.97, 0.02)


def cause(*facts: Fact) -> Reason:
    return Reason(facts[0].entry.thing, facts)


def linked(
    game: str, reason: Reason, *others: Reason, explained: Callable[[Fact, Fact], float] = lambda effect, cause: 1.0
) -> Reason:
    match = malecon.games[game].start(seats=3, seed=1)
    ledger = match.game.ledger
    assert isinstance(ledger, Ledger)
    return with_links(reason, [reason, *others], match.state, ledger, 0, explained)


BUY = points(0, "buy", "tile 20", 4, (0.9, 0.1))
BRICKS = pieces(0, "get", "mama", "brick", (2.0, 1.0))
DEBRIS = pieces(0, "get", "mama", "debris", (2.0, 1.0), weight=0.01)
GLASS = pieces(0, "get", "mama", "glass", (2.0, 1.0))
ORDER = happens(0, "before", "order", OFTEN, other="1")


def test_pieces_that_a_house_needs_lead_to_it() -> None:
    assert linked("havana", cause(BUY), cause(GLASS, BRICKS, DEBRIS)).means == (BRICKS,)
    assert linked("havana", cause(BUY), cause(GLASS)).means == ()
    assert linked("havana", cause(BUY), cause(pieces(0, "get", "mama", "brick", (1.2, 1.0)))).means == ()
    assert linked("havana", cause(BUY), cause(pieces(1, "get", "mama", "brick", (2.0, 1.0)))).means == ()
    assert linked("havana", cause(BUY), cause(pieces(0, "get", "mama", "brick", (2.0, 1.0), round_no=1))).means == ()
    assert linked("havana", cause(BUY), cause(pieces(0, "pay", "tiles", "brick", (-2.0, -1.0)))).means == ()


def test_the_link_is_that_with_which_most_of_the_effect_goes() -> None:
    pesos = pieces(0, "get", "pesos", "peso", (4.0, 0.0), weight=0.3)
    shares = {BRICKS: 0.6, pesos: 0.3, ORDER: 0.2}

    def explained(effect: Fact, cause: Fact) -> float:
        return shares[cause] if effect == BUY else shares[effect]

    assert linked("havana", cause(BUY), cause(pesos), cause(BRICKS), cause(ORDER), explained=explained).means == (
        BRICKS,
    )
    shares[BRICKS] = shares[pesos] = 0.2
    assert linked("havana", cause(BUY), cause(pesos), cause(BRICKS), explained=explained).means == ()
    assert linked("havana", cause(BRICKS), cause(BUY), explained=lambda effect, lead: 0.2).purpose is None


def test_pieces_that_are_not_paid_are_left_for_something_else() -> None:
    left = pieces(0, "pay", "tiles", "brick", (-1.0, -2.0))

    assert linked("havana", cause(BUY), cause(left)).means == (left,)
    assert linked("havana", cause(BUY), cause(pieces(0, "pay", "tiles", "brick", (-1.0, -1.6)))).means == ()


def test_what_is_left_is_not_for_less_points_nor_for_what_a_rival_gets_otherwise() -> None:
    dock, rival = points(0, "load", "dock 3", 6, OFTEN), points(1, "load", "dock 3", 6, OFTEN[::-1])
    match = malecon.games["cuba"].start(seats=3, seed=1)
    ship = match.state.ship[2]
    piece = MERCHANDISE[int(match.state.needs[ship].argmax())]
    left, given_up = pieces(0, "give", "dock 1", piece, (0.0, -2.0)), points(0, "load", "dock 1", 9, OFTEN[::-1])

    assert linked("cuba", cause(dock), cause(left)).means == (left,)
    assert linked("cuba", cause(dock), cause(replace(given_up, amounts=(0.0, 3.0)), left)).means == (left,)
    assert linked("cuba", cause(dock), cause(given_up, left)).means == ()
    assert linked("cuba", cause(dock, rival), cause(left)).means == ()


def test_pieces_that_come_from_elsewhere_instead_lead_to_nothing() -> None:
    elsewhere = pieces(0, "get", "worker", "brick", (1.0, 2.0))

    assert linked("havana", cause(BUY), cause(BRICKS), cause(elsewhere)).means == ()
    assert linked("havana", cause(BRICKS), cause(BUY), cause(elsewhere)).purpose is None
    assert linked("havana", cause(BRICKS), cause(BUY)).purpose == BUY


def test_what_a_move_spends_for_its_points_is_not_lost_for_a_purpose() -> None:
    bought = replace(points(0, "buy", "tile 1", 2, OFTEN), direct=True)
    robbed = pieces(0, "robbed", "materials thief", "brick", (0.0, -1.0))

    assert linked("havana", cause(robbed), cause(BUY)).purpose == BUY
    assert linked("havana", cause(robbed), cause(BUY), cause(bought)).purpose is None
    assert linked("havana", cause(BUY), cause(robbed), cause(bought)).means == ()
    later = replace(robbed, round=1)
    assert linked("havana", cause(later), cause(replace(BUY, round=1)), cause(bought)).purpose is not None


def test_only_the_pieces_that_their_purpose_needs_are_told() -> None:
    match = malecon.games["havana"].start(seats=3, seed=1)
    ledger = match.game.ledger
    assert ledger is not None
    needed = ledger.needs(match.state, BUY.entry)
    colours = ("brick", "sandstone", "loam", "glass")
    asked, other = (next(each for each in colours if (each in needed) is is_needed) for is_needed in (True, False))
    useless = pieces(0, "get", "mama", other, (3.0, 0.0), weight=0.2)
    useful = pieces(0, "get", "mama", asked, (2.0, 0.0))

    assert linked("havana", cause(useless, useful), cause(BUY)).facts == (useful,)
    assert linked("havana", cause(useless, useful), cause(BUY)).purpose == BUY
    assert linked("havana", cause(useless, useful)).facts == (useless, useful)


def test_who_acts_before_a_thief_loses_less() -> None:
    robbed = pieces(0, "robbed", "materials thief", "glass", (0.0, -2.0))
    theirs = pieces(1, "rob", "materials thief", "glass", (0.0, 2.0))

    assert linked("havana", cause(robbed, theirs), cause(ORDER)).means == (ORDER,)
    assert linked("havana", cause(robbed), cause(ORDER)).means == ()


def test_what_must_not_happen_leads_to_what_happens_otherwise() -> None:
    golf = points(0, "score", "golf course", 3, OFTEN)
    left, reached = happens(0, "move away", "golf course", (0.0, 1.0)), happens(0, "reach", "golf course", OFTEN)

    assert linked("cuba", cause(golf, replace(left, direct=True))).means == (replace(left, direct=True),)
    assert linked("cuba", cause(golf, replace(reached, direct=True))).means == (replace(reached, direct=True),)
    assert linked("cuba", cause(golf, happens(0, "move away", "golf course", (1.0, 0.0)))).means == ()
    assert linked("cuba", cause(golf, happens(0, "reach", "golf course", (0.0, 1.0)))).means == ()


def test_a_wharf_leads_to_a_load_and_a_warehouse_to_products_that_are_kept() -> None:
    load, wharf = points(0, "load", "dock 3", 3, OFTEN), happens(0, "use", "large wharf", OFTEN)
    kept, store = pieces(0, "spoil", "spoiling", "sugar", (-0.1, -2.0)), happens(0, "use", "warehouse", OFTEN)

    assert linked("cuba", cause(load), cause(wharf), cause(store)).means == (wharf,)
    assert linked("cuba", cause(load), cause(replace(wharf, direct=True))).means == ()
    assert linked("cuba", cause(kept), cause(wharf), cause(store)).means == (store,)


def test_what_makes_a_thing_do_something_leads_to_what_it_does() -> None:
    golf, built = points(0, "score", "golf course", 3, OFTEN), happens(0, "build", "golf course", OFTEN)
    theirs, missed = happens(1, "build", "golf course", (0.0, 1.0)), points(1, "score", "golf course", 3, (0.0, 0.9))
    back = happens(0, "take back", "mama", OFTEN)
    wood = pieces(0, "get", "worker", "wood", (2.0, 0.0))

    assert linked("cuba", cause(golf, built), cause(wood)).means == (built,)
    assert linked("cuba", cause(missed, theirs, built)).means == (built,)
    assert linked("cuba", cause(missed, theirs)).means == (theirs,)
    assert linked("cuba", replace(cause(golf, replace(built, direct=True)), named=True), cause(wood)).means == ()
    assert linked("cuba", cause(golf, replace(built, direct=True)), cause(wood)).means == (replace(built, direct=True),)
    assert linked("havana", cause(BUY), cause(BRICKS, back)).means == (back, BRICKS)
    assert linked("havana", cause(BUY), cause(BRICKS, back), cause(ORDER)).means == (back, BRICKS)
    assert linked("havana", cause(BRICKS, back), cause(BUY)).means == (back,)


def test_what_is_kept_leads_to_what_is_built_and_that_to_what_it_brings() -> None:
    hotel, built = points(0, "score", "hotel", 2, OFTEN), happens(0, "build", "hotel", OFTEN)
    kept = pieces(0, "pay", "worker", "water", (0.0, -1.0))

    assert linked("cuba", cause(hotel, built), cause(kept)).means == (kept, built)


def test_a_character_leads_to_what_it_is_played_for() -> None:
    for leads, character in (
        (points(0, "load", "dock 3", 3, OFTEN), "mayor"),
        (points(0, "not build", "points instead", 2, OFTEN), "architect"),
        (pieces(0, "not trade", "pieces instead", "wood", OFTEN), "tradeswoman"),
        (pieces(0, "get", "worker", "citrus", OFTEN), "worker"),
        (happens(0, "use", "dam", OFTEN), "foreman"),
    ):
        played = happens(0, "play", f"{character} card", OFTEN)
        others = [happens(0, "play", f"{other} card", OFTEN) for other in NAMES if other != character]

        assert linked("cuba", cause(leads), cause(played), *map(cause, others)).means == (played,)
        assert linked("cuba", cause(leads), cause(replace(played, direct=True))).means == (), "the move says so"


def test_what_a_thief_takes_leads_to_what_the_victim_cannot_buy() -> None:
    robbed = pieces(1, "robbed", "materials thief", "brick", (-1.0, 0.0))
    missed = points(1, "buy", "tile 20", 4, (0.0, 0.8))

    assert linked("havana", cause(missed), cause(robbed)).means == (robbed,)


def test_acting_first_leads_to_what_one_gets_and_the_other_does_not() -> None:
    missed = points(1, "buy", "tile 20", 4, (0.0, 0.8))
    other = points(2, "buy", "tile 20", 4, (0.0, 0.8))

    assert linked("havana", cause(BUY), cause(ORDER), cause(BRICKS)).means == (ORDER, BRICKS)
    assert linked("havana", cause(missed), cause(ORDER)).means == (ORDER,)
    assert linked("havana", cause(other), cause(ORDER)).means == ()
    assert linked("havana", cause(BRICKS), cause(ORDER)).means == (ORDER,)
    assert linked("havana", cause(points(0, "buy", "tile 20", 4, OFTEN, round_no=1)), cause(ORDER)).means == ()
    assert linked("havana", cause(pieces(1, "robbed", "mama", "brick", (-2.0, -1.0))), cause(ORDER)).means == ()


def test_pieces_have_a_purpose() -> None:
    rare = points(0, "buy", "tile 20", 4, (0.2, 0.1))

    assert linked("havana", cause(BRICKS), cause(BUY)).purpose == BUY
    assert linked("havana", cause(BRICKS), cause(rare)).purpose is None
    assert linked("havana", cause(GLASS), cause(BUY)).purpose is None
    assert linked("havana", cause(BUY), cause(points(0, "buy", "tile 7", 2, OFTEN))).purpose is None


def test_what_is_lost_at_the_end_of_a_round_is_missed_in_later_ones_only() -> None:
    lost = pieces(0, "spoil", "spoiling", "citrus", (0.0, -2.0))
    paid = points(0, "score", "duty", 2, OFTEN)
    later = replace(paid, round=1)

    assert linked("cuba", cause(lost), cause(paid)).purpose is None
    assert linked("cuba", cause(lost), cause(later)).purpose == later
    assert linked("cuba", cause(paid), cause(lost)).means == ()
    assert linked("cuba", cause(later), cause(lost)).means == (lost,)


def test_a_building_is_used_for_what_takes_what_it_gives() -> None:
    dam = cause(happens(0, "use", "dam", OFTEN), pieces(0, "get", "dam", "water", (2.0, 0.0)))
    wharf = cause(happens(0, "use", "small wharf", OFTEN))
    golf, dock = points(0, "score", "golf course", 3, OFTEN), points(0, "load", "dock 3", 3, OFTEN)

    assert linked("cuba", dam, cause(golf)).purpose == golf
    assert linked("cuba", wharf, cause(golf), cause(dock)).purpose == dock
    kept = pieces(0, "spoil", "spoiling", "sugar", (-0.1, -2.0))
    assert linked("cuba", cause(happens(0, "use", "warehouse", OFTEN)), cause(kept)).purpose == kept


def test_a_vote_leads_to_a_law_and_resources_to_a_building() -> None:
    vote = happens(0, "win vote", "parliament", OFTEN)
    law = points(1, "score", "subsidy", 3, (0.0, 1.0))
    wood, hotel = pieces(0, "get", "worker", "wood", (2.0, 0.0)), happens(0, "build", "hotel", OFTEN)
    peso, tax = pieces(0, "get", "alternative", "peso", (4.0, 0.0)), points(0, "score", "tax", 2, OFTEN)

    assert linked("cuba", cause(law), cause(vote)).means == (vote,)
    assert linked("cuba", cause(hotel), cause(wood)).means == (wood,)
    assert linked("cuba", cause(tax), cause(peso)).means == (peso,)
    assert linked("cuba", cause(points(0, "score", "alternative", 2, OFTEN)), cause(peso), cause(vote)).means == ()


def test_harm_to_oneself_comes_before_what_follows_from_it() -> None:
    spoilt = cause(pieces(0, "spoil", "spoiling", "citrus", (0.0, -1.0)))
    dock = linked("cuba", cause(points(0, "load", "dock 1", 1, OFTEN, round_no=1)), spoilt)

    assert dock.means == spoilt.facts
    assert harm_before(dock, [dock, spoilt], HARMS, 0) == spoilt
    assert harm_before(dock, [dock, spoilt], HARMS, 1) is None
    assert harm_before(spoilt, [dock, spoilt], HARMS, 0) is None


def test_a_house_is_bought_after_the_one_before_it_was_removed_or_bought() -> None:
    match = malecon.games["havana"].start(seats=3, seed=1)
    end, inner = (f"tile {int(tile) + 1}" for tile in match.state.rows[0, :2])
    bought, rival = points(0, "buy", inner, 4, OFTEN), points(1, "buy", inner, 4, OFTEN[::-1])
    mine, theirs = happens(0, "remove", end, OFTEN), happens(1, "remove", end, OFTEN[::-1])

    assert linked("havana", cause(bought), cause(mine)).means == (mine,)
    assert linked("havana", cause(rival), cause(theirs)).means == (theirs,)
    assert linked("havana", cause(rival), cause(happens(1, "remove", end, OFTEN))).means == ()
    assert linked("havana", cause(bought), cause(replace(mine, direct=True))).means == (), "the move says so"
    assert linked("havana", cause(points(0, "buy", end, 4, OFTEN)), cause(mine)).means == ()


def test_votes_lead_to_a_vote_and_to_bids() -> None:
    votes, won = pieces(0, "show", "votes", "vote", (5.0, 2.0)), happens(0, "win vote", "parliament", OFTEN)
    bids, tax = pieces(0, "bid", "bids", "peso", (-3.0, -8.0)), points(0, "score", "tax", 2, OFTEN)

    assert linked("cuba", cause(tax), cause(won), cause(votes)).means == (votes, won)
    assert linked("cuba", cause(bids), cause(votes), cause(tax)).means == (votes,)


def test_pieces_lead_to_a_duty_that_is_paid() -> None:
    lack, citrus = happens(0, "lack", "duty", OFTEN[::-1]), pieces(0, "not trade", "pieces instead", "citrus", (1, 0))

    assert linked("cuba", cause(lack), cause(citrus)).means == (citrus,)
    assert linked("cuba", cause(lack), cause(pieces(0, "get", "worker", "citrus", (0, 1)))).means == ()


def test_what_the_move_itself_makes_possible_needs_no_link() -> None:
    match = malecon.games["havana"].start(seats=3, seed=1)
    end, inner = (f"tile {int(tile) + 1}" for tile in match.state.rows[0, :2])
    bought, mine = points(0, "buy", inner, 4, OFTEN), happens(0, "remove", end, OFTEN)
    pesos = pieces(0, "robbed", "pesos thief", "peso", (-2.0, -4.0))
    state = match.state
    state.tile_cost[int(inner.removeprefix("tile ")) - 1] = (0, 0, 0, 0, 0, 0, 9)

    assert linked("havana", cause(bought), cause(replace(mine, direct=True)), cause(pesos)).means == ()
