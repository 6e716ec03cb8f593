"""The rules of Havana as generic code calls them."""

from malecon.core.engine import Engine, Event
from malecon.games.havana import engine, guess
from malecon.games.havana.ai import evaluation, features, policy, value_features
from malecon.games.havana.events import CHRONICLE, Ended, RoundBegan
from malecon.games.havana.moves import BLOCKS, NOTATION
from malecon.games.havana.options import new_state, read_options, write_options
from malecon.games.havana.position import read_position, write_position
from malecon.games.havana.seen_by import seen_by
from malecon.games.havana.state import STATE, State
from malecon.games.havana.text.refusals import refuse
from malecon.games.havana.view import View


def remark(event: Event) -> str:
    """Return what a record says about an event, to be easy to follow."""
    if isinstance(event, RoundBegan):
        return f"round {event.number}"
    if isinstance(event, Ended):
        return f"the game ended: {event.reason}"
    return ""


ENGINE: Engine[State, View] = Engine(
    answers=(engine, guess, evaluation, features, policy, value_features),
    state=STATE,
    notation=NOTATION,
    chronicle=CHRONICLE,
    widest=max(map(len, BLOCKS)),
    new_state=new_state,
    seen_by=seen_by,
    write_position=write_position,
    read_position=read_position,
    refuse=refuse,
    write_options=write_options,
    read_options=read_options,
    remark=remark,
)
