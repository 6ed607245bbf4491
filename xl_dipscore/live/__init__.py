"""What the menu of a spreadsheet program does: commands from a workbook to edits of its cells.

Standard library only: it runs inside LibreOffice and in browsers.
"""
