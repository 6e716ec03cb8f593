"""The documentation site: each page is in its menu, it builds without a warning, and browsers fetch nothing else."""

import re
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

import pytest

from documentation.building import build
from documentation.navigation import ROOT, addresses, navigation
from documentation.sources import write_settings, write_sources

needs_sphinx = pytest.mark.skipif(
    find_spec("furo") is None or find_spec("myst_parser") is None,
    reason="what builds the site is not installed: `make dev` installs it",
)


def test_every_page_of_docs_is_in_the_menu_once() -> None:
    pages = {str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md")}
    places = list(addresses().values())

    assert pages - set(addresses()) == set()
    assert len(set(places)) == len(places)


def test_what_the_menu_names_is_there_in_five_sections() -> None:
    assert [page.path for page in navigation() if not (ROOT / page.path).exists()] == []
    assert list(dict.fromkeys(page.section for page in navigation())) == [
        *("Play", "Host", "Program", "Research", "Contribute")
    ]


ATTRIBUTES = {"data", "href", "poster", "src", "srcset"}
ADDRESS = re.compile(r"""(?:url\(|@import)\s*["']?([^"')]*)""")
"""An address in a style sheet."""


class Fetched(HTMLParser):
    """What a browser fetches with a page: scripts, style sheets, pictures, icons, frames."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "a":
            self.addresses += [value or "" for name, value in attrs if name in ATTRIBUTES]


def is_file_beside(file: Path, address: str) -> bool:
    """Tell whether an address in a file leads to another file of the site, or has its content in itself."""
    return address.startswith(("data:", "#")) or (file.parent / address.split("?")[0].split("#")[0]).is_file()


def fetched_by(page: Path) -> list[str]:
    reader = Fetched()
    reader.feed(page.read_text("utf-8"))
    return reader.addresses


@pytest.mark.slow
@needs_sphinx
def test_the_site_is_whole_and_fetches_nothing_from_elsewhere(tmp_path: Path) -> None:
    site = tmp_path / "site"
    write_sources(tmp_path / "docs")
    assert build(tmp_path / "docs", site)  # without a warning

    pages = {page: fetched_by(page) for page in site.rglob("*.html")}
    styles = {file: ADDRESS.findall(file.read_text("utf-8")) for file in site.rglob("*.css")}
    shown = {page.stem: page.read_text("utf-8").replace("<wbr>", "") for page in pages}

    assert {site / f"{address}.html" for address in addresses().values()} <= set(pages)
    assert any(".js" in address for address in pages[site / "index.html"])
    for file, named in (pages | styles).items():
        assert [name for name in named if not is_file_beside(file, name)] == [], file
    assert "MALECON_TOKEN" in shown["bot"]
    assert "load_data" in shown["first_plot"]
    assert 'id="malecon.core.match.Match.seen_by"' in shown["python"]
    assert "/api/v1/tables/{table_id}/play" in shown["http_api"]


@pytest.mark.slow
@needs_sphinx
@pytest.mark.parametrize("link", ["[gone](gone.md)", "[gone](#gone)", "[gone](index.md#gone)", "![gone](gone.png)"])
def test_a_broken_link_fails_the_build(link: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    sources = tmp_path / "docs"
    write_settings(sources)
    (sources / "index.md").write_text(f"# Start\n\n{link}\n", "utf-8")

    assert not build(sources, tmp_path / "site")
    assert "gone" in capfd.readouterr().err
