"""Cuba on a page."""

__all__ = ["game_page"]
