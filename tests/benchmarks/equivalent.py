"""Faults that change nothing anybody can see, with the reason; `mutants.py` does not draw them."""

EQUIVALENT: dict[str, str] = {}
