"""The files for hosts: nothing runs as root, nothing is unpinned, every name in them is one of ours."""

import json
import re
from dataclasses import fields
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from malecon.cli import app
from malecon.core.jit import cache
from malecon.web.http.settings import Settings, variable_of

ROOT = Path(__file__).parent.parent
IMAGE = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
SYSTEMD = ROOT / "hosting/systemd"
UNITS = sorted(SYSTEMD.glob("*.service"))
VARIABLES = {variable_of(each.name) for each in fields(Settings)}
OURS = re.compile(r"\bMALECON_[A-Z_]+")


@pytest.fixture
def services() -> dict[str, Any]:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed, which reads compose.yaml")
    site: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    for service in site["services"].values():
        assert set(service["networks"]) <= set(site["networks"])
        assert {volume.partition(":")[0] for volume in service.get("volumes", ())} <= {
            *site["volumes"],
            "./hosting/Caddyfile",
        }
    services: dict[str, Any] = {**site["services"], "networks": site["networks"]}
    return services


def instructions(name: str) -> list[str]:
    """Return what follows each instruction of a sort in the recipe of the image."""
    return re.findall(rf"^{name} +(.*)$", IMAGE, re.MULTILINE)


def is_command(words: list[str]) -> bool:
    """Tell whether ``malecon`` knows a command."""
    return words[0] == "malecon" and CliRunner().invoke(app, [*words[1:], "--help"]).exit_code == 0


def test_the_image_is_made_of_what_is_pinned_and_there() -> None:
    (base,) = instructions("ARG")
    assert re.fullmatch(r"BASE=python:3\.\d+-slim", base)
    assert {each.removesuffix(" AS built") for each in instructions("FROM")} == {"${BASE}"}
    assert any("--require-hashes --requirement requirements-hosting.lock" in each for each in instructions("RUN"))
    sources = [word for each in instructions("COPY") if "--from" not in each for word in each.split()[:-1]]
    assert sources
    assert all((ROOT / source).exists() for source in sources)
    assert {f"!{source}" for source in sources} <= set((ROOT / ".dockerignore").read_text("utf-8").splitlines())


def test_every_library_of_the_image_has_hashes() -> None:
    lines = (ROOT / "requirements-hosting.lock").read_text("utf-8").replace("\\\n", "").splitlines()
    libraries = [line for line in lines if line and not line.lstrip().startswith("#")]

    assert any(line.startswith("procrastinate==") for line in libraries)
    assert all("==" in line and "--hash=sha256:" in line for line in libraries)


def test_nothing_in_the_image_runs_as_root_but_the_compiler_while_it_is_built() -> None:
    final = IMAGE.rpartition("FROM ")[2]

    assert final.index("USER malecon") < final.index("HEALTHCHECK ") < final.index("CMD [")
    assert is_command(json.loads(instructions("CMD")[-1]))


def test_every_container_of_ours_has_few_rights(services: dict[str, Any]) -> None:
    for name in ("web", "worker"):
        assert services[name]["read_only"] is True
        assert services[name]["tmpfs"] == ["/tmp"]
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["security_opt"] == ["no-new-privileges:true"]


def test_a_site_has_two_servers_and_two_workers(services: dict[str, Any]) -> None:
    assert [services[name]["deploy"]["replicas"] for name in ("web", "worker")] == [2, 2]
    assert is_command(services["worker"]["command"])
    assert all(services[name]["restart"] == "unless-stopped" for name in ("web", "worker", "database", "proxy"))
    assert [name for name in services if "ports" in services[name]] == ["proxy"]


def test_images_of_others_have_a_version(services: dict[str, Any]) -> None:
    assert all(re.fullmatch(r"\w+:\d+", services[name]["image"]) for name in ("database", "proxy"))


def test_only_the_proxy_is_believed_who_comes(services: dict[str, Any]) -> None:
    proxy = ip_address(services["proxy"]["networks"]["inside"]["ipv4_address"])
    addresses = services["networks"]["inside"]["ipam"]["config"][0]
    inside, others = ip_network(addresses["subnet"]), ip_network(addresses["ip_range"])
    believed = ip_network(services["web"]["environment"]["MALECON_PROXIES"])

    assert list(believed) == [proxy]
    assert proxy in inside
    assert proxy not in others, "somebody else would have its address before it starts"


@pytest.mark.parametrize("file", ["Dockerfile", "compose.yaml", "hosting/systemd/malecon-server@.service"])
def test_every_setting_is_one_of_ours(file: str) -> None:
    named = set(OURS.findall((ROOT / file).read_text("utf-8"))) - {"MALECON_SITE"}

    assert named
    assert named <= VARIABLES | {cache.VARIABLE}


def assignments(file: Path) -> dict[str, str]:
    """Return what a file for systemd sets."""
    lines = file.read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_service_is_a_command(unit: Path) -> None:
    assert is_command(["malecon", assignments(unit)["ExecStart"].rpartition("/malecon ")[2].split()[0]])


def test_every_service_has_few_rights() -> None:
    rights = assignments(SYSTEMD / "malecon-.service.d/rights.conf")

    assert len(UNITS) == 2
    assert all(unit.name.startswith("malecon-") for unit in UNITS), "or the rights would not be theirs"
    assert rights["DynamicUser"] == rights["NoNewPrivileges"] == rights["PrivateTmp"] == "yes"
    assert rights["ProtectSystem"] == "strict"
