"""Havana on a page."""
