"""Cuba as generic code knows it."""

from malecon.core.events import Event
from malecon.core.game import Game
from malecon.games.cuba import (
    engine,  # noqa: F401  they answer the contract
    guess,  # noqa: F401  they answer the contract
)
from malecon.games.cuba.ai import (
    evaluation,  # noqa: F401  they answer the contract
    features,
    policy,  # noqa: F401  they answer the contract
)
from malecon.games.cuba.ai.value_features import VALUE_FEATURES
from malecon.games.cuba.events import CHRONICLE, Ended, RoundBegan
from malecon.games.cuba.moves import BLOCKS, NOTATION
from malecon.games.cuba.options import OPTIONS, SEATS, new_state, read_options, write_options
from malecon.games.cuba.position import read_position, write_position
from malecon.games.cuba.state import STATE, VERSION
from malecon.games.cuba.text.refusals import refuse
from malecon.games.cuba.view import seen_by


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
