"""A director's own workbook without our functions: columns and plain formulas replace the calls."""
