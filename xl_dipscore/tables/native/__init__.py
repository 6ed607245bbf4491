"""Scores, checks and standings as plain formulas, made by running the systems' own rules."""
