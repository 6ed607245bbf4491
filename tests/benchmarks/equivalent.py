"""Faults that change nothing anybody can see, with the reason; `mutants.py` does not draw them."""

EQUIVALENT: dict[str, str] = {
    'workbooks/layout/games.py: return position(found["cell"]) if found else ([-0-+1+], 0)': (
        "The column 0 already tells that the formula repeats no cell."
    ),
}
