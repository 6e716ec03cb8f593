"""People whose results may count: with an account, and known for a while."""

from functools import cache

from sqlalchemy import insert, update

from malecon.core.clock import now
from malecon.services.passwords import password_hash
from malecon.storage.schema import PEOPLE
from malecon.storage.store import Store
from malecon.tables import DAY
from malecon.tables.table_header import new_id

PASSWORD = "a forest of old palm trees"


@cache
def stored_password() -> str:
    return password_hash(PASSWORD)


def make_members(store: Store, *persons: str, known_for: int = 2 * DAY) -> None:
    """Give people an account, and a first visit ``known_for`` milliseconds ago."""
    with store.writing() as connection:
        for person in persons:
            values = {"account": f"account {person}", "password": stored_password(), "created": now() - known_for}
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(values))
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person, PEOPLE.c.name == "").values(name="Member"))


def new_members(store: Store, count: int) -> list[str]:
    """Return the ids of new people whose results may count."""
    ids = [new_id() for _ in range(count)]
    plain = {"language": "", "theme": "", "still": False, "quick": False, "created": 0, "password": stored_password()}
    with store.writing() as connection:
        rows = [{**plain, "id": each, "account": each, "name": f"Member {number}"} for number, each in enumerate(ids)]
        connection.execute(insert(PEOPLE), rows)
    return ids
