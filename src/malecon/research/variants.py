"""v"""
def variant_position(game, name):
    raise NotImplementedError
