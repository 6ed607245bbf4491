"""Worksheet functions, one file for each family; importing this package registers all of them."""

from xl_dipscore.calculate.functions import (
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
