"""How long a site keeps what."""

from litestar import Response

from malecon.core.i18n import N_, NN_, Language
from malecon.tables import DAY
from malecon.tables.retention import RULES
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.rendering import page
from malecon.web.views.durations import UNITS

YEAR = 365
YEARS = NN_("{count} year", "{count} years")
FOR_EVER = N_("for ever")


async def show_retention(services: InjectedServices, visitor: InjectedVisitor) -> Response[str]:
    """Show how long this site keeps what."""
    kept = services.settings.retention
    rules = [(rule, _retention_text(kept.days[name], visitor.language)) for name, rule in RULES.items()]
    return page("kept.html", visitor.language, visitor=visitor, rules=rules)


def _retention_text(days: int, language: Language) -> str:
    """Return for how long something is kept, in words.

    >>> _retention_text(730, Language()), _retention_text(1, Language()), _retention_text(0, Language())
    ('2 years', '1 day', 'for ever')
    """
    if not days:
        return language.say(FOR_EVER)
    return language.count(UNITS[DAY], days) if days % YEAR else language.count(YEARS, days // YEAR)
