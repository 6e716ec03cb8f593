"""The commands for the owner of a site: ``malecon serve``, ``worker``, ``backup``, ``restore`` and ``admin``."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from malecon.cli.parameters import with_settings
from malecon.core.i18n import N_, load, preferred
from malecon.web.http.settings import RETENTION_SETTINGS, Settings

_ = load(preferred()).say

admin = typer.Typer(
    help=_(N_("Look after a site, while it runs: tables, people, reports. What is done is kept in admin.log.")),
    no_args_is_help=True,
    rich_markup_mode=None,
)

TableId = Annotated[str, typer.Argument(metavar="TABLE", help=_(N_("The table: its number in its address.")))]
PersonId = Annotated[str, typer.Argument(metavar="PERSON", help=_(N_("The person: the number that the list tells.")))]


@with_settings()
def serve(
    settings: Settings,
    open_browser: Annotated[bool, typer.Option("--open", help=_(N_("Open the page in the browser.")))] = False,
) -> None:
    """Serve the pages."""
    from malecon.cli import server

    raise typer.Exit(server.serve(settings, open_browser))


@with_settings("processes", "spare", "log_level", "log_format")
def worker(settings: Settings) -> None:
    """Let computer players think until SIGTERM or Ctrl-C.

    Raises:
        StorageError: there is no PostgreSQL, or it cannot be used.
    """
    import asyncio

    from malecon.agents.machine_memory import has_room_for_spare
    from malecon.services.computer_players import ComputerPlayers
    from malecon.services.worker import Worker
    from malecon.storage.database import VARIABLE, name_of
    from malecon.storage.store import Store
    from malecon.tables import StorageError
    from malecon.web.http.log import open_log

    if not settings.database_url:
        raise StorageError(f"{VARIABLE}: must name the PostgreSQL database of the servers")
    open_log(settings)
    with closing(Store.open(Path(), settings.database_url)) as store:
        template = N_("Computer players think for the tables in {place} (Ctrl-C ends it).")
        print(_(template, place=name_of(store.engine)), flush=True)
        players = ComputerPlayers(settings.processes, has_spare=has_room_for_spare(settings.spare))
        asyncio.run(Worker(store, players).run())


@with_settings("folder")
def backup(settings: Settings, file: Annotated[Path, typer.Argument(metavar="FILE", readable=False)]) -> None:
    """Write everything into one archive."""
    from malecon.cli import maintenance

    raise typer.Exit(maintenance.back_up(settings, file))


@with_settings("folder")
def restore(settings: Settings, file: Annotated[Path, typer.Argument(metavar="FILE", readable=False)]) -> None:
    """Restore an archive."""
    from malecon.cli import maintenance

    raise typer.Exit(maintenance.restore(settings, file))


@admin.command(help=_(N_("List the newest tables.")))
@with_settings("folder")
def tables(
    settings: Settings,
    finished: Annotated[bool, typer.Option("--finished", help=_(N_("Also those that are done with.")))] = False,
) -> None:
    """List tables."""
    from malecon.cli import administration

    raise typer.Exit(administration.list_tables(settings, finished=finished))


@admin.command(help=_(N_("List the newest people, or those whose name contains NAME.")))
@with_settings("folder")
def people(settings: Settings, name: Annotated[str, typer.Argument(metavar="NAME")] = "") -> None:
    """List people."""
    from malecon.cli import administration

    raise typer.Exit(administration.list_people(settings, name))


@admin.command(help=_(N_("List what was said and reported.")))
@with_settings("folder")
def reports(settings: Settings) -> None:
    """List reported messages."""
    from malecon.cli import administration

    raise typer.Exit(administration.list_reports(settings))


@admin.command(help=_(N_("Rebuild every table, and say what is wrong with those that cannot be rebuilt.")))
@with_settings("folder")
def check(settings: Settings) -> None:
    """Check every table."""
    from malecon.cli import maintenance

    raise typer.Exit(maintenance.check(settings))


@admin.command(
    help=_(N_("Save what can be read of the damaged database in FOLDER into a new folder; nothing in FOLDER changes."))
)
def salvage(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", readable=False)],
    new: Annotated[Path, typer.Argument(metavar="NEWFOLDER", readable=False)],
) -> None:
    """Save the readable rows of a damaged database."""
    from malecon.cli import maintenance

    raise typer.Exit(maintenance.salvage(Settings.read({"folder": str(new)}), folder))


@admin.command(help=_(N_("End a table, damaged or not; who looks at it reads that it was stopped.")))
@with_settings("folder")
def end(settings: Settings, table: TableId) -> None:
    """End a table."""
    from malecon.cli import administration

    raise typer.Exit(administration.end(settings, table))


@admin.command(help=_(N_("Print the record of a finished table, or with --raw the rows of any.")))
@with_settings("folder")
def export(
    settings: Settings,
    table: TableId,
    raw: Annotated[
        bool, typer.Option("--raw", help=_(N_("The rows as JSON, damaged or not; they tell what is hidden.")))
    ] = False,
) -> None:
    """Print a table."""
    from malecon.cli import administration

    raise typer.Exit(administration.export(settings, table, raw=raw))


@admin.command(help=_(N_("Let a person only look from now on.")))
@with_settings("folder")
def block(settings: Settings, person: PersonId) -> None:
    """Block a person."""
    from malecon.cli import administration

    raise typer.Exit(administration.block(settings, person, blocked=True))


@admin.command(help=_(N_("Let a person do everything again.")))
@with_settings("folder")
def unblock(settings: Settings, person: PersonId) -> None:
    """Unblock a person."""
    from malecon.cli import administration

    raise typer.Exit(administration.block(settings, person, blocked=False))


@admin.command(help=_(N_("List pairs of people whose rated games are one-sided, or hardly against anybody else.")))
@with_settings("folder")
def pairs(settings: Settings) -> None:
    """List unusual pairs."""
    from malecon.cli import administration

    raise typer.Exit(administration.list_pairs(settings))


@admin.command("sign-in", help=_(N_("Print a link that signs a person in once, who has forgotten the password.")))
@with_settings("folder", "address", "port")
def sign_in(settings: Settings, person: PersonId) -> None:
    """Print a sign-in link."""
    from malecon.cli import administration

    raise typer.Exit(administration.create_sign_in_link(settings, person))


@admin.command(help=_(N_("Reckon all ratings again from the results.")))
@with_settings("folder")
def ratings(settings: Settings) -> None:
    """Compute the ratings again."""
    from malecon.cli import administration

    raise typer.Exit(administration.recompute_ratings(settings))


@admin.command(help=_(N_("Show how much there is of what, how long it is kept, and what the last sweep removed.")))
@with_settings("folder", *RETENTION_SETTINGS)
def overview(settings: Settings) -> None:
    """Show numbers of items, and the retention."""
    from malecon.cli import maintenance

    raise typer.Exit(maintenance.show_overview(settings))


@admin.command(help=_(N_("Remove now what has been kept long enough; a server does it by itself every day.")))
@with_settings("folder", *RETENTION_SETTINGS)
def sweep(
    settings: Settings,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=_(N_("Only show what would go.")))] = False,
) -> None:
    """Remove items whose retention has ended."""
    from malecon.cli import maintenance

    raise typer.Exit(maintenance.show_due(settings) if dry_run else maintenance.sweep(settings))
