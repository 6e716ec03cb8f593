"""The commands that play, replay, simulate and read at a terminal: one module for each command, named like it.

``match_session`` is a match that is being played, at the keyboard (``interactive_session``) or from a pipe
(``pipe_session``). A game's screens are in ``games/<game>/terminal``.
"""

__all__ = ["analyse", "arena", "arena_report", "arguments", "play", "prompt_commands", "replay", "rules", "simulate"]
