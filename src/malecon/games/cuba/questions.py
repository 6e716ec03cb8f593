"""The table of questions of Cuba: all that the game asks, and the steps that it takes by itself in between."""

from collections.abc import Iterable
from itertools import product

from malecon.core.contract import Journal
from malecon.core.i18n import N_
from malecon.core.jit import rule
from malecon.core.question import Many, QuestionTable
from malecon.games.cuba import asks, previews, refusals, refusals_of_buildings, resume
from malecon.games.cuba.answers import BILL_PAIRS, EXCHANGES, MOST_AT_ONCE, MOST_PESOS, PAYMENTS, STOCKS
from malecon.games.cuba.boards import DOCKS, FIELD_NAMES, MERCHANDISE, PRODUCTS, RESOURCES
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import ARCHITECT, FOREMAN, MAYOR, NAMES, SHIP_COUNT, TRADESWOMAN, TYPES, WORKER
from malecon.games.cuba.choice import Question
from malecon.games.cuba.rules import (
    characters,
    foreman,
    harbour,
    is_best,
    laws,
    mover,
    parliament,
    plantation,
    rounds,
    setting_up,
    trade,
    uses,
)
from malecon.games.cuba.state import LAPS, STATE, State

ASKED_AS_DUTY = N_("which pieces to pay as the duty, if any")
"""What ``PAY`` asks in the parliament (CUB-7.2)."""


def _pairs(verb: str, pairs: Iterable[tuple[str, ...]]) -> dict[str, int]:
    """Return the notations of pairs in the other order, with their places.

    >>> _pairs("pay", [("wood",), ("wood", "wood"), ("wood", "stone")])
    {'pay stone wood': 2}
    """
    return {f"{verb} {pair[1]} {pair[0]}": place for place, pair in enumerate(pairs) if len({*pair}) > 1}


def _without_accents(verb: str, names: Iterable[str]) -> dict[str, int]:
    """Return the notations of names with an accent, written without it, with their places.

    >>> _without_accents("use", ["dam", "rum café"])
    {'use rum cafe': 1}
    """
    return {f"{verb} {name.replace('é', 'e')}": place for place, name in enumerate(names) if "é" in name}


QUESTION_TABLE = QuestionTable(
    "cuba",
    asks.QUESTIONS,
    refusals.REFUSALS,
    Question(
        number=asks.STOCK,
        asks=N_("which two pieces to begin with"),
        rule="CUB-2.5",
        answers=tuple(f"take {a} {b}" for a, b in STOCKS),
        also=_pairs("take", STOCKS),
        play=setting_up.choose_stock,
        again=resume.stock,
        refuse=refusals.stock,
        preview=previews.stock,
        wait=("CUB-2.5", N_("Player {player} chooses pieces now; it goes in turn order.")),
    ),
    Question(
        number=asks.SEAL,
        asks=N_("which character to seal"),
        rule="CUB-11.1",
        answers=tuple(f"seal {name}" for name in NAMES),
        asked=rounds.unsealed,
        play=rounds.seal,
        again=resume.seal,
        wait=("CUB-11.1", N_("You have sealed a character; player {player} has not yet.")),
    ),
    Question(
        number=asks.PLAY,
        asks=N_("which character to play"),
        rule="CUB-4.1",
        answers=tuple(f"play {name}" for name in NAMES),
        play=characters.play,
        again=resume.play,
        refuse=refusals.play,
        preview=previews.play,
    ),
    Question(
        number=asks.MOVE,
        asks=N_("where the pawn goes"),
        rule="CUB-4.10",
        character=WORKER,
        answers=tuple(f"move to {field}" for field in FIELD_NAMES),
        play=plantation.move,
        again=plantation.begin_worker,
        preview=previews.move,
    ),
    Question(
        number=asks.HARVEST,
        asks=N_("which product field gives"),
        rule="CUB-4.12",
        character=WORKER,
        answers=(*(f"harvest {p}" for p in PRODUCTS), *(f"water {p}" for p in PRODUCTS), "end harvest"),
        play=plantation.harvest,
        again=resume.harvest,
        refuse=refusals.harvest,
        preview=previews.harvest,
    ),
    Question(
        number=asks.TRADE,
        asks=N_("what to buy or sell, or which alternative to take"),
        rule="CUB-4.20",
        character=TRADESWOMAN,
        answers=(
            *(f"buy {kind}" for kind in MERCHANDISE),
            *(f"sell {kind}" for kind in MERCHANDISE),
            *(f"take {piece}" for piece in (*RESOURCES, *PRODUCTS)),
            "end trade",
        ),
        play=trade.trade,
        again=resume.trade,
        refuse=refusals.trade,
        preview=previews.trade_one,
    ),
    Question(
        number=asks.BUILD,
        asks=N_("what to build"),
        rule="CUB-4.30",
        character=ARCHITECT,
        answers=(*(f"build {building}" for building in BUILDINGS), "take points", "build nothing"),
        also=_without_accents("build", BUILDINGS),
        play=plantation.build,
        again=resume.build,
        refuse=refusals_of_buildings.build,
        preview=previews.build,
    ),
    Question(
        number=asks.PLACE,
        asks=N_("where to build"),
        rule="CUB-4.31",
        character=ARCHITECT,
        answers=tuple(f"place on {field}" for field in FIELD_NAMES),
        play=plantation.place,
        again=resume.place,
        refuse=refusals_of_buildings.place,
        preview=previews.place,
    ),
    Question(
        number=asks.USE,
        asks=N_("which building to use"),
        rule="CUB-4.40",
        character=FOREMAN,
        answers=(*(f"use {building}" for building in BUILDINGS), "end use"),
        also=_without_accents("use", BUILDINGS),
        play=foreman.use,
        again=resume.use,
        refuse=refusals_of_buildings.use,
        preview=previews.use,
    ),
    Question(
        number=asks.AMOUNT,
        asks=N_("how many pieces to give"),
        rule="CUB-10.33",
        character=FOREMAN,
        answers=tuple(f"give {count}" for count in range(1, MOST_AT_ONCE + 1)),
        play=uses.give,
        again=resume.use_building,
        refuse=refusals_of_buildings.give,
        preview=previews.give,
    ),
    Question(
        number=asks.PAY,
        asks=N_("which pieces to pay"),
        rule="CUB-4.5",
        character=FOREMAN,
        answers=(*(f"pay {' '.join(pieces)}" for pieces in PAYMENTS), "pay nothing"),
        also=_pairs("pay", PAYMENTS),
        play=uses.pay_what_is_asked,
        again=resume.pay,
        refuse=refusals_of_buildings.pay,
        preview=previews.pay,
    ),
    Question(
        number=asks.EXCHANGE,
        asks=N_("what to exchange"),
        rule="CUB-10.18",
        character=FOREMAN,
        answers=tuple(f"exchange {old} for {new}" for old, new in EXCHANGES),
        play=uses.exchange_piece,
        again=resume.use_building,
        refuse=refusals_of_buildings.exchange,
        preview=previews.exchange,
    ),
    Question(
        number=asks.VETO,
        asks=N_("which bill to remove"),
        rule="CUB-6.1",
        character=FOREMAN,
        answers=tuple(f"veto {bill}" for bill in TYPES),
        play=uses.veto,
        again=resume.use_building,
        refuse=refusals.veto,
    ),
    Question(
        number=asks.SWAP,
        asks=N_("which ship of the pile comes to sea"),
        rule="CUB-10.22",
        character=FOREMAN,
        answers=(*(f"swap ship {ship}" for ship in range(1, SHIP_COUNT + 1)), "swap nothing"),
        play=foreman.swap,
        again=resume.swap,
        refuse=refusals_of_buildings.swap,
    ),
    Question(
        number=asks.LOAD,
        asks=N_("which piece to load on which ship"),
        rule="CUB-4.50",
        character=MAYOR,
        answers=(
            *(f"load {kind} on dock {dock}" for dock, kind in product(range(1, DOCKS + 1), MERCHANDISE)),
            "take pesos",
            "end loading",
        ),
        play=harbour.load,
        again=resume.load,
        refuse=refusals_of_buildings.load,
        preview=previews.load,
    ),
    Question(
        number=asks.BID,
        asks=N_("how many pesos to bid for votes"),
        rule="CUB-5.2",
        answers=tuple(f"bid {pesos}" for pesos in range(MOST_PESOS + 1)),
        many=Many(parliament.list_bids, parliament.sample_bid),
        asked=parliament.undecided,
        play=parliament.bid,
        again=resume.bid,
        refuse=refusals.bid,
        preview=previews.bid,
        wait=("CUB-5.2", N_("You have bid; player {player} has not yet.")),
    ),
    Question(
        number=asks.ENACT,
        asks=N_("which two bills become law"),
        rule="CUB-5.3",
        answers=tuple(f"enact {TYPES[a]} {TYPES[b]}" for a, b in BILL_PAIRS),
        also=_pairs("enact", ((TYPES[a], TYPES[b]) for a, b in BILL_PAIRS)),
        play=parliament.enact,
        again=resume.enact,
        refuse=refusals.enact,
        wait=("CUB-5.3", N_("Player {player} has won the vote and chooses two bills.")),
    ),
    Question(
        number=asks.PAY_TAX,
        asks=N_("whether to pay the tax"),
        rule="CUB-7.1",
        answers=("pay tax", "leave tax"),
        play=laws.pay_tax,
        again=resume.pay_tax,
        preview=previews.pay_tax,
        wait=refusals.DECIDES_NOW,
    ),
)
FIRST, NOTATION = QUESTION_TABLE.first, QUESTION_TABLE.notation


@rule
def step(state: State, journal: Journal) -> None:
    """Take the step that comes next without anybody's choice."""
    if state.question == asks.END_TURN:
        rounds.end_turn(state, journal)
    elif state.question == asks.BEGIN_TURN:
        rounds.begin_turn(state, journal)
    elif state.question == asks.GO_ON_USING:
        foreman.go_on_using(state, journal)
    elif state.question == asks.COLLECT:
        laws.collect(state, journal)
    elif state.question == asks.COUNT_VOTES:
        parliament.count_votes(state, journal)
    elif state.question == asks.BEGIN_ROUND:
        rounds.begin_round(state, journal)
    else:  # END_ROUND
        rounds.end_round(state, journal)


@rule
def stage(state: State) -> int:
    """Count the laps and parliaments that have begun; 0 during the set-up."""
    return state.round_no * (LAPS + 1) + state.lap


QUESTION_TABLE.register(STATE, setting_up.lay_out, step, mover, is_best, stage)
