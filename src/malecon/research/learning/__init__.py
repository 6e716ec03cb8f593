"""How ``prospect`` is learned: positions that a search has judged (``positions.py``), and a network that says the same
at a glance (``fitting.py``). ``docs/decisions/0012-prospect.md`` tells why and how well.

    python -m malecon.research.learning judge GAME positions-1.npz --minutes 20 --seed 1
    python -m malecon.research.learning fit GAME positions-1.npz positions-2.npz > prospect.toml
"""
