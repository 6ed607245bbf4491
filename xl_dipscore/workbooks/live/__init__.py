"""The menu inside spreadsheet programs: each item turns an open workbook into edits of its cells.

It needs only the standard library, because it runs inside LibreOffice and in browsers.
"""
