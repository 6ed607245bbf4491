"""A director's workbook: where things stand in it, how it is made, and what is done with it."""
