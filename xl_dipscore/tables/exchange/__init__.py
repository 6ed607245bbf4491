"""Formats of other programs, one file for each. All files of this folder are imported, without a list."""
