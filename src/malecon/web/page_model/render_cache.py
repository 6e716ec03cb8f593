"""Cache of rendered tables: the response to an action and the frames sent after it often show the same."""

from collections import OrderedDict

from malecon.tables.table import Table
from malecon.web.connection import Visitor
from malecon.web.page_model.table_page import table_page_of
from malecon.web.rendering import render

MOST_RENDERED = 32


class RenderCache:
    """The newest rendered tables, each for one visitor and with the eyes of one seat."""

    def __init__(self) -> None:
        self._rendered: OrderedDict[tuple[int, Visitor, int | None], tuple[Table, str]] = OrderedDict()

    def table_main(self, table: Table, visitor: Visitor, viewer: int | None) -> str:
        """Return the part of a table's page that changes, seen by seat ``viewer``, or by a spectator (``None``)."""
        key = id(table), visitor, viewer  # the table is kept with it, so no other one gets its id meanwhile
        kept = self._rendered.get(key)
        if kept is None or kept[0] is not table:
            kept = self._rendered[key] = table, render_main(table, visitor, viewer)
            if len(self._rendered) > MOST_RENDERED:
                self._rendered.popitem(last=False)
        return kept[1]


def render_main(table: Table, visitor: Visitor, viewer: int | None) -> str:
    """Return the part of a table's page that changes."""
    page = table_page_of(table, viewer, visitor.id, visitor.language, muted=visitor.muted)
    facts = {"page": page, "table": table, "visitor": visitor, "hints": None, "error": ""}
    return str(render("table_main.html", visitor.language, **facts))
