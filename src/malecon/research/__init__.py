"""The games as environments for research, in the conventions of PettingZoo, Gymnasium and OpenSpiel.

>>> import malecon.research
>>> env = malecon.research.aec("havana", seats=2)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_0'

Each name is loaded with its module when it is first asked for, and needs what the extra ``research`` installs. No
module here may be called like one of the names: it would take its place when it is imported. The modules ``gymnasium``,
``pettingzoo`` and ``openspiel`` register the games when they are imported.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from malecon.core.errors import suggestion

if TYPE_CHECKING:
    from malecon.research.batches.batch import batch
    from malecon.research.data.dataset import make_data
    from malecon.research.evaluation.blocks import evaluate
    from malecon.research.evaluation.results import read_evaluation
    from malecon.research.executors import executor_for
    from malecon.research.leaks import audit
    from malecon.research.pettingzoo import aec, parallel
    from malecon.research.pufferlib import puffer

__all__ = ["aec", "audit", "batch", "evaluate", "executor_for", "make_data", "parallel", "puffer", "read_evaluation"]

_MODULES = {
    "aec": "pettingzoo",
    "audit": "leaks",
    "batch": "batches.batch",
    "evaluate": "evaluation.blocks",
    "executor_for": "executors",
    "make_data": "data.dataset",
    "parallel": "pettingzoo",
    "puffer": "pufferlib",
    "read_evaluation": "evaluation.results",
}
"""The module of each name."""


def __getattr__(name: str) -> object:
    """Load a name of the package."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{suggestion(name, __all__)}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    """Return the names of the package, those that are not loaded yet too."""
    return sorted({*globals(), *__all__})
