"""Addresses: none in a template, script, style sheet or module leads out of a site below a path."""

import re
from collections.abc import Iterator

from habits import PACKAGE, Breach, Project, Source

URL_ATTRIBUTES = ("href", "src", "action", "formaction", "poster", "srcset")
URL_DATA = ("data-copy", "data-page", "data-worker", "data-moves")
"""Attributes that hold addresses: for browsers, for our scripts."""
WITHIN = re.compile(r"\{\{ root \}\}(/|\{\{ )|\{\{ root \}\}\{%|#|\?|\{\{ link \}\}|\{\{ picture_of\(")
"""How they begin in a template. A link to be sent to others is a whole address."""
ATTRIBUTE = re.compile(rf"(?<![\w-])({'|'.join(URL_ATTRIBUTES + URL_DATA)})=\"([^\"]*)\"")
OF_THE_SITE = re.compile(r"\{\{ root \}\}/|startswith\(\S*\)")
ABSOLUTE = re.compile(r"""=["']?/[^>"']*|["'(]/[a-z{][^"')]*""")
IN_SCRIPTS = re.compile(r"""["'`]/[\w$][^"'`]*""")
IN_STYLES = re.compile(r"""url\(\s*["']?(?:/|\w+:)(?!svg)[^)]*""")
IN_MODULES = re.compile(r"""(?<![\w-])(?:href|src|action)=["']/[^"']*""")
EXAMPLE = re.compile(r"^ *>>> .*(\n *(?!>>>|\"\"\").+)*", re.MULTILINE)
OF_OTHERS = "idiomorph.js"


def in_templates(project: Project) -> Iterator[Breach]:
    """Each address in a template begins with the path of the site."""
    for source in project.within(PACKAGE, ends=(".html",)):
        for found in ATTRIBUTE.finditer(source.text):
            if not WITHIN.match(found[2]):
                yield source.breach(found.start(), f"{found[0]} does not begin with {{{{ root }}}}")
        yield from _found(source, ABSOLUTE, OF_THE_SITE)


def in_scripts(project: Project) -> Iterator[Breach]:
    """No script names a page without the path of the site."""
    for source in project.within(PACKAGE, ends=(".js",)):
        if source.parts[-1] != OF_OTHERS:
            yield from _found(source, IN_SCRIPTS)


def in_styles(project: Project) -> Iterator[Breach]:
    """Style sheets name files beside them."""
    for source in project.within(PACKAGE, ends=(".css",)):
        yield from _found(source, IN_STYLES)


def in_modules(project: Project) -> Iterator[Breach]:
    """No markup in a module names a page without the path of the site."""
    for source in project.within(*(f"{PACKAGE}/{name}" for name in ("web", "presentation", "games", "services"))):
        yield from _found(source, IN_MODULES, EXAMPLE)


def _found(source: Source, wrong: re.Pattern[str], allowed: re.Pattern[str] | None = None) -> Iterator[Breach]:
    """Yield each match of ``wrong`` outside of what is allowed."""
    text = allowed.sub(lambda each: re.sub(r"[^\n]", " ", each[0]), source.text) if allowed else source.text
    for found in wrong.finditer(text):
        yield source.breach(found.start(), f"{found[0]} does not begin with the path of the site")
