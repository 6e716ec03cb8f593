"""What a game offers to be shown, in words, at the terminal and on a page, and the tools to draw it."""

__all__ = [
    "buttons",
    "drawing",
    "event_pictures",
    "facade",
    "game_page",
    "game_text",
    "parts",
    "playable_game",
    "terminal_game",
    "text_layout",
]
