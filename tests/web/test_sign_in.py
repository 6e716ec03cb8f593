"""Names and passwords: signing up, in and out, from any browser."""

import pytest

from web.knowing import GOOD, OTHER, after, is_known, signed_up, token_in, try_anew
from web.visiting import Site, Visitor


@pytest.fixture(autouse=True)
def fresh(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    try_anew(site, monkeypatch)


def test_signing_up_keeps_the_games_and_signing_in_brings_them_anywhere(site: Site, ana: Visitor) -> None:
    table = site.open(ana, None)
    signed = signed_up(site, ana, "Ana 1")
    answer = site.stranger().post("/sign-in", {"name": "ana 1", "password": GOOD})

    assert not is_known(ana, "Ana")  # the token has changed
    assert table in signed.get("/").text
    assert table in after(site, answer).get("/").text
    assert "You sign in as “ana 1”." in signed.get("/me").text


def test_a_stranger_can_sign_up(site: Site) -> None:
    signed = signed_up(site, site.stranger(), "Carla")

    assert "carla" in signed.get("/me").text
    assert signed.get("/me").text.count("<li>") == 1


def test_the_token_changes_at_every_sign_in(site: Site, ana: Visitor) -> None:
    signed = signed_up(site, ana, "Ana 2")
    again = after(site, signed.post("/sign-in", {"name": "Ana 2", "password": GOOD}))

    assert not is_known(signed, "Ana")
    assert is_known(again, "Ana")
    assert '/sign-in"' not in again.get("/").text
    assert '/sign-in"' in site.stranger().get("/").text
    assert '/sign-in"' in site.somebody().get("/").text
    assert again.get("/me").text.count("<li>") == 1


def test_an_unknown_name_and_a_wrong_password_get_the_same_answer(site: Site, ana: Visitor) -> None:
    signed_up(site, ana, "Ana 3")
    known, unknown = (
        site.stranger().post("/sign-in", {"name": name, "password": "wrong"}) for name in ("Ana 3", "Ann 3")
    )

    assert known.status_code == unknown.status_code == 403
    assert known.text.replace("Ana 3", "") == unknown.text.replace("Ann 3", "")
    assert "do not belong together" in known.text
    assert "set-cookie" not in known.headers


def test_whoever_signs_in_over_games_that_would_be_lost_is_asked(site: Site, ana: Visitor) -> None:
    signed_up(site, ana, "Ana 5")
    ben, form = site.somebody(name="Ben"), {"name": "Ana 5", "password": GOOD}
    site.open(ben, None)

    assert ben.post("/sign-in", form).status_code == 409
    assert is_known(ben, "Ben")
    assert ben.post("/sign-in", {**form, "leave": "on"}).status_code == 303


@pytest.mark.parametrize("form", [{"name": ""}, {"name": "x" * 41}, {"password": "short"}, {"password": "12345678"}])
def test_a_wrong_name_or_password_is_refused_in_words(ana: Visitor, form: dict[str, str]) -> None:
    answer = ana.post("/me/account", {"name": "Ana 6", "password": GOOD, **form})

    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'type="password" name="password"' in answer.text
    assert GOOD not in answer.text


def test_a_stranger_whose_sign_up_fails_can_try_again_and_leaves_nobody(site: Site, ana: Visitor) -> None:
    signed_up(site, ana, "Ana 7")
    answer = site.stranger().post("/me/account", {"name": "ANA 7", "password": GOOD})

    assert answer.status_code == 422
    assert "already" in answer.text
    assert 'value="ANA 7"' in answer.text
    assert not answer.cookies
    signed_up(site, site.stranger(), "Ann 7")


@pytest.mark.parametrize("alone", [False, True])
def test_a_changed_password_ends_the_other_sessions_if_asked(site: Site, ana: Visitor, alone: bool) -> None:
    name = f"Ana 8 {alone}"
    signed = signed_up(site, ana, name)
    other = after(site, site.stranger().post("/sign-in", {"name": name, "password": GOOD}))
    form = {"old": GOOD, "password": OTHER} | ({"alone": "on"} if alone else {})
    wrong, changed = signed.post("/me/account", {**form, "old": "wrong"}), signed.post("/me/account", form)

    assert wrong.status_code == 403
    assert changed.status_code == 303
    assert is_known(after(site, changed), "Ana")
    assert not is_known(signed, "Ana")
    assert is_known(other, "Ana") != alone


def test_signing_out_ends_the_session_and_only_with_a_password(site: Site, ana: Visitor) -> None:
    assert ana.post("/me/sign-out").status_code == 409
    signed = signed_up(site, ana, "Ana 9")
    answer = signed.post("/me/sign-out")

    assert token_in(answer) in ("", '""')
    assert "You are signed out in this browser." in site.stranger().get(answer.headers["location"]).text
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert not is_known(signed, "Ana")
