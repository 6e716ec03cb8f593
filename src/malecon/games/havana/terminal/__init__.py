"""Havana at the terminal."""
