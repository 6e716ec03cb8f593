"""What a game offers to be shown, in words, at the terminal and on a page, and the tools to draw it."""

__all__ = [
    "buttons",
    "drawing",
    "escaping",
    "fact",
    "game_page",
    "game_text",
    "guide",
    "lessons",
    "links",
    "menu",
    "parts",
    "perspective",
    "playable_game",
    "reason",
    "scenes",
    "templates",
    "terminal_game",
    "text_layout",
    "tips",
]
