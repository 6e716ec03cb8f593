"""Cuba at the terminal."""

__all__ = ["terminal_game"]
