"""Formats of other programs, one file for each. All files of this folder are imported, without a list."""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
