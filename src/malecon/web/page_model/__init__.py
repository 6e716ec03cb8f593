"""View models: a table as one viewer sees it, from ``seen_by`` and the events as seen."""
