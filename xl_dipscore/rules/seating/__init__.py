"""Draw rounds: assign a board and a power to each player, and list costs, such as repeats, in words."""
