"""The page of the retention rules."""

from litestar import Response

from malecon.core.i18n import N_, NN_, Language
from malecon.tables.retention import RULES
from malecon.tables.table_settings import DAY
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.page_model.clock_text import UNITS
from malecon.web.rendering import page

YEAR = 365
YEARS = NN_("{count} year", "{count} years")
FOR_EVER = N_("for ever")


async def show_retention(services: InjectedServices, visitor: InjectedVisitor) -> Response[str]:
    """Show how long this site keeps what."""
    kept = services.settings.retention
    rules = [(rule, retention_text(kept.days[name], visitor.language)) for name, rule in RULES.items()]
    return page("kept.html", visitor.language, visitor=visitor, rules=rules)


def retention_text(days: int, language: Language) -> str:
    """Return for how long something is kept, in words.

    >>> retention_text(730, Language()), retention_text(1, Language()), retention_text(0, Language())
    ('2 years', '1 day', 'for ever')
    """
    if not days:
        return language.say(FOR_EVER)
    return language.count(UNITS[DAY], days) if days % YEAR else language.count(YEARS, days // YEAR)
