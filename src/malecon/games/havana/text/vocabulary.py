"""What people call the things in an owner's file of Havana: houses and pieces, in all languages."""

from malecon.core.message import N_, NN_, Message
from malecon.core.vocabulary import Noun, Vocabulary
from malecon.games.havana.buildings import COST_WORDS, PIECES
from malecon.games.havana.text.words import FORMS, PIECE

VOCABULARY = Vocabulary(
    terms={
        word: (Message(piece, context=PIECE), Message(FORMS[piece][0], plural=FORMS[piece][1]))
        for word, piece in zip(COST_WORDS, PIECES, strict=True)
    },
    nouns={"building": Noun(N_("house {number}"), NN_("{count} house", "{count} houses"))},
)
"""Of all that an owner can replace."""
