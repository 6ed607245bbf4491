"""Formulas to values, in Python or with LibreOffice. It knows no Diplomacy."""
