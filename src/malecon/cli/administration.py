"""The acts of ``malecon admin`` on single tables and people.

Each act returns the exit code of the command.
"""

import msgspec

from malecon.cli.opened_site import open_site
from malecon.cli.printing import LANGUAGE, print_table, say, time_text
from malecon.core.clock import now
from malecon.core.i18n import N_
from malecon.storage.administration import LOGGER as ACTS
from malecon.storage.administration import Administration, TableOverview
from malecon.storage.pair_report import UnusualPair, unusual_pairs
from malecon.storage.ranking import Rankings
from malecon.storage.sessions import LINK_LIFETIME, create_host_link
from malecon.tables import MINUTE
from malecon.web.http.settings import Settings

MOST = 50
"""Most rows of a list."""


def list_tables(settings: Settings, *, finished: bool) -> int:
    """Print the newest tables."""
    with open_site(settings) as store:
        found = Administration(store).tables(finished=finished, most=MOST)
    heads = (N_("Table"), N_("Game"), N_("Players"), N_("Moves"), N_("Last move"), N_("State"))
    print_table(
        heads,
        [(each.id, each.game, _players(each), str(each.moves), time_text(each.last), _state(each)) for each in found],
    )
    return 0


def _players(table: TableOverview) -> str:
    """Return the names of the players of a table, a dash for a free seat."""
    return ", ".join(name or "–" for name in table.names)


def _state(table: TableOverview) -> str:
    if table.closed:
        return LANGUAGE.say(N_("ended"))
    return LANGUAGE.say(N_("finished")) if table.finished else LANGUAGE.say(N_("going on"))


def list_people(settings: Settings, name: str) -> int:
    """Print the newest people."""
    with open_site(settings) as store:
        found = Administration(store).people(called=name, most=MOST)
    heads = (N_("Person"), N_("Name"), N_("Account"), N_("Open tables"), N_("Since"), N_("Blocked"))
    print_table(
        heads,
        [
            (each.id, each.name, each.account, str(each.tables), time_text(each.created), time_text(each.blocked))
            for each in found
        ],
    )
    return 0


def list_reports(settings: Settings) -> int:
    """Print the reported messages."""
    with open_site(settings) as store:
        found = Administration(store).reported_remarks(most=MOST)
    heads = (N_("Table"), N_("Person"), N_("Name"), N_("Sent"), N_("Message"))
    print_table(heads, [(each.table_id, each.person, each.name, time_text(each.sent), each.text) for each in found])
    return 0


def end(settings: Settings, table_id: str) -> int:
    """End a table; the errors are those of ``Administration.end``."""
    with open_site(settings) as store:
        Administration(store).stop_table(table_id)
    say(N_("The table is ended."))
    return 0


def export(settings: Settings, table_id: str, *, raw: bool) -> int:
    """Print a table; the errors are those of ``Store.load`` and ``Table.record``."""
    with open_site(settings) as store:
        text = (
            msgspec.json.format(msgspec.json.encode(Administration(store).raw_rows(table_id))).decode()
            if raw
            else store.load(table_id).record()
        )
    print(text.rstrip("\n"))
    return 0


def block(settings: Settings, person: str, *, blocked: bool) -> int:
    """Let a person only look, or do everything again; the errors are those of ``Administration.block``."""
    with open_site(settings) as store:
        Administration(store).block(person, blocked=blocked)
    say(N_("This person may only look now.") if blocked else N_("This person may do everything again."))
    return 0


def list_pairs(settings: Settings) -> int:
    """Print the pairs of people whose rated games are unusual, those with the most games first."""
    with open_site(settings) as store:
        found = unusual_pairs(store, now(), MOST)
    who, what = (N_("Ahead"), N_("Name"), N_("Behind"), N_("Name")), (N_("Game"), N_("Games"), N_("Result"))
    print_table((*who, *what, N_("Share"), N_("Why")), [_pair_cells(each) for each in found])
    return 0


def _pair_cells(pair: UnusualPair) -> list[str]:
    who = [cell for person, name in zip(pair.persons, pair.names, strict=True) for cell in (person, name or "–")]
    why = [N_("one-sided")] * pair.is_one_sided + [N_("hardly anybody else")] * pair.is_exclusive
    facts = pair.game, str(pair.games), f"{pair.ahead}:{pair.behind}", f"{pair.share:.0%}"
    return [*who, *facts, ", ".join(map(LANGUAGE.say, why))]


def create_sign_in_link(settings: Settings, person: str) -> int:
    """Print a link that signs a person in once; the errors are those of ``create_host_link``."""
    with open_site(settings) as store:
        token = create_host_link(store, person)
        ACTS.info("a sign-in link was made", extra={"person": person})
    say(
        N_("Give this link to the person alone. It is good once, for {minutes} minutes."),
        minutes=LINK_LIFETIME // MINUTE,
    )
    print(f"{settings.address or f'http://localhost:{settings.port}'}/come/{token}")
    return 0


def recompute_ratings(settings: Settings) -> int:
    """Compute all ratings from the results again."""
    with open_site(settings) as store:
        games = Rankings(store).recompute()
        ACTS.info("the ratings were reckoned again")
    say(N_("The ratings follow from {count} games."), count=games)
    return 0
