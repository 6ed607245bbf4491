"""The whole product as one file for a browser: `build` makes it, and `desk` runs inside it.

The page's JavaScript shows, sends and saves. Everything else is decided here, in Python.
"""
