"""Compute the values of formulas, in Python or with LibreOffice or Excel. No rule of Diplomacy is here."""
