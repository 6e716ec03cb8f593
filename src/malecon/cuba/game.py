"""Cuba as generic code knows it."""

from malecon.core.events import Event
from malecon.core.game import Game
from malecon.cuba import engine, evaluate, features, guess, policy, prospect  # noqa: F401  they answer the contract
from malecon.cuba.events import CHRONICLE, Ended, RoundBegan
from malecon.cuba.facts import FACTS
from malecon.cuba.moves import BLOCKS, NOTATION
from malecon.cuba.options import OPTIONS, SEATS, new_table, read_options, write_options
from malecon.cuba.position import read_position, write_position
from malecon.cuba.refusal import refuse
from malecon.cuba.state import STATE, VERSION
from malecon.cuba.view import seen_by


def remark(event: Event) -> str:
    """Return what a record says about an event, to be easy to follow."""
    if isinstance(event, RoundBegan):
        return f"round {event.number}"
    if isinstance(event, Ended):
        return "the game ended"
    return ""


CUBA: Game = Game(
    name="cuba",
    version=VERSION,
    seats=SEATS,
    options=OPTIONS,
    state=STATE,
    notation=NOTATION,
    chronicle=CHRONICLE,
    widest=max(map(len, BLOCKS)),
    observation=features.OBSERVATION,
    facts=FACTS,
    new_state=new_table,
    seen_by=seen_by,
    write_position=write_position,
    read_position=read_position,
    refuse=refuse,
    write_options=write_options,
    read_options=read_options,
    remark=remark,
)
