"""Pictures from data: pure functions that return SVG. Nothing is loaded, nothing is random."""

__all__ = ["facade", "svg"]
