"""The newest drawn pages: viewers who see a table alike, and the answer to an action, share one."""

from collections import OrderedDict
from collections.abc import Callable

from malecon.tables.table import Table
from malecon.web.http.sender import Visitor
from malecon.web.views.table_page import TablePage, draw_page

MOST_PAGES = 32


class RenderCache:
    """The newest drawn pages, each of one table, for one visitor and with the eyes of one seat."""

    def __init__(self, is_compiling: Callable[[], bool] = lambda: False) -> None:
        """``is_compiling``: whether the rules are still being compiled."""
        self.is_compiling = is_compiling
        self._pages: OrderedDict[tuple[int, Visitor, int | None, bool], tuple[Table, TablePage]] = OrderedDict()

    def page(self, table: Table, visitor: Visitor, viewer: int | None) -> TablePage:
        """Return the page of a table, seen by seat ``viewer``, or by a spectator (``None``)."""
        # the table is kept with its page, so no other one gets its id meanwhile
        key = id(table), visitor, viewer, self.is_compiling()
        cached = self._pages.get(key)
        if cached is None or cached[0] is not table:
            cached = self._pages[key] = table, draw_page(table, viewer, visitor, is_compiling=key[-1])
            if len(self._pages) > MOST_PAGES:
                self._pages.popitem(last=False)
        return cached[1]
