"""Benchmark: what is fast on this machine, held against budgets."""

__all__ = ["report"]
