"""Functions of worksheets, one file for each family; importing this package registers them all."""

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
