"""Playing at a terminal. ``session`` and its helpers know no game; what a game looks like is in ``terminal/<game>``."""
