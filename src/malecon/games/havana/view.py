"""The view: what a viewer may know of a position, which nothing else decides (HAV-1.4).

Each type stands with the function that fills it in. Everything is copied into plain words, field by field; what is not
named here or in ``player_view.py`` is seen by nobody. Hidden are hands, discard piles and face-down cards of others,
the order of the stack, and the key. Seats are 0-based, tiles their ids.
"""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import astuple, replace

from malecon.core import contract
from malecon.core.codecs import members
from malecon.core.jit import uncompiled
from malecon.core.options import played_options
from malecon.core.position_key import MOST_POSITIONS, PositionKey
from malecon.games.havana import asks
from malecon.games.havana.answers import victim_of
from malecon.games.havana.buildings import Building
from malecon.games.havana.cards import NAMES
from malecon.games.havana.choice import Choice
from malecon.games.havana.options import tiles_of
from malecon.games.havana.player_view import Cubes, PlayerSeen, cards_in, own_seen, player_seen, tiles_with
from malecon.games.havana.questions import QUESTION_TABLE
from malecon.games.havana.rows_view import TileSeen, rows_seen
from malecon.games.havana.rules import TARGET, mover
from malecon.games.havana.state import BOX, EDITIONS, ENDINGS, ENDS, NONE, State


class Question(Struct, frozen=True):
    """What the game waits for.

    Attributes:
        kind: place in the rules, e.g. ``buy``.
        asks: the question in words.
        seats: who may answer.
        card: the card whose action is under way.
        cards: those that the mover still has to perform.
        victim: who is taxed, or robbed a second time.
        count: coloured cubes that Mama still takes.
        end: the end whose tile is being paid.
        tile: the tile of the stack that is being swapped in, for who swaps.
    """

    kind: str
    asks: str
    seats: tuple[int, ...]
    card: str | None
    cards: tuple[str, ...]
    victim: int | None
    count: int | None
    end: str | None
    tile: int | None


def _question_seen(state: State) -> Question:
    """Return the question that the game asks; the tile that is being swapped in lies open (HAV-2.2)."""
    question, victim = int(state.question), uncompiled(victim_of)(state)
    asked = QUESTION_TABLE.get(question)
    return Question(
        kind=asks.QUESTIONS[question],
        asks=asked.asks if asked else "",
        seats=tuple(members(state.awaited)),
        card=NAMES[asked.card] if asked and asked.card is not None else None,
        cards=cards_in(state.to_perform) if question >= asks.PERFORM else (),
        victim=None if victim == NONE else victim,
        count=int(state.to_take) if question == asks.TAKE else None,
        end=ENDS[state.chosen] if question == asks.PAY else None,
        tile=int(state.chosen) + 1 if question == asks.SWAP else None,
    )


class View(Struct, frozen=True):
    """A position as one viewer may know it.

    Attributes:
        viewer: seat, or ``None`` for a spectator.
        version: of the rules by which the game is played.
        tiles: all tiles of this game, wherever they are.
        ages: seats, the youngest first.
        round: from 1; 0 is the set-up.
        order: seats as they act in this round; empty before the first.
        turn: whose turn it is, in phase 1 and 3.
        first_plots: empty plots to the left of each row, until it is refilled.
        stack: the tiles that are left in it, by id: their order is hidden.
        target: points that win.
        idle_rounds: finished phases 1 in a row without a purchase.
        ending: how the game ended; empty before.
        choices: the legal actions of the viewer, if the viewer is asked.
        options: the words and flags that are played, by name.
    """

    viewer: int | None
    seats: int
    version: int
    edition: str
    tiles: tuple[Building, ...]
    ages: tuple[int, ...]
    round: int
    question: Question
    order: tuple[int, ...]
    turn: int | None
    rows: tuple[tuple[TileSeen, ...], ...]
    first_plots: tuple[int, ...]
    stack: tuple[Building, ...]
    centre: Cubes
    centre_pesos: int
    bag: Cubes
    box: Cubes
    box_tiles: tuple[int, ...]
    supply_workers: int
    worker_performed: bool
    black_market_performed: bool
    tile_removed: bool
    bought: bool
    idle_rounds: int
    target: int
    players: tuple[PlayerSeen, ...]
    ending: str
    winners: tuple[int, ...]
    options: dict[str, str | bool]
    choices: tuple[Choice, ...]

    @property
    def square(self) -> tuple[int, ...]:
        """What lies in the centre, in the order of ``PIECES``."""
        return (*astuple(self.centre), 0, self.centre_pesos)


@lru_cache(MOST_POSITIONS)
def _seen_by_all(position: PositionKey[State]) -> View:
    """Return the view of a spectator: what all may know."""
    state = position.state
    tiles = tiles_of(state)
    return View(
        viewer=None,
        seats=int(state.seats),
        version=int(state.version),
        edition=EDITIONS[state.edition],
        tiles=tiles,
        ages=tuple(sorted(range(int(state.seats)), key=lambda seat: int(state.age[seat]))),
        round=int(state.round_no),
        question=_question_seen(state),
        order=tuple(state.order[: state.seats].tolist()) if state.round_no > 0 else (),
        turn=uncompiled(mover)(state) if state.round_no > 0 and state.question != asks.OVER else None,
        rows=rows_seen(state, tiles, None),
        first_plots=tuple(state.first_plot.tolist()),
        stack=tuple(tiles[tile] for tile in sorted(state.stack[: state.stack_size].tolist())),
        centre=Cubes(*state.centre.tolist()),
        centre_pesos=int(state.centre_pesos),
        bag=Cubes(*state.bag.tolist()),
        box=Cubes(*state.box.tolist()),
        box_tiles=tiles_with(state, BOX),
        supply_workers=int(state.supply_workers),
        worker_performed=bool(state.worker_done),
        black_market_performed=bool(state.market_done),
        tile_removed=bool(state.removed),
        bought=bool(state.bought),
        idle_rounds=int(state.idle_rounds),
        target=int(TARGET[state.seats]),
        players=tuple(player_seen(state, seat) for seat in range(state.seats)),
        ending=ENDINGS[state.ending],
        winners=contract.winners(state),
        options=played_options(State.OPTIONS, state),
        choices=(),
    )


def seen_by(state: State, viewer: int | None) -> View:
    """Return the view of ``viewer``, a seat; ``None`` is a spectator. A seat knows of itself what others do not."""
    view = _seen_by_all(PositionKey(state))
    if viewer is None:
        return view
    own = own_seen(view.players[viewer], state)
    return replace(
        view,
        viewer=viewer,
        rows=rows_seen(state, view.tiles, viewer),
        players=(*view.players[:viewer], own, *view.players[viewer + 1 :]),
        choices=QUESTION_TABLE.choices(state, viewer, Choice),
    )
