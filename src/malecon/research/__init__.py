"""The games as environments for research, in the conventions of PettingZoo, Gymnasium and OpenSpiel.

>>> import malecon.research
>>> env = malecon.research.aec("havana", seats=2)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_0'

Each name is loaded with its module when it is first asked for, and needs what the extra ``research`` installs. The
modules ``gymnasium``, ``pettingzoo`` and ``openspiel`` register the games when they are imported.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from malecon.core.errors import suggestion

if TYPE_CHECKING:
    from malecon.research.batches.batch import batch
    from malecon.research.data.collation import collate
    from malecon.research.data.dataset import make_data
    from malecon.research.data.loading import load_data
    from malecon.research.evaluation.blocks import evaluate
    from malecon.research.evaluation.protocol import check_benchmark
    from malecon.research.evaluation.results import read_evaluation
    from malecon.research.executors import executor_for
    from malecon.research.leaks import audit
    from malecon.research.pettingzoo import aec, parallel
    from malecon.research.pufferlib import puffer
    from malecon.research.text_agent import ChatModel, TextAgent

__all__ = [
    "ChatModel",
    "TextAgent",
    "aec",
    "audit",
    "batch",
    "check_benchmark",
    "collate",
    "evaluate",
    "executor_for",
    "load_data",
    "make_data",
    "parallel",
    "puffer",
    "read_evaluation",
]

# No module here may be called like one of the names: it would take its place when it is imported.
_MODULES = {
    "ChatModel": "text_agent",
    "TextAgent": "text_agent",
    "aec": "pettingzoo",
    "audit": "leaks",
    "batch": "batches.batch",
    "check_benchmark": "evaluation.protocol",
    "collate": "data.collation",
    "evaluate": "evaluation.blocks",
    "executor_for": "executors",
    "load_data": "data.loading",
    "make_data": "data.dataset",
    "parallel": "pettingzoo",
    "puffer": "pufferlib",
    "read_evaluation": "evaluation.results",
}
"""The module of each name."""


def __getattr__(name: str) -> Any:
    """Load a name of the package, or a game as a module of PettingZoo: ``havana_v0``, and so on."""
    module = "pettingzoo" if name.endswith("_v0") else _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{suggestion(name, __all__)}")
    return getattr(import_module(f"{__name__}.{module}"), name)


def __dir__() -> list[str]:
    """Return the names of the package, those that are not loaded yet too."""
    return sorted({*globals(), *__all__})
