"""Information-set Monte-Carlo tree search over any game of the contract; knows no game.

Source: P. Cowling, E. Powley, D. Whitehouse, *Information Set Monte Carlo Tree Search* (IEEE T-CIAIG 2012): many trees
that are descended together (MO-ISMCTS), one for each seat. Here an edge of a seat's tree is one of its own actions, and
nothing else: what others do and what chance brings is the tree's surroundings, drawn anew each time (open loop). So
nobody can choose by what is hidden: neither by secret choices made at the same time nor by what others hold.
"""

__all__ = ["context", "iteration", "searcher"]
