"""The newest drawn pages: viewers who see a table alike, and the answer to an action, share one."""

from collections import OrderedDict
from collections.abc import Callable

from malecon.tables.table import Table
from malecon.web.http.sender import Visitor
from malecon.web.views.table_page import PageMaking, TablePage, draw_page

MOST_PAGES = 192
"""Those of five dozen tables in play, with three pages each; a page that is not here costs twice as much to draw."""


class RenderCache:
    """The newest pages, one of each table for one visitor and with the eyes of one seat, with what they are made of."""

    def __init__(self, is_compiling: Callable[[], bool] = lambda: False) -> None:
        """``is_compiling``: whether the rules are still being compiled."""
        self.is_compiling = is_compiling
        self._pages: OrderedDict[tuple[str, Visitor, int | None, bool], tuple[Table, TablePage, PageMaking]] = (
            OrderedDict()
        )

    def page(self, table: Table, visitor: Visitor, viewer: int | None) -> TablePage:
        """Return the page of a table, seen by seat ``viewer``, or by a spectator (``None``)."""
        key = table.header.id, visitor, viewer, self.is_compiling()
        known = self._pages.pop(key, None)
        shown, page, making = known or (None, None, PageMaking.new())
        if page is None or shown is not table:
            page = draw_page(table, viewer, visitor, is_compiling=key[-1], making=making)
        self._pages[key] = table, page, making
        if len(self._pages) > MOST_PAGES:
            self._pages.popitem(last=False)
        return page
