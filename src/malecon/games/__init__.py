"""The games, one folder each; `malecon.games` is the mapping that loads them."""
