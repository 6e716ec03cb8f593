"""Storage never blocks the event loop; ``conftest.py`` watches over all other tests of the web."""

import pytest
from litestar.routes import HTTPRoute

from malecon.storage.store import in_thread
from waiting import finish
from web.programs import Program
from web.visiting import Site, Visitor, name_of

KNOWN = {"game": "havana", "form": "csv", "path": "site.css"}
"""Values of parameters of paths."""


def test_a_transaction_on_an_event_loop_is_refused(site: Site, refused: list[str]) -> None:
    async def read() -> None:
        with site.people._store.reading():
            pass

    with pytest.raises(AssertionError, match="event loop"):
        finish(read())
    assert len(refused) == 1
    refused.clear()

    finish(in_thread(site.people._store.check_writable)())
    assert not refused


def requests(site: Site, table_id: str) -> list[tuple[str, str]]:
    """Return a method and a path for each route."""
    found = []
    for route in site.client.app.routes:
        if isinstance(route, HTTPRoute):
            parts = [
                part if isinstance(part, str) else KNOWN.get(part.name, table_id) for part in route.path_components
            ]
            found += [
                (method, "/" + "/".join(parts)) for method in sorted(map(str, route.methods - {"OPTIONS", "HEAD"}))
            ]
    return found


def test_no_route_uses_the_storage_on_the_event_loop(site: Site, ana: Visitor, refused: list[str]) -> None:
    table_id, program = name_of(site.open(ana, None)), Program(site, "Bot")
    asked = requests(site, table_id)

    for method, path in asked:
        for asker in (ana, site.stranger()):
            asker.ask(method, path)
        if path.startswith("/api/v1"):
            program.ask(method, path.removeprefix("/api/v1"), {})
    ana.get("/no/such/page")
    ana.ask("DELETE", "/settings")
    with ana.socket(f"/table/{table_id}"):
        pass

    assert len(asked) > 60
    assert not refused, refused[0]
