"""Formats of other programs, one file each. All files here are imported, so a new one is in no list."""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
