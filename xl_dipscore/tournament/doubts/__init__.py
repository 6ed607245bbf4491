"""The kinds of doubts, by subject."""
