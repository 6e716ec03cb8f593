"""Havana at the terminal: the functions that ``terminal.scene.Desk`` names."""

from malecon.havana.narrate import tell_all
from malecon.havana.words import refusal
from malecon.terminal.havana.choices import label, menu, status
from malecon.terminal.havana.explaining import explain, search
from malecon.terminal.havana.outcome import result, round_of, tally, tally_table
from malecon.terminal.havana.table import chapter, glance, table

__all__ = [
    "chapter",
    "explain",
    "glance",
    "label",
    "menu",
    "refusal",
    "result",
    "round_of",
    "search",
    "status",
    "table",
    "tally",
    "tally_table",
    "tell_all",
]
