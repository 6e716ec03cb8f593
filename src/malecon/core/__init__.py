"""What every game shares.

It knows no game. Here are the types that the type checker cannot know, each under a name that says what it is. Nothing
is imported.
"""

from typing import Any

AnyState = Any
"""The record of a game's engine: generic code reads fields that only the game declares."""
TypeForm = Any
"""A type that was made while running, such as ``tuple[word, ...]``, as msgspec checks it."""
PlainData = dict[str, Any]
"""Plain data by name, such as JSON gives."""
Options = dict[str, Any]
"""Options of a game by name, as ``Game.start`` takes them: choices, flags, data or files, and seats from 0."""

__all__ = [
    "AnyState",
    "Options",
    "PlainData",
    "TypeForm",
    "actions",
    "batch",
    "batch_actions",
    "bit_set",
    "clock",
    "codecs",
    "contract",
    "data",
    "engine",
    "entry_line",
    "errors",
    "fields",
    "files",
    "game",
    "game_parts",
    "garbage_collection",
    "i18n",
    "information",
    "jit",
    "ledger",
    "match",
    "message",
    "narration",
    "network",
    "observation",
    "option_blocks",
    "options",
    "own_data",
    "plain_mode",
    "plain_text",
    "position",
    "position_checks",
    "position_key",
    "question",
    "random",
    "reason",
    "record",
    "rules_search",
    "rules_text",
    "shape",
    "site_address",
    "sorting",
    "strict_json",
    "tape",
    "text_bounds",
    "toml_text",
    "turns",
    "user_folder",
    "vocabulary",
]
