"""Sites of older versions, whose files lie in this folder, are opened by today's code, and nothing is lost.

Only addresses, commands and the API are used, none of our modules: whatever is renamed inside, this must stay green.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from terminal.terminal_helpers import Command
from upgrades.old_site import VERSIONS, Door, Old, action
from upgrades.views import Json, earlier, essence, only, without_asks


def with_clocks_of(view: Json, before: Json) -> Json:
    """Return a table with its running clocks as they were; nobody served meanwhile, so all were moved alike."""
    moved = set()
    for seat, was in zip(view["seats"], before["seats"], strict=True):
        if seat["running"] is not None and was["running"] is not None:
            moved.add(seat["running"] - was["running"])
            seat["running"] = was["running"]
    assert len(moved) <= 1
    return view


def test_there_are_files_of_an_older_version() -> None:
    assert VERSIONS


def test_every_table_looks_to_everybody_as_it_did(old: Old) -> None:
    with old.opened() as door:
        for key, before in old.seen.items():
            table, _, who = key.partition(", ")
            if not who:
                continue
            answer = door.program(who, "GET", f"/tables/{old.known['tables'][table]}?since=-1")
            if isinstance(before, int):
                assert answer.status_code == before, key
                continue
            before["position"] = without_asks(before["position"])
            now = only(with_clocks_of(earlier(essence(answer.json()), old.shift), before), before)
            assert [fact for fact in before if now.get(fact) != before[fact]] == [], key
            assert json.dumps(now) == json.dumps(before), key


def test_lists_results_and_ratings_are_as_they_were(old: Old, malecon: Command) -> None:
    own = {path: before for path, before in old.seen.items() if path.startswith("/")}

    def compare(door: Door) -> None:
        for path, before in own.items():
            answer = (
                door.program("Eva" if "lobby" in path else "Ana", "GET", path.removeprefix("/api/v1"))
                if path.startswith("/api")
                else door.visit("Ana", path)
            )
            now = without_words(without_due(earlier(only(answer.json(), before), old.shift)))
            assert now == without_words(without_due(before)), path

    with old.opened() as door:
        compare(door)
    assert malecon("admin", "ratings", "--folder", old.folder).code == 0
    with old.opened() as door:
        compare(door)


def without_words(facts: Any) -> Any:
    """Return plain data without what is told otherwise later: names of buildings, lessons (now missions)."""
    if isinstance(facts, dict):
        return {key: without_words(value) for key, value in facts.items() if key not in ("building", "lesson")}
    return [*map(without_words, facts)] if isinstance(facts, list) else facts


def without_due(facts: Any) -> Any:
    """Return an export with less of the notices: they become due later while nobody serves, or go by a look."""
    if isinstance(facts, dict) and "notices" in facts:
        return facts | {"notices": sorted({(each["table"], each.get("sent", "")) for each in facts["notices"]})}
    return facts


def test_the_games_go_on(old: Old) -> None:
    gone_on = set()
    with old.opened() as door:
        for table, who, view in old.views():
            if view["phase"] != "playing" or not view["legal"] or who == "Carla" or table in gone_on:
                continue
            gone_on.add(table)
            body = action(view, "a-first-action")
            after = door.act(who, table, "play", **body, move=view["legal"][0])
            assert (after["number"], len(after["draft"])) > (view["number"], len(view["draft"])), table
            late = door.program(who, "POST", f"/tables/{view['id']}/confirm", body | {"id": "late"})
            assert late.json()["error"]["kind"] == "changed"
    assert len(gone_on) >= 10


def test_drafts_are_confirmed_or_taken_back(old: Old) -> None:
    held = [(table, who, view) for table, who, view in old.views() if view["held"] and view["phase"] == "playing"]
    begun = [(table, who, view) for table, who, view in old.views() if view["draft"] and not view["held"]]
    assert {table for table, _, _ in held} >= {"undecided", "choosing"}
    assert begun
    with old.opened() as door:
        for place, (table, who, view) in enumerate(held):
            verb = ("confirm", "undo")[place % 2]
            after = door.act(who, table, verb, **action(view, "decided"))
            assert after["held"] is None
            assert verb == "undo" or after["number"] > view["number"]
            assert verb == "confirm" or (view["held"] in after["legal"] and after["number"] == view["number"])
        for table, who, view in begun:
            after = door.act(who, table, "undo", **action(view, "back"))
            assert after["draft"] == view["draft"][:-1]
            assert view["draft"][-1] in after["legal"]


def test_a_page_that_stayed_open_over_the_update_acts(old: Old) -> None:
    view = next(view for table, who, view in old.views() if (table, who) == ("sealed", "Ana"))
    form = {key: str(value) for key, value in action(view, "from-a-page").items()}
    with old.opened() as door:
        cookies = old.known["people"]["Ana"]["cookies"]
        form |= {"seat": "1", "move": view["legal"][0]}  # which a page counts from 1
        assert door.ask("POST", f"/table/{view['id']}/act", cookies, data=form).status_code == 303
        assert door.look("Ana", "sealed")["mark"] != view["mark"]


def test_what_is_sent_again_after_the_update_is_done_once(old: Old) -> None:
    last = old.known["last action"]
    with old.opened() as door:
        after = door.act("Ana", last["table"], last["verb"], **last["body"])
        assert after["mark"] == last["mark"]
        assert after["draft"] == [last["body"]["move"]]


def test_who_was_away_comes_back_and_pauses_end(old: Old) -> None:
    with old.opened() as door:
        assert door.look("Ana", "stood in")["seats"][1]["substitute"] == "strong"
        assert door.act("Ben", "stood in", "come-back", seat=1)["seats"][1]["substitute"] is None
        assert door.act("Ben", "paused", "go-on")["phase"] == "playing"
        assert door.act("Ben", "undecided", "pause", wished=True)["phase"] == "paused"  # Ana wished it before


def test_computer_players_have_their_levels(old: Old) -> None:
    with old.opened() as door:
        levels = {game["name"]: game["levels"] for game in door.program("Ana", "GET", "/games").json()}
        seated = {(view["game"], seat["level"]) for _, _, view in old.views() for seat in view["seats"]} - {None}
        assert {level for _, level in seated} - {None} <= set().union(*levels.values())
        for level in levels["havana"]:
            table = old.known["tables"]["options"]
            assert door.program("Ana", "GET", f"/tables/{table}/hint?seat=0&level={level}").status_code == 200


def test_the_commands_of_who_runs_the_site_read_it(old: Old, malecon: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALECON_FOLDER", str(old.folder))

    def admin(*arguments: object) -> str:
        done = malecon("admin", *arguments)
        assert done.code == 0, done.err
        return done.out

    tables = old.known["tables"]
    assert "Every table can be rebuilt." in admin("check")
    listed = admin("tables", "--finished")
    assert all(table in listed for table in tables.values())
    assert admin("export", tables["rated cuba"]).startswith("cuba ")
    assert json.loads(admin("export", tables["slow"], "--raw"))
    monkeypatch.setenv("COLUMNS", "200")
    assert re.search(r"(?m)^ended .* 30 +1 *$", admin("overview"))  # the last sweep removed one such table
    assert "Nothing" in admin("sweep")


def test_a_database_that_is_gone_is_missed(old: Old, malecon: Command) -> None:
    (old.folder / "malecon.db").unlink()

    assert "there was a database" in malecon("admin", "check", "--folder", old.folder).err


LOCKING = """
import fcntl, sys
with open(sys.argv[1], "r+b") as file:
    fcntl.lockf(file, fcntl.LOCK_EX)
    print(flush=True)
    sys.stdin.read()
"""
"""What a server of the older version does with the lock of its folder."""


def test_a_server_of_the_older_version_that_still_runs_is_noticed(old: Old, malecon: Command, tmp_path: Path) -> None:
    command = [sys.executable, "-c", LOCKING, str(old.folder / "malecon.lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        server.stdout.readline()
        refused = malecon("admin", "salvage", old.folder, tmp_path / "saved")
        server.communicate()

    assert str(json.loads((old.folder / "malecon.lock").read_text("utf-8"))["pid"]) in refused.err


def test_it_is_saved_when_it_is_damaged(old: Old, malecon: Command, tmp_path: Path) -> None:
    assert "cut: 0; lost: 0." in malecon("admin", "salvage", old.folder, tmp_path / "saved").out


def test_an_archive_of_it_is_restored(version: Path, tmp_path: Path, malecon: Command) -> None:
    known = json.loads((version / "known.json").read_text("utf-8"))

    done = malecon("restore", version / "archive.zip", "--folder", tmp_path / "again")

    assert "Every table can be rebuilt." in done.out
    name = known["links"]["record"].split("/")[2]
    assert (tmp_path / "again" / "records" / name).read_bytes() == (version / "data" / "records" / name).read_bytes()


def test_settings_have_their_names(version: Path, malecon: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    names = json.loads((version / "settings.json").read_text("utf-8"))
    monkeypatch.setenv("COLUMNS", "400")
    said = set(re.findall(r"MALECON_[A-Z_]+|(?<![\w-])--[a-z-]+", malecon("serve", "--help").out))

    assert set(names["variables"]) | set(names["options"]) <= said
