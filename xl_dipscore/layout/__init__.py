"""Where a director keeps things: the games, the players, what is typed on Setup, our tables."""
