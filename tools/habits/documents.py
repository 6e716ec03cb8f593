"""Documents: what they name is there."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields

import malecon
from habits import PACKAGE, Breach, Project, Source
from malecon.cli import app
from malecon.core.jit import cache
from malecon.core.plain_mode import VARIABLE
from malecon.services.metrics import REGISTRY
from malecon.web.http.settings import Settings, option_of, variable_of

CHANGES = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
"""The sections of keepachangelog.com."""
LINK = re.compile(r"\]\(([^)#]*)#?([^)]*)\)")
NAMED = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"(?:[\w.<>-]+/)*[\w.<>-]+\.(?:css|html|js|json|md|py|toml|yaml)|(?:[a-z_<>]+/)+(?:[a-z_<>]+)?")
"""A path as a document names one, of a file or a folder; ``<game>`` stands for each game."""
PLACES = ("", "src", *(f"{PACKAGE}{'/*' * depth}" for depth in range(4)), "hosting", "tools")
"""Folders from which paths are read: a document names a package, or a game, before a module of it."""
OF_OTHERS = {"four.py", "my_agent.py", "tried.py", "frequency_lists.py"}
"""Files that a reader makes, or of another package."""
THIRD_GAME = re.compile(r"^`((?:games|tests)/[\w/.]+)`[^\n]*:\n\n```", re.MULTILINE)
"""A file that the guide to another game makes."""
BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
DOCUMENT = re.compile(r"\bdocs/[a-z0-9/-]+\.md")
SETTINGS = [each.name for each in fields(Settings)]
VARIABLES = {*map(variable_of, SETTINGS), VARIABLE, cache.VARIABLE, "MALECON_SITE", "MALECON_TOKEN"}
"""Of settings, of the compiler and its cache, of ``compose.yaml``, and of the example bot."""
OF_OTHER_COMMANDS = {"--raw", "--save", "--user"}
"""Options of ``malecon admin export``, of ``malecon play``, and of containers."""
OF_SERVERS = ("docs/api.md", "docs/hosting.md", "docs/operating.md")
ENTRY = re.compile(r"- \*\*(?P<word>[\w -]+)\*\*: (?P<meaning>.+): `(?P<path>[\w/]+\.py)`, `(?P<name>[\w.]+)`")
"""A line of the glossary."""
NOT_PROVED = ("not done", "Not done", "Left to the proxy")


def links(project: Project) -> Iterator[Breach]:
    """Links lead somewhere."""
    for page in project.documents():
        folder = (project.root / page.path).parent
        for found in LINK.finditer(page.text):
            link, anchor = found.groups()
            target = folder / link if link else project.root / page.path
            if "://" not in link and not target.exists():
                yield page.breach(found.start(), f"{link} is not there")
            elif "://" not in link and anchor and anchor not in _anchors(target.read_text("utf-8")):
                yield page.breach(found.start(), f"{link} has no heading {anchor}")


def _anchors(text: str) -> set[str]:
    """Return the anchors of the headings of a page, as forges make them."""
    headings = re.findall(r"^#+ (.*)", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def paths(project: Project) -> Iterator[Breach]:
    """Paths that documents name are there, and documents that the code names."""
    for page in project.documents():
        third = THIRD_GAME.findall(page.text)
        made = {*OF_OTHERS, *third, *(path.rpartition("/")[2] for path in third)}
        text = BLOCK.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), page.text)
        for found in NAMED.finditer(text):
            if FILE.fullmatch(found[1]) and found[1] not in made and not _is_there(project, found[1]):
                yield page.breach(found.start(), f"{found[1]} is not there")
    for source in project.within("src", "bench", "tools", "hosting", ends=(".py", ".toml", ".service")):
        for found in DOCUMENT.finditer(source.text):
            if not (project.root / found[0]).exists():
                yield source.breach(found.start(), f"{found[0]} is not there")


def _is_there(project: Project, path: str) -> bool:
    """Tell whether a path of a document exists, that of a game for each game."""
    of_games = {path.replace("<game>", name) for name in project.games}
    return all(any(any(project.root.glob(f"{place}/{each}".strip("/"))) for place in PLACES) for each in of_games)


def variables(project: Project) -> Iterator[Breach]:
    """Variables of the environment and metrics that documents name are there."""
    metrics = {each.name for each in REGISTRY.collect()}
    for page in project.documents():
        for found in re.finditer(r"\bMALECON_[A-Z_]*[A-Z]\b(?!_)", page.text):
            if found[0] not in VARIABLES:
                yield page.breach(found.start(), f"nothing reads the variable {found[0]}")
        for found in re.finditer(r"`(malecon_[a-z_]+)`", page.text):
            if found[1].removesuffix("_total") not in metrics:
                yield page.breach(found.start(), f"there is no metric {found[1]}")


def options_of_servers(project: Project) -> Iterator[Breach]:
    """Options of a server that documents name are there."""
    known = {*map(option_of, SETTINGS), *OF_OTHER_COMMANDS}
    for page in map(project.file, OF_SERVERS):
        for found in re.finditer(r"`(--[a-z-]*[a-z])(?: \w+)?`", page.text):
            if found[1] not in known:
                yield page.breach(found.start(), f"a server has no option {found[1]}")


def commands(project: Project) -> Iterator[Breach]:
    """Each command of ``malecon`` is in a document."""
    text = "".join(page.text for page in project.documents())
    for command in app.registered_commands:
        name = command.name or getattr(command.callback, "__name__", "")
        if f"malecon {name}" not in text:
            yield Breach("README.md", 1, f"no document names the command malecon {name}")


def moves(project: Project) -> Iterator[Breach]:
    """Each form of a move is in the document of the notation."""
    page = project.file("docs/notation.md")
    for game in malecon.games:
        notation = malecon.games[game].notation
        for verb in sorted({notation.format(action).split()[0] for action in range(len(notation))}):
            if f"`{verb} " not in page.text:
                yield Breach(page.path, 1, f"the moves of {game} that begin with {verb} are missing")


def tour(project: Project) -> Iterator[Breach]:
    """The diagram of the tour shows all packages, and no other."""
    page = project.file("docs/tour.md")
    diagram = re.search(r"^```\n(.*?)^```", page.text, re.MULTILINE | re.DOTALL)
    if diagram is None:
        yield Breach(page.path, 1, "the diagram of the packages is missing")
        return
    shown = {name for line in diagram[1].splitlines() for name in re.split(r"  +", line.strip())[:-1]}
    there = {each.parts[2] for each in project.within(PACKAGE) if len(each.parts) == 4 and "__init__" in each.path}
    for name in sorted(shown ^ there):
        yield page.breach(diagram.start(), f"{name} is {'no package' if name in shown else 'missing in the diagram'}")


def records(project: Project) -> Iterator[Breach]:
    """A decision record begins with its question."""
    for page in project.within("docs/decisions", ends=(".md",)):
        if page.text.splitlines()[2:3] != ["## Question"]:
            yield Breach(page.path, 3, "a decision record begins with its title and ## Question")


def measurements(project: Project) -> Iterator[Breach]:
    """Measurements are linked, and have the commands that repeat them."""
    texts = [page.text for page in project.documents() if "measurements" not in page.parts]
    for page in project.within("docs/measurements", ends=(".md",)):
        if not any(f"measurements/{page.parts[-1]})" in text for text in texts):
            yield Breach(page.path, 1, "no document links these measurements")
        if not re.search(r"```(ba)?sh\n", page.text):
            yield Breach(page.path, 1, "the commands that repeat these measurements are missing")


def changelog(project: Project) -> Iterator[Breach]:
    """The changelog has the usual sections."""
    page = project.file("CHANGELOG.md")
    if "\n## [Unreleased]\n" not in page.text:
        yield Breach(page.path, 1, "the section [Unreleased] is missing")
    for found in re.finditer(r"^### (.*)", page.text, re.MULTILINE):
        if found[1] not in CHANGES:
            yield page.breach(found.start(), f"{found[1]} is no section of keepachangelog.com")


def glossary(project: Project) -> Iterator[Breach]:
    """Each line of the glossary is a word, its meaning and where it is defined, and no word is there twice."""
    page, words = project.file("docs/glossary.md"), set[str]()
    modules = {each.path: each for each in project.within(PACKAGE)}
    for line in re.finditer(r"^- .*", page.text, re.MULTILINE):
        entry = ENTRY.fullmatch(line[0])
        if entry is None:
            yield page.breach(line.start(), "a line is: - **word**: meaning: `path.py`, `name`")
            continue
        module = modules.get(f"{PACKAGE}/{entry['path']}")
        if module is None or entry["name"] not in _defined(ast.parse(module.text).body):
            yield page.breach(line.start(), f"{entry['path']} does not define {entry['name']}")
        if entry["word"].lower() in words:
            yield page.breach(line.start(), f"{entry['word']} is there twice")
        words.add(entry["word"].lower())
    if not words:
        yield Breach(page.path, 1, "no word can be read")


def _defined(body: list[ast.stmt], prefix: str = "") -> set[str]:
    """Return the names that statements define, those in a class with the name of the class before them."""
    names: set[str] = set()
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(prefix + node.name)
        if isinstance(node, ast.ClassDef):
            names |= _defined(node.body, f"{prefix}{node.name}.")
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {prefix + target.id for target in targets if isinstance(target, ast.Name)}
    return names


def security(project: Project) -> Iterator[Breach]:
    """Each row of the document about security names tests that there are, or says that something is not done."""
    page = project.file("docs/security.md")
    tests = {name for source in project.within("tests") for name in _tests_in(source)}
    rows = [row for row in re.finditer(r"^\| .*", page.text, re.MULTILINE) if not _is_head(row[0])]
    for row in rows:
        named = re.findall(r"`(test_\w+)`", row[0])
        if not named and not any(word in row[0] for word in NOT_PROVED):
            yield page.breach(row.start(), "neither a test proves this, nor is it said not to be done")
        for name in named:
            if name not in tests:
                yield page.breach(row.start(), f"there is no test {name}")
    if not rows:
        yield Breach(page.path, 1, "no row can be read")


def _is_head(row: str) -> bool:
    return re.match(r"\| \w+ \| how \| proof \|", row) is not None


def _tests_in(source: Source) -> list[str]:
    return re.findall(r"def (test_\w+)", source.text)
