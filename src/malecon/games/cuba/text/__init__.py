"""Cuba in words."""

__all__ = [
    "choices",
    "descriptions",
    "ending",
    "explanations",
    "game_text",
    "laws",
    "prompts",
    "refusals",
    "titles",
    "words",
]
