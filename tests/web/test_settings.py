"""Settings: by option, by variable, by default, in this order; what is wrong with one is said."""

from dataclasses import Field, fields
from functools import cache
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from malecon.cli import app
from malecon.core.errors import UsageError
from malecon.core.user_folder import user_folder
from malecon.web.http.settings import Settings, option_of, variable_of

SECRET = [each for each in fields(Settings) if each.metadata["secret"]]


def test_nothing_needs_to_be_said() -> None:
    settings = Settings.read(environment={})

    assert settings == Settings()
    assert settings.data_folder == user_folder()


def test_the_environment_says_what_no_option_says() -> None:
    environment = {"MALECON_PORT": "81", "MALECON_FOLDER": "there", "MALECON_PROXIES": "10.0.0.0/8, ::1"}

    settings = Settings.read({"port": "82", "folder": None}, environment)

    assert (settings.port, settings.folder) == (82, Path("there"))
    assert settings.proxies == (ip_network("10.0.0.0/8"), ip_network("::1"))


def test_an_empty_variable_says_nothing() -> None:
    assert Settings.read(environment={"MALECON_PROCESSES": "", "MALECON_LIMITS": ""}) == Settings()


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("port", "abc", "a whole number up to 65535"),
        ("port", "65536", "a whole number up to 65535"),
        ("processes", "0", "a whole number from 1"),
        ("processes", "²", "a whole number from 1"),
        ("secure", "perhaps", "yes or no"),
        ("proxies", "10.0.0.1/8", "networks as 10.0.0.0/8, with commas between"),
        ("log_level", "loud", "one of debug, info, warning, error"),
    ],
)
def test_a_wrong_value_is_refused_with_what_was_expected(name: str, text: str, expected: str) -> None:
    with pytest.raises(UsageError) as by_option:
        Settings.read({name: text}, {})
    with pytest.raises(UsageError) as by_variable:
        Settings.read({}, {variable_of(name): text})

    assert str(by_option.value) == f"{option_of(name)}: is {text!r}, but must be {expected}"
    assert str(by_variable.value) == f"{variable_of(name)}: is {text!r}, but must be {expected}"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "address",
            "malecon.example",
            "an address as https://malecon.example or https://club.example/games: it must begin",
        ),
        (
            "address",
            "https://x.example/a b",
            "an address as https://malecon.example or https://club.example/games: its path",
        ),
        ("hosts", "a b", "names of hosts, with commas between: 'a b' is no part of a name"),
        ("hosts", "fe80::1%eth0", "names of hosts, with commas between: 'fe80::1%eth0' is no IPv6 address"),
        ("host", "127.1", "all, or hosts as localhost, 192.168.1.20 or ::1, with commas between: '127.1' is no IPv4"),
    ],
)
def test_what_is_no_address_is_refused_with_the_reason(name: str, text: str, expected: str) -> None:
    with pytest.raises(UsageError) as refused:
        Settings.read({name: text}, {})

    assert str(refused.value).startswith(f"{option_of(name)}: is {text!r}, but must be {expected}")


def test_addresses_and_hosts_are_kept_in_their_normal_form() -> None:
    environment = {
        "MALECON_ADDRESS": "HTTPS://Malecón.example:443/Games/",
        "MALECON_HOSTS": "MALECÓN.example., *.Club.example, [0::1]",
        "MALECON_HOST": "LOCALHOST., 0:0::1",
    }

    settings = Settings.read({}, environment)

    assert (str(settings.address), settings.path) == ("https://xn--malecn-fxa.example/Games", "/Games")
    assert list(map(str, settings.hosts)) == ["xn--malecn-fxa.example", "*.club.example", "[::1]"]
    assert list(map(str, settings.host)) == ["localhost", "[::1]"]


def test_the_command_says_what_is_wrong_with_a_setting() -> None:
    ended = CliRunner(env={"MALECON_PORT": "abc"}).invoke(app, ["serve"])

    assert isinstance(ended.exception, UsageError)
    assert "MALECON_PORT" in str(ended.exception)


@cache
def shown() -> str:
    """Return the help of ``malecon serve``, in one line."""
    return " ".join(CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "250"}).output.split())


@pytest.mark.parametrize("setting", fields(Settings), ids=lambda each: each.name)
def test_help_lists_every_setting(setting: "Field[Any]") -> None:
    assert variable_of(setting.name) in shown()
    assert setting.metadata["meaning"] in shown()
    assert (f"{option_of(setting.name)} " in shown()) != (setting in SECRET)


@pytest.mark.parametrize("setting", fields(Settings), ids=lambda each: each.name)
def test_what_is_written_of_a_value_is_read_as_the_same(setting: "Field[Any]") -> None:
    sort, value = setting.metadata["type"], getattr(Settings(), setting.name)

    written = sort.format(value)
    assert not written or sort.read(written) == value


@pytest.mark.parametrize("setting", SECRET, ids=lambda each: each.name)
def test_a_secret_is_never_shown(setting: "Field[Any]") -> None:
    told = Settings.read(environment={variable_of(setting.name): "hush://hush"})

    assert getattr(told, setting.name) == "hush://hush"
    assert "hush" not in repr(told)
