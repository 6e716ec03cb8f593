"""Texts for people, marked so that they can be shown in other languages."""


def N_(text: str) -> str:
    """Mark a text, or a template of ``str.format``, for translation, and return it as it is."""
    return text
