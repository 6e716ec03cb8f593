"""Checks of a hand-made position of Havana: a game can come to it.

Each check either passes or raises ``UsageError`` with the reason in one sentence. All of this follows from the rules;
that no real position is refused is tested over whole random games.
"""

from itertools import chain
from typing import Any

from malecon.core.bit_set import bit, has, size_of
from malecon.core.codecs import members
from malecon.core.position_checks import ensure, ensure_each_once, who
from malecon.games.havana import asks
from malecon.games.havana.buildings import CUBES, DEBRIS
from malecon.games.havana.cards import CARD_COUNT, NAMES, PROTECTION, SIESTA
from malecon.games.havana.questions import QUESTION_TABLE
from malecon.games.havana.rules import IDLE, IDLE_WITHOUT_CUBES, REFILLED_AT, TARGET, mover, nothing_to_come
from malecon.games.havana.rules.order import number
from malecon.games.havana.state import (
    ALL_CUBES,
    ALL_DEBRIS,
    ALL_WORKERS,
    BY_POINTS,
    CUBES_OF_A_COLOUR,
    NO_CUBE,
    NO_TILE,
    NONE,
    ROW_LENGTH,
    RUNNING,
    STALLED,
    STALLED_WITHOUT_CUBES,
    State,
)

SET_UP_QUESTIONS = (asks.FETCH, asks.SWAP, asks.CHOOSE)


def _check_two_open(state: State) -> None:
    """Each player has two open cards from the first round on (HAV-2.5)."""
    for seat in range(state.seats):
        ensure(state.shown[seat, 0] != NONE, f"{who(seat)}, open: are 0 cards, but must be 2")


def _check_player(state: State, seat: int) -> None:
    """Look at a player's cards: what lies face down, and whether there is one to lay (HAV-4.5, HAV-4.7)."""
    question = int(state.question)
    laid = sum(card != NONE for card in state.laid[seat].tolist())
    hand = size_of(int(state.hand[seat]))
    place = state.order.tolist().index(seat)
    if question in SET_UP_QUESTIONS:
        possible = (0, 2) if question == asks.CHOOSE else (0,)
        ensure(state.shown[seat, 0] == NONE, f"{who(seat)}, open: must be empty before the first round")
        ensure(state.discards[seat] == 0, f"{who(seat)}, discards: must be empty before the first round")
    else:
        _check_two_open(state)
        possible = (1,) if question == asks.COVER and place < state.turn else (0,)
    ensure(laid in possible, f"{who(seat)}, face_down: are {laid} cards, but must be {possible[-1]}")
    has_decided = question == asks.COVER and place < state.turn
    is_to_decide = question == asks.TAKE_BACK and place >= state.turn
    if not has_decided and not is_to_decide:
        ensure(hand > 0, f"{who(seat)}, hand: is empty, but must hold a card")


def _check_known_discards(state: State, seat: int) -> None:
    """Hold what everybody can know of a discard pile against the pile (``guess.py``)."""
    entered, unseen = state.entered[seat].tolist(), int(state.unseen[seat])
    pile, hidden = int(state.discards[seat]), int(state.hand[seat])
    for card in state.laid[seat].tolist():
        hidden |= bit(card) if card != NONE else 0
    taken = []
    for card in range(CARD_COUNT):
        known = entered[card] != NONE
        ensure(known or not has(pile, card), f"{who(seat)}, entered: lacks {NAMES[card]}, which is in the discard pile")
        ensure(not known or has(pile | hidden, card), f"{who(seat)}, entered: has {NAMES[card]}, which lies open")
        ensure(
            entered[card] <= unseen,
            f"{who(seat)}, entered: {NAMES[card]} is {entered[card]}, but must be up to {unseen}",
        )
        if known and not has(pile, card):
            taken.append(entered[card])
    ensure(len(taken) == unseen, f"{who(seat)}, unseen: is {unseen}, but must be {len(taken)} by hand and discards")
    in_time = all(before <= refreshment for refreshment, before in enumerate(sorted(taken)))
    ensure(
        in_time, f"{who(seat)}, entered: a card in hand was discarded after the last refreshment that can have taken it"
    )


def _question_name(state: State) -> str:
    return asks.QUESTIONS[state.question]


def check_each_once(position: Any, state: State) -> None:
    """Refuse a position in which a tile, a seat or a card is missing, strange or there twice."""
    tiles = [*position.rows, position.stack, position.box_tiles, *(player.tiles for player in position.players)]
    ensure_each_once("tile", list(chain(*tiles)), range(1, state.tiles + 1))
    ensure_each_once("order: seat", position.order, range(state.seats))
    ensure(position.turn < state.seats, f"turn is {position.turn}, but must be 0 to {state.seats - 1}")
    for seat, player in enumerate(position.players):
        laid = [one.card for one in player.face_down]
        ensure_each_once(f"{who(seat)}: card", [*player.hand, *player.discards, *player.open, *laid], NAMES)
        ensure(len(player.open) in (0, 2), f"{who(seat)}, open: are {len(player.open)} cards, but must be 2")
        for one in player.face_down if {one.covers for one in player.face_down} != {None} else ():
            is_open = one.covers in player.open
            ensure(is_open, f"{who(seat)}, face_down: {one.card} covers {one.covers}, but must cover an open card")


def check(state: State) -> None:
    """Refuse a state, whose question is not asked yet, that no game can come to."""
    _check_pieces(state)
    _check_tiles(state)
    _check_round(state)
    for seat in range(state.seats):
        _check_player(state, seat)
        _check_known_discards(state, seat)
    _check_end(state)
    _check_performing(state)


def _check_pieces(state: State) -> None:
    """Count cubes and workers (HAV-1.1)."""
    for cube, name in enumerate(CUBES):
        owned = sum(state.cubes[: state.seats, cube].tolist())
        count = owned + int(state.bag[cube]) + int(state.centre[cube]) + int(state.box[cube])
        must = ALL_DEBRIS if cube == DEBRIS else CUBES_OF_A_COLOUR
        ensure(count == must, f"{name}: are {count} in bag, centre, box and with players, but must be {must}")
    count = sum(state.workers[: state.seats].tolist()) + int(state.supply_workers)
    ensure(count == ALL_WORKERS, f"workers: are {count} in supply and with players, but must be {ALL_WORKERS}")


def _check_tiles(state: State) -> None:
    """Count points, and look at the rows: they are refilled while there is a stack (HAV-5.3, HAV-5.6)."""
    for seat in range(state.seats):
        points = sum(state.tile_points[state.owner == seat].tolist())
        ensure(
            state.points[seat] == points,
            f"{who(seat)}, points: is {state.points[seat]}, but must be {points} by the tiles",
        )
    for row, length in enumerate(state.row_length.tolist(), start=1):
        refilled = length > REFILLED_AT or state.stack_size == 0
        ensure(refilled, f"row {row}: has {length} tiles, but must be refilled from the stack")
        begin = int(state.first_plot[row - 1])
        ensure(begin + length <= ROW_LENGTH, f"row {row}: {length} tiles do not fit behind {begin} empty plots")
        full = length == ROW_LENGTH or state.question not in SET_UP_QUESTIONS
        ensure(full, f"row {row}: has {length} tiles, but must have {ROW_LENGTH} before the first round")


def _check_round(state: State) -> None:
    """Look at the round, the order and what is counted in a round."""
    before = state.question in SET_UP_QUESTIONS
    ensure((state.round_no == 0) == before, f"round: is {state.round_no} at the question {_question_name(state)}")
    order = state.order[: state.seats].tolist()
    if before:
        ensure(order == sorted(order) and state.turn == 0, "order: must be that of the seats before the first round")
        marks = state.worker_done or state.market_done or state.removed or state.bought or state.idle_rounds
        ensure(not marks, "nothing can be performed, removed or bought before the first round")
    elif state.question != asks.TAKE_BACK:
        _check_two_open(state)
        numbers = [int(number(state, seat)) for seat in order]
        ensure(numbers == sorted(numbers), f"order: has the numbers {numbers}, but must begin with the lowest")
    ensure(state.idle_rounds <= state.round_no, f"idle_rounds: is {state.idle_rounds} in round {state.round_no}")
    if state.question == asks.COVER or state.question == asks.TAKE_BACK:
        ensure(not (state.bought and state.idle_rounds), "idle_rounds: must be 0 after a purchase")


def _check_end(state: State) -> None:
    """Hold how the game ended, or that it goes on, against chapter 7."""
    ending, question = int(state.ending), int(state.question)
    ensure(
        (ending == RUNNING) == (question != asks.OVER), f"ending: does not go with the question {_question_name(state)}"
    )
    points, target = state.points[: state.seats].tolist(), int(TARGET[state.seats])
    turn, may_reach = (
        mover(state),
        question in (asks.BUY, asks.PAY, asks.OVER) and ending not in (STALLED, STALLED_WITHOUT_CUBES),
    )
    for seat in range(state.seats):
        fits = points[seat] < target or (seat == turn and may_reach)
        ensure(fits, f"{who(seat)}: has {points[seat]} points, so the game would be over before")
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


def _check_performing(state: State) -> None:
    """Look at the cards that the mover performs and still has to perform (HAV-4.2)."""
    number, question = int(state.question), QUESTION_TABLE.get(int(state.question))
    open_cards = [] if state.round_no == 0 else state.shown[mover(state)].tolist()
    left = members(int(state.to_perform))
    for card in left:
        fits = (
            card in open_cards
            and card not in (SIESTA, PROTECTION)
            and (asks.PERFORM <= number <= asks.TAKE or number == asks.OVER)
        )
        ensure(fits, f"question, perform: {NAMES[card]} cannot be left to be performed")
    if question and question.card is not None:
        fits = question.card in open_cards and question.card not in left
        ensure(fits, f"question: {_question_name(state)} needs {NAMES[question.card]} open and being performed")
