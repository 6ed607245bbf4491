"""The kinds of doubts: one file for each subject."""
