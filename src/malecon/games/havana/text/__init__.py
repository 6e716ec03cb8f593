"""Havana in words."""
