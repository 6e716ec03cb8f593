"""Whether a plot can be drawn: only some people have what draws it."""

import importlib.util
from pathlib import Path

from malecon.core.errors import UsageError
from malecon.core.i18n import N_, Language

PLOTS = (".png", ".svg")


def check_plot(plot: Path | None, language: Language) -> None:
    """Refuse a plot that could not be drawn, before the long work.

    Raises:
        UsageError: its file would be of another kind, or matplotlib is not here.
    """
    if plot is None:
        return
    if plot.suffix not in PLOTS:
        raise UsageError(language.say(N_("--plot: is {file}, but must end in .png or .svg."), file=plot))
    if importlib.util.find_spec("matplotlib") is None:
        raise UsageError(language.say(N_("--plot: needs matplotlib; install it with: pip install matplotlib")))
