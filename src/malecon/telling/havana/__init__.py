"""Havana in words."""

from malecon.core.language import N_
from malecon.havana import words
from malecon.havana.narrate import NARRATOR
from malecon.telling.havana import ending
from malecon.telling.havana.choices import LABELS, prompt
from malecon.telling.havana.explaining import DIGEST, explain
from malecon.telling.voice import Voice

VOICE = Voice(
    title=N_("Havana"),
    digest=DIGEST,
    narrator=NARRATOR,
    examples=("mama", "5", "HAV-6.9"),
    prompt=prompt,
    labels=LABELS,
    titles={},
    explain=explain,
    endings=ending.HOW_IT_ENDED,
    tie=("", ""),
    standing=ending.points,
    columns={N_("tiles"): ending.tiles},
    sources=ending.sources,
    round_of=ending.round_of,
    texts=words.texts,
)
