"""More boards, rounds, players, slips and choices than a template has."""
