"""Environments: what the adapters for PettingZoo, Gymnasium and OpenSpiel share."""

__all__ = ["chance", "environment", "opponents", "policies", "rendering", "spaces", "variants"]
