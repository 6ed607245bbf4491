"""Bring our worksheet functions and our menu into Excel, xlwings Lite and LibreOffice."""
