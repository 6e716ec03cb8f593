"""Each route has a cost in processor time, which agrees with what was measured, and the rate limiter takes it."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.routes import HTTPRoute

from malecon.services.table_repository import TableRepository
from malecon.web.http.api_error import PATH
from malecon.web.http.rate_limiter import (
    CHEAP,
    COST_CLASSES,
    COST_KEY,
    PROCESSOR,
    TokenBuckets,
)
from malecon.web.http.settings import Settings
from malecon.web.routes import API_ROUTES, ROUTES
from web.visiting import Site, Visitor, name_of, visiting

MEASURED = Path(__file__).parents[2] / "bench/route_costs.toml"
NOISE = 1.2
"""How far a measured figure may be above its class: so much differ those of a quiet and of a busy machine."""
COSTS = {
    **{f"{route.method} {route.path}": route.cost for route in ROUTES},
    **{f"{route.method} {PATH}{route.path}": route.cost for route in API_ROUTES},
}
UNMEASURED = {"GET /static/{file}": CHEAP, "GET /{missing}": CHEAP}
"""Routes of the middleware."""


@pytest.fixture
def measured() -> dict[str, float]:
    """The milliseconds of each route, as ``bench/route_costs.py`` has measured them."""
    return tomllib.loads(MEASURED.read_text("utf-8"))


def test_every_route_was_measured_and_costs_at_least_what_was_measured(measured: dict[str, float]) -> None:
    assert set(measured) == set(COSTS | UNMEASURED), "make bench renews bench/route_costs.toml"
    cheaper = {name: cost for name, cost in (COSTS | UNMEASURED).items() if measured[name] > NOISE * cost}
    assert not cheaper


def test_every_handler_of_the_application_has_a_cost_that_is_a_class(site: Site) -> None:
    app: Any = site.client.app
    handlers = [handler for route in app.routes for handler in handlers_of(route)]
    named = [handler for handler in handlers if COST_KEY in handler.opt]

    assert all(handler.opt[COST_KEY] in COST_CLASSES for handler in named)
    assert len(named) == len(ROUTES) + len(API_ROUTES)
    static = [handler for handler in handlers if COST_KEY not in handler.opt]
    assert {str(path) for handler in static for path in handler.paths if "file_path" in str(path)} or not static


def handlers_of(route: Any) -> Iterator[Any]:
    """Yield the handlers of a route but those of OPTIONS."""
    if isinstance(route, HTTPRoute):
        yield from {id(each): each for each in route.route_handlers if "OPTIONS" not in each.http_methods}.values()
    else:
        yield route.route_handler


def test_one_address_can_buy_half_a_core_and_a_person_a_fifth() -> None:
    settings = Settings(Path())

    assert settings.processor_per_address <= 60_000 / 2
    assert settings.processor <= 60_000 / 5
    assert max(COST_CLASSES) <= settings.processor


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with visiting(tmp_path, limits=True, processor=300, processor_per_address=600) as site:
        yield site


def asked_until_refused(visitor: Visitor, address: str, most: int = 200) -> int:
    """Return how many requests of an address are answered before one is refused."""
    for number in range(most):
        if visitor.get(address).status_code == 429:
            return number
    return most


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No tokens come back while a test runs."""
    monkeypatch.setattr(
        TokenBuckets, "_left", lambda self, key, moment: self._buckets.get(key, (float(self._most), 0))[0]
    )


@pytest.mark.parametrize("address", ["/settings", "/analyse", "/kept", "/rules/cuba?q=a+b+c", "/statistics"])
def test_a_person_is_refused_when_the_costs_of_what_was_asked_are_the_allowance(site: Site, address: str) -> None:
    path = f"GET {address.partition('?')[0].replace('cuba', '{game:str}')}"

    assert asked_until_refused(site.somebody(), address) == 300 // COSTS[path]


def test_costs_of_different_routes_add_up(site: Site) -> None:
    ana = site.somebody()
    assert ana.get("/statistics").status_code == 200  # 100
    assert ana.get("/statistics/csv").status_code == 200  # 100

    assert asked_until_refused(ana, "/settings") == 100 // COSTS["GET /settings"]
    assert ana.get("/healthz").status_code == 200  # who watches the server is always answered


def test_many_people_of_one_address_have_one_allowance_together(site: Site) -> None:
    people = [site.somebody() for _ in range(10)]
    statuses = [each.get("/statistics").status_code for each in people]

    answered = 600 // COSTS["GET /statistics"]
    assert statuses == [200] * answered + [429] * (10 - answered)
    assert site.stranger().get("/settings").status_code == 429


def test_a_table_that_is_rebuilt_is_charged_by_its_moves_even_below_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visiting(tmp_path, limits=True) as site:
        ana, ben = site.somebody(), site.somebody()
        table = site.open(ana, ben)
        site.finish(table)
        limiter = site.client.app.state.services.rate_limiter
        buckets = limiter.buckets[f"address {PROCESSOR}"]
        repository: TableRepository = site.tables._repository
        assert ana.get(table).status_code == 200
        (key,) = buckets._buckets
        warm = buckets._left(key, 0)
        assert ana.get(table).status_code == 200
        cost = warm - buckets._left(key, 0)
        repository._cache.clear()
        assert ana.get(table).status_code == 200

        moves = site.look(table).move_count
        assert moves > 20
        assert warm - 2 * cost - buckets._left(key, 0) >= 0.4 * moves

        buckets.charge(key, 10 * buckets._most)
        assert buckets._left(key, 0) < 0
        assert ana.get(table).status_code == 429
        assert name_of(table) in repository._cache
