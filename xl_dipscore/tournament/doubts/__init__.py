"""The kinds of doubts, by what they are about."""
