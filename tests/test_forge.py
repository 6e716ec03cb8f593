"""Files for a forge: they can be read, what they name is there, and who cites the program cites this version."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

import malecon

ROOT = Path(__file__).parent.parent
GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").iterdir())
FORMS = sorted(file for file in (GITHUB / "ISSUE_TEMPLATE").iterdir() if file.name != "config.yml")
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def read(file: Path) -> dict[Any, Any]:
    content: dict[Any, Any] = yaml.safe_load(file.read_text("utf-8"))
    return content


def steps(workflow: Path) -> list[dict[str, Any]]:
    return [step for job in read(workflow)["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_runs_what_is_there_with_few_rights(workflow: Path) -> None:
    commands = [step["run"] for step in steps(workflow) if "run" in step]
    named = re.findall(r"(?:^| )([\w./-]+\.(?:py|lock)|\.ci/\w+)", "\n".join(commands), re.MULTILINE)

    made = set(re.findall(r"\bmake (\w+)", "\n".join(commands)))

    assert named or made
    assert [name for name in named if not (ROOT / name).is_file()] == []
    assert made <= TARGETS
    assert read(workflow)["permissions"] == {"contents": "read"}


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.name)
def test_actions_of_others_have_a_version(workflow: Path) -> None:
    used = [step["uses"] for step in steps(workflow) if "uses" in step]

    assert [name for name in used if not re.fullmatch(r"[\w-]+/[\w-]+@(v\d+|release/v\d+|[0-9a-f]{40})", name)] == []


RIGHTS: dict[str, dict[str, dict[str, str]]] = {
    "release": {"upload": {"id-token": "write"}, "publish": {"contents": "write"}},
    "site": {"publish": {"id-token": "write", "pages": "write"}},
}


@pytest.mark.parametrize("workflow", RIGHTS)
def test_only_the_jobs_that_upload_can_and_they_run_nothing_of_ours(workflow: str) -> None:
    jobs = read(GITHUB / f"workflows/{workflow}.yml")["jobs"]

    assert {name: job["permissions"] for name, job in jobs.items() if "permissions" in job} == RIGHTS[workflow]
    taken = [step for name in RIGHTS[workflow] for step in jobs[name]["steps"]]
    assert all("checkout" not in step.get("uses", "") for step in taken)
    assert all(step.get("run", "gh ").startswith("gh ") for step in taken), "GitHub's own tool"


@pytest.mark.parametrize("form", FORMS, ids=lambda file: file.name)
def test_a_form_of_issues_asks_each_thing_once(form: Path) -> None:
    content = read(form)
    ids = [part["id"] for part in content["body"]]

    assert {"name", "description", "body"} <= set(content)
    assert len(set(ids)) == len(ids)
    assert {part["type"] for part in content["body"]} <= {"dropdown", "input", "textarea"}
    assert all(part["attributes"]["label"] for part in content["body"])


def test_the_citation_is_one_of_this_version() -> None:
    """``citation-schema.json`` is the schema of the Citation File Format 1.2.0 (CC BY 4.0)."""
    schema = json.loads((ROOT / "tests/citation-schema.json").read_text("utf-8"))
    citation = yaml.load((ROOT / "CITATION.cff").read_text("utf-8"), yaml.BaseLoader)

    assert [error.message for error in Draft7Validator(schema).iter_errors(citation)] == []
    assert citation["version"] == malecon.__version__


def test_the_changelog_has_a_section_of_this_version_that_fits_a_page() -> None:
    sections = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    (own,) = [each for each in sections if each.startswith(f"[{malecon.__version__}]")]

    assert 20 < len(own.splitlines()) <= 60
