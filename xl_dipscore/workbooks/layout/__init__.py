"""Find the parts of a director's workbook: games, players, Setup and our tables."""
