"""The game in cells and lists: readers, worksheet functions, formulas and formats. Standard library only."""
