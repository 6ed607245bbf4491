"""Workbooks on disk: changed cell by cell, recalculated, never saved anew."""
