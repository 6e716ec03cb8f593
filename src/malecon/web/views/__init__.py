"""View models: a table as one viewer sees it, from ``seen_by`` and the events as seen."""

__all__ = [
    "analysis_panel",
    "charts",
    "durations",
    "exercise",
    "frames",
    "lesson",
    "log",
    "position_form",
    "puzzle_line",
    "puzzle_page",
    "records",
    "render_cache",
    "result",
    "review",
    "review_page",
    "review_trial",
    "status",
    "table_context",
    "table_page",
    "texts",
]
