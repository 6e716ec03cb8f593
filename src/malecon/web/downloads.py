"""Lists as files to keep: JSON and CSV."""

import csv
import io
from collections.abc import Mapping, Sequence

import msgspec
from litestar import Response

from malecon.core.i18n import N_
from malecon.tables import Missing

Line = Mapping[str, object]
JSON, CSV = "json", "csv"
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of a text that spreadsheets take for a formula."""


def file_response(name: str, form: str, everything: Mapping[str, object], lines: Sequence[Line]) -> Response[bytes]:
    """Return a file to keep.

    Args:
        name: of the file.
        form: ``JSON`` or ``CSV``.
        everything: what stands in JSON.
        lines: what stands in CSV, with equal keys.

    Raises:
        Missing: there is no such form.
    """
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    if form == JSON:
        content = msgspec.json.format(msgspec.json.encode(everything)) + b"\n"
        return Response(content, media_type="application/json", headers=headers)
    if form == CSV:
        return Response(_csv_of(lines).encode(), media_type="text/csv", headers=headers)
    raise Missing(N_("There is no such page."))


def _csv_of(lines: Sequence[Line]) -> str:
    """Return lines as CSV, with a heading; nothing if there are none."""
    text = io.StringIO()
    if lines:
        writer = csv.DictWriter(text, list(lines[0]))
        writer.writeheader()
        writer.writerows({key: _escape_formula(value) for key, value in line.items()} for line in lines)
    return text.getvalue()


def _escape_formula(value: object) -> object:
    """Return a value that no spreadsheet takes for a formula.

    >>> _escape_formula("=1+1"), _escape_formula("Ana"), _escape_formula(-1)
    ("'=1+1", 'Ana', -1)
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
