"""Cuba in words."""

__all__ = ["choices", "ending", "explanations", "game_text", "laws", "prompts", "refusals", "titles", "words"]
