"""The menu inside spreadsheet programs: each item turns an open workbook into edits of its cells.

Standard library only: it runs inside LibreOffice and in browsers.
"""
