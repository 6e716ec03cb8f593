"""Cuba in words."""

__all__ = [
    "choices",
    "descriptions",
    "explanations",
    "game_text",
    "prompts",
    "refusals",
    "words",
]
