"""Tools for research that playing does not need: learning of the value networks.

Searches label positions (``labelling``), and a network is fitted to them (``learning``, which is the command as well).
``docs/decisions/0012-win-probability.md`` tells why and how well.
"""
