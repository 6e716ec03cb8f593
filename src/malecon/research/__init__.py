"""Tools for research that playing does not need."""
