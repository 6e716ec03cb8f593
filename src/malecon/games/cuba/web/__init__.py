"""Cuba on a page."""
