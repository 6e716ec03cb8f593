"""Sessions are kept in memory, and end there at once, whichever process ends or changes them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import delete, event, update

from malecon.core.clock import now
from malecon.storage.people import People, Person
from malecon.storage.schema import MUTES, PEOPLE, SESSIONS
from malecon.storage.sessions import Sessions
from malecon.storage.store import Store
from malecon.web.open_page import SIGNED_OUT
from patience import PATIENCE_S
from tables.sitting import CHOICE
from waiting import finish
from web.visiting import Site, Visitor, name_of, visiting


@contextmanager
def queries(store: Store) -> Iterator[list[str]]:
    """Collect what is asked of the database."""
    asked: list[str] = []

    def note(connection: object, cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(store.reader, "before_cursor_execute", note)
    yield asked
    event.remove(store.reader, "before_cursor_execute", note)


def test_a_session_is_looked_up_once(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = site.open(ana, ben)
    ana.act(table, move=CHOICE)  # with it the server knows what others have written
    ana.get(table)

    with queries(site.tables._store) as asked, ana.socket(table) as page:
        page.receive_text(timeout=PATIENCE_S)
        ana.act(table, verb="undo")
        page.receive_text(timeout=PATIENCE_S)
        ana.get(table)
    assert not [statement for statement in asked if "sessions" in statement]


def test_a_session_is_not_looked_up_again_while_this_process_writes(site: Site, ana: Visitor) -> None:
    store = site.tables._store
    execute(store, delete(MUTES))
    assert finish(site.people.has_session(ana.id, token_of(ana)))

    with queries(store) as asked, store.writing():
        Path(f"{store.engine.url.database}-wal").touch()  # as a commit does, before it is durable
        assert finish(site.people.has_session(ana.id, token_of(ana)))
    assert not asked


def token_of(visitor: Visitor) -> str:
    return visitor.cookie["Cookie"].partition("=")[2]


def is_known(visitor: Visitor) -> bool:
    """Whether the settings show the name of somebody."""
    return 'value="Ana"' in visitor.get("/settings").text


def execute(store: Store, statement: Any) -> None:
    with store.writing() as connection:
        connection.execute(statement)


ENDS: dict[str, Callable[[Store, Visitor], object]] = {
    "signed out": lambda store, ana: finish(Sessions(store).sign_out(token_of(ana))),
    "renamed": lambda store, ana: finish(People(store).save(Person(ana.id, name="Xiomara"))),
    "deleted": lambda store, ana: execute(store, delete(PEOPLE)),
    "expired": lambda store, ana: execute(store, update(SESSIONS).values(expires=now() - 1)),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("is_own", [True, False])
def test_a_change_holds_at_once(site: Site, end: str, is_own: bool) -> None:
    """By this process, and by a command that writes to the file beside it."""
    ana = site.somebody(name="Ana")
    assert is_known(ana)
    assert is_known(ana)

    with ExitStack() as stack:
        store = site.tables._store
        if not is_own:
            store = Store.open(Path(str(store.engine.url.database)).parent)
            stack.callback(store.close)
        ENDS[end](store, ana)
    assert not is_known(ana)


def test_who_is_muted_is_known_at_once(site: Site, ana: Visitor) -> None:
    assert finish(site.people.find(token_of(ana))) == Person(ana.id, name="Ana")
    finish(site.people.mute(ana.id, site.somebody().id))
    found = finish(site.people.find(token_of(ana)))
    assert found is not None
    assert len(found.muted) == 1


def test_a_session_that_ends_by_one_server_ends_by_the_others(postgres: str, tmp_path: Path) -> None:
    """Requests are refused at once, and no frame goes out that shows what happened later."""
    with ExitStack() as stack:
        one, other = (
            stack.enter_context(visiting(tmp_path / name, database_url=postgres)) for name in ("one", "other")
        )
        ana, ben = one.somebody(name="Ana"), one.somebody()
        there = Visitor(other, Person(ana.id), token_of(ana))
        table = one.open(ana, ben)
        with there.socket(table) as page:
            page.receive_text(timeout=PATIENCE_S)
            ben.act(table, seat="2", move=CHOICE)
            ben.act(table, seat="2", verb="confirm")
            page.receive_text(timeout=PATIENCE_S)
            assert is_known(there)
            finish(Sessions(one.tables._store).sign_out(token_of(ana)))
            assert not is_known(there)
            one.call(one.tables.rename, name_of(table), ben.id, 1, "Benjamin")

            with pytest.raises(WebSocketDisconnect) as closed:
                page.receive_text(timeout=PATIENCE_S)
        assert closed.value.code == SIGNED_OUT
