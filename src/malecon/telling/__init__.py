"""A game in words: what is asked, what can be chosen, what a thing is, how it ends; for every way of showing it."""
