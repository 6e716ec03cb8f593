"""The person of a token."""

from typing import Annotated

from msgspec import Meta, Struct

from malecon.web.dependencies import InjectedVisitor


class Me(Struct, frozen=True):
    """The person of the token."""

    name: Annotated[str, Meta(description="What others read; empty if it was never told.", examples=["Ana"])]
    language: Annotated[str, Meta(description="Of the sentences in answers.", examples=["en"])]


async def me(visitor: InjectedVisitor) -> Me:
    """Return for whom the token acts."""
    return Me(visitor.person.name if visitor.person else "", visitor.language.code)
