"""Commands that are told settings: each setting is an option, and a variable of the environment."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from functools import wraps
from typing import Annotated, Any

import typer

from malecon.core.i18n import load, preferred
from malecon.web.server.settings import Settings, option_of, variable_of

_ = load(preferred()).say


def with_settings(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that gives a command options for the settings of these names, or for all.

    The command gets ``settings``; Typer reads its options from the signature.
    """
    chosen = [each for each in fields(Settings) if each.name in names or not (names or each.metadata["secret"])]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def told(**given: Any) -> None:
            said = {each.name: given.pop(each.name) for each in chosen}
            command(settings=Settings.read(said), **given)

        own = [each for each in inspect.signature(command).parameters.values() if each.name != "settings"]
        every = [*(each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own), *map(parameter, chosen)]
        told.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]  # what inspect reads
        told.__annotations__ = {each.name: each.annotation for each in every}
        return told

    return decorate


def parameter(setting: "Field[Any]") -> inspect.Parameter:
    """Return a setting as the parameter of a command."""
    declared = typer.Option(
        option_of(setting.name),
        metavar=setting.metadata["type"].name,
        help=f"{_(setting.metadata['meaning'])} [{variable_of(setting.name)}{default_of(setting)}]",
        show_default=False,
    )
    annotation = Annotated[str | None, declared]
    return inspect.Parameter(setting.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def default_of(setting: "Field[Any]") -> str:
    """Return what holds if nobody says it, as it would be written; nothing where the meaning says it."""
    text = "" if setting.default is MISSING else setting.metadata["type"].format(setting.default)
    return f"={text}" if text else ""


def secrets_in_words() -> str:
    """Return the settings that only the environment tells, as the end of a help."""
    told = (each for each in fields(Settings) if each.metadata["secret"])
    return "\n\n".join(f"{variable_of(each.name)}  {_(each.metadata['meaning'])}" for each in told)
