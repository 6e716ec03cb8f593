"""Havana as generic code knows it."""

from malecon.core.events import Event
from malecon.core.game import Game
from malecon.games.havana import (
    engine,  # noqa: F401  they answer the contract
    guess,  # noqa: F401  they answer the contract
)
from malecon.games.havana.ai import (
    evaluation,  # noqa: F401  they answer the contract
    features,
    policy,  # noqa: F401  they answer the contract
)
from malecon.games.havana.ai.value_features import VALUE_FEATURES
from malecon.games.havana.events import CHRONICLE, Ended, RoundBegan
from malecon.games.havana.moves import BLOCKS, NOTATION
from malecon.games.havana.options import OPTIONS, SEATS, new_state, read_options, write_options
from malecon.games.havana.position import read_position, write_position
from malecon.games.havana.state import STATE, VERSION
from malecon.games.havana.text.refusals import refuse
from malecon.games.havana.view import seen_by


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
    value_features=VALUE_FEATURES,
    new_state=new_state,
    seen_by=seen_by,
    write_position=write_position,
    read_position=read_position,
    refuse=refuse,
    write_options=write_options,
    read_options=read_options,
    remark=remark,
)
