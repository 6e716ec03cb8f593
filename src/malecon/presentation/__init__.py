"""What a game offers to be shown, in words, at the terminal and on a page, and the tools to draw it."""

__all__ = [
    "art",
    "board_context",
    "explanations",
    "game_page",
    "game_text",
    "menu",
    "perspective",
    "piece_marks",
    "playable_game",
    "rendering",
    "terminal_game",
    "text_layout",
    "views",
]
