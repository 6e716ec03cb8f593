"""People of an older site are known by their cookies, tokens, passwords and links; what they said and set is there."""

import re

import pytest

from terminal.terminal_helpers import Command
from upgrades.old_site import Old, action
from web.visiting import HOST

MAIL = {"smtp_url": "smtp://127.0.0.1:9", "mail_from": "malecon@site.example", "address": f"http://{HOST}"}


@pytest.mark.parametrize("secure", [False, True])
def test_browsers_are_known(old: Old, secure: bool) -> None:
    with old.opened(secure=secure) as door:
        for who, person in old.known["people"].items():
            prefix = "__Host-" if secure else ""
            cookies = {f"{prefix}{name}": value for name, value in person["cookies"].items()}
            page = door.ask("GET", "/settings", cookies).text
            assert f'value="{person["name"]}"' in page
            assert ('data-theme="dark"' in page) == (who == "Ben")
            assert ('lang="fr"' in page[:100]) == (who == "Ben")


def test_people_sign_in_with_their_passwords(old: Old) -> None:
    with old.opened() as door:
        for who, person in old.known["people"].items():
            form = {"name": person["name"].upper(), "password": person["password"] or "a wrong password"}
            answer = door.ask("POST", "/sign-in", data=form)
            assert answer.status_code == (303 if person["password"] else 403), who
            if person["password"]:
                token = re.findall(r"malecon=([^;]+);", answer.headers["set-cookie"])[0]
                assert f'value="{person["name"]}"' in door.ask("GET", "/settings", {"malecon": token}).text


def test_a_known_device_stays_known(old: Old) -> None:
    """A browser that has signed in before does not wait because of strangers' wrong passwords."""
    person = old.known["people"]["Ana"]
    with old.opened() as door:
        wrong = {"name": "Ana", "password": "a wrong password"}
        while door.ask("POST", "/sign-in", data=wrong).status_code != 429:
            pass
        right = {"name": "Ana", "password": person["password"]}
        device = {name: token for name, token in person["cookies"].items() if name.endswith("-device")}
        assert door.ask("POST", "/sign-in", data=right).status_code == 429
        assert door.ask("POST", "/sign-in", device, data=right).status_code == 303


def test_wrong_passwords_are_still_counted(old: Old) -> None:
    person = old.known["people"]["Carla"]
    with old.opened() as door:
        wrong = {"name": person["name"], "password": "a wrong password"}
        assert door.ask("POST", "/sign-in", person["cookies"], data=wrong).status_code == 429


def test_browsers_are_told_by_the_key_that_they_know(old: Old) -> None:
    with old.opened() as door:
        assert old.known["push key"] in door.visit("Eva", "/notices").text


def test_notices_are_gone_when_their_person_has_acted(old: Old) -> None:
    table = old.known["tables"]["live"]
    with old.opened() as door:
        noted = [each["table"] for each in door.visit("Ana", "/me/export").json()["notices"]]
        while (seen := door.look("Ana", "live"))["legal"]:
            sent = action(seen, seen["mark"].replace(".", "-"))  # another id for each move
            door.act("Ana", "live", "play", **sent, move=seen["legal"][0])
        left = [each["table"] for each in door.visit("Ana", "/me/export").json()["notices"]]
    assert noted.count(table) == 2
    assert table not in left


def test_talk_reports_mutes_and_blocks_stay(old: Old, malecon: Command) -> None:
    table = f"/table/{old.known['tables']['rated cuba']}"
    with old.opened() as door:
        assert "Isn&#39;t it hot today?" in door.visit("Ana", table).text
        assert "Isn&#39;t it hot today?" not in door.visit("Ben", table).text  # who does not hear her
        assert "Au revoir 🌴" in door.visit("Ben", table).text
        blocked = door.program("Carla", "POST", "/tables", {"game": "havana", "seats": [{"who": "me"}] * 2})
        assert blocked.status_code == 403
    assert "Au revoir 🌴" in malecon("admin", "reports", "--folder", old.folder).out


def test_links_lead_where_they_led(old: Old) -> None:
    links: dict[str, str] = old.known["links"]
    finished = old.known["tables"]["rated havana"]
    with old.opened(**MAIL) as door:
        for path in (*links.values(), f"/table/{finished}/replay?at=3&viewer=1", f"/table/{finished}/record"):
            assert door.visit("Eva", path).status_code == 200, path
        assert door.ask("POST", links["invitation"], {}, data={"name": "Zoe"}).status_code == 303
        assert "ben@mail.example" in door.ask("POST", links["confirm"]).text
        assert "ana@mail.example" in door.visit("Ana", "/notices").text
        assert door.ask("POST", links["no more letters"]).status_code == 200
        assert "ana@mail.example" not in door.visit("Ana", "/notices").text
        assert "ben@mail.example" in door.visit("Ben", "/notices").text
        carried = door.ask("POST", links["carry"], {})
        token = re.findall(r"malecon=([^;]+);", carried.headers["set-cookie"])[0]
        assert 'value="Ana"' in door.ask("GET", "/settings", {"malecon": token}).text
