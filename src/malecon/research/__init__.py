"""Tools for research that playing does not need: learning of the value networks.

Searches label positions (``labelling``), a network is fitted to them (``fitting``); ``learning`` is the command.
``docs/decisions/0012-prospect.md`` tells why and how well.
"""
