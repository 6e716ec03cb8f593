"""View models: a table as one viewer sees it, from ``seen_by`` and the events as seen."""

__all__ = [
    "charts",
    "exercise",
    "lesson",
    "log",
    "puzzle_page",
    "records",
    "result",
    "table_facts",
    "table_page",
    "table_parts",
    "texts",
    "times",
]
