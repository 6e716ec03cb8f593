"""Learning of the value networks: searches label positions (``labelling.py``), a network is fitted to them
(``fitting.py``). ``docs/decisions/0012-prospect.md`` tells why and how well.

    python -m malecon.research.learning judge GAME positions-1.npz --minutes 20 --seed 1
    python -m malecon.research.learning fit GAME positions-1.npz positions-2.npz > win_logit.toml
"""
