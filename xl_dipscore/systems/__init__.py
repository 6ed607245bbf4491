"""The scoring systems, one file each. A new file here is a new system: there is no list to edit."""

from functools import cache


@cache
def declare_all() -> None:
    """Import every file, whose systems and tie-breaks are known from then on."""
    from importlib import import_module
    from pkgutil import iter_modules

    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
