"""What comes next: steps that the game takes by itself, then questions, each answered by a block of actions."""

# fmt: off
STEPS = ("set up", "begin round", "begin turn", "end turn", "go on using", "count votes", "collect", "end round")
SET_UP, BEGIN_ROUND, BEGIN_TURN, END_TURN, GO_ON_USING, COUNT_VOTES, COLLECT, END_ROUND = range(len(STEPS))
QUESTIONS = (
    *STEPS, "stock", "seal", "play", "move", "harvest", "trade", "build", "place", "use", "amount", "pay", "exchange",
    "veto", "swap", "load", "bid", "enact", "tax", "over",
)
(
    STOCK, SEAL, PLAY, MOVE, HARVEST, TRADE, BUILD, PLACE, USE, AMOUNT, PAY, EXCHANGE,
    VETO, SWAP, LOAD, BID, ENACT, PAY_TAX, OVER,
) = range(len(STEPS), len(QUESTIONS))
# fmt: on
