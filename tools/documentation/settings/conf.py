"""Sphinx's settings for the documentation site; they are copied beside its sources."""

import re
from typing import Any

import malecon

project = "Malecón"
copyright = "the Malecón developers, MIT licence"
version = release = malecon.__version__
language = "en"
highlight_language = "none"  # of a block that names no language
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

myst_enable_extensions = ["html_image"]
myst_heading_anchors = 6  # as a forge makes them

autodoc_member_order = "bysource"
autodoc_mock_imports = ["pufferlib"]  # which some machines cannot install
autodoc_typehints = "description"
napoleon_attr_annotations = False
autodoc_typehints_description_target = "documented"
autoclass_content = "both"  # the docstring of __init__ too

html_theme = "furo"
html_title = project
html_favicon = "style/icon.svg"
html_static_path = ["style"]
html_css_files = ["design_tokens.css", "site.css"]
html_copy_source = False
html_show_sphinx = False
html_use_index = html_domain_indices = False  # the search finds names

ARRAY = re.compile(r"ndarray\[tuple\[Any, \.\.\.\], dtype\[(\w+)\]\]")
LONG_NAME = re.compile(r'(?<=<span class="pre">)[^<]{16,}')
HEADING = 'role="heading" aria-level="2"'
NAME_PART = re.compile(r"[_/.]+(?=\w)")


def setup(app: Any) -> None:
    """Tell Sphinx what is done with the HTML of a page."""
    app.connect("html-page-context", _make_readable, priority=900)  # after the theme


def _make_readable(app: Any, page: str, template: str, context: dict[str, Any], document: object) -> None:
    """Write types of arrays as in the sources, let long names go on in the next line, and rank the menu's headings."""
    context["furo_navigation_tree"] = context["furo_navigation_tree"].replace('role="heading"', HEADING)
    whole = context.get("body", "").replace("</em><em>", "")
    whole = ARRAY.sub(r"NDArray[\1]", whole)
    context["body"] = LONG_NAME.sub(lambda name: NAME_PART.sub(r"\g<0><wbr>", name[0]), whole)
