"""The API keeps its document: any request that can be made of it, and many that cannot, get an answer that is in it."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from malecon.web.api.schema import BODIES, GROUPS
from malecon.web.http.api_error import ErrorBody
from malecon.web.routes import API_ROUTES, api_document
from postgres import new_database
from web.programs import API, Program
from web.visiting import Site, visiting

EXAMPLES = 3
"""Requests at random for each operation, besides those that its schema suggests: the bounds of each field and more."""
GUIDE = Path(__file__).parent.parent.parent / "docs/api.md"
CHECKS = [
    *(not_a_server_error, status_code_conformance, content_type_conformance),
    *(response_schema_conformance, negative_data_rejection),
]
DOCUMENT: dict[str, Any] = msgspec.json.decode(api_document())
OPERATIONS = [operation for path in DOCUMENT["paths"].values() for operation in path.values()]


@pytest.fixture(scope="module")
def programs(postgres_socket: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[tuple[Program, str]]]:
    """Have a program at a site with each of the databases, for what PostgreSQL cannot keep differs; with a table."""
    addresses = ("", new_database(postgres_socket))
    with ExitStack() as sites:
        folders = (tmp_path_factory.mktemp("site") for _ in addresses)
        told = [
            sites.enter_context(visiting(folder, database_url=address))
            for folder, address in zip(folders, addresses, strict=True)
        ]
        anas = [Program(site, "Ana") for site in told]
        yield [(ana, str(ana.begin("me", "me")["id"])) for ana in anas]


@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def check_answers(case: "schemathesis.Case[Any]", programs: list[tuple[Program, str]]) -> None:
    for ana, table_id in programs:
        if "table" in case.path_parameters:
            case.path_parameters["table"] = table_id
        request = case.as_transport_kwargs(headers={"Authorization": f"Bearer {ana.token}"})
        request.pop("cookies", None)
        answer = ana.site.client.request(content=request.pop("data", None), **request)
        case.validate_response(answer, checks=CHECKS)


@pytest.mark.parametrize(
    "operation",
    [pytest.param(each, marks=[pytest.mark.slow] * (number % 6 > 0)) for number, each in enumerate(OPERATIONS)],
    ids=lambda operation: operation["operationId"],
)
def test_every_answer_is_as_the_document_says(operation: dict[str, Any], programs: list[tuple[Program, str]]) -> None:
    """Make the cases here: a decorator of the library would, in each process of the suite, before the first test."""
    operation_id = operation["operationId"]
    schema = schemathesis.openapi.from_dict(DOCUMENT).include(operation_id=operation_id)
    [made] = get_all_tests(schema=schema, test_func=check_answers, settings=None, given_kwargs={})
    assert isinstance(made, Ok)
    _, check = made.ok()
    check(programs=programs if "requestBody" in operation else programs[-1:])


def routes_of_guide() -> Iterator[tuple[str, str]]:
    """Yield method and path of the routes in the table of ``docs/api.md``, where ``/leave`` replaces the last word."""
    method = path = ""
    for row in re.findall(r"^\| (`(?:GET|POST) .*?) \|", GUIDE.read_text("utf-8"), re.MULTILINE):
        for name in re.findall(r"`([^`]+)`", row):
            method, path = name.split() if " " in name else (method, path.rpartition("/")[0] + name)
            yield method, path.partition("?")[0]


def test_the_guide_lists_all_routes() -> None:
    routes = {(route.method, route.path.replace("{table_id:str}", "{id}")) for route in API_ROUTES}

    assert sorted(routes_of_guide()) == sorted(routes)


def test_the_document_needs_no_token_and_names_no_other_site(site: Site) -> None:
    answer = site.stranger().get(f"{API}/openapi.json")

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.content == api_document()
    assert "http" not in answer.text.replace('"type":"http"', "").replace("httpx", "")


def test_every_operation_is_described_with_its_errors_and_a_token() -> None:
    for operation in OPERATIONS:
        assert operation["summary"]
        assert operation["description"].endswith(".")
        assert operation["tags"][0] in GROUPS
        assert {"400", "401", "429", "503"} <= set(operation["responses"])
        assert operation["security"] == [{"token": []}]
    assert len({operation["operationId"] for operation in OPERATIONS}) == len(OPERATIONS)


def test_every_parameter_and_field_is_described_and_every_error_has_an_example() -> None:
    fields = [
        field
        for schema in DOCUMENT["components"]["schemas"].values()
        for field in schema["properties"].values()
        if "$ref" not in field
    ]
    parameters = [each for operation in OPERATIONS for each in operation.get("parameters", []) if each["in"] == "query"]
    refusals = [
        answer["content"]["application/json"]
        for operation in OPERATIONS
        for status, answer in operation["responses"].items()
        if status >= "400"
    ]

    assert all(field.get("description") for field in fields + parameters)
    assert all(refusal["examples"] for refusal in refusals)


def test_the_examples_are_what_the_api_takes_and_says() -> None:
    for form in BODIES:
        for example in DOCUMENT["components"]["schemas"][form.__name__].get("examples", []):
            assert msgspec.convert(example, form)
    for operation in OPERATIONS:
        for answer in operation["responses"].values():
            for example in answer["content"]["application/json"].get("examples", {}).values():
                assert msgspec.convert(example["value"], ErrorBody)
