"""What people call the things in an owner's file of Cuba: pieces, buildings, laws and boards, in all languages."""

from collections.abc import Iterator

from malecon.core.message import N_, NN_, Message
from malecon.core.vocabulary import Noun, Terms, Vocabulary
from malecon.games.cuba.boards import PIECES, SIDES
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import KINDS, TYPES
from malecon.games.cuba.text.words import FORMS, LAW, PIECE, TITLE, title

ABOUT, SIDE = "what a law is about", "side"
"""Contexts of translations."""
_KINDS = [kind for kinds in KINDS.values() for kind in kinds if kind not in PIECES]


def texts() -> Iterator[tuple[str, str]]:
    """Yield the words that only files have, with their contexts."""
    yield from ((SIDE, side) for side in SIDES)
    yield from ((ABOUT, kind) for kind in dict.fromkeys(_KINDS))


_TERMS: Terms = {
    **{kind: (Message(kind, context=ABOUT),) for kind in _KINDS},
    **{kind: (Message(kind, context=LAW),) for kind in TYPES},
    **{side: (Message(side, context=SIDE),) for side in SIDES},
    **{name: (Message(title(name), context=TITLE),) for name in BUILDINGS},
    **{piece: (Message(piece, context=PIECE), Message(FORMS[piece][0], plural=FORMS[piece][1])) for piece in PIECES},
}
VOCABULARY = Vocabulary(
    terms=_TERMS,
    nouns={
        "ship": Noun(N_("ship {number}"), NN_("{count} ship", "{count} ships")),
        "spaces": Noun(N_("space {number}"), NN_("{count} space", "{count} spaces")),
        "plantation": Noun(N_("plantation {number}"), NN_("{count} plantation", "{count} plantations")),
        "rows": Noun(N_("row {number}"), NN_("{count} row", "{count} rows")),
        "building": Noun(N_("building {number}"), NN_("{count} building", "{count} buildings")),
        "law": Noun(N_("law {number}"), NN_("{count} law", "{count} laws")),
        "printed": Noun(
            N_("law {number} printed on the board"),
            NN_("{count} law printed on the board", "{count} laws printed on the board"),
        ),
        "track": Noun(N_("track {number}"), NN_("{count} track", "{count} tracks")),
        "prices": Noun(N_("price {number}"), NN_("{count} price", "{count} prices")),
    },
)
"""Of all that an owner can replace."""
