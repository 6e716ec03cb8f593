"""What a game offers to be shown, in words, at the terminal and on a page, and the tools to draw it."""

__all__ = [
    "art",
    "board_context",
    "canvas",
    "game_page",
    "game_text",
    "parts",
    "perspective",
    "playable_game",
    "rendering",
    "terminal_game",
    "text_layout",
]
