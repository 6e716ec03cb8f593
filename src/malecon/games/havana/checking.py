"""What is true of every position of Havana that a game can come to; hand-made ones are held against it.

Each check either passes or raises ``UsageError`` with the reason in one sentence. All of this follows from the rules;
that no real position is refused is tested over whole random games.
"""

from collections.abc import Callable

from malecon.core.bits import bit, has, is_single, members, size_of
from malecon.core.checking import ensure
from malecon.core.journal import new_journal
from malecon.games.havana.buildings import CUBES, DEBRIS
from malecon.games.havana.cards import CARD_COUNT, NAMES, PROTECTION, SIESTA
from malecon.games.havana.engine import asked
from malecon.games.havana.moves import NOTHING_STOLEN, STEALABLE
from malecon.games.havana.questions import CARD, victim_of
from malecon.games.havana.rules.buying import buyable, has_choice
from malecon.games.havana.rules.cards import perform_conservation, perform_refreshment, takeable
from malecon.games.havana.rules.common import ask, coloured_cubes, end_tile, mover
from malecon.games.havana.rules.ending import IDLE, IDLE_WITHOUT_CUBES, TARGET, nothing_to_come
from malecon.games.havana.rules.rounds import look_at_hands
from malecon.games.havana.rules.rows import REFILLED_AT
from malecon.games.havana.rules.setting_up import ALL_ENDS, fetchable, undecided
from malecon.games.havana.rules.thefts import (
    SAFE_COLOURED,
    perform_materials_thief,
    perform_pesos_thief,
    seek_taxpayer,
    stealable,
    victims,
)
from malecon.games.havana.rules.turn import act
from malecon.games.havana.rules.turn_order import number
from malecon.games.havana.state import (
    ALL_CUBES,
    ALL_DEBRIS,
    ALL_WORKERS,
    BUY,
    BY_POINTS,
    CHOOSE,
    COVER,
    CUBES_OF_A_COLOUR,
    FETCH,
    MANY,
    NO_CUBE,
    NO_TILE,
    NONE,
    OVER,
    PAY,
    PERFORM,
    QUESTIONS,
    REFRESH,
    REMOVE,
    ROB,
    ROW_LENGTH,
    RUNNING,
    STALLED,
    STALLED_WITHOUT_CUBES,
    STEAL,
    SWAP,
    TAKE,
    TAKE_BACK,
    TAX,
    State,
)

SET_UP_QUESTIONS = (FETCH, SWAP, CHOOSE)
CLOSED = new_journal(is_open=False)


def asks(state: State) -> str:
    """Return the name of the question."""
    return QUESTIONS[state.question]


def check(state: State) -> None:
    """Refuse a state, whose question is not asked yet, that no game can come to."""
    check_pieces(state)
    check_tiles(state)
    check_round(state)
    for seat in range(state.seats):
        check_player(state, seat)
        check_known_discards(state, seat)
    check_end(state)


def check_pieces(state: State) -> None:
    """Count cubes and workers (HAV-1.1)."""
    for cube, name in enumerate(CUBES):
        owned = sum(state.cubes[: state.seats, cube].tolist())
        count = owned + int(state.bag[cube]) + int(state.centre[cube]) + int(state.box[cube])
        must = ALL_DEBRIS if cube == DEBRIS else CUBES_OF_A_COLOUR
        ensure(count == must, f"{name}: are {count} in bag, centre, box and with players, but must be {must}")
    count = sum(state.workers[: state.seats].tolist()) + int(state.supply_workers)
    ensure(count == ALL_WORKERS, f"workers: are {count} in supply and with players, but must be {ALL_WORKERS}")


def check_tiles(state: State) -> None:
    """Count points, and look at the rows: they are refilled while there is a stack (HAV-5.3, HAV-5.6)."""
    for seat in range(state.seats):
        points = sum(state.tile_points[state.owner == seat].tolist())
        ensure(
            state.points[seat] == points,
            f"players {seat + 1}, points: is {state.points[seat]}, but must be {points} by the tiles",
        )
    for row, length in enumerate(state.row_length.tolist(), start=1):
        refilled = length > REFILLED_AT or state.stack_size == 0
        ensure(refilled, f"row {row}: has {length} tiles, but must be refilled from the stack")
        full = length == ROW_LENGTH or state.question not in SET_UP_QUESTIONS
        ensure(full, f"row {row}: has {length} tiles, but must have {ROW_LENGTH} before the first round")


def check_round(state: State) -> None:
    """Look at the round, the order and what is counted in a round."""
    before = state.question in SET_UP_QUESTIONS
    ensure((state.round_no == 0) == before, f"round: is {state.round_no} at the question {asks(state)}")
    order = state.order[: state.seats].tolist()
    if before:
        ensure(order == sorted(order) and state.turn == 0, "order: must be that of the seats before the first round")
        marks = state.worker_done or state.market_done or state.removed or state.bought or state.idle_rounds
        ensure(not marks, "nothing can be performed, removed or bought before the first round")
    elif state.question != TAKE_BACK:
        check_two_open(state)
        numbers = [int(number(state, seat)) for seat in order]
        ensure(numbers == sorted(numbers), f"order: has the numbers {numbers}, but must begin with the lowest")
    ensure(state.idle_rounds <= state.round_no, f"idle_rounds: is {state.idle_rounds} in round {state.round_no}")
    if state.question == COVER or state.question == TAKE_BACK:
        ensure(not (state.bought and state.idle_rounds), "idle_rounds: must be 0 after a purchase")


def check_two_open(state: State) -> None:
    """Each player has two open cards from the first round on (HAV-2.5)."""
    for seat in range(state.seats):
        ensure(state.shown[seat, 0] != NONE, f"players {seat + 1}, open: are 0 cards, but must be 2")


def check_player(state: State, seat: int) -> None:
    """Look at a player's cards: what lies face down, and whether there is one to lay (HAV-4.5, HAV-4.7)."""
    question = int(state.question)
    laid = sum(card != NONE for card in state.laid[seat].tolist())
    hand = size_of(int(state.hand[seat]))
    place = state.order.tolist().index(seat)
    if question in SET_UP_QUESTIONS:
        possible = (0, 2) if question == CHOOSE else (0,)
        ensure(state.shown[seat, 0] == NONE, f"players {seat + 1}, open: must be empty before the first round")
        ensure(state.discards[seat] == 0, f"players {seat + 1}, discards: must be empty before the first round")
    else:
        check_two_open(state)
        possible = (1,) if question == COVER and place < state.turn else (0,)
    ensure(laid in possible, f"players {seat + 1}, face_down: are {laid} cards, but must be {possible[-1]}")
    has_decided = question == COVER and place < state.turn
    is_to_decide = question == TAKE_BACK and place >= state.turn
    if not has_decided and not is_to_decide:
        ensure(hand > 0, f"players {seat + 1}, hand: is empty, but must hold a card")


def check_known_discards(state: State, seat: int) -> None:
    """Hold what everybody can know of a discard pile against the pile (``guess.py``)."""
    who = f"players {seat + 1}"
    entered, unseen = state.entered[seat].tolist(), int(state.unseen[seat])
    pile, hidden = int(state.discards[seat]), int(state.hand[seat])
    for card in state.laid[seat].tolist():
        hidden |= bit(card) if card != NONE else 0
    taken = []
    for card in range(CARD_COUNT):
        known = entered[card] != NONE
        ensure(known or not has(pile, card), f"{who}, entered: lacks {NAMES[card]}, which is in the discard pile")
        ensure(not known or has(pile | hidden, card), f"{who}, entered: has {NAMES[card]}, which lies open")
        ensure(entered[card] <= unseen, f"{who}, entered: {NAMES[card]} is {entered[card]}, but must be up to {unseen}")
        if known and not has(pile, card):
            taken.append(entered[card])
    ensure(len(taken) == unseen, f"{who}, unseen: is {unseen}, but must be {len(taken)} by hand and discards")
    in_time = all(before <= refreshment for refreshment, before in enumerate(sorted(taken)))
    ensure(in_time, f"{who}, entered: a card in hand was discarded after the last refreshment that can have taken it")


def check_end(state: State) -> None:
    """Hold how the game ended, or that it goes on, against chapter 7."""
    ending, question = int(state.ending), int(state.question)
    ensure((ending == RUNNING) == (question != OVER), f"ending: does not go with the question {asks(state)}")
    points, target = state.points[: state.seats].tolist(), int(TARGET[state.seats])
    turn, may_reach = mover(state), question in (BUY, PAY, OVER) and ending not in (STALLED, STALLED_WITHOUT_CUBES)
    for seat in range(state.seats):
        fits = points[seat] < target or (seat == turn and may_reach)
        ensure(fits, f"players {seat + 1}: has {points[seat]} points, so the game would be over before")
    no_tile = sum(state.row_length.tolist()) + int(state.stack_size) == 0
    no_cube = sum(state.box.tolist()) == ALL_CUBES
    no_purchase = state.idle_rounds >= IDLE
    reached = {
        RUNNING: not (no_tile or no_cube or no_purchase),
        BY_POINTS: points[turn] >= target,
        NO_TILE: no_tile,
        NO_CUBE: no_cube and not no_tile,
        STALLED_WITHOUT_CUBES: state.idle_rounds >= IDLE_WITHOUT_CUBES and nothing_to_come(state) and not no_purchase,
        STALLED: no_purchase,
    }
    ensure(bool(reached[ending]), "ending: is not what tiles, cubes, points and rounds without a purchase say")


def check_question(state: State, victim: int) -> None:
    """Let the rules ask the question again, in place; refuse it if they would not, or not wait for an answer.

    ``victim``: who is taxed, or robbed a second time; -1 if nobody is.
    """
    question = int(state.question)
    check_performing(state, question)
    if question == STEAL and victim != NONE:
        check_second_theft(state, victim)
        state.victim = victim
        ask(state, STEAL, (stealable(state, victim) + bit(NOTHING_STOLEN)) << victim * STEALABLE)
    elif question == TAX:
        ensure(0 <= victim < state.seats, "question: tax needs a victim")
        place = state.order.tolist().index(victim)
        ensure(place > state.turn, f"question: player {victim} does not follow, so cannot be taxed")
        seek_taxpayer(state, place)
    elif question != OVER:
        ASKING[question](state)
    waits = state.question == question and (
        question == OVER or (state.answers != 0 and not is_single(int(state.answers)))
    )
    ensure(
        waits and (question != TAX or victim_of(state) == victim),
        f"question: the game would not ask {QUESTIONS[question]} here",
    )
    state.awaited = asked(state)


def check_performing(state: State, question: int) -> None:
    """Look at the cards that the mover performs and still has to perform (HAV-4.2)."""
    open_cards = [] if state.round_no == 0 else state.shown[mover(state)].tolist()
    left = members(int(state.to_perform))
    for card in left:
        fits = (
            card in open_cards
            and card not in (SIESTA, PROTECTION)
            and (PERFORM <= question <= TAKE or question == OVER)
        )
        ensure(fits, f"question, perform: {NAMES[card]} cannot be left to be performed")
    if question in CARD:
        card = CARD[question]
        fits = card in open_cards and card not in left
        ensure(fits, f"question: {QUESTIONS[question]} needs {NAMES[card]} open and being performed")


def check_second_theft(state: State, victim: int) -> None:
    """Look at a victim who loses a second cube (HAV-6.9)."""
    fits = victim < state.seats and has(victims(state), victim) and coloured_cubes(state, victim) >= SAFE_COLOURED
    ensure(fits, f"question: player {victim} cannot be robbed of a second cube")


def ask_take(state: State) -> None:
    """Ask for a cube for Mama, if so many can be left to take (HAV-6.13)."""
    most = (sum(state.centre[:DEBRIS].tolist()) + 1) // 2
    ensure(1 <= state.to_take <= most, f"question, take: is {state.to_take}, but must be 1 to {most}")
    ask(state, TAKE, takeable(state))


def ask_pay(state: State) -> None:
    """Ask how to pay, if the tile can be bought and in more than one way (HAV-5.5)."""
    seat, end = mover(state), int(state.chosen)
    ensure(state.to_perform == 0, "question: pay must wait until both actions are performed")
    ensure(end != NONE and has(buyable(state, seat), end), "question: pay needs an end whose tile can be bought")
    ask(state, PAY, MANY if has_choice(state, seat, end_tile(state, end)) else 0)


def ask_swap(state: State) -> None:
    """Ask for an end tile, if the fetched tile is one that may be swapped in (HAV-2.2)."""
    tile = int(state.chosen)
    ensure(
        tile != NONE and has(fetchable(state), tile), "question: swap needs a tile of the stack that may be swapped in"
    )
    ask(state, SWAP, ALL_ENDS)


def ask_choose(state: State) -> None:
    """Ask for two cards, if a player has yet to choose and the rows are ready (HAV-2.2, HAV-2.5)."""
    ensure(undecided(state) != 0, "question: all have chosen, so the cards would be revealed")
    ensure(fetchable(state) == 0, "question: a tile of the stack must be swapped in first")
    ask(state, CHOOSE, MANY)


ASKING: dict[int, Callable[[State], None]] = {
    FETCH: lambda state: ask(state, FETCH, fetchable(state)),
    SWAP: ask_swap,
    CHOOSE: ask_choose,
    PERFORM: act,
    REFRESH: lambda state: perform_refreshment(state, mover(state), CLOSED),
    REMOVE: lambda state: perform_conservation(state, mover(state), CLOSED),
    ROB: lambda state: perform_pesos_thief(state, mover(state), CLOSED),
    STEAL: lambda state: perform_materials_thief(state, mover(state), CLOSED),
    TAKE: ask_take,
    BUY: act,
    PAY: ask_pay,
    COVER: lambda state: ask(state, COVER, MANY),
    TAKE_BACK: lambda state: look_at_hands(state, CLOSED),
}
"""By question, what asks it again."""
