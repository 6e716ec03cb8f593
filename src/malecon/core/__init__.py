"""What every game shares; knows no game."""

__all__ = [
    "codecs",
    "contract",
    "data",
    "engine",
    "errors",
    "fields",
    "game",
    "i18n",
    "jit",
    "match",
    "math",
    "narration",
    "network",
    "options",
    "plain_text",
    "position",
    "process",
    "record",
    "rules_text",
    "untyped",
]
