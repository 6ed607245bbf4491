"""Score the games of an event, combine the scores into totals, and rank the players and teams."""
