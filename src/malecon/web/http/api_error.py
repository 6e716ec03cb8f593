"""The body of an error of the JSON API, and the paths that are answered so."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

PATH = "/api/v1"

Kind = Literal[
    "token", "request", "missing", "not_yours", "changed", "illegal_move", "no_move", "usage", "table", "too_often",
    "too_large", "method", "unplayable", "no_answer", "storage", "failure",
]  # fmt: skip


class Error(Struct, frozen=True, omit_defaults=True):
    """What went wrong."""

    kind: Annotated[Kind, Meta(description="What went wrong, for programs.")]
    message: Annotated[str, Meta(description="The same for people, in the language of the person.")]
    field: Annotated[str | None, Meta(description="With `request`, and `usage` of data: what is wrong.")] = None
    rule: Annotated[str | None, Meta(description="With `illegal_move`: the sentence of the rules.")] = None
    retry_after: Annotated[int | None, Meta(description="With `too_often`: how many seconds to wait.")] = None


class ErrorBody(Struct, frozen=True):
    """The body of every answer that is not a success."""

    error: Error


def is_api_path(path: str) -> bool:
    """Tell whether a path belongs to the JSON API, existing or not."""
    return path.startswith(f"{PATH}/")
