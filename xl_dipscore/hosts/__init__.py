"""Deliver the worksheet functions to Excel, xlwings Lite and LibreOffice."""
