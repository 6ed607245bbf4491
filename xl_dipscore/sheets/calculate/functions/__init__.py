"""Worksheet functions, one file for each family. Importing this package registers all worksheet functions."""

from xl_dipscore.sheets.calculate.functions import (
    arrays,
    conditions,
    dates,
    formats,
    lookups,
    numbers,
    places,
    statistics,
    text,
)
