"""Havana as generic code knows it."""

from malecon.core.events import Event
from malecon.core.game import Game
from malecon.havana import engine, evaluate, features, guess, policy, prospect  # noqa: F401  they answer the contract
from malecon.havana.events import CHRONICLE, Ended, RoundBegan
from malecon.havana.facts import FACTS
from malecon.havana.moves import BLOCKS, NOTATION
from malecon.havana.options import OPTIONS, SEATS, new_table, read_options, write_options
from malecon.havana.position import read_position, write_position
from malecon.havana.refusal import refuse
from malecon.havana.state import STATE, VERSION
from malecon.havana.view import seen_by


def remark(event: Event) -> str:
    """Return what a record says about an event, to be easy to follow."""
    if isinstance(event, RoundBegan):
        return f"round {event.number}"
    if isinstance(event, Ended):
        return f"the game ended: {event.reason}"
    return ""


HAVANA: Game = Game(
    name="havana",
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
