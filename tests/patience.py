"""How long a test waits for what is certain to come."""

PATIENCE_S = 60.0
"""Long enough for a machine with other work to do; no test waits so long unless it fails."""
PATIENCE_MS = 1000 * PATIENCE_S
