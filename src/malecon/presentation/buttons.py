"""The buttons of moves, and of sequences of moves."""

from collections.abc import Iterable

from markupsafe import Markup
from msgspec import Struct

from malecon.presentation.escaping import escaped

AND = "; "
"""Between the moves of a sequence, which a button makes one after the other."""
PAGE = "\x1d"
"""Stands in drawn parts for the address of their page, which is put in when they leave: so tables share them."""
CONFIRM = "confirm"
"""The last word of a sequence whose button confirms the turn that it ends."""
Fields = tuple[tuple[str, str], ...]
"""Names and values of hidden fields."""


class MoveButton(Struct, frozen=True):
    """A move that the viewer can choose, or a sequence of moves.

    Attributes:
        notation: the move; several are joined by ``AND``.
        label: the move in words, with a capital letter.
        rank: its place among the moves of a hint, from 0, the best first; ``None`` if the hint does not name it.
    """

    notation: str
    label: str
    rank: int | None = None


class Buttons(Struct, frozen=True):
    """The moves that have a button in a part, and where buttons and links lead.

    Attributes:
        moves: all that the part could place.
        page: address of the table.
        fields: hidden fields of a form of its own; empty where buttons belong to the form of the page.
        seat: the seat that links name, from 1, if the viewer has several.
    """

    moves: tuple[MoveButton, ...] = ()
    page: str = ""
    fields: Fields = ()
    seat: int | None = None


FINAL_PART = Markup(' name="part" value="{}{}"').format(AND, CONFIRM)
"""Of the button of a form: the last part of its move."""
TWIN = Markup(
    '<button form="act" name="move" value="{move.notation}" class="choice cover" title="{move.label}" tabindex="-1" '
    'aria-hidden="true"></button>'
)


def twin_button(move: MoveButton) -> Markup:
    """Return one more button of a move, over a piece that is the same: keys and ears have the first alone."""
    return TWIN.format(move=move)


def move_button(move: MoveButton, content: str, kind: str = "", label: str = "", *, is_final: bool = False) -> Markup:
    """Return the button of a move; the arguments are those of ``Canvas.button``."""
    hint = "" if move.rank is None else " hinted" if move.rank else " hinted best"
    said, notation, shown = escaped(label or move.label), escaped(move.notation), escaped(content)
    named = f' aria-label="{said}"' if Markup(shown).striptags() else ""  # else its title names it
    classes = f"choice {escaped(kind)}".rstrip() + hint
    sent = f"{notation}{AND}{CONFIRM}" if is_final else notation
    return Markup(
        f'<button id="{notation.replace(" ", "-")}" form="act" name="move" value="{sent}" '
        f'class="{classes}" title="{said}"{named}>{shown}</button>'
    )


def plain(kind: str, content: str) -> Markup:
    """Return what cannot be chosen now."""
    return Markup(f'<span class="plain {escaped(kind)}">{escaped(content)}</span>')


def hidden_fields(fields: Iterable[tuple[str, str]]) -> Markup:
    """Return hidden fields of a form."""
    inputs = (f'<input type="hidden" name="{escaped(name)}" value="{escaped(value)}">' for name, value in fields)
    return Markup("".join(inputs))
