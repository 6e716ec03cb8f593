"""Cuba."""
