"""The page of the JSON API, written from the OpenAPI document that the server makes of its routes."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec

from malecon.web.routes import api_document

Document = dict[str, Any]
JSON = "application/json"
BEGINNING = """# HTTP API

{description}

Made from the OpenAPI document of version {version}, which a server has at `/api/v1/openapi.json`. [Bots at the
table](api.md) shows how to begin.
"""
ERRORS = """## Errors

With each operation stand the statuses of its errors. The body is an [ErrorBody](#errorbody), such as these:
"""
TYPES = """## Types

The objects in bodies and answers. A field with a default may be left out.
"""


def http_api() -> str:
    """Return the page in Markdown."""
    document: Document = msgspec.json.decode(api_document())
    parts = chain(_operations(document), _errors(document), _types(document))
    return "\n".join((BEGINNING.format_map(document["info"]), *parts))


def _operations(document: Document) -> Iterator[str]:
    for group in document["tags"]:
        yield f"## {group['name']}\n\n{group['description']}\n"
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                if operation["tags"] == [group["name"]]:
                    yield from _operation(f"{method.upper()} {path}", operation)


def _operation(request: str, operation: Document) -> Iterator[str]:
    """Return what an operation is asked for, and what it answers."""
    yield f"### {operation['summary']}\n\n`{request}`\n\n{operation['description']}\n"
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "query":
            yield f"- `{parameter['name']}` ({_type(parameter['schema'])}): {parameter['description']}"
    yield ""
    if "requestBody" in operation:
        body = operation["requestBody"]["content"][JSON]["schema"]
        yield f"Body: {_type(body)}, such as:\n{_json(body['examples'][0])}"
    errors = [status for status in operation["responses"] if _is_error(status)]
    for status, response in operation["responses"].items():
        if not _is_error(status):
            contents = [_type(content["schema"]) for content in response.get("content", {}).values()]
            yield f"Answer: {', '.join((status, *contents))}. Errors: {', '.join(errors)}.\n"


def _is_error(status: str) -> bool:
    return int(status) >= 400


def _errors(document: Document) -> Iterator[str]:
    yield ERRORS
    known: dict[str, Document] = {}
    for operations in document["paths"].values():
        for operation in operations.values():
            known |= {status: response for status, response in operation["responses"].items() if _is_error(status)}
    for status, response in sorted(known.items()):
        (example,) = response["content"][JSON]["examples"].values()
        yield f"**{status}**: {response['description']}\n{_json(example['value'])}"


def _types(document: Document) -> Iterator[str]:
    yield TYPES
    for name, schema in document["components"]["schemas"].items():
        yield f"### {name}\n"
        if "description" in schema:
            yield f"{schema['description']}\n"
        yield "| field | type | meaning |\n|---|---|---|"
        for field, about in schema["properties"].items():
            default = f" Default: `{_inline(about['default'])}`." if "default" in about else ""
            yield f"| `{field}` | {_type(about)} | {about.get('description', '')}{default} |"
        yield ""


def _type(schema: Document) -> str:
    """Return a type in words, with links to those of the document.

    >>> _type({"type": "array", "items": {"type": "integer"}})
    'list of integer'
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in schema:
        return ", ".join(f"`{_inline(value)}`" for value in schema["enum"])
    for several in ("oneOf", "allOf"):
        if several in schema:
            return " or ".join(map(_type, schema[several]))
    if "items" in schema:
        return f"list of {_type(schema['items'])}"
    return str(schema.get("type", "anything"))


def _inline(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _json(value: object) -> str:
    return f"```json\n{msgspec.json.format(msgspec.json.encode(value)).decode()}\n```\n"
