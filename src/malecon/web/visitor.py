"""The visitor: the person for whom a request is answered, if there is one, and the language of the answer."""

from dataclasses import dataclass

from malecon.core.i18n import Language
from malecon.services.people.person import Person


@dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request; ``person`` is ``None`` until the first action that needs one."""

    person: Person | None
    language: Language

    @property
    def id(self) -> str | None:
        """The id of the person, if there is one."""
        return self.person.id if self.person else None

    @property
    def muted(self) -> frozenset[str]:
        """The ids of the people whose chat the person does not want to see."""
        return self.person.muted if self.person else frozenset()
