"""Faults that change nothing anybody can see, with the reason; `mutants.py` does not draw them."""

EQUIVALENT: dict[str, str] = {
    'workbooks/layout/games.py: return position(found["cell"]) if found else ([-0-+1+], 0)': (
        "The column 0 already tells that the formula repeats no cell."
    ),
    'tables/cells/columns.py: return [-2-+3+], word, ""': "Only the order counts: years come behind 0 and 1.",
    "sheets/calculate/functions/dates.py: fail_if(way not in (1, 2, *range(11, [-18-+19+])), Err.NUM)": (
        "The weekday of 1 January refuses kind 18, with the same error."
    ),
    "sheets/calculate/reader.py: _MOST_PARTS = [-20_000-+20001+]": "A bound of memory: one more is as good.",
}
