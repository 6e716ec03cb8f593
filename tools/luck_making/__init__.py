"""Makes the file of luck of a game (``malecon.agents.luck``)."""
