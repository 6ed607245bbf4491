"""Enlarge workbooks: more boards, rounds, players, slips and choices than a template has."""
