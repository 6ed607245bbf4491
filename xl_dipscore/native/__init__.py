"""Scores, checks and standings as plain formulas, made from the systems' own rules."""
