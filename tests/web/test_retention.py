"""How long things are kept: the page about it, the warning on the start page, pages of removed tables, the commands."""

import threading
import time
from pathlib import Path

import pytest
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy import update
from typer.testing import CliRunner, Result

from malecon.cli import app
from malecon.core.clock import now
from malecon.core.errors import UsageError
from malecon.core.i18n import Language
from malecon.services import change_feed
from malecon.storage import sweep_log
from malecon.storage.schema import PEOPLE, TABLES
from malecon.storage.store import Store
from malecon.tables import DAY
from malecon.tables.retention import RULES
from malecon.tables.table import Table
from malecon.web.http.settings import RETENTION_SETTINGS, Settings
from malecon.web.open_page import GONE
from malecon.web.rendering import date_of
from patience import PATIENCE_S
from tables.sweeping import without_grace
from web.visiting import Reading, Site, Visitor, name_of, visiting


def order(folder: Path, *words: str) -> Result:
    """Type a command about a folder, in a wide terminal."""
    return CliRunner(env={"COLUMNS": "200"}).invoke(app, ["admin", *words, "--folder", str(folder)])


def age(store: Store, table_id: str, days: int) -> None:
    """Let a table be unused for some days."""
    with store.writing() as connection:
        connection.execute(update(TABLES).where(TABLES.c.id == name_of(table_id)).values(touched=now() - days * DAY))


def test_every_rule_has_a_setting_unless_it_is_fixed() -> None:
    assert set(RETENTION_SETTINGS) == {f"keep_{rule.name}" for rule in RULES.values() if not rule.is_fixed}
    assert Settings.read({"keep_finished": "0"}, {"MALECON_KEEP_ALONE": "7"}).retention.days["alone"] == 7
    with pytest.raises(UsageError, match="0 for ever"):
        Settings.read({"keep_finished": "-1"}, {})


def test_the_page_says_what_is_kept_how_long_on_this_site(tmp_path: Path) -> None:
    with visiting(tmp_path, keep_alone=77, keep_rated=0) as site:
        text = site.stranger().get("/kept").text
        french = site.stranger().get("/kept", accept_language="fr").text

        assert not Reading(text).wrong
        for rule in RULES.values():
            assert rule.what.replace("'", "&#39;") in text
        assert "77 days" in text
        assert "for ever" in text
        assert "77 jours" in french
        for page in ("/", "/settings"):
            assert 'href="/kept"' in site.stranger().get(page).text
        ana = site.somebody()
        for page in ("/me", "/me/delete"):
            assert 'href="/kept"' in ana.get(page).text


def test_the_start_says_which_game_is_soon_removed(site: Site, ana: Visitor) -> None:
    old, new = site.open(ana, ana), site.open(ana, ana)
    age(site.tables._store, old, 10)
    without_grace(site.tables._store)

    text = ana.get("/").text
    assert text.count("will be removed on") == 1
    assert f"will be removed on {date_of(now() + 4 * DAY, Language())} if nobody looks" in text
    assert text.index(new) != text.index(old)


def test_the_start_tells_whose_turn_it_is_without_rebuilding_the_tables(site: Site, ana: Visitor) -> None:
    table = site.open(ana, ana)
    site.tables._repository._cache.clear()

    assert "<strong>your turn</strong>" in ana.get("/").text
    assert name_of(table) not in site.tables._repository._cache


def test_an_open_page_of_a_removed_table_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_feed, "CHECK_S", 0.05)
    with visiting(tmp_path) as site:
        ana = site.somebody()
        table = site.open(ana, ana)
        with ana.socket(table) as page:
            page.receive_text(timeout=PATIENCE_S)
            age(site.tables._store, table, 1000)
            order(tmp_path, "sweep")

            with pytest.raises(WebSocketDisconnect) as closed:
                page.receive_text(timeout=PATIENCE_S)
        assert closed.value.code == GONE
        assert ana.get(table).status_code == 404
        assert ana.get(f"{table}/frame").status_code == 404


def test_a_sweep_by_command_removes_what_it_has_shown_before(site: Site, ana: Visitor, tmp_path: Path) -> None:
    with visiting(tmp_path) as other:
        ben = other.somebody()
        old, new = other.open(ben, ben), other.open(ben, ben)
        age(other.tables._store, old, 15)

        shown = order(tmp_path, "sweep", "--dry-run").stdout
        assert RULES["unmoved"].what in shown
        assert "Nothing was removed." in shown
        assert ben.get(old).status_code == 200  # a look, which keeps it from the next sweep of the server
        removed = order(tmp_path, "sweep").stdout
        assert [line.split()[0] for line in removed.splitlines()[1:]] == ["unmoved"]
        assert (ben.get(new).status_code, other.tables._store.version_of(name_of(old))) == (200, None)
        overview = order(tmp_path, "overview").stdout
        assert "The last sweep was from" in overview
        assert "Tables under way" in overview


def test_a_command_with_shorter_times_than_the_server_removes_nothing(site: Site, tmp_path: Path) -> None:
    with visiting(tmp_path, keep_unmoved=0) as other:
        ben = other.somebody()
        old = other.open(ben, ben)
        age(other.tables._store, old, 1000)
        sweep_log.begin_sweep(other.tables._store, other.client.app.state.services.settings.retention, now())

        refused = order(tmp_path, "sweep")
        assert isinstance(refused.exception, UsageError)
        assert "--keep-unmoved 0" in str(refused.exception)
        assert order(tmp_path, "sweep", "--keep-unmoved", "0").exit_code == 0
        assert ben.get(old).status_code == 200


def test_a_server_sweeps_by_itself_and_stops_cleanly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with visiting(tmp_path) as site:
        ana = site.somebody()
        table = site.open(ana, ana)
        age(site.tables._store, table, 1000)
        with site.tables._store.writing() as connection:
            connection.execute(update(PEOPLE).values(seen=now()))
        without_grace(site.tables._store)
    monkeypatch.setattr("malecon.services.sweeper.FIRST_S", 0)
    with visiting(tmp_path) as site:
        while not (last := sweep_log.last_sweep(site.tables._store)) or now() - last.begun > DAY or last.ended is None:
            time.sleep(0.01)
        assert last.removed == {"unmoved": 1}


def test_the_first_page_comes_before_any_unfinished_table_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visiting(tmp_path) as site:
        ana, ben = site.somebody(), site.somebody()
        tables = [site.open(ana, ben, None) for _ in range(5)]
    gate, asked = threading.Event(), list[str]()
    load = Store.load

    def held(store: Store, table_id: str) -> Table:
        asked.append(table_id)
        assert gate.wait(PATIENCE_S)
        return load(store, table_id)

    monkeypatch.setattr(Store, "load", held)
    with visiting(tmp_path) as site:
        assert site.stranger().get("/").status_code == 200
        while not asked:
            time.sleep(0.01)
        assert site.stranger().get("/kept").status_code == 200
        assert len(asked) == 1  # one after the other
        gate.set()
        assert site.stranger().get(tables[0]).status_code == 200
