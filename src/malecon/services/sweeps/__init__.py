"""Removing what the rules of retention let go."""
