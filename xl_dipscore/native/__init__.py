"""Scores, checks and standings as plain formulas: a system's own rule, said in cells."""
