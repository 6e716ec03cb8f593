"""The rules of Cuba as generic code calls them."""

from malecon.core.engine import Engine, Event
from malecon.games.cuba import engine, guess
from malecon.games.cuba.ai import evaluation, features, policy, value_features
from malecon.games.cuba.events import CHRONICLE, Ended, RoundBegan
from malecon.games.cuba.moves import BLOCKS, NOTATION
from malecon.games.cuba.options import new_state, read_options, write_options
from malecon.games.cuba.position import read_position, write_position
from malecon.games.cuba.seen_by import seen_by
from malecon.games.cuba.state import STATE, State
from malecon.games.cuba.text.refusals import refuse
from malecon.games.cuba.view import View


def remark(event: Event) -> str:
    """Return what a record says about an event, to be easy to follow."""
    if isinstance(event, RoundBegan):
        return f"round {event.number}"
    if isinstance(event, Ended):
        return "the game ended"
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
