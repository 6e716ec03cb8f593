"""The commands for research: ``malecon evaluate`` and ``malecon data make``."""

from pathlib import Path
from typing import Annotated

import typer

from malecon.cli.parameters import GameCommand, GameName, Json, Lang, Seats, game_options, language_of
from malecon.core.i18n import N_, load, preferred

_ = load(preferred()).say

data = typer.Typer(help=_(N_("Make data for learning.")), no_args_is_help=True, rich_markup_mode=None)

JOBS_HELP = _(N_("Processes; by default one a core."))
Jobs = Annotated[int | None, typer.Option("--jobs", min=1, help=JOBS_HELP)]
RAY_HELP = _(N_("Compute on a cluster of Ray: its address, auto, or local."))
Ray = Annotated[str | None, typer.Option("--ray", metavar="ADDRESS", help=RAY_HELP)]
PLAYER_HELP = _(
    N_(
        "A level, search-N or mcts-N for N iterations, a network (FILE.npz), a search with it (search-N:FILE.npz), "
        "module:policy or module:factory."
    )
)
KEY_HELP = _(N_("Another one gives other games."))
Key = Annotated[int, typer.Option("--key", min=0, help=KEY_HELP)]
RULES_HELP = _(N_("Version of the rules; by default the newest."))
RulesVersion = Annotated[int | None, typer.Option("--rules-version", help=RULES_HELP)]


def evaluate(
    context: typer.Context,
    game: GameName,
    policy: Annotated[str, typer.Argument(metavar="PLAYER", help=PLAYER_HELP)],
    against: Annotated[str, typer.Option("--against", metavar="PLAYER", help=_(N_("Who plays the other seats.")))],
    seats: Seats = 2,
    blocks: Annotated[
        int, typer.Option("--blocks", min=1, help=_(N_("How many deals; each is played from every seat.")))
    ] = 100,
    key: Key = 0,
    jobs: Jobs = None,
    ray: Ray = None,
    name: Annotated[
        str | None, typer.Option("--name", help=_(N_("Name of the policy in the results; by default as typed.")))
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict/--no-strict", help=_(N_("Whether an illegal move is an error.")))
    ] = True,
    observation: Annotated[
        str, typer.Option("--observation", metavar="float|compact", help=_(N_("What a policy gets: float32 or int8.")))
    ] = "float",
    limit: Annotated[
        float | None,
        typer.Option(
            "--limit-s", metavar="SECONDS", help=_(N_("Of a decision; a later one is counted, and another move drawn."))
        ),
    ] = None,
    rules_version: RulesVersion = None,
    results: Annotated[
        Path | None,
        typer.Option("--results", readable=False, help=_(N_("File of results, from which an evaluation goes on."))),
    ] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Evaluate a policy or computer player."""
    from malecon.terminal.game_choice import GameChoice
    from malecon.terminal.research import Cluster, EvaluationArguments, evaluate

    choice = GameChoice(game, seats, None, game_options(context))
    arguments = EvaluationArguments(
        policy, against, blocks, key, name, strict, observation, limit, rules_version, results
    )
    raise typer.Exit(evaluate(choice, arguments, Cluster(jobs, ray), json, language_of(lang)))


@data.callback()
def group() -> None:
    """Have a group, though there is one command only."""


@data.command(
    cls=GameCommand, help=_(N_("Let computer players play, and write what they knew and searched as Parquet."))
)
def make(
    context: typer.Context,
    game: GameName,
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", readable=False, help=_(N_("The folder; what is there is kept.")))
    ],
    games: Annotated[int, typer.Option("--games", min=1, help=_(N_("How many games.")))] = 1000,
    seats: Seats = 2,
    iterations: Annotated[
        int, typer.Option("--iterations", min=1, help=_(N_("Of each search, for each of the other players.")))
    ] = 200,
    drawn: Annotated[
        float, typer.Option("--drawn", min=0.0, max=1.0, help=_(N_("Share of decisions that are drawn.")))
    ] = 0.04,
    key: Key = 1,
    rules_version: RulesVersion = None,
    jobs: Jobs = None,
    ray: Ray = None,
    lang: Lang = None,
) -> None:
    """Make a data set of self-play."""
    from malecon.terminal.game_choice import GameChoice
    from malecon.terminal.research import Cluster, DataArguments, make_data

    choice = GameChoice(game, seats, key, game_options(context))
    arguments = DataArguments(out, games, iterations, drawn, key, rules_version)
    raise typer.Exit(make_data(choice, arguments, Cluster(jobs, ray), language_of(lang)))
