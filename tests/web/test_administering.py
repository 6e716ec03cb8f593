"""Looking after a site while it runs: what is done holds at once or within seconds, and is kept in the log."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy import update
from typer.testing import CliRunner, Result

import malecon
from malecon.cli import app
from malecon.cli.opened_site import LOG
from malecon.core.clock import now
from malecon.core.errors import MaleconError
from malecon.services import change_feed
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.database import FILE
from malecon.storage.people import People
from malecon.storage.schema import MESSAGES, MOVES
from malecon.storage.store import Store
from malecon.tables.seat import Occupant
from patience import PATIENCE_S
from tables.ladder import Ladder
from tables.membership import new_members
from tables.sitting import CHOICE, new_table
from waiting import finish
from web.visiting import Site, Visitor, name_of, visiting

STRANGE = "\x1b[31mEve\x1b[0m"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(change_feed, "CHECK_S", 0.05)
    with visiting(tmp_path) as site:
        yield site


@pytest.fixture
def ana(site: Site) -> Visitor:
    return site.somebody(name="Anastasia")


def order(folder: Path, *words: str) -> Result:
    """Type a command about a folder, in a wide terminal."""
    return CliRunner(env={"COLUMNS": "200"}).invoke(app, [*words, "--folder", str(folder)])


def acts(folder: Path) -> list[str]:
    """Return what the log of acts tells."""
    return [json.loads(line)["event"] for line in (folder / LOG).read_text("utf-8").splitlines()]


def damage(site: Site, table_id: str) -> None:
    with site.tables._store.writing() as connection:
        connection.execute(update(MOVES).where(MOVES.c.table == name_of(table_id)).values(notation="dance"))


def test_tables_and_people_are_listed(site: Site, ana: Visitor, tmp_path: Path) -> None:
    going, done = site.open(ana, None), site.open(ana, ana)
    site.finish(done)

    listed, all_listed = (order(tmp_path, "admin", "tables", *more).stdout for more in ([], ["--finished"]))
    assert name_of(going) in listed
    assert name_of(done) not in listed
    assert "going on" in listed
    assert name_of(done) in all_listed
    assert "Anastasia" in order(tmp_path, "admin", "people").stdout
    assert ana.id in order(tmp_path, "admin", "people", "nastas").stdout
    assert ana.id not in order(tmp_path, "admin", "people", "%").stdout


def test_who_looks_at_a_table_that_was_ended_is_told_so(site: Site, ana: Visitor, tmp_path: Path) -> None:
    table = site.open(ana, ana)
    form = {**ana.fields(table), "move": CHOICE}
    with ana.socket(table) as page:
        page.receive_text(timeout=PATIENCE_S)
        assert order(tmp_path, "admin", "end", name_of(table)).exit_code == 0

        assert "stopped by those who run this site" in page.receive_text(timeout=PATIENCE_S)
    assert ana.post(f"{table}/act", form).status_code == 409
    assert acts(tmp_path) == ["a table was ended"]
    assert isinstance(order(tmp_path, "admin", "end", name_of(table)).exception, MaleconError)
    assert isinstance(order(tmp_path, "admin", "end", "nothing").exception, MaleconError)


def test_a_damaged_table_is_named_exported_and_ended(site: Site, ana: Visitor, tmp_path: Path) -> None:
    table, whole = site.open(ana, ana), site.open(ana, ana)
    for each in (table, whole):
        ana.act(each, move=CHOICE)
        ana.act(each, verb="confirm")
    assert order(tmp_path, "admin", "check").stdout == "Every table can be rebuilt.\n"
    damage(site, table)

    checked = order(tmp_path, "admin", "check")
    assert checked.exit_code == 1
    assert f"{name_of(table)}: the log of the table is damaged" in checked.stdout
    assert name_of(whole) not in checked.stdout
    rows = json.loads(order(tmp_path, "admin", "export", name_of(table), "--raw").stdout)
    assert [move["notation"] for move in rows["moves"]] == ["dance"]
    assert order(tmp_path, "admin", "end", name_of(table)).exit_code == 0
    assert acts(tmp_path) == ["a table was exported with what is hidden", "a table was ended"]


def test_the_record_of_a_finished_table_is_printed_and_of_no_other(site: Site, ana: Visitor, tmp_path: Path) -> None:
    table = site.open(ana, ana)
    refused = order(tmp_path, "admin", "export", name_of(table))
    site.finish(table)

    assert isinstance(refused.exception, MaleconError)
    assert malecon.replay(order(tmp_path, "admin", "export", name_of(table)).stdout).over


def test_a_person_is_blocked_and_unblocked_at_once(site: Site, ana: Visitor, tmp_path: Path) -> None:
    table = site.open(ana, ana)

    order(tmp_path, "admin", "block", ana.id)
    assert ana.act(table, move=CHOICE).status_code == 403
    order(tmp_path, "admin", "unblock", ana.id)
    assert ana.act(table, move=CHOICE).status_code == 303
    assert acts(tmp_path) == ["a person was blocked", "a person was unblocked"]
    assert "Anastasia" not in (tmp_path / LOG).read_text("utf-8")
    assert isinstance(order(tmp_path, "admin", "block", "nobody").exception, MaleconError)


def test_a_sign_in_link_is_printed_for_who_has_forgotten_the_password(site: Site, ana: Visitor, tmp_path: Path) -> None:
    told = order(tmp_path, "admin", "sign-in", ana.id)
    assert told.exit_code == 0
    path = urlsplit(told.output.splitlines()[-1]).path

    assert site.stranger().post(path).status_code == 303
    assert site.stranger().post(path).status_code == 404
    assert acts(tmp_path) == ["a sign-in link was made"]
    assert path.rpartition("/")[2] not in (tmp_path / LOG).read_text("utf-8")
    assert isinstance(order(tmp_path, "admin", "sign-in", "nobody").exception, MaleconError)


def test_what_was_reported_is_listed_and_cannot_steer_the_terminal(site: Site, ana: Visitor, tmp_path: Path) -> None:
    table = site.open(ana, ana)
    ana.post(f"{table}/say", {"text": "You cheat"})
    with site.tables._store.writing() as connection:
        connection.execute(update(MESSAGES).values(reported=1, name=STRANGE))

    listed = order(tmp_path, "admin", "reports").stdout
    assert "You cheat" in listed
    assert "Eve" in listed
    assert "\x1b[31m" not in listed


def test_pairs_whose_games_are_unusual_are_listed(site: Site, tmp_path: Path) -> None:
    ladder = Ladder(site.client.app.state.services.store)
    ladder.at = now()
    winner, loser, other = new_members(ladder.store, 3)
    ladder.beat(winner, loser, times=11, after=1)
    ladder.beat(loser, winner, after=1)
    ladder.beat(other, winner, after=1)

    heads, *rows = order(tmp_path, "admin", "pairs").stdout.splitlines()

    assert heads.split() == ["Ahead", "Name", "Behind", "Name", "Game", "Games", "Result", "Share", "Why"]
    assert [row.split() for row in rows] == [
        f"{winner} Member 0 {loser} Member 1 havana 12 11:1 100% one-sided, hardly anybody else".split()
    ]


def test_ratings_are_reckoned_again(site: Site, ana: Visitor, tmp_path: Path) -> None:
    site.finish(site.open(ana, ana))

    assert "The ratings follow from" in order(tmp_path, "admin", "ratings").stdout
    assert acts(tmp_path) == ["the ratings were reckoned again"]


def test_a_backup_and_its_restoring_by_command(site: Site, ana: Visitor, tmp_path: Path) -> None:
    table = site.open(ana, ana)
    archive, new = tmp_path / "kept.zip", tmp_path / "new"

    kept = CliRunner().invoke(app, ["backup", str(archive), "--folder", str(tmp_path)])
    back = CliRunner().invoke(app, ["restore", str(archive), "--folder", str(new)])

    assert (kept.exit_code, back.exit_code) == (0, 0)
    assert back.stdout.endswith("Every table can be rebuilt.\n")
    assert name_of(table) in order(new, "admin", "tables").stdout


def test_a_restored_folder_with_a_damaged_table_is_told(site: Site, ana: Visitor, tmp_path: Path) -> None:
    table = site.open(ana, ana)
    ana.act(table, move=CHOICE)
    ana.act(table, verb="confirm")
    damage(site, table)
    archive = tmp_path / "kept.zip"
    order(tmp_path, "backup", str(archive))

    back = order(tmp_path / "new", "restore", str(archive))
    assert back.exit_code == 1
    assert "the log of the table is damaged" in back.stdout


def test_a_database_that_is_no_file_is_not_kept_by_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALECON_DATABASE_URL", "postgresql://localhost/malecon")

    assert "pg_dump" in str(order(tmp_path, "backup", str(tmp_path / "kept.zip")).exception)


def test_a_postgresql_database_is_looked_after_in_the_same_way(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MALECON_DATABASE_URL", postgres)
    store = Store.open(tmp_path, postgres)
    ana = finish(People(store).create())[0].id
    table = replace(new_table("havana, 2 seats"), occupants=(Occupant("Ana", ana), Occupant("Ben", ana)))
    store.create(table, CHANGE_WRITERS)
    name = table.header.id

    assert "Ana, Ben" in order(tmp_path, "admin", "tables").stdout
    assert ana in order(tmp_path, "admin", "people").stdout
    assert order(tmp_path, "admin", "check").stdout == "Every table can be rebuilt.\n"
    assert json.loads(order(tmp_path, "admin", "export", name, "--raw").stdout)["table"]["id"] == name
    assert order(tmp_path, "admin", "block", ana).exit_code == 0
    assert order(tmp_path, "admin", "end", name).exit_code == 0
    assert store.load(name).closed == "stopped"
    assert not (tmp_path / FILE).exists()
    store.close()
