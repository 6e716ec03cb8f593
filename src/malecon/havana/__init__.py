"""Havana."""
