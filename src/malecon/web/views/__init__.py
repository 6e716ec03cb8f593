"""View models: a table as one viewer sees it, from ``seen_by`` and the events as seen."""

__all__ = [
    "analysis_panel",
    "charts",
    "exercise",
    "lesson",
    "log",
    "position_form",
    "puzzle_page",
    "records",
    "result",
    "review",
    "review_page",
    "review_trial",
    "table_facts",
    "table_page",
    "table_parts",
    "texts",
    "times",
]
