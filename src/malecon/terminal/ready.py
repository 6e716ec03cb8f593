"""Making a game ready before it is played, and saying so when that takes long."""

import sys

from malecon.agents import is_prepared, prepare
from malecon.core.game import Game
from malecon.core.i18n import N_, Language


def get_ready(language: Language, *games: Game) -> None:
    """Compile what playing needs; the first time on a machine that takes so long that it must be announced, once."""
    waiting = [game for game in games if not is_prepared(game)]
    if waiting:
        said = N_("The first start on this machine prepares the rules; that takes about half a minute, once.")
        print(language.say(said), file=sys.stderr, flush=True)
    for game in waiting:
        prepare(game)
