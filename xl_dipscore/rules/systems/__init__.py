"""The scoring systems. Each file declares one or several; a new file needs no entry in any list."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec


@cache
def declare_all() -> None:
    """Import every file of this folder. A file that is imported registers its systems and tie-breaks."""
    from pkgutil import iter_modules

    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")


def declare(key: str) -> None:
    """Import the file named `key`, or else the file whose name is the longest beginning of `key`, if any.

    key: a key, name or alias of a system, in lower case. If the system is in a file with another name, only
        `declare_all` finds it; that is slower.
    """
    beginnings = (key[:end] for end in range(len(key), 1, -1))
    modules = (f"{__name__}.{one}" for one in beginnings if one.isidentifier())
    if found := next(filter(find_spec, modules), None):
        import_module(found)
