"""Batches: many games side by side, on one machine or on a GPU."""

__all__ = ["batch", "cuda_kernels", "engine", "setup", "vector"]
