"""A director's own workbook without functions of ours: columns and plain formulas in place of their calls."""
