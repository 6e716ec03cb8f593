"""A language model at the table: what a seat sees as plain text, its answer as a move, and the agent that asks for it.

>>> from malecon.research.text_agent import Reply, TextAgent
>>> import malecon
>>> match = malecon.games["havana"].start(seats=2, seed=7)
>>> TextAgent(lambda prompt: Reply('My move: "Choose Siesta and Mama".')).choose(match, 0)
'choose siesta mama'
"""

from malecon.research.text_agent.agent import ModelFailure, Reply, TextAgent
from malecon.research.text_agent.answers import Answer, read_answer
from malecon.research.text_agent.chat import ChatModel
from malecon.research.text_agent.prompts import make_prompt

__all__ = ["Answer", "ChatModel", "ModelFailure", "Reply", "TextAgent", "make_prompt", "read_answer"]
