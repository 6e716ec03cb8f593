"""The table of questions of Havana: all that the game asks, and the steps that it takes by itself in between."""

from itertools import product

from malecon.core.contract import Journal
from malecon.core.i18n import N_
from malecon.core.jit import rule
from malecon.core.question import Many, QuestionTable
from malecon.games.havana import asks, previews, refusals, resume
from malecon.games.havana.answers import PAIRS, TAXABLE, WAYS, payment
from malecon.games.havana.buildings import COLOURS, CUBES, MAX_TILES, PIECES, WORKER
from malecon.games.havana.cards import (
    CONSERVATION,
    MAMA,
    MATERIALS_THIEF,
    NAMES,
    PESOS_THIEF,
    REFRESHMENT,
    TAX_COLLECTOR,
)
from malecon.games.havana.choice import Question
from malecon.games.havana.rules import buying, cards, is_best, mover, payments, rounds, setting_up, turn
from malecon.games.havana.state import ENDS, MAX_SEATS, STATE, State

SEATS = range(1, MAX_SEATS + 1)
"""Seats as notations count them."""

QUESTION_TABLE = QuestionTable(
    "havana",
    asks.QUESTIONS,
    refusals.REFUSALS,
    Question(
        number=asks.CHOOSE,
        asks=N_("which two cards to lay first"),
        rule="HAV-2.5",
        answers=tuple(f"choose {NAMES[a]} {NAMES[b]}" for a, b in PAIRS),
        also={f"choose {NAMES[b]} {NAMES[a]}": pair for pair, (a, b) in enumerate(PAIRS.tolist())},
        many=Many(setting_up.list_pairs, setting_up.sample_pair),
        asked=setting_up.undecided,
        play=setting_up.choose,
        again=resume.choose,
        preview=previews.choose,
        wait=("HAV-2.5", N_("You have laid your two cards; player {player} has not yet.")),
    ),
    Question(
        number=asks.FETCH,
        asks=N_("which house of the stack comes into the rows"),
        rule="HAV-2.2",
        answers=tuple(f"fetch {tile}" for tile in range(1, MAX_TILES + 1)),
        asked=setting_up.preparing,
        play=setting_up.fetch,
        again=resume.fetch,
        refuse=refusals.fetch,
        wait=("HAV-2.2", N_("The oldest player, {player}, prepares the rows.")),
    ),
    Question(
        number=asks.SWAP,
        asks=N_("which house at an end goes into the stack"),
        rule="HAV-2.2",
        answers=tuple(f"swap {end}" for end in ENDS),
        asked=setting_up.preparing,
        play=setting_up.swap,
        again=resume.swap,
        wait=("HAV-2.2", N_("The oldest player, {player}, prepares the rows.")),
    ),
    Question(
        number=asks.PERFORM,
        asks=N_("which card to perform now"),
        rule="HAV-4.2",
        answers=tuple(f"perform {name}" for name in NAMES),
        play=turn.perform,
        again=turn.act,
        refuse=refusals.perform,
        preview=previews.perform,
    ),
    Question(
        number=asks.REFRESH,
        asks=N_("which card to take from the discard pile"),
        rule="HAV-6.1",
        card=REFRESHMENT,
        answers=tuple(f"refresh {name}" for name in (*NAMES, "nothing")),
        play=cards.refresh,
        again=resume.refresh,
        refuse=refusals.refresh,
    ),
    Question(
        number=asks.REMOVE,
        asks=N_("which house at an end to remove"),
        rule="HAV-6.4",
        card=CONSERVATION,
        answers=tuple(f"remove {end}" for end in (*ENDS, "nothing")),
        play=cards.remove,
        again=resume.remove,
        refuse=refusals.remove,
    ),
    Question(
        number=asks.TAX,
        asks=N_("which piece a player loses"),
        rule="HAV-6.5",
        card=TAX_COLLECTOR,
        answers=tuple(f"tax {piece} from {seat}" for seat, piece in product(SEATS, PIECES[:TAXABLE])),
        play=cards.tax,
        again=resume.tax,
        refuse=refusals.tax,
    ),
    Question(
        number=asks.ROB,
        asks=N_("whom to rob"),
        rule="HAV-6.8",
        card=PESOS_THIEF,
        answers=tuple(f"rob {seat}" for seat in SEATS),
        play=cards.rob,
        again=resume.rob,
        refuse=refusals.rob,
        preview=previews.rob,
    ),
    Question(
        number=asks.STEAL,
        asks=N_("which cube to steal"),
        rule="HAV-6.9",
        card=MATERIALS_THIEF,
        answers=tuple(f"steal {cube} from {seat}" for seat, cube in product(SEATS, (*CUBES, "nothing"))),
        play=cards.steal,
        again=resume.steal,
        refuse=refusals.steal,
        preview=previews.steal,
    ),
    Question(
        number=asks.TAKE,
        asks=N_("which coloured cube to take"),
        rule="HAV-6.13",
        card=MAMA,
        answers=tuple(f"take {colour}" for colour in COLOURS),
        play=cards.take,
        again=resume.take,
        refuse=refusals.take,
        preview=previews.take,
    ),
    Question(
        number=asks.BUY,
        asks=N_("which house to buy, or to end the turn"),
        rule="HAV-5.1",
        answers=(*(f"buy {end}" for end in ENDS), "end turn"),
        play=turn.buy_or_end_turn,
        again=turn.act,
        refuse=refusals.buy,
        preview=previews.buy,
    ),
    Question(
        number=asks.PAY,
        asks=N_("how to pay"),
        rule="HAV-5.5",
        answers=tuple(payment(way) for way in range(WAYS**WORKER)),
        many=Many(payments.list_payments, payments.sample_payment),
        play=buying.pay,
        again=resume.pay,
        refuse=refusals.pay,
        preview=previews.pay,
    ),
    Question(
        number=asks.COVER,
        asks=N_("which open card to cover, and with which card"),
        rule="HAV-4.5",
        answers=tuple(f"cover {covered} with {new}" for covered, new in product(NAMES, NAMES)),
        many=Many(rounds.list_covers, rounds.sample_cover),
        play=rounds.cover,
        again=resume.cover,
        refuse=refusals.cover,
        preview=previews.cover,
        wait=("HAV-4.5", N_("Player {player} lays a card now; it goes in the order of the round.")),
    ),
    Question(
        number=asks.TAKE_BACK,
        asks=N_("whether to take back the discard pile"),
        rule="HAV-4.7",
        answers=("take back", "keep discards"),
        play=rounds.take_back,
        again=resume.take_back,
        wait=("HAV-4.8", N_("Player {player} decides about the discard pile now.")),
    ),
)
FIRST, NOTATION = QUESTION_TABLE.first, QUESTION_TABLE.notation


@rule
def step(state: State, journal: Journal) -> None:
    """Take the step that comes next without anybody's choice."""
    if state.question == asks.ACT:
        turn.act(state)
    elif state.question == asks.BEGIN_TURN:
        turn.begin_turn(state, journal)
    elif state.question == asks.REVEAL:
        rounds.reveal_all(state, journal)
    else:  # LOOK_AT_HANDS
        rounds.look_at_hands(state, journal)


@rule
def stage(state: State) -> int:
    """Count the phases 3 that have begun; -1 during the set-up."""
    if state.question == asks.COVER or state.question == asks.TAKE_BACK:
        return state.round_no
    return state.round_no - 1


QUESTION_TABLE.register(STATE, setting_up.lay_out, step, mover, is_best, stage)
