"""The page that says what is kept how long."""

from typing import Any

from litestar import Request, Response, get

from malecon.core.i18n import N_, NN_, Language
from malecon.tables.retention import RULES
from malecon.tables.table_settings import DAY
from malecon.web.middleware.authentication import Asking
from malecon.web.page_model.clocks import UNITS
from malecon.web.rendering import page
from malecon.web.server.settings import Settings

Asked = Request[Any, Any, Any]
YEAR = 365
YEARS = NN_("{count} year", "{count} years")
FOR_EVER = N_("for ever")


@get("/kept")
async def kept(request: Asked, visitor: Asking) -> Response[str]:
    """Say what is kept how long on this site."""
    settings: Settings = request.app.state.settings
    rules = [(rule, lasts(settings.retention.days[name], visitor.language)) for name, rule in RULES.items()]
    return page("kept.html", visitor.language, visitor=visitor, rules=rules)


def lasts(days: int, language: Language) -> str:
    """Return for how long something is kept, in words.

    >>> lasts(730, Language()), lasts(1, Language()), lasts(0, Language())
    ('2 years', '1 day', 'for ever')
    """
    if not days:
        return language.say(FOR_EVER)
    return language.count(UNITS[DAY], days) if days % YEAR else language.count(YEARS, days // YEAR)
