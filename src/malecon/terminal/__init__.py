"""The commands that play, replay, simulate and read at a terminal.

``match_session`` is a match that is being played, from a pipe or at the keyboard (``play``); ``records`` are read, not
played, and ``analysis`` reviews them. A game's screens are in ``games/<game>/terminal``.
"""

__all__ = [
    "analysis",
    "arena",
    "game_choice",
    "play",
    "preparation",
    "puzzles",
    "records",
    "research",
    "rules",
    "simulate",
]
