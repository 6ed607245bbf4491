"""The scoring systems, one file each. A new file here is a new system: there is no list to edit."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec


@cache
def declare_all() -> None:
    """Import every file of this folder, which registers its systems and tie-breaks."""
    from pkgutil import iter_modules

    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")


def declare(key: str) -> None:
    """Import the file that is named like a system's key or like the key's beginning, if it exists.

    key: in lower case. The file's name is a guess that saves time: `declare_all` finds systems in any file.
    """
    beginnings = (key[:end] for end in range(len(key), 1, -1))
    modules = (f"{__name__}.{one}" for one in beginnings if one.isidentifier())
    if found := next(filter(find_spec, modules), None):
        import_module(found)
