"""What comes next: steps that the game takes by itself, then questions, each answered by a block of actions."""

# fmt: off
STEPS = ("set up", "act", "begin turn", "reveal", "look at hands")
SET_UP, ACT, BEGIN_TURN, REVEAL, LOOK_AT_HANDS = range(len(STEPS))
QUESTIONS = (
    *STEPS, "choose", "fetch", "swap", "perform", "refresh", "remove", "tax", "rob", "steal", "take", "buy", "pay",
    "cover", "take back", "over",
)
(
    CHOOSE, FETCH, SWAP, PERFORM, REFRESH, REMOVE, TAX, ROB, STEAL, TAKE, BUY, PAY,
    COVER, TAKE_BACK, OVER,
) = range(len(STEPS), len(QUESTIONS))
# fmt: on
