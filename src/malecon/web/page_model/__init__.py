"""How a table looks to one viewer: what it shows follows from ``seen_by`` and events as seen."""
